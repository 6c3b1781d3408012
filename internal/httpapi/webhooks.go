package httpapi

import (
	"io"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// paymentWebhooks receives the messages of payment providers.
type paymentWebhooks struct{ payments *payments.Service }

// ServeHTTP receives a payment provider's message as raw bytes, because they are what
// is signed. The provider repeats a message until it gets a 2xx response.
func (p paymentWebhooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		operations.Refuse(w, shop.TooLarge, "The message is too large.")
		return
	}
	if err := p.payments.Webhook(r.Context(), r.PathValue("provider"), r.Header, body); err != nil {
		operations.RefuseError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
