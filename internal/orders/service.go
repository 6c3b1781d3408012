// Package orders sells: quotes, carts, the order queue, stock reservations,
// payments, refunds and fulfilment. Service has what shoppers and staff do with
// orders, Payments everything that moves money. Products belong to package
// catalog, accounts to package accounts; the payment providers themselves are
// below package payment.
package orders

import (
	"cmp"
	"context"
	"net/url"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Providers are the payment providers by the name under which their payments are stored.
type Providers map[string]payment.Provider

// Config is what orders need of the rest of the program.
type Config struct {
	Store     *store.Store
	Providers Providers
	Settings  *settings.Service
	Outbox    *outbox.Service
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Secrets   *secrets.Keys
	Units     *Units
	Drops     DropIndex
	Webhooks  *webhooks.Service
	Now       func() time.Time
	// PublicURL is the shop's address without a slash at the end.
	PublicURL string
	// CountOrder counts an order among the visits of the day.
	CountOrder func()
}

// Service is what shoppers and staff do with orders and carts.
type Service struct {
	// Refused is told of orders that were not placed, by their products. Set before use; nil: nobody asks.
	Refused func(ctx context.Context, productIDs []int64, err error)

	placing      placing
	store        *store.Store
	settings     *settings.Service
	audit        *audit.Log
	limits       *ratelimit.Limiter
	now          func() time.Time
	countOrder   func()
	links        links
	emails       *emails
	reservations *reservations
	guard        *enumerationGuard
	units        *Units
	drops        DropIndex
	webhooks     *webhooks.Service
	keys         buyerKeys
	orderLimits  *orderLimits
	payments     *Payments
	queue        *queue
	linkRequests chan linkRequest
}

// New makes the two services of this package.
func New(c Config) (*Service, *Payments) {
	links := links{c.Secrets, c.PublicURL}
	limits := &orderLimits{c.Limits}
	emails := &emails{settings: c.Settings, outbox: c.Outbox, links: links, limits: limits, now: c.Now}
	reservations := &reservations{settings: c.Settings, units: c.Units, keys: buyerKeys{c.Secrets}, now: c.Now, time: shop.ReservationTime}
	guard := &enumerationGuard{c.Limits}
	payments := &Payments{providers: c.Providers, store: c.Store, settings: c.Settings, audit: c.Audit, limits: c.Limits,
		now: c.Now, links: links, emails: emails, reservations: reservations, webhooks: c.Webhooks, refundsDue: events.NewSignal()}
	queue := newQueue(&orderWriter{store: c.Store, now: c.Now, units: c.Units, guard: guard, limits: limits, emails: emails, reservations: reservations,
		keys: buyerKeys{c.Secrets}, drops: c.Drops, webhooks: c.Webhooks})
	return &Service{store: c.Store, units: c.Units, drops: c.Drops, webhooks: c.Webhooks, keys: buyerKeys{c.Secrets}, settings: c.Settings, audit: c.Audit, limits: c.Limits, now: c.Now, countOrder: c.CountOrder,
		links: links, emails: emails, reservations: reservations, guard: guard, orderLimits: limits, payments: payments, queue: queue,
		linkRequests: make(chan linkRequest, maxLinkRequests)}, payments
}

// ReservationTime is how long units stay reserved for an order that waits for its payment.
func (s *Service) ReservationTime() time.Duration { return s.reservations.time }

// SetReservationTime is called before the service is used.
func (s *Service) SetReservationTime(d time.Duration) { s.reservations.time = d }

// WaitUntilIdle waits until no order has arrived for a moment, but not longer than
// most: work that can be done later must not delay who buys now.
func (s *Service) WaitUntilIdle(ctx context.Context, most time.Duration) {
	s.queue.waitUntilIdle(ctx, most)
}

// links makes the links to orders that only their buyers get.
type links struct {
	secrets   *secrets.Keys
	publicURL string
}

// key is the secret part of an order's link.
func (l links) key(number string) string { return l.secrets.LinkKey("order " + number) }

// url is the link for emails: always at the public address, whatever address the
// request that caused the email claims.
func (l links) url(number string) string { return l.urlAt(l.publicURL, number) }

// buyerURL is the link for the buyer whose request this is: at the address that their browser uses.
func (l links) buyerURL(ctx context.Context, number string) string {
	site, _ := ctx.Value(siteKey{}).(string)
	return l.urlAt(cmp.Or(site, l.publicURL), number)
}

func (l links) urlAt(site, number string) string {
	return site + "/order/" + url.PathEscape(number) + "?key=" + l.key(number)
}

// confirmKey proves that the email about an order was read: unlike key, the browser
// that placed it does not have it.
func (l links) confirmKey(number string) string { return l.secrets.LinkKey("confirm order " + number) }

func (l links) confirmURL(number string) string {
	return l.url(number) + "&confirm=" + l.confirmKey(number)
}

// customerActor is who did what buyers do with their own orders.
const customerActor = "customer"

// recordEvent adds to an order's timeline and tells the pages that show it.
func recordEvent(ctx context.Context, tx *store.Tx, orderID int64, event shop.OrderEvent) error {
	if err := tx.Orders.RecordEvent(ctx, orderID, event); err != nil {
		return err
	}
	owner, err := tx.Orders.Owner(ctx, orderID)
	if err != nil {
		return err
	}
	emitOrder(tx, orderID, owner)
	return nil
}

// emitOrder tells the back office, and the customer if they have an account.
func emitOrder(tx *store.Tx, orderID int64, owner *int64) {
	event := shop.Event{Type: shop.EventOrder, ID: orderID, Audience: shop.ToAdmins}
	if owner != nil {
		event.Audience, event.UserID = shop.ToOwner, *owner
	}
	tx.Emit(event)
}
