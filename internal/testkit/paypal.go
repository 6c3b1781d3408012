package testkit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// PayPal keeps orders as PayPal does: created, approved by the payer, captured once.
// Its client is "client" with "secret", its webhook "WH-1".
type PayPal struct {
	*httptest.Server
	mu       sync.Mutex
	orders   map[string]*paypalOrder
	keys     map[string]string
	captures int
	refunds  map[string]string
	tokens   int
	token    string // the only one that is accepted
	decline  bool
	calls    int64
}

type paypalOrder struct{ status, value, capture, payer string }

// NewPayPal starts a PayPal that ends with the test.
func NewPayPal(t testing.TB) *PayPal {
	f := &PayPal{orders: map[string]*paypalOrder{}, keys: map[string]string{}, refunds: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); id != "client" || secret != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		f.tokens++
		f.token = fmt.Sprintf("token-%d", f.tokens)
		_, _ = fmt.Fprintf(w, `{"access_token":%q,"expires_in":3600}`, f.token)
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
		if r.URL.Path != "/v1/oauth2/token" && r.Header.Get("Authorization") != "Bearer "+f.token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

// Approve lets a payer agree to an order.
func (f *PayPal) Approve(id, payer string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders[id].status, f.orders[id].payer = "APPROVED", payer
}

// EndToken ends the token that was given last, before its time.
func (f *PayPal) EndToken() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.token = "ended"
}

// Decline has every capture declined from now on.
func (f *PayPal) Decline() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.decline = true
}

// Counts says how many calls came, how many of them for a token, and how many orders were captured.
func (f *PayPal) Counts() (calls, tokens, captures int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls, int64(f.tokens), int64(f.captures)
}

func (f *PayPal) create(w http.ResponseWriter, r *http.Request) {
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
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		id := fmt.Sprintf("O-%d", len(f.orders)+1)
		f.orders[id], f.keys[key] = &paypalOrder{status: "PAYER_ACTION_REQUIRED", value: in.Units[0].Amount.Value}, id
	}
	id := f.keys[key]
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":"PAYER_ACTION_REQUIRED","links":[{"rel":"self","href":"x"},{"rel":"payer-action","href":"https://paypal.test/%s"}]}`, id, id)
}

func (f *PayPal) show(w http.ResponseWriter, id string) {
	o, ok := f.orders[id]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	captures := ""
	if o.capture != "" {
		captures = fmt.Sprintf(`{"id":%q,"status":"COMPLETED","amount":{"currency_code":"USD","value":%q}}`, o.capture, o.value)
	}
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":%q,"payer":{"payer_id":%q},"purchase_units":[{"payments":{"captures":[%s]}}]}`, id, o.status, o.payer, captures)
}

func (f *PayPal) capture(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	o := f.orders[id]
	if f.decline {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = fmt.Fprint(w, `{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"INSTRUMENT_DECLINED"}]}`)
		return
	}
	if o.capture == "" {
		f.captures++
		o.capture, o.status = fmt.Sprintf("C-%d", f.captures), "COMPLETED"
	}
	f.show(w, id)
}

func (f *PayPal) refund(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("PayPal-Request-Id")
	if _, again := f.refunds[key]; !again {
		if len(f.refunds) > 0 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = fmt.Fprint(w, `{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"CAPTURE_FULLY_REFUNDED"}]}`)
			return
		}
		f.refunds[key] = "R-1"
	}
	_, _ = fmt.Fprintf(w, `{"id":%q,"status":"COMPLETED"}`, f.refunds[key])
}
