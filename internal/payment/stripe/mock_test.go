package stripe_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// Every call of the adapter has the shape that Stripe publishes: its own mock
// refuses parameters and paths that are not in its description of the API.
func TestEveryCallHasStripesShape(t *testing.T) {
	mock, err := url.Parse(testkit.StripeMock(t))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	seen := map[string]int{}
	through := httputil.NewSingleHostReverseProxy(mock)
	through.ModifyResponse = func(r *http.Response) error {
		mu.Lock()
		defer mu.Unlock()
		seen[r.Request.Method+" "+r.Request.URL.Path] = r.StatusCode
		return nil
	}
	watched := httptest.NewServer(through)
	t.Cleanup(watched.Close)
	p := stripe.New(watched.URL, func(context.Context) (stripe.Keys, error) {
		return stripe.Keys{Secret: secret, Webhook: hookSecret}, nil
	}, time.Now, atOnce)
	ctx := t.Context()

	started, err := p.Start(ctx, payment.Charge{Key: "k1", Number: "ORD-001", Amount: 10_49, Currency: "USD", Email: "a@b.co", Description: "Order ORD-001",
		ReturnURL: "https://shop.test/order/ORD-001?key=k&back=1", CancelURL: "https://shop.test/order/ORD-001?key=k"})
	if err != nil || !strings.HasPrefix(started.Ref, "cs_") {
		t.Fatalf("%+v %v", started, err)
	}
	if o, err := p.Lookup(ctx, started.Ref); err != nil || o.Ref == "" || o.State == "" {
		t.Errorf("%+v %v", o, err)
	}
	if err := p.Cancel(ctx, started.Ref); err != nil {
		t.Error(err)
	}
	ref, err := p.Refund(ctx, payment.RefundRequest{Key: "r1", Ref: started.Ref, CaptureRef: "pi_123", Amount: 5_00, Currency: "USD"})
	if err != nil || ref == "" {
		t.Errorf("%q %v", ref, err)
	}
	for _, call := range []string{"POST /v1/checkout/sessions", "GET /v1/checkout/sessions/" + started.Ref, "POST /v1/checkout/sessions/" + started.Ref + "/expire", "POST /v1/refunds"} {
		if seen[call] != http.StatusOK {
			t.Errorf("%s was answered %d", call, seen[call])
		}
	}
	// The mock does look: a parameter that Stripe does not know is refused.
	wrong, err := http.NewRequest("POST", watched.URL+"/v1/refunds", strings.NewReader("payment_intent=pi_123&cash=1"))
	if err != nil {
		t.Fatal(err)
	}
	wrong.Header.Set("Authorization", "Bearer "+secret)
	wrong.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(wrong)
	if err != nil {
		t.Fatal(err)
	}
	if _ = answer.Body.Close(); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown parameter was answered %d", answer.StatusCode)
	}
	foreign := stripe.New(watched.URL, func(context.Context) (stripe.Keys, error) { return stripe.Keys{Secret: "not a key"}, nil }, time.Now, atOnce)
	if _, err := foreign.Lookup(ctx, started.Ref); err == nil || errors.Is(err, payment.ErrRefused) {
		t.Errorf("a wrong key must be mended by staff, then tried again: %v", err)
	}
}
