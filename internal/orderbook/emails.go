package orderbook

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// How many emails about orders one mailbox gets. The address of a guest's unpaid order
// was only typed: somebody else's orders must not fill a mailbox, nor use up the emails
// of those who paid or have an account.
var (
	unprovenOrderEmails = []ratelimit.Limit{{Times: 10, Per: time.Hour}, {Times: 30, Per: 24 * time.Hour}}
	orderEmails         = []ratelimit.Limit{{Times: 60, Per: time.Hour}}
)

// OrderEmails queues the emails about orders.
type OrderEmails struct {
	settings *settings.Service
	outbox   *outbox.Service
	links    OrderLinks
	limits   *ratelimit.Limiter
	now      func() time.Time
}

// NewOrderEmails makes the sender of the emails about orders.
func NewOrderEmails(
	s *settings.Service, o *outbox.Service, l OrderLinks, limits *ratelimit.Limiter, now func() time.Time,
) *OrderEmails {
	return &OrderEmails{settings: s, outbox: o, links: l, limits: limits, now: now}
}

// data is an order as an email shows it, with the link that only its buyer gets.
func (e *OrderEmails) data(o shop.Order) outbox.OrderEmailData {
	out := outbox.OrderEmailData{Number: o.Number, CustomerName: o.Name, URL: e.links.url(o.Number), Subtotal: o.Subtotal, Discount: o.Discount,
		PromoCode: o.PromoCode, Shipping: o.Shipping, Tax: o.Tax, TaxIncluded: o.TaxIncluded, Total: o.Total, Currency: o.Currency,
		Pickup: o.Fulfillment == shop.Pickup, PickupCode: o.PickupCode}
	for _, line := range o.Lines {
		out.Lines = append(out.Lines, outbox.OrderEmailLine{Name: line.Name, Quantity: line.Quantity, Total: line.Price.Times(line.Quantity)})
	}
	if !out.Pickup {
		for _, part := range []string{o.Name, o.Address.Line1, o.Address.Line2, o.Address.City + ", " + o.Address.State + " " + o.Address.Zip} {
			if part != "" {
				out.Address = append(out.Address, part)
			}
		}
	}
	if o.CanMarkPaid() {
		out.PaymentNote = "You pay when your order is delivered."
		if out.Pickup {
			out.PaymentNote = "You pay when you pick your order up."
		}
	}
	return out
}

// Confirm sends the confirmation, once per order, when the settings say so and the
// recipient has not got too many. A whole batch of orders costs one statement.
func (e *OrderEmails) Confirm(ctx context.Context, tx *store.Tx, orders ...shop.Order) error {
	settings, err := e.settings.Get(ctx)
	if err != nil || !settings.Email.OrderConfirmation {
		return err
	}
	queued := make([]outbox.Addressed, 0, len(orders))
	for _, order := range orders {
		allowed, err := e.Allow(ctx, tx, order, "confirmation")
		if err != nil {
			return err
		}
		if !allowed {
			continue
		}
		queued = append(queued, outbox.Addressed{To: order.Email, Email: e.confirmation(order, settings), UniqueKey: "confirm-" + order.Number})
	}
	return e.outbox.QueueEmails(ctx, tx, queued...)
}

// SendConfirmation sends the confirmation again, whatever the settings say.
func (e *OrderEmails) SendConfirmation(ctx context.Context, tx *store.Tx, order shop.Order) error {
	settings, err := e.settings.Get(ctx)
	if err != nil {
		return err
	}
	return e.outbox.QueueEmail(ctx, tx, order.Email, e.confirmation(order, settings), "")
}

// confirmation is the email about a new order. The order's page asks a guest for a
// password where accounts are made automatically, so the email says so.
func (e *OrderEmails) confirmation(order shop.Order, settings shop.Settings) outbox.OrderConfirmationEmail {
	offer := order.UserID == nil && settings.Customers.AccountCreation == shop.AccountAutomatic
	data := e.data(order)
	if order.CheckConfirm() == nil && order.ReservedUntil != nil {
		data.HeldUntil = settings.FormatTime(*order.ReservedUntil)
		if order.UserID == nil && settings.Orders.In(order).ManualConfirm {
			data.ConfirmURL = e.links.confirmURL(order.Number)
		}
	}
	return outbox.OrderConfirmationEmail{Order: data, OfferAccount: offer}
}

// StatusChanged tells the customer of an order's new status, when the settings say so.
func (e *OrderEmails) StatusChanged(ctx context.Context, tx *store.Tx, order shop.Order, note string) error {
	settings, err := e.settings.Get(ctx)
	if err != nil {
		return err
	}
	if !settings.Email.NotifiesOf(order.Status) {
		return nil
	}
	if allowed, err := e.Allow(ctx, tx, order, string(order.Status)); err != nil || !allowed {
		return err
	}
	return e.SendStatus(ctx, tx, order, order.Status, note, "")
}

// SendStatus mails the customer the status of an order, whatever the settings say. A
// second email with the same unique key is not sent; "" means any number.
func (e *OrderEmails) SendStatus(ctx context.Context, tx *store.Tx, order shop.Order, status shop.Status, note, uniqueKey string) error {
	email := outbox.OrderStatusEmail{Order: e.data(order), Status: string(status), StatusText: status.Label(), Note: note}
	return e.outbox.QueueEmail(ctx, tx, order.Email, email, uniqueKey)
}

// eventEmailSkipped says in an order's timeline that its buyer got no email.
const eventEmailSkipped = "mail_skipped"

// Allow counts an email to the buyer. Above the limit it is not sent; the order does not
// change, and staff see that in the timeline.
func (e *OrderEmails) Allow(ctx context.Context, tx *store.Tx, order shop.Order, what string) (bool, error) {
	if e.withinLimits(order) {
		return true, nil
	}
	event := shop.OrderEvent{At: e.now(), Actor: "shop", Kind: eventEmailSkipped, Detail: what}
	return false, RecordEvent(ctx, tx, order, event)
}

// withinLimits counts an email to the buyer of an order and says whether it may be sent.
func (e *OrderEmails) withinLimits(order shop.Order) bool {
	kind, limits := "email ", orderEmails
	if order.UserID == nil && (order.Payment == shop.Unpaid || order.PaymentMethod == shop.PayFree) {
		kind, limits = "unproven email ", unprovenOrderEmails
	}
	key := func(limit ratelimit.Limit) string {
		return "order-emails " + limit.Per.String() + " " + kind + shop.Mailbox(order.Email)
	}
	for _, limit := range limits {
		if e.limits.Refused(key(limit), limit) != nil {
			return false
		}
	}
	for _, limit := range limits {
		_ = e.limits.Take(key(limit), limit) // there was room a moment ago; a race may exceed the limit a little
	}
	return true
}
