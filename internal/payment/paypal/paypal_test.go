package paypal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// fake keeps orders as PayPal does: created, approved by the payer, captured once.
type fake struct {
	*httptest.Server
	mu       sync.Mutex
	orders   map[string]*fakeOrder
	keys     map[string]string
	captures int
	refunds  map[string]string
	tokens   int
	decline  bool
	calls    int64
	turns    atomic.Int64
	messages atomic.Int64
}

type fakeOrder struct{ status, value, capture string }

func newFake(t *testing.T) *fake {
	f := &fake{orders: map[string]*fakeOrder{}, keys: map[string]string{}, refunds: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); id != "client" || secret != "secret" {
			w.WriteHeader(401)
			return
		}
		f.tokens++
		_, _ = fmt.Fprint(w, `{"access_token":"tok","expires_in":3600}`)
	})
	mux.HandleFunc("POST /v2/checkout/orders", f.create)
	mux.HandleFunc("GET /v2/checkout/orders/{id}", func(w http.ResponseWriter, r *http.Request) { f.show(w, r.PathValue("id")) })
	mux.HandleFunc("POST /v2/checkout/orders/{id}/capture", f.capture)
	mux.HandleFunc("POST /v2/payments/captures/{id}/refund", f.refund)
	mux.HandleFunc("POST /v1/notifications/verify-webhook-signature", func(w http.ResponseWriter, r *http.Request) {
		var question map[string]any
		_ = json.NewDecoder(r.Body).Decode(&question)
		verdict := "FAILURE"
		if question["transmission_sig"] == "signed" && question["webhook_id"] == "WH-1" && question["webhook_event"] != nil {
			verdict = "SUCCESS"
		}
		_, _ = fmt.Fprintf(w, `{"verification_status":%q}`, verdict)
	})
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.calls++
		if r.URL.Path != "/v1/oauth2/token" && r.Header.Get("Authorization") != "Bearer tok" {
			w.WriteHeader(401)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *fake) create(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("PayPal-Request-Id")
	if _, again := f.keys[key]; !again {
		var in struct {
			Intent string `json:"intent"`
			Units  []struct {
				Amount struct {
					Value    string `json:"value"`
					Currency string `json:"currency_code"`
				} `json:"amount"`
			} `json:"purchase_units"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Intent != "CAPTURE" || len(in.Units) != 1 || in.Units[0].Amount.Currency != "USD" {
			w.WriteHeader(400)
			return
		}
		id := fmt.Sprintf("O-%d", len(f.orders)+1)
		f.orders[id], f.keys[key] = &fakeOrder{status: "PAYER_ACTION_REQUIRED", value: in.Units[0].Amount.Value}, id
	}
	id := f.keys[key]
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":"PAYER_ACTION_REQUIRED","links":[{"rel":"self","href":"x"},{"rel":"payer-action","href":"https://paypal.test/%s"}]}`, id, id)
}

func (f *fake) show(w http.ResponseWriter, id string) {
	o, ok := f.orders[id]
	if !ok {
		w.WriteHeader(404)
		return
	}
	captures := ""
	if o.capture != "" {
		captures = fmt.Sprintf(`{"id":%q,"status":"COMPLETED","amount":{"currency_code":"USD","value":%q}}`, o.capture, o.value)
	}
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":%q,"payer":{"payer_id":"PAYER-1"},"purchase_units":[{"payments":{"captures":[%s]}}]}`, id, o.status, captures)
}

func (f *fake) capture(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	o := f.orders[id]
	if f.decline {
		w.WriteHeader(422)
		_, _ = fmt.Fprint(w, `{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}`)
		return
	}
	if o.capture == "" {
		f.captures++
		o.capture, o.status = fmt.Sprintf("C-%d", f.captures), "COMPLETED"
	}
	f.show(w, id)
}

func (f *fake) refund(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("PayPal-Request-Id")
	if _, again := f.refunds[key]; !again {
		if len(f.refunds) > 0 {
			w.WriteHeader(422)
			_, _ = fmt.Fprint(w, `{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"CAPTURE_FULLY_REFUNDED"}]}`)
			return
		}
		f.refunds[key] = "R-1"
	}
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":"COMPLETED"}`, f.refunds[key])
}

func (f *fake) approve(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders[id].status = "APPROVED"
}

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
	f.approve(started.Ref)
	for range 3 {
		o, err := p.Lookup(ctx, started.Ref)
		if err != nil || o.State != shop.PaymentStatePaid || o.Amount != 10_49 || o.Currency != "USD" || o.CaptureRef != "C-1" || o.Payer != "PAYER-1" {
			t.Fatalf("%+v %v", o, err)
		}
	}
	if f.turns.Load() != f.calls {
		t.Errorf("%d calls took %d turns", f.calls, f.turns.Load())
	}
	if f.captures != 1 || f.tokens != 1 {
		t.Errorf("%d captures, %d tokens", f.captures, f.tokens)
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

func TestADeclinedInstrumentIsAFailedPayment(t *testing.T) {
	f := newFake(t)
	p, ctx := provider(f), t.Context()
	started, err := p.Start(ctx, payment.Charge{Key: "k1", Amount: 10_49, Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	f.approve(started.Ref)
	f.decline = true
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
	f.approve(started.Ref)
	signed := http.Header{"Paypal-Transmission-Sig": {"signed"}}
	body := []byte(`{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O-1"}}`)
	if _, _, err := p.ParseWebhook(ctx, http.Header{"Paypal-Transmission-Sig": {"forged"}}, body); err == nil || f.captures != 0 {
		t.Fatalf("a forged message was believed: %v", err)
	}
	if o, news, err := p.ParseWebhook(ctx, signed, body); err != nil || !news || o.Ref != "O-1" || o.State != shop.PaymentStateOpen || f.captures != 0 {
		t.Fatalf("%+v %v %v", o, news, err)
	}
	later := []byte(`{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"C-1","supplementary_data":{"related_ids":{"order_id":"O-1"}}}}`)
	if o, news, err := p.ParseWebhook(ctx, signed, later); err != nil || !news || o.Ref != "O-1" || f.captures != 0 {
		t.Fatalf("%+v %v %v", o, news, err)
	}
	if _, news, err := p.ParseWebhook(ctx, signed, []byte(`{"event_type":"BILLING.PLAN.CREATED","resource":{}}`)); err != nil || news {
		t.Error(news, err)
	}
	if f.turns.Load()+f.messages.Load() != f.calls || f.messages.Load() != 3 {
		t.Errorf("%d calls took %d turns, %d of them for messages", f.calls, f.turns.Load()+f.messages.Load(), f.messages.Load())
	}
}
