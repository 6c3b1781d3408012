// Package payment says what the shop needs of a payment provider. The packages
// below it are the providers.
package payment

import (
	"context"
	"errors"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Provider takes money for the shop on a page of its own: no card number ever
// comes here. It is never called inside a transaction. Every call carries a key
// under which the provider does it once, however often it is asked.
type Provider interface {
	// Minimum is the smallest amount it takes.
	Minimum(currency string) shop.Cents
	// Start opens a pay page.
	Start(ctx context.Context, charge Charge) (Started, error)
	// Lookup asks for the state of a payment, and completes one that the payer approved.
	Lookup(ctx context.Context, ref string) (Outcome, error)
	// Cancel closes the pay page, so that nobody pays for what is gone.
	Cancel(ctx context.Context, ref string) error
	// Refund gives money back. ErrRefused in its error means that trying again is of no use.
	Refund(ctx context.Context, refund RefundRequest) (ref string, err error)
	// ParseWebhook accepts only what the provider has signed. relevant is false for
	// messages that do not concern a payment's outcome. ErrNotSigned in its error means
	// that the message is not the provider's, any other error that this could not be found out.
	ParseWebhook(ctx context.Context, header http.Header, body []byte) (outcome Outcome, relevant bool, err error)
}

// Checker is a provider that can be asked whether it answers and accepts the shop's keys.
type Checker interface {
	// Check is an error when it does not answer; ErrKeys when it does not accept the keys.
	Check(ctx context.Context) error
}

// ErrKeys marks a provider's refusal of the shop's keys.
var ErrKeys = errors.New("the provider refuses the keys")

// ErrNotSigned marks a message that the provider has not signed.
var ErrNotSigned = errors.New("not signed by the provider")

// ErrRefused marks a provider's final refusal: asking again is of no use.
var ErrRefused = errors.New("refused by the provider")

// Charge is what an order asks for.
type Charge struct {
	Key         string // idempotency
	Number      string // of the order
	Amount      shop.Cents
	Currency    string
	Email       string
	Description string
	ReturnURL   string
	CancelURL   string
}

// Started is an open pay page.
type Started struct {
	Ref    string
	PayURL string
}

// Outcome is the state of a payment at the provider: open, paid or failed.
type Outcome struct {
	Ref        string
	CaptureRef string // what a refund names
	State      shop.PaymentState
	Amount     shop.Cents
	Currency   string
	// Payer tells one payer from another: the fingerprint of the card or the id of the
	// account. "" when the provider did not say.
	Payer string
}

// RefundRequest asks for money to go back.
type RefundRequest struct {
	Key        string // idempotency
	Ref        string
	CaptureRef string
	Amount     shop.Cents
	Currency   string
}
