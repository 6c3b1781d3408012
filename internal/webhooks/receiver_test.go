package webhooks_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

var staff = audit.Actor{ID: 1, Name: "staff"}

// receiver is a real https server. It keeps what it accepted.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	answer   func(w http.ResponseWriter, r *http.Request) bool // false: not accepted
	reading  []byte                                            // the body that answer is asked about
	accepted []received
	refused  int
}

type received struct {
	header http.Header
	body   string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{}
	r.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.reading = body
		if r.answer != nil && !r.answer(w, request) {
			r.refused++
			return
		}
		r.accepted = append(r.accepted, received{request.Header, string(body)})
		_, _ = io.WriteString(w, "thank\x00 you")
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) set(answer func(w http.ResponseWriter, r *http.Request) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func (r *receiver) down(w http.ResponseWriter, _ *http.Request) bool {
	w.WriteHeader(http.StatusBadGateway)
	return false
}

// sender is the webhooks of a shop whose clock the test moves. Nothing is sent but by SendDue.
type sender struct {
	*webhooks.Service
	t     *testing.T
	store *store.Store
	clock *shoptest.Clock

	sealed string         // a secret as it is stored
	roots  *x509.CertPool // the certificates that it trusts
}

func each(t *testing.T, test func(t *testing.T, s *sender, r *receiver)) {
	eachReaching(t, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, test)
}

// eachReaching is each with the networks that are allowed besides the public ones.
func eachReaching(t *testing.T, reach []netip.Prefix, test func(t *testing.T, s *sender, r *receiver)) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		keys, err := secrets.New("a key for tests only")
		if err != nil {
			t.Fatal(err)
		}
		clock, r := shoptest.NewClock(time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)), newReceiver(t)
		roots := x509.NewCertPool()
		roots.AddCert(r.Certificate())
		s := webhooks.New(webhooks.Config{Store: st, Hub: events.NewHub(events.DefaultLimits()), Keys: keys, Audit: audit.New(st, clock.Now), Limits: ratelimit.New(clock.Now), Now: clock.Now, PublicURL: "https://shop.test",
			Reach: reach, TLS: &tls.Config{RootCAs: roots}})
		test(t, &sender{s, t, st, clock, keys.Seal("whsec_c2VjcmV0"), roots}, r)
	})
}

func (s *sender) add(url string, format shop.WebhookFormat, events ...shop.WebhookEvent) (shop.Webhook, string) {
	s.t.Helper()
	w, secret, err := s.Add(s.t.Context(), shop.Webhook{URL: url, Format: format, Events: events}, staff)
	if err != nil {
		s.t.Fatal(err)
	}
	return w, secret
}

// paid tells of an order with a product of each of the drops.
func (s *sender) paid(number string, drops ...int64) {
	s.t.Helper()
	order := shop.Order{Number: number, Total: 1250, Currency: "usd", Payment: shop.Paid}
	for _, drop := range drops {
		order.Lines = append(order.Lines, shop.OrderLine{Name: "Nori", Quantity: 1, Price: 1250, DropID: &drop})
	}
	err := s.store.Write(s.t.Context(), func(tx *store.Tx) error { return s.OrderPaid(s.t.Context(), tx, order) })
	if err != nil {
		s.t.Fatal(err)
	}
}

// move lets time pass and sends what is due.
func (s *sender) move(d time.Duration) {
	s.t.Helper()
	s.clock.Set(s.clock.Now().Add(d))
	if err := s.SendDue(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

// numbers are the orders that a receiver heard of.
func (r *receiver) numbers() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, m := range r.accepted {
		var message struct {
			Data struct{ Order struct{ Number string } }
		}
		_ = json.Unmarshal([]byte(m.body), &message)
		out = append(out, message.Data.Order.Number)
	}
	return strings.Join(out, " ")
}

func (s *sender) deliveries(id int64) []shop.WebhookDelivery {
	s.t.Helper()
	list, _, err := s.Deliveries(s.t.Context(), id, 100, "")
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}
