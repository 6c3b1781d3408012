// Package manual stands for money that changes hands at the counter or on the
// doorstep. There is nobody to call: staff mark the order paid, and hand money
// back themselves.
package manual

import (
	"context"
	"errors"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Provider is cash in hand.
type Provider struct{}

var errNoPage = errors.New("money in hand has no pay page")

// Minimum is none: coins will do.
func (Provider) Minimum(string) shop.Cents { return 0 }

// Start is never reached: such an order has no pay page.
func (Provider) Start(context.Context, payment.Charge) (payment.Started, error) {
	return payment.Started{}, errNoPage
}

// Lookup is never reached: such a payment is written when it is paid.
func (Provider) Lookup(context.Context, string) (payment.Outcome, error) {
	return payment.Outcome{}, errNoPage
}

// Cancel has nothing to close.
func (Provider) Cancel(context.Context, string) error { return nil }

// Refund notes that staff hand the money back.
func (Provider) Refund(context.Context, payment.RefundRequest) (string, error) { return "by hand", nil }

// ParseWebhook refuses: nobody sends any.
func (Provider) ParseWebhook(context.Context, http.Header, []byte) (payment.Outcome, bool, error) {
	return payment.Outcome{}, false, payment.ErrNotSigned
}
