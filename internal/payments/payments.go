// Package payments moves the money of orders: pay pages, what providers say, late payments, refunds.
// The providers themselves are below package payment; placing orders is the work of package orders, and
// what both do to an order beside that is in package orderbook.
package payments

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Service moves the money of orders: pay pages, what providers say, refunds.
type Service struct {
	providers  Providers
	store      *store.Store
	settings   *settings.Service
	audit      *audit.Log
	limits     *ratelimit.Limiter
	now        func() time.Time
	links      orderbook.OrderLinks
	emails     *orderbook.OrderEmails
	orderUnits *orderbook.OrderUnits
	webhooks   *webhooks.Service
	RefundsDue events.Signal

	releasing sync.Mutex // held while expired orders are released, so that at most expireWorkers call the provider
}

// Config is what payments need of the rest of the program.
type Config struct {
	Providers Providers
	Store     *store.Store
	Settings  *settings.Service
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Now       func() time.Time
	Links     orderbook.OrderLinks
	Emails    *orderbook.OrderEmails
	Units     *orderbook.OrderUnits
	Webhooks  *webhooks.Service
}

// New makes the payments of one shop.
func New(c Config) *Service {
	return &Service{providers: c.Providers, store: c.Store, settings: c.Settings, audit: c.Audit, limits: c.Limits,
		now: c.Now, links: c.Links, emails: c.Emails, orderUnits: c.Units, webhooks: c.Webhooks, RefundsDue: events.NewSignal()}
}

const providerTime = 12 * time.Second

// checksPerOrder limits how often the provider is asked about one order, because all buyers
// share its rate limit. A page asks less often.
var checksPerOrder = ratelimit.Limit{Times: 40, Per: time.Minute}

// PaymentMethod is one way to pay that the shop offers now.
type PaymentMethod struct {
	Method   string
	Provider string
	Minimum  shop.Cents // smaller totals cannot be paid this way
}

// Methods lists what the settings and the wiring allow, in the order shown.
func (p *Service) Methods(settings shop.PaymentSettings) []PaymentMethod {
	var out []PaymentMethod
	for _, method := range []string{shop.PayCard, shop.PayPayPal, shop.PayManual} {
		if provider, err := p.ProviderFor(method, settings); err == nil {
			out = append(out, PaymentMethod{method, provider, p.Minimum(provider, settings.Currency)})
		}
	}
	return out
}

// ProviderFor names the provider behind a way to pay, "" when nothing is paid
// online. Without an account at a provider the demo shop has its own.
func (p *Service) ProviderFor(method string, settings shop.PaymentSettings) (string, error) {
	choose := func(accepted bool, name string, keys ...string) (string, bool) {
		if !accepted {
			return "", false
		}
		if _, wired := p.providers[name]; wired && !slices.Contains(keys, "") {
			return name, true
		}
		return "demo", p.TakesDemoPayments()
	}
	provider, ok := "", false
	switch method {
	case shop.PayCard:
		provider, ok = choose(settings.Cards, "stripe", settings.StripeSecretKey)
	case shop.PayPayPal:
		provider, ok = choose(settings.PayPal, "paypal", settings.PayPalClientID, settings.PayPalSecret)
	case shop.PayManual:
		ok = settings.Manual
	}
	if !ok {
		return "", shop.FieldError(shop.Invalid, "payment_method", "This way to pay is not offered right now. Please choose another.")
	}
	return provider, nil
}

// ProvidersInUse names the providers behind the ways to pay online that the shop offers now, each once, in the order shown.
func (p *Service) ProvidersInUse(settings shop.PaymentSettings) []string {
	var names []string
	for _, method := range p.Methods(settings) {
		if method.Provider != "" && !slices.Contains(names, method.Provider) {
			names = append(names, method.Provider)
		}
	}
	return names
}

// CheckProvider asks a payment provider whether it answers and accepts the shop's keys: payment.ErrKeys when it does not.
func (p *Service) CheckProvider(ctx context.Context, name string) error {
	if provider, ok := p.providers[name].(payment.Checker); ok {
		return provider.Check(ctx)
	}
	return nil
}

// TakesDemoPayments says whether the demo shop's own provider is there.
func (p *Service) TakesDemoPayments() bool {
	_, ok := p.providers["demo"]
	return ok
}

// Minimum is the smallest amount that the provider takes; in hand any amount will do.
func (p *Service) Minimum(provider, currency string) shop.Cents {
	if found, ok := p.providers[provider]; ok {
		return found.Minimum(currency)
	}
	return 0
}

func (p *Service) provider(name string) (payment.Provider, error) {
	if found, ok := p.providers[name]; ok {
		return found, nil
	}
	return nil, shop.Errorf(shop.PaymentFailed, "Payments cannot be taken right now.")
}

// Start opens the pay page of a new order and gives its address, "" when there is
// nothing to pay online or the provider did not answer: the order's page offers to
// try again.
func (p *Service) Start(ctx context.Context, order shop.Order) string {
	if !order.CanPay(p.now()) {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	open, ok, err := p.openPayment(ctx, order.ID)
	if err != nil || !ok {
		return ""
	}
	url, err := p.openPayPage(ctx, order, open)
	if err != nil {
		slog.Warn("payment not started", "order", order.Number, "provider", open.Provider, "error", err)
	}
	return url
}

// openPayment is the newest payment of an order that is still open.
func (p *Service) openPayment(ctx context.Context, orderID int64) (open shop.Payment, ok bool, err error) {
	payments, err := p.store.Payments.OfOrder(ctx, orderID)
	for _, candidate := range payments {
		if candidate.State == shop.PaymentStateOpen {
			open, ok = candidate, true
		}
	}
	return open, ok, err
}

// openPayPage asks the provider for a page, once per payment.
func (p *Service) openPayPage(ctx context.Context, order shop.Order, open shop.Payment) (string, error) {
	if open.PayURL != "" {
		return open.PayURL, nil
	}
	provider, err := p.provider(open.Provider)
	if err != nil {
		return "", err
	}
	page := p.links.BuyerURL(ctx, order.Number)
	started, err := provider.Start(ctx, payment.Charge{Key: open.IdempotencyKey(order.Number), Number: order.Number, Amount: open.Amount,
		Currency: open.Currency, Email: order.Email, Description: "Order " + order.Number, ReturnURL: page + "&back=1", CancelURL: page})
	if err != nil {
		return "", err
	}
	err = p.store.Write(ctx, func(tx *store.Tx) error { return tx.Payments.Start(ctx, open.ID, started.Ref, started.PayURL, p.now()) })
	return started.PayURL, err
}

// ClosePayPage tells the provider that nobody should pay any more. If that fails,
// a late payment is refunded automatically.
func (p *Service) ClosePayPage(ctx context.Context, orderID int64) {
	open, ok, err := p.openPayment(ctx, orderID)
	if err != nil || !ok || open.PayURL == "" {
		return
	}
	provider, err := p.provider(open.Provider)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	if err := provider.Cancel(ctx, open.Ref); err != nil {
		slog.Info("pay page not closed", "provider", open.Provider, "error", err)
	}
}

// Check asks the provider whether an unpaid order has been paid, for a shopper who
// just came back from its page. Above the limit the provider is not asked, and
// the order is returned as the shop knows it.
func (p *Service) Check(ctx context.Context, order shop.Order) (shop.Order, error) {
	if order.Payment == shop.Unpaid && p.limits.Take("check "+order.Number, checksPerOrder) == nil {
		open, ok, err := p.openPayment(ctx, order.ID)
		if err != nil {
			return order, err
		}
		if ok && open.PayURL != "" {
			if err := p.lookUp(ctx, open); err != nil {
				slog.Warn("payment not looked up", "order", order.Number, "error", err)
			}
		}
	}
	return p.store.Orders.ByID(ctx, order.ID)
}

// OrderWithPayment is an order with the state of its payment.
type OrderWithPayment struct {
	shop.Order
	Payable  bool  // the buyer can pay now
	Refusal  error // why a lapsed order cannot be paid any more
	Declined bool  // the last payment did not go through, and no other was begun
	PaidLate bool  // the money came when the order could not be filled any more, and goes back
}

// WithPayment adds the state of its payment to an order.
func (p *Service) WithPayment(ctx context.Context, order shop.Order) (OrderWithPayment, error) {
	out := OrderWithPayment{Order: order, Payable: order.CanPay(p.now())}
	if order.Lapsed() {
		out.Refusal = p.orderUnits.CheckReReserve(ctx, &p.store.Reader, order, false, p.now())
		if out.Refusal != nil && shop.CodeOf(out.Refusal) == "" {
			return out, out.Refusal
		}
		out.Payable = out.Refusal == nil
	}
	if order.AwaitsPayment() {
		payments, err := p.store.Payments.OfOrder(ctx, order.ID)
		if err != nil {
			return out, err
		}
		out.Declined = len(payments) > 0 && payments[len(payments)-1].State == shop.PaymentStateFailed
	}
	if order.Refunded > 0 {
		refunds, err := p.store.Refunds.OfOrder(ctx, order.ID)
		if err != nil {
			return out, err
		}
		out.PaidLate = slices.ContainsFunc(refunds, func(r shop.Refund) bool { return r.Reason == shop.RefundPaidTooLate })
	}
	return out, nil
}

// Pay opens the pay page of an unpaid order again. When its time was over the units
// are reserved anew, if they are still there and the order would cost the same today.
// It refuses with expired, total_changed, promo_invalid, out_of_stock and conflict.
func (p *Service) Pay(ctx context.Context, order shop.Order) (payURL string, err error) {
	order, err = p.Check(ctx, order) // a payment that came meanwhile must not be made twice
	if err != nil {
		return "", err
	}
	if err := order.CheckPay(p.now()); err != nil {
		return "", err
	}
	settings, err := p.settings.Get(ctx)
	if err != nil {
		return "", err
	}
	providerName, err := p.ProviderFor(order.PaymentMethod, settings.Payments)
	if err != nil {
		return "", err
	}
	var open shop.Payment
	err = p.store.Write(ctx, func(tx *store.Tx) error {
		order, open, err = p.paymentToMake(ctx, tx, order.ID, providerName)
		return err
	})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	url, err := p.openPayPage(ctx, order, open)
	if err != nil && shop.CodeOf(err) == "" {
		slog.Warn("payment not started", "order", order.Number, "provider", open.Provider, "error", err)
		return "", shop.Errorf(shop.PaymentFailed, "The payment page did not open. Please try again in a moment.")
	}
	return url, err
}

// paymentToMake is the open payment of an order, or a new one. Two clicks on an order
// whose time was over reserve its units once and open one page.
func (p *Service) paymentToMake(ctx context.Context, tx *store.Tx, orderID int64, provider string) (shop.Order, shop.Payment, error) {
	if err := tx.Orders.Lock(ctx, orderID); err != nil {
		return shop.Order{}, shop.Payment{}, err
	}
	order, err := tx.Orders.ByID(ctx, orderID)
	if err != nil {
		return order, shop.Payment{}, err
	}
	if err := order.CheckPay(p.now()); err != nil { // paid or cancelled a moment ago
		return order, shop.Payment{}, err
	}
	if !order.Reserved {
		if err := p.orderUnits.ReReserve(ctx, tx, order, false); err != nil {
			return order, shop.Payment{}, err
		}
	}
	payments, err := tx.Payments.OfOrder(ctx, order.ID)
	if err != nil {
		return order, shop.Payment{}, err
	}
	now := p.now()
	for _, earlier := range payments {
		if earlier.State != shop.PaymentStateOpen {
			continue
		}
		if order.Reserved {
			return order, earlier, nil
		}
		// Its page was closed when the reservation ended.
		if _, err := tx.Payments.MarkFailed(ctx, earlier.ID, now); err != nil {
			return order, shop.Payment{}, err
		}
	}
	open := shop.Payment{OrderID: order.ID, Provider: provider, Ref: shop.UnstartedPaymentRef(order.Number) + ":" + secrets.NewToken()[:8],
		State: shop.PaymentStateOpen, Amount: order.Total, Currency: order.Currency, CreatedAt: now}
	open.ID, err = tx.Payments.Create(ctx, open)
	return order, open, err
}

// Providers are the payment providers by the name under which their payments are stored.
type Providers map[string]payment.Provider
