package paypal_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// fake counts the turns that the calls of a provider took.
type fake struct {
	*testkit.PayPal
	turns    atomic.Int64
	messages atomic.Int64
}

func newFake(t *testing.T) *fake { return &fake{PayPal: testkit.NewPayPal(t)} }

func provider(f *fake) *paypal.Provider {
	return paypal.New(f.URL, func(context.Context) (paypal.Keys, error) {
		return paypal.Keys{ClientID: "client", Secret: "secret", WebhookID: "WH-1"}, nil
	}, paypal.Pace{Call: func(context.Context) error { f.turns.Add(1); return nil }, Message: func(context.Context) error { f.messages.Add(1); return nil }})
}

func TestAnOrderFromStartToRefund(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	charge := payment.Charge{Key: "k1", Number: "ORD-001", Amount: 10_49, Currency: "usd", ReturnURL: "http://x", CancelURL: "http://x"}
	started, err := p.Start(ctx, charge)
	if err != nil || started.PayURL != "https://paypal.test/O-1" {
		t.Fatalf("%+v %v", started, err)
	}
	if again, err := p.Start(ctx, charge); err != nil || again != started {
		t.Fatalf("%+v %v", again, err)
	}
	if o, err := p.Lookup(ctx, started.Ref); err != nil || o.State != shop.PaymentStateOpen {
		t.Fatalf("%+v %v", o, err)
	}
	f.Approve(started.Ref, "PAYER-1")
	for range 3 {
		o, err := p.Lookup(ctx, started.Ref)
		if err != nil || o.State != shop.PaymentStatePaid || o.Amount != 10_49 || o.Currency != "USD" || o.CaptureRef != "C-1" || o.Payer != "PAYER-1" {
			t.Fatalf("%+v %v", o, err)
		}
	}
	calls, tokens, captures := f.Counts()
	if f.turns.Load() != calls {
		t.Errorf("%d calls took %d turns", calls, f.turns.Load())
	}
	if captures != 1 || tokens != 1 {
		t.Errorf("%d captures, %d tokens", captures, tokens)
	}
	refund := payment.RefundRequest{Key: "r1", CaptureRef: "C-1", Amount: 10_49, Currency: "USD"}
	for range 2 {
		if ref, err := p.Refund(ctx, refund); err != nil || ref != "R-1" {
			t.Fatal(ref, err)
		}
	}
	refund.Key = "r2"
	if _, err := p.Refund(ctx, refund); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("refunded twice: %v", err)
	}
}

func TestATokenThatPayPalEndedIsReplaced(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	charge := payment.Charge{Key: "k1", Amount: 10_49, Currency: "USD"}
	if _, err := p.Start(ctx, charge); err != nil {
		t.Fatal(err)
	}
	f.EndToken()
	charge.Key = "k2"
	if started, err := p.Start(ctx, charge); err != nil || started.Ref != "O-2" {
		t.Fatalf("after its token ended: %+v %v", started, err)
	}
	if _, err := p.Lookup(ctx, "O-2"); err != nil {
		t.Errorf("with the new token: %v", err)
	}
	if calls, tokens, _ := f.Counts(); tokens != 2 || f.turns.Load() != calls {
		t.Errorf("%d tokens, want 2; %d calls took %d turns", tokens, calls, f.turns.Load())
	}
}

// A token that is refused although it is new is not asked for without end.
func TestKeysThatPayPalRefusesAreReportedAfterOneMoreTry(t *testing.T) {
	var tokens, calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/oauth2/token" {
			_, _ = fmt.Fprintf(w, `{"access_token":"token-%d","expires_in":3600}`, tokens.Add(1))
			return
		}
		calls.Add(1)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	now := func(context.Context) error { return nil }
	p := paypal.New(server.URL, func(context.Context) (paypal.Keys, error) { return paypal.Keys{}, nil }, paypal.Pace{Call: now, Message: now})
	if _, err := p.Lookup(t.Context(), "O-1"); !errors.Is(err, payment.ErrKeys) {
		t.Errorf("%v, want ErrKeys", err)
	}
	if tokens.Load() != 2 || calls.Load() != 2 {
		t.Errorf("%d tokens and %d calls, want 2 and 2", tokens.Load(), calls.Load())
	}
}

func TestADeclinedInstrumentIsAFailedPayment(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	started, err := p.Start(ctx, payment.Charge{Key: "k1", Amount: 10_49, Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	f.Approve(started.Ref, "PAYER-1")
	f.Decline()
	if o, err := p.Lookup(ctx, started.Ref); err != nil || o.State != shop.PaymentStateFailed {
		t.Fatalf("%+v %v", o, err)
	}
}

func TestOnlyVerifiedWebhooksAreBelieved(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	started, err := p.Start(ctx, payment.Charge{Key: "k1", Amount: 10_49, Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	f.Approve(started.Ref, "PAYER-1")
	captured := func() int64 { _, _, n := f.Counts(); return n }
	signed := http.Header{"Paypal-Transmission-Sig": {"signed"}}
	body := []byte(`{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O-1"}}`)
	if _, _, err := p.ParseWebhook(ctx, http.Header{"Paypal-Transmission-Sig": {"forged"}}, body); err == nil || captured() != 0 {
		t.Fatalf("a forged message was believed: %v", err)
	}
	if o, relevant, err := p.ParseWebhook(ctx, signed, body); err != nil || !relevant || o.Ref != "O-1" || o.State != shop.PaymentStateOpen || captured() != 0 {
		t.Fatalf("%+v %v %v", o, relevant, err)
	}
	later := []byte(`{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"C-1","supplementary_data":{"related_ids":{"order_id":"O-1"}}}}`)
	if o, relevant, err := p.ParseWebhook(ctx, signed, later); err != nil || !relevant || o.Ref != "O-1" || captured() != 0 {
		t.Fatalf("%+v %v %v", o, relevant, err)
	}
	if _, relevant, err := p.ParseWebhook(ctx, signed, []byte(`{"event_type":"BILLING.PLAN.CREATED","resource":{}}`)); err != nil || relevant {
		t.Error(relevant, err)
	}
	if calls, _, _ := f.Counts(); f.turns.Load()+f.messages.Load() != calls || f.messages.Load() != 3 {
		t.Errorf("%d calls took %d turns, %d of them for messages", calls, f.turns.Load()+f.messages.Load(), f.messages.Load())
	}
}
