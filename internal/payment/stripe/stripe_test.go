package stripe_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

const secret, hookSecret = "sk_test_123", "whsec_123"

// fake keeps sessions and money as Stripe does: one effect per idempotency key,
// nothing refunded that was not paid.
type fake struct {
	*httptest.Server
	mu       sync.Mutex
	sessions map[string]map[string]any
	keys     map[string]string // idempotency key → id
	refunded map[string]int64
	card     string // the fingerprint of the card that pays
	broken   int    // answers 500 this many times
	calls    int
}

func newFake(t *testing.T) *fake {
	f := &fake{card: "Xt5EWLLDS7FJjR1c", sessions: map[string]map[string]any{}, keys: map[string]string{}, refunded: map[string]int64{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/checkout/sessions", f.create)
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", f.get)
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", f.expire)
	mux.HandleFunc("POST /v1/refunds", f.refund)
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.calls++
		switch {
		case f.broken > 0:
			f.broken--
			fail(w, 500, "api_error")
		case r.Header.Get("Authorization") != "Bearer "+secret:
			fail(w, 401, "invalid_request_error")
		default:
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(f.Close)
	return f
}

func fail(w http.ResponseWriter, status int, kind string) {
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"error":{"type":%q}}`, kind)
}

func (f *fake) create(w http.ResponseWriter, r *http.Request) {
	if id, again := f.keys[r.Header.Get("Idempotency-Key")]; again {
		_ = json.NewEncoder(w).Encode(f.sessions[id])
		return
	}
	amount, err := strconv.ParseInt(r.FormValue("line_items[0][price_data][unit_amount]"), 10, 64)
	if err != nil || r.FormValue("mode") != "payment" || r.FormValue("success_url") == "" || r.FormValue("line_items[0][quantity]") != "1" {
		fail(w, 400, "invalid_request_error")
		return
	}
	id := fmt.Sprintf("cs_test_%d", len(f.sessions)+1)
	f.sessions[id] = map[string]any{"id": id, "object": "checkout.session", "url": "https://checkout.stripe.test/" + id, "status": "open",
		"payment_status": "unpaid", "amount_total": amount, "currency": r.FormValue("line_items[0][price_data][currency]"), "payment_intent": nil,
		"customer_email": r.FormValue("customer_email"), "client_reference_id": r.FormValue("client_reference_id")}
	f.keys[r.Header.Get("Idempotency-Key")] = id
	_ = json.NewEncoder(w).Encode(f.sessions[id])
}

func (f *fake) get(w http.ResponseWriter, r *http.Request) {
	s, ok := f.sessions[r.PathValue("id")]
	if !ok {
		fail(w, 404, "invalid_request_error")
		return
	}
	if s["payment_intent"] != nil && r.FormValue("expand[]") == "payment_intent.latest_charge" { // the messages have its id alone
		s = maps.Clone(s)
		s["payment_intent"] = map[string]any{"id": s["payment_intent"], "latest_charge": map[string]any{"id": "ch_1",
			"payment_method_details": map[string]any{"type": "card", "card": map[string]any{"fingerprint": f.card}}}}
	}
	_ = json.NewEncoder(w).Encode(s)
}

func (f *fake) expire(w http.ResponseWriter, r *http.Request) {
	s := f.sessions[r.PathValue("id")]
	if s["status"] != "open" {
		fail(w, 400, "invalid_request_error")
		return
	}
	s["status"] = "expired"
	_ = json.NewEncoder(w).Encode(s)
}

func (f *fake) refund(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	amount, _ := strconv.ParseInt(r.FormValue("amount"), 10, 64)
	intent := r.FormValue("payment_intent")
	if _, again := f.keys[key]; !again {
		var paid int64
		for _, s := range f.sessions {
			if s["payment_intent"] == intent {
				paid = s["amount_total"].(int64)
			}
		}
		if amount <= 0 || f.refunded[intent]+amount > paid {
			fail(w, 400, "invalid_request_error")
			return
		}
		f.refunded[intent] += amount
		f.keys[key] = fmt.Sprintf("re_%d", len(f.keys))
	}
	_, _ = fmt.Fprintf(w, `{"id":%q,"object":"refund","status":"succeeded"}`, f.keys[key])
}

// pay is what happens on Stripe's page.
func (f *fake) pay(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.sessions[id]
	s["status"], s["payment_status"], s["payment_intent"] = "complete", "paid", "pi_"+id
}

// hook is the signed message about a session.
func (f *fake) hook(t *testing.T, id, kind string, at time.Time) (http.Header, []byte) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	body, err := json.Marshal(map[string]any{"id": "evt_1", "object": "event", "type": kind, "data": map[string]any{"object": f.sessions[id]}})
	if err != nil {
		t.Fatal(err)
	}
	seconds := strconv.FormatInt(at.Unix(), 10)
	return http.Header{"Stripe-Signature": {"t=" + seconds + ",v1=00," + "v1=" + stripe.Sign(hookSecret, seconds, body)}}, body
}

func provider(f *fake) *stripe.Provider {
	return stripe.New(f.URL, func(context.Context) (stripe.Keys, error) {
		return stripe.Keys{Secret: secret, Webhook: hookSecret}, nil
	}, time.Now, atOnce)
}

func atOnce(context.Context) error { return nil }

func TestASessionFromStartToRefund(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	charge := payment.Charge{Key: "k1", Number: "ORD-001", Amount: 10_49, Currency: "USD", Email: "a@b.co", Description: "Order ORD-001",
		ReturnURL: "http://shop.test/order", CancelURL: "http://shop.test/order"}
	started, err := p.Start(ctx, charge)
	if err != nil || !strings.HasPrefix(started.PayURL, "https://checkout.stripe.test/") {
		t.Fatalf("%+v %v", started, err)
	}
	again, err := p.Start(ctx, charge)
	if err != nil || again != started {
		t.Fatalf("the same key gave another session: %+v %v", again, err)
	}
	if o, err := p.Lookup(ctx, started.Ref); err != nil || o.State != shop.PaymentStateOpen {
		t.Fatalf("%+v %v", o, err)
	}
	f.pay(started.Ref)
	o, err := p.Lookup(ctx, started.Ref)
	if err != nil || o.State != shop.PaymentStatePaid || o.Amount != 10_49 || o.Currency != "usd" || o.CaptureRef != "pi_"+started.Ref || o.Payer != f.card {
		t.Fatalf("%+v %v", o, err)
	}
	refund := payment.RefundRequest{Key: "r1", Ref: o.Ref, CaptureRef: o.CaptureRef, Amount: 5_00, Currency: "USD"}
	for range 3 {
		if _, err := p.Refund(ctx, refund); err != nil {
			t.Fatal(err)
		}
	}
	if f.refunded[o.CaptureRef] != 5_00 {
		t.Errorf("refunded %d for one key", f.refunded[o.CaptureRef])
	}
	refund.Key, refund.Amount = "r2", 6_00
	if _, err := p.Refund(ctx, refund); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("more than was paid: %v", err)
	}
	f.broken = 1
	if _, err := p.Lookup(ctx, started.Ref); err == nil || errors.Is(err, payment.ErrRefused) {
		t.Errorf("trouble at Stripe must pass: %v", err)
	}
	charge.Currency = "JPY"
	if _, err := p.Start(ctx, charge); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("a currency without cents: %v", err)
	}
}

func TestOnlySignedFreshWebhooksAreBelieved(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	started, err := p.Start(ctx, payment.Charge{Key: "k1", Amount: 10_49, Currency: "USD", ReturnURL: "http://x"})
	if err != nil {
		t.Fatal(err)
	}
	f.pay(started.Ref)
	header, body := f.hook(t, started.Ref, "checkout.session.completed", time.Now())
	if o, relevant, err := p.ParseWebhook(ctx, header, body); err != nil || !relevant || o.State != shop.PaymentStatePaid || o.Ref != started.Ref {
		t.Fatalf("%+v %v %v", o, relevant, err)
	}
	if _, _, err := p.ParseWebhook(ctx, header, append(body, ' ')); err == nil {
		t.Error("a changed body was believed")
	}
	if _, _, err := p.ParseWebhook(ctx, http.Header{}, body); err == nil {
		t.Error("a message without a signature was believed")
	}
	old, oldBody := f.hook(t, started.Ref, "checkout.session.completed", time.Now().Add(-6*time.Minute))
	if _, _, err := p.ParseWebhook(ctx, old, oldBody); err == nil {
		t.Error("an old message was believed")
	}
	other, otherBody := f.hook(t, started.Ref, "customer.created", time.Now())
	if _, relevant, err := p.ParseWebhook(ctx, other, otherBody); err != nil || relevant {
		t.Errorf("another kind of event: %v %v", relevant, err)
	}
}

// The whole way through the shop: the order, the session, the webhook, the refund.
func TestAnOrderPaidAtStripe(t *testing.T) {
	f := newFake(t)
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		ctx, staff := t.Context(), audit.Actor{Name: "staff"}
		if err := a.Settings.Save(ctx, settings.Change{Values: map[string]string{"stripe_secret_key": secret, "stripe_webhook_secret": hookSecret}}, staff); err != nil {
			t.Fatal(err)
		}
		product, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Waves", Slug: "waves", Description: "Crunchy.", Price: 450, InStock: true}, staff)
		if err != nil {
			t.Fatal(err)
		}
		c := shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: product.ID, Quantity: 1}}, Email: "maya@example.com", Name: "Maya", Fulfillment: shop.Delivery,
			Address: shop.Address{Line1: "1 Main St", City: "Portland", State: "OR", Zip: "97205"}, Payment: shop.PayCard, ExpectedTotal: 10_49}
		placed, err := a.Orders.Place(ctx, c, "key-"+t.Name(), orders.Buyer{})
		if err != nil || placed.PayURL == "" {
			t.Fatalf("%+v %v", placed, err)
		}
		id := placed.PayURL[strings.LastIndex(placed.PayURL, "/")+1:]
		f.pay(id)
		header, body := f.hook(t, id, "checkout.session.completed", time.Now())
		for range 3 {
			if err := a.Payments.Webhook(ctx, "stripe", header, body); err != nil {
				t.Fatal(err)
			}
		}
		order, err := a.Store.Orders.ByNumber(ctx, placed.Order.Number)
		if err != nil || order.Payment != shop.Paid {
			t.Fatalf("%+v %v", order, err)
		}
		if err := a.Orders.Cancel(ctx, order.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(10 * time.Second)
		for order.Payment != shop.MoneyReturned && time.Now().Before(deadline) {
			if err := a.Payments.SendRefunds(ctx); err != nil {
				t.Fatal(err)
			}
			if order, err = a.Store.Orders.ByNumber(ctx, order.Number); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if order.Payment != shop.MoneyReturned || f.refunded["pi_"+id] != 10_49 {
			t.Errorf("%s, refunded %d", order.Payment, f.refunded["pi_"+id])
		}
	}, atFake(f))
}

// atFake lets a shop take its payments at the fake.
func atFake(f *fake) func(*services.Config) {
	return func(c *services.Config) {
		c.Providers = func(set *settings.Service) (payments.Providers, error) {
			return payments.Providers{"stripe": stripe.New(f.URL, func(ctx context.Context) (stripe.Keys, error) {
				settings, err := set.Get(ctx)
				return stripe.Keys{Secret: settings.Payments.StripeSecretKey, Webhook: settings.Payments.StripeWebhookSecret}, err
			}, time.Now, ratelimit.PerSecond(c.Store, time.Now, "stripe", func() int { return 20 }))}, nil
		}
	}
}

// In a drop the card that paid is asked for, whatever the message says, and a card above the limit goes before staff.
func TestOneCardAboveTheLimitOfADropGoesBeforeStaff(t *testing.T) {
	f := newFake(t)
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		clock := shoptest.NewClock(time.Now())
		a := shoptest.On(t, st, atFake(f), func(c *services.Config) { c.Now = clock.Now })
		ctx, staff := t.Context(), audit.Actor{Name: "staff"}
		if err := a.Settings.Save(ctx, settings.Change{Values: map[string]string{"stripe_secret_key": secret, "stripe_webhook_secret": hookSecret, "tax_calculation": "none"}}, staff); err != nil {
			t.Fatal(err)
		}
		opens := clock.Now().Add(time.Hour)
		_, product := shoptest.AddDrop(t, a, "midnight-box", opens, func(d *shop.Drop) { d.LimitUnits = 1 })
		clock.Set(opens.Add(time.Minute))
		for i, status := range []shop.Status{shop.StatusPending, shop.StatusOnHold} {
			c := shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: product.ID, Quantity: 1}}, Email: fmt.Sprintf("maya%d@example.com", i), Name: fmt.Sprint("Maya ", i),
				Phone: fmt.Sprintf("32355501%02d", i), Fulfillment: shop.Pickup, Payment: shop.PayCard}
			quote, err := a.Orders.Quote(ctx, orders.QuoteRequest{Lines: c.Lines, Fulfillment: c.Fulfillment})
			if err != nil {
				t.Fatal(err)
			}
			c.ExpectedTotal = quote.Total
			placed, err := a.Orders.Place(ctx, c, fmt.Sprint("key-", i, t.Name()), orders.Buyer{})
			if err != nil || placed.PayURL == "" {
				t.Fatalf("%+v %v", placed, err)
			}
			id := placed.PayURL[strings.LastIndex(placed.PayURL, "/")+1:]
			f.pay(id)
			header, body := f.hook(t, id, "checkout.session.completed", time.Now())
			if err := a.Payments.Webhook(ctx, "stripe", header, body); err != nil {
				t.Fatal(err)
			}
			order, err := a.Store.Orders.ByNumber(ctx, placed.Order.Number)
			if err != nil || order.Payment != shop.Paid || order.Status != status {
				t.Errorf("order %d of one card is %s and %s, %v; want %s", i+1, order.Payment, order.Status, err, status)
			}
			events, err := a.Store.Orders.Events(ctx, order.ID)
			over := slices.ContainsFunc(events, func(e shop.OrderEvent) bool { return e.Kind == "over_limit" })
			if err != nil || over != (i == 1) {
				t.Errorf("order %d of one card: %+v, %v", i+1, events, err)
			}
		}
	})
}
