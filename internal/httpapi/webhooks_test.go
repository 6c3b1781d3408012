package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

const hookSecret = "whsec_123"

// withStripe gives a shop an account at a Stripe that opens pay pages and knows no more of them.
func withStripe(t *testing.T) func(*services.Config) {
	var mu sync.Mutex
	opened := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/checkout/sessions" {
			http.NotFound(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		opened++
		_, _ = fmt.Fprintf(w, `{"id":"cs_%d","url":"https://pay.test/cs_%d","status":"open"}`, opened, opened)
	}))
	t.Cleanup(server.Close)
	return func(c *services.Config) {
		shoptest.SetProvider(c.Store, "stripe", stripe.New(server.URL, func(context.Context) (stripe.Keys, error) {
			return stripe.Keys{Secret: "sk_test_123", Webhook: hookSecret}, nil
		}, time.Now, ratelimit.PerSecond(c.Store, time.Now, "stripe", func() int { return 20 })))
	}
}

// hook is Stripe's message about a session, signed with the secret at the time.
func hook(t *testing.T, h testShop, secret string, at time.Time, id, status string, cents int64, currency string) *http.Request {
	t.Helper()
	paid := map[string]string{"complete": "paid", "expired": "unpaid"}[status]
	kind := map[string]string{"complete": "checkout.session.completed", "expired": "checkout.session.expired"}[status]
	body, err := json.Marshal(map[string]any{"type": kind, "data": map[string]any{"object": map[string]any{"id": id, "status": status,
		"payment_status": paid, "amount_total": cents, "currency": currency, "payment_intent": "pi_" + id}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("POST", h.URL+"/api/webhooks/stripe", strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	seconds := strconv.FormatInt(at.Unix(), 10)
	r.Header.Set("Stripe-Signature", "t="+seconds+",v1="+stripe.Sign(secret, seconds, body))
	return r
}

func TestWebhooksReplayedShuffledForgedAndWrongOverHTTP(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		h.Admin(t).Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"stripe_secret_key": "sk_test_123"}}, 204)
		guest := h.Visitor(t)
		buy := func(key string) (order shopapi.PlacedOrder, session string) {
			order = placed(t, place(t, guest, key, basket(id, map[string]any{"payment_method": "card"})))
			return order, order.PayURL[strings.LastIndex(order.PayURL, "/")+1:]
		}
		look := func(order shopapi.PlacedOrder) shopapi.OrderWithPayment {
			return apitest.Read[shopapi.OrderWithPayment](t, guest.Must("GET", "/api/orders/"+order.Order.Number+"?key="+url.QueryEscape(order.Key), nil, 200))
		}
		now := time.Now()
		one, first := buy("webhook-order-1")
		for name, c := range map[string]struct {
			message *http.Request
			status  int
		}{
			"another secret":   {hook(t, h, "whsec_guessed", now, first, "complete", 450, "usd"), 422},
			"an old one":       {hook(t, h, hookSecret, now.Add(-time.Hour), first, "complete", 450, "usd"), 422},
			"one of tomorrow":  {hook(t, h, hookSecret, now.Add(24*time.Hour), first, "complete", 450, "usd"), 422},
			"a cent less":      {hook(t, h, hookSecret, now, first, "complete", 449, "usd"), 502},
			"a cent more":      {hook(t, h, hookSecret, now, first, "complete", 451, "usd"), 502},
			"another currency": {hook(t, h, hookSecret, now, first, "complete", 450, "jpy"), 502},
			"of another shop":  {hook(t, h, hookSecret, now, "cs_unknown", "complete", 450, "usd"), 204},
		} {
			if answer := guest.Send(c.message); answer.Status != c.status {
				t.Errorf("%s: %d %s, want %d", name, answer.Status, answer.Body, c.status)
			}
		}
		guest.Must("POST", "/api/webhooks/nobody", "{}", 404)
		if order := look(one); order.PaymentStatus != "unpaid" || !order.Held || order.Declined {
			t.Fatalf("a message that must not be believed changed the order: %+v", order)
		}

		two, second := buy("webhook-order-2")
		var messages []*http.Request
		for range 100 {
			messages = append(messages, hook(t, h, hookSecret, now, first, "complete", 450, "usd"), hook(t, h, hookSecret, now, second, "expired", 450, "usd"))
		}
		rand.Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
		queue := make(chan *http.Request)
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for message := range queue {
					answer, err := http.DefaultClient.Do(message)
					if err != nil || answer.StatusCode != 204 {
						t.Errorf("%v %v", answer, err)
						continue
					}
					_ = answer.Body.Close()
				}
			})
		}
		for _, message := range messages {
			queue <- message
		}
		close(queue)
		wait.Wait()
		if order := look(one); order.PaymentStatus != "paid" || order.Refunded != 0 {
			t.Errorf("%+v", order)
		}
		if order := look(two); order.PaymentStatus != "unpaid" || !order.Declined || !order.Held {
			t.Errorf("%+v", order)
		}
		for _, order := range []shopapi.PlacedOrder{one, two} {
			row, err := h.Services.Store.Orders.ByNumber(t.Context(), order.Order.Number)
			if err != nil {
				t.Fatal(err)
			}
			events, err := h.Services.Store.Orders.Events(t.Context(), row.ID)
			outcomes := 0
			for _, e := range events {
				if e.Kind == "paid" || e.Kind == "payment_failed" {
					outcomes++
				}
			}
			refunds, err2 := h.Services.Store.Refunds.OfOrder(t.Context(), row.ID)
			if err != nil || err2 != nil || outcomes != 1 || len(refunds) != 0 {
				t.Errorf("%s: %d outcomes, %d refunds, %v %v", order.Order.Number, outcomes, len(refunds), err, err2)
			}
		}
		h.box.wait(t, "maya@example.com", "order-confirmation")
		if n := h.box.count("order-confirmation"); n != 0 || h.left(t, id) != 48 {
			t.Errorf("%d confirmations too many, %d left", n, h.left(t, id))
		}
	}, withStripe(t))
}
