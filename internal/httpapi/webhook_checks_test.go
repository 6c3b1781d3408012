package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// A message whose signature is wrong is refused. One whose signature cannot be checked now is not called unsigned: staff
// would look for a wrong secret.
func TestAMessageThatCannotBeCheckedIsNotCalledUnsigned(t *testing.T) {
	var response atomic.Value // PayPal's: its status and body
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/oauth2/token" {
			_, _ = fmt.Fprint(w, `{"access_token":"token","expires_in":3600}`)
			return
		}
		answer := response.Load().(verification)
		w.WriteHeader(answer.status)
		_, _ = fmt.Fprint(w, answer.body)
	}))
	t.Cleanup(server.Close)
	now := func(context.Context) error { return nil }
	eachShop(t, func(t *testing.T, h testShop) {
		guest := h.Visitor(t)
		message := `{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"O-1"}}`
		for _, c := range []struct {
			name   string
			answer verification
			status int
		}{
			{"PayPal does not know it", verification{200, `{"verification_status":"FAILURE"}`}, 422},
			{"PayPal can make nothing of its headers", verification{400, `{"name":"VALIDATION_ERROR"}`}, 422},
			{"PayPal is down", verification{503, ""}, 500},
			{"PayPal refuses the keys", verification{401, ""}, 500},
		} {
			response.Store(c.answer)
			if answer := guest.Do("POST", "/api/webhooks/paypal", message); answer.Status != c.status {
				t.Errorf("%s: %d %s, want %d", c.name, answer.Status, answer.Body, c.status)
			}
		}
		if answer := guest.Do("POST", "/api/webhooks/stripe", message); answer.Status != 500 {
			t.Errorf("the secret cannot be read: %d %s, want 500", answer.Status, answer.Body)
		}
	}, func(c *services.Config) {
		shoptest.SetProvider(c.Store, "paypal", paypal.New(server.URL, func(context.Context) (paypal.Keys, error) {
			return paypal.Keys{ClientID: "client", Secret: "secret", WebhookID: "WH-1"}, nil
		}, paypal.Pace{Call: now, Message: now}))
		shoptest.SetProvider(c.Store, "stripe", stripe.New(server.URL, func(context.Context) (stripe.Keys, error) {
			return stripe.Keys{}, errors.New("the settings cannot be read")
		}, time.Now, now))
	})
}

type verification struct {
	status int
	body   string
}
