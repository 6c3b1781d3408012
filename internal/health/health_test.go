package health_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/disk"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// rows are the results by the id of their row.
func rows(t *testing.T, s *health.Service) map[string]health.Row {
	t.Helper()
	found := map[string]health.Row{}
	for _, row := range s.Check(t.Context()) {
		found[row.ID] = row
		if row.Text == "" || row.State != health.Good && row.Advice == "" {
			t.Errorf("%s says nothing, or not what to do: %+v", row.ID, row)
		}
	}
	return found
}

// parts are the shop's, for a test to replace some of them by others.
func parts(a *services.Services) health.Config {
	return health.Config{Store: a.Store, Settings: a.Settings.Get, Orders: a.Orders, Payments: a.Payments, Backups: a.Backups, Clock: a.Clock, Now: a.Now, PublicURL: a.PublicURL,
		Pictures: a.Media}
}

// saving is a backup service that only the test runs.
func saving(t *testing.T, a *services.Services, p backup.Program) *backup.Service {
	t.Helper()
	p.Shop = backup.Shop{Database: storetest.LocationOf(a.Store), Pictures: a.Media.(*media.Store), Key: "a key for tests only"}
	b := backup.New(backup.Config{Store: a.Store, Settings: a.Settings.Get, Audit: a.Audit, Keys: a.Keys, Now: a.Now, Program: p})
	if err := b.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

func want(t *testing.T, row health.Row, state health.State, text string) {
	t.Helper()
	if row.State != state || !strings.Contains(row.Text, text) {
		t.Errorf("%s is %s: %q, want %s: %q", row.Name, row.State, row.Text, state, text)
	}
}

func set(t *testing.T, a *services.Services, values map[string]string) {
	t.Helper()
	if err := a.Settings.Save(t.Context(), settings.Change{Values: values}, audit.Actor{ID: 1, Name: "staff"}); err != nil {
		t.Fatal(err)
	}
}

func TestAShopThatIsWell(t *testing.T) {
	box := testkit.SMTP(t)
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		mailer, err := mail.NewSMTP(box.URL)
		if err != nil {
			t.Fatal(err)
		}
		shoptest.SetProvider(a.Store, "stripe", stripe.New(testkit.StripeMock(t), func(context.Context) (stripe.Keys, error) { return stripe.Keys{Secret: "sk_test_123"}, nil }, a.Now, free))
		set(t, a, map[string]string{"stripe_secret_key": "sk_test_123", "stripe_webhook_secret": "whsec_123",
			"store_street": "1 Main St", "terms_text": "Be fair.", "privacy_text": "We keep nothing."})
		c := parts(a)
		c.Mailer, c.SendsMail = mailer, true
		c.Certificate = func() time.Time { return a.Now().Add(60 * 24 * time.Hour) }
		c.Backups = saving(t, a, backup.Program{Target: t.TempDir()})
		c.Program = health.Program{Version: "1.2.3", Data: t.TempDir()}
		s := health.New(c)
		s.Disk = func(string) (disk.Space, error) { return disk.Space{Free: 50 << 30, Total: 100 << 30}, nil }
		found := rows(t, s)
		for _, id := range []string{"version", "database", "mail", "storage", "payments", "details", "queue", "backup", "certificate", "clock", "disk"} {
			want(t, found[id], health.Good, "")
		}
		want(t, found["version"], health.Good, "1.2.3")
	})
}

func free(context.Context) error { return nil }

func TestMailThatDoesNotLeave(t *testing.T) {
	a := shoptest.New(t)
	want(t, rows(t, health.New(parts(a)))["mail"], health.Attention, "nobody gets it")
	hanging, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hanging.Close() }()
	for _, address := range []string{"127.0.0.1:1", hanging.Addr().String()} {
		mailer, err := mail.NewSMTP("smtp://" + address)
		if err != nil {
			t.Fatal(err)
		}
		c := parts(a)
		c.Mailer, c.SendsMail = mailer, true
		start := time.Now()
		found := rows(t, health.New(c))
		want(t, found["mail"], health.Broken, "answer")
		want(t, found["database"], health.Good, "")
		if took := time.Since(start); took > 8*time.Second {
			t.Errorf("the page waits %s for %s", took, address)
		}
	}
}

func TestMailThatWasGivenUp(t *testing.T) {
	location := storetest.Location(t, store.SQLite)
	a := shoptest.On(t, storetest.Open(t, location))
	mailer, err := mail.NewSMTP(testkit.SMTP(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	c := parts(a)
	c.Mailer, c.SendsMail = mailer, true
	s := health.New(c)
	want(t, rows(t, s)["mail"], health.Good, "")
	storetest.Exec(t, location, fmt.Sprintf("INSERT INTO outbox (kind, payload, next_at, failed_at, created_at) VALUES ('email', 'x', 0, %d, 0)", a.Now().UnixMilli()))
	want(t, rows(t, s)["mail"], health.Attention, "1 mail of the last 30 days could not be sent")
}

func TestBackupsThatNeedSomebody(t *testing.T) {
	a := shoptest.New(t)
	later := time.Duration(0)
	now := func() time.Time { return a.Now().Add(later) }
	folder := filepath.Join(t.TempDir(), "backups")
	b := backup.New(backup.Config{Store: a.Store, Settings: a.Settings.Get, Audit: a.Audit, Keys: a.Keys, Now: now,
		Program: backup.Program{Shop: backup.Shop{Database: storetest.LocationOf(a.Store), Pictures: a.Media.(*media.Store)}, Target: folder}})
	c := parts(a)
	c.Backups, c.Now = b, now
	s := health.New(c)
	want(t, rows(t, s)["backup"], health.Attention, "no backup yet")
	if err := b.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, rows(t, s)["backup"], health.Good, "The newest backup is")
	later = 3 * 24 * time.Hour
	want(t, rows(t, s)["backup"], health.Attention, "3 days old: the one of the schedule is missing")
	if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := b.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, rows(t, s)["backup"], health.Attention, "The last backup failed; the newest good one is 3 days old")
}

func TestPaymentProvidersThatDoNotWork(t *testing.T) {
	a := shoptest.New(t)
	s := health.New(parts(a))
	want(t, rows(t, s)["payments"], health.Attention, "only be paid at pickup")
	var status atomic.Int64
	status.Store(http.StatusUnauthorized)
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(status.Load())) }))
	defer provider.Close()
	shoptest.SetProvider(a.Store, "stripe", stripe.New(provider.URL, func(context.Context) (stripe.Keys, error) { return stripe.Keys{Secret: "sk_test_x"}, nil }, a.Now, free))
	shoptest.SetProvider(a.Store, "paypal", paypal.New(provider.URL, func(context.Context) (paypal.Keys, error) { return paypal.Keys{ClientID: "x", Secret: "y"}, nil }, paypal.Pace{Call: free, Message: free}))
	set(t, a, map[string]string{"stripe_secret_key": "sk_test_x"})
	want(t, rows(t, s)["payments"], health.Broken, "Stripe refuses the shop’s key")
	set(t, a, map[string]string{"accept_credit_cards": "disabled", "accept_paypal": "enabled", "paypal_client_id": "x", "paypal_secret": "y"})
	want(t, rows(t, s)["payments"], health.Broken, "PayPal refuses the shop’s key")
	status.Store(http.StatusServiceUnavailable)
	want(t, rows(t, s)["payments"], health.Broken, "PayPal does not answer")
	provider.Close()
	want(t, rows(t, s)["payments"], health.Broken, "PayPal does not answer")
	set(t, a, map[string]string{"accept_paypal": "disabled", "accept_manual": "disabled"})
	want(t, rows(t, s)["payments"], health.Broken, "no way to pay")
	shoptest.SetProvider(a.Store, "stripe", stripe.New(testkit.StripeMock(t), func(context.Context) (stripe.Keys, error) { return stripe.Keys{Secret: "sk_test_123"}, nil }, a.Now, free))
	set(t, a, map[string]string{"accept_credit_cards": "enabled", "stripe_secret_key": "sk_test_123"})
	want(t, rows(t, s)["payments"], health.Attention, "Stripe answers, but cannot report payments")
}

func TestStorageThatIsAway(t *testing.T) {
	a := shoptest.New(t)
	address, err := url.Parse(testkit.S3(t))
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	server, err := url.Parse(query.Get("endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	line := httptest.NewServer(httputil.NewSingleHostReverseProxy(server)) // to a real S3 server, and cut below
	defer line.Close()
	query.Set("endpoint", line.URL)
	address.RawQuery = query.Encode()
	folder := filepath.Join(t.TempDir(), "data")
	for place, cut := range map[string]func(){
		address.String(): line.Close,
		folder: func() {
			if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		pictures, err := media.Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		c := parts(a)
		c.Pictures, c.Program = pictures, health.Program{Bucket: place != folder}
		s := health.New(c)
		want(t, rows(t, s)["storage"], health.Good, "can be read and written")
		cut()
		want(t, rows(t, s)["storage"], health.Broken, "")
	}
}

func TestPartsThatNeedAttentionAreReported(t *testing.T) {
	a := shoptest.New(t)
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error { // nothing sends it: the shop has no mailer
		return tx.Outbox.Insert(t.Context(), []store.NewOutboxRow{{Kind: "email", Payload: "x", CreatedAt: a.Now().Add(-time.Hour)}})
	})
	if err != nil {
		t.Fatal(err)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failing := saving(t, a, backup.Program{Target: filepath.Join(blocked, "below")})
	day := 24 * time.Hour
	for _, c := range []struct {
		id, text string
		state    health.State
		free     int64
		expires  time.Duration // 0: there is none yet
		backups  *backup.Service
	}{
		{id: "queue", state: health.Attention, text: "1 message waits to be sent, the oldest for 60 minutes"},
		{id: "backup", state: health.Attention, text: "No backups"},
		{id: "backup", state: health.Broken, text: "there is no other", backups: failing},
		{id: "disk", state: health.Attention, text: "1.1 GB of 107 GB", free: 1 << 30},
		{id: "disk", state: health.Broken, text: "about to stop selling", free: 1 << 20},
		{id: "certificate", state: health.Attention, text: "no certificate yet"},
		{id: "certificate", state: health.Attention, text: "expires in 24 hours and was not renewed", expires: day + time.Minute},
		{id: "certificate", state: health.Broken, text: "expired 3 days ago", expires: -3*day - time.Minute},
	} {
		p := parts(a)
		if c.backups != nil {
			p.Backups = c.backups
		}
		p.Certificate = func() time.Time {
			if c.expires == 0 {
				return time.Time{}
			}
			return a.Now().Add(c.expires)
		}
		p.Program = health.Program{Data: t.TempDir()}
		s := health.New(p)
		s.Disk = func(string) (disk.Space, error) { return disk.Space{Free: c.free, Total: 100 << 30}, nil }
		want(t, rows(t, s)[c.id], c.state, c.text)
	}
	want(t, rows(t, health.New(parts(a)))["certificate"], health.Attention, "without HTTPS")
}

func TestTheDatabaseIsAwayOrItsClockDiffers(t *testing.T) {
	st := storetest.Open(t, storetest.Location(t, store.Postgres))
	a := shoptest.On(t, st)
	for ahead, state := range map[time.Duration]health.State{0: health.Good, 10 * time.Second: health.Attention, -5 * time.Minute: health.Broken} {
		differs := clock.New(time.Now, func(context.Context) (time.Time, error) { return time.Now().Add(ahead), nil })
		if err := differs.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		c := parts(a)
		c.Clock = differs
		want(t, rows(t, health.New(c))["clock"], state, "")
	}
	away := storetest.Open(t, storetest.LocationOf(st))
	if err := away.Close(); err != nil {
		t.Fatal(err)
	}
	c := parts(a)
	c.Store = away
	found := rows(t, health.New(c))
	want(t, found["database"], health.Broken, "does not answer")
	want(t, found["queue"], health.Broken, "because the database does not answer")
	want(t, found["storage"], health.Good, "")
}
