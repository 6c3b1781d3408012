package app

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// PaymentProvider takes money for the shop on a page of its own: no card number
// ever comes here. It is never called inside a transaction. Every call carries
// a key under which the provider does it once, however often it is asked, and
// waits for its turn: see Turns.
type PaymentProvider interface {
	// Name is how its payments are stored. It never changes.
	Name() string
	// Minimum is the smallest amount it takes.
	Minimum(currency string) shop.Cents
	Start(ctx context.Context, charge Charge) (Started, error)
	// Lookup asks how a payment stands, and completes one that the payer approved.
	Lookup(ctx context.Context, ref string) (Outcome, error)
	// Cancel closes the pay page, so that nobody pays for what is gone.
	Cancel(ctx context.Context, ref string) error
	Refund(ctx context.Context, refund Refund) (ref string, err error)
	// ParseWebhook believes only what the provider has signed. news is false for
	// messages that do not concern a payment's outcome.
	ParseWebhook(ctx context.Context, header http.Header, body []byte) (outcome Outcome, news bool, err error)
}

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

// Outcome is how a payment stands, in the provider's words made ours.
type Outcome struct {
	Ref        string
	CaptureRef string // what a refund names
	Status     string // open, paid or failed
	Amount     shop.Cents
	Currency   string
}

// The states of a payment.
const (
	PaymentOpen   = "open"
	PaymentPaid   = "paid"
	PaymentFailed = "failed"
)

// Refund gives money back.
type Refund struct {
	Key        string
	Ref        string
	CaptureRef string
	Amount     shop.Cents
	Currency   string
}

// PaymentMethod is one way to pay that the shop offers now.
type PaymentMethod struct {
	Method   string
	Provider string
	Minimum  shop.Cents // smaller totals cannot be paid this way
}

// PaymentMethods lists what the settings and the wiring allow, in the order shown.
func (a *App) PaymentMethods(settings shop.Settings) []PaymentMethod {
	var out []PaymentMethod
	for _, method := range []string{shop.PayCard, shop.PayPayPal, shop.PayManual} {
		if provider, err := a.providerFor(method, settings); err == nil {
			out = append(out, PaymentMethod{method, provider, a.minimum(provider, settings)})
		}
	}
	return out
}

// providerFor names the provider behind a way to pay, "" when nothing is paid
// online. Without an account at a provider the demo shop has its own.
func (a *App) providerFor(method string, settings shop.Settings) (string, error) {
	pay := settings.Payments
	choose := func(accepted bool, name string, keys ...string) (string, bool) {
		if !accepted {
			return "", false
		}
		if _, wired := a.Providers[name]; wired && !slices.Contains(keys, "") {
			return name, true
		}
		_, demo := a.Providers["demo"]
		return "demo", demo
	}
	provider, ok := "", false
	switch method {
	case shop.PayCard:
		provider, ok = choose(pay.Cards, "stripe", pay.StripeSecretKey)
	case shop.PayPayPal:
		provider, ok = choose(pay.PayPal, "paypal", pay.PayPalClientID, pay.PayPalSecret)
	case shop.PayManual:
		ok = pay.Manual
	}
	if !ok {
		return "", shop.FieldError(shop.Invalid, "payment_method", "This way to pay is not offered right now. Please choose another.")
	}
	return provider, nil
}

// minimum is the smallest amount that the provider takes; in hand any amount will do.
func (a *App) minimum(provider string, settings shop.Settings) shop.Cents {
	if p, ok := a.Providers[provider]; ok {
		return p.Minimum(settings.Payments.Currency)
	}
	return 0
}

const providerTime = 12 * time.Second

// startPayment opens the pay page of an order and gives its address, "" when
// there is nothing to pay online or the provider did not answer: the order's
// page offers to try again.
func (a *App) startPayment(ctx context.Context, order shop.Order) string {
	if order.HoldEnds == nil || order.Payment != shop.Unpaid {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	payment, err := a.openPayment(ctx, order.ID)
	if err != nil || payment == nil {
		return ""
	}
	url, err := a.openPayPage(ctx, order, *payment)
	if err != nil {
		slog.Warn("payment not started", "order", order.Number, "provider", payment.Provider, "error", err)
	}
	return url
}

func (a *App) openPayment(ctx context.Context, orderID int64) (*db.Payment, error) {
	payments, err := a.Store.PaymentsOfOrder(ctx, orderID)
	if err != nil {
		return nil, err
	}
	for i := len(payments) - 1; i >= 0; i-- {
		if payments[i].Status == PaymentOpen {
			return &payments[i], nil
		}
	}
	return nil, nil
}

// openPayPage asks the provider for a page, once per payment.
func (a *App) openPayPage(ctx context.Context, order shop.Order, payment db.Payment) (string, error) {
	if payment.PayUrl != "" {
		return payment.PayUrl, nil
	}
	provider, err := a.provider(payment.Provider)
	if err != nil {
		return "", err
	}
	page := a.orderURL(order.Number)
	started, err := provider.Start(ctx, Charge{Key: paymentKey(order.Number, payment), Number: order.Number, Amount: shop.Cents(payment.AmountCents),
		Currency: payment.Currency, Email: order.Email, Description: "Order " + order.Number, ReturnURL: page + "&back=1", CancelURL: page})
	if err != nil {
		return "", err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PaymentStarted(ctx, db.PaymentStartedParams{ProviderRef: started.Ref, PayUrl: started.PayURL, UpdatedAt: a.Now().UnixMilli(), ID: payment.ID})
		return err
	})
	return started.PayURL, err
}

// paymentKey is the same for the same payment at every try, and another in any
// other shop that uses the same account.
func paymentKey(number string, p db.Payment) string {
	return "snackdrop-" + number + "-" + idText(p.ID) + "-" + idText(p.CreatedAt)
}

func (a *App) provider(name string) (PaymentProvider, error) {
	if p, ok := a.Providers[name]; ok {
		return p, nil
	}
	return nil, shop.Errorf(shop.PaymentFailed, "Payments cannot be taken right now.")
}
