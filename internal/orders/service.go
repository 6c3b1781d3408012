// Package orders sells: quotes, the order queue, what buyers and staff do with orders, and
// fulfilment. Money is moved by package payments, units by package reservations. Products
// belong to package catalog, accounts to package accounts.
package orders

import (
	"cmp"
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Config is what orders need of the rest of the program.
type Config struct {
	Store     *store.Store
	Providers payments.Providers
	Settings  *settings.Service
	Outbox    *outbox.Service
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Secrets   *secrets.Keys
	Units     *reservations.Units
	Drops     reservations.DropIndex
	Webhooks  *webhooks.Service
	Now       func() time.Time
	// PublicURL is the shop's address without a slash at the end.
	PublicURL string
	// CountOrder counts an order among the visits of the day.
	CountOrder func()
	// ReservationTime is how long units stay reserved for an order that waits for its payment; 0: shop.ReservationTime.
	ReservationTime time.Duration
}

// Service is what shoppers and staff do with orders.
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
	links        orderbook.OrderLinks
	emails       *orderbook.OrderEmails
	orderUnits   *orderbook.OrderUnits
	guard        *enumerationGuard
	units        *reservations.Units
	drops        reservations.DropIndex
	webhooks     *webhooks.Service
	keys         orderbook.BuyerKeys
	orderLimits  *orderLimits
	payments     *payments.Service
	queue        *queue
	linkRequests chan linkRequest
}

// New makes the orders of one shop, with the payments that settle them.
func New(c Config) (*Service, *payments.Service) {
	keys := orderbook.NewBuyerKeys(c.Secrets)
	links := orderbook.NewLinks(c.Secrets, c.PublicURL)
	limits := &orderLimits{c.Limits}
	emails := orderbook.NewOrderEmails(c.Settings, c.Outbox, links, limits, c.Now)
	taken := orderbook.NewOrderUnits(c.Settings, c.Units, keys, c.Now, cmp.Or(c.ReservationTime, shop.ReservationTime))
	guard := &enumerationGuard{c.Limits}
	money := payments.New(payments.Config{Providers: c.Providers, Store: c.Store, Settings: c.Settings, Audit: c.Audit, Limits: c.Limits,
		Now: c.Now, Links: links, Emails: emails, Units: taken, Webhooks: c.Webhooks})
	queue := newQueue(&orderWriter{store: c.Store, now: c.Now, units: c.Units, guard: guard, limits: limits, emails: emails, orderUnits: taken,
		keys: keys, drops: c.Drops, webhooks: c.Webhooks})
	return &Service{store: c.Store, units: c.Units, drops: c.Drops, webhooks: c.Webhooks, keys: keys, settings: c.Settings, audit: c.Audit, limits: c.Limits, now: c.Now, countOrder: c.CountOrder,
		links: links, emails: emails, orderUnits: taken, guard: guard, orderLimits: limits, payments: money, queue: queue,
		linkRequests: make(chan linkRequest, maxLinkRequests)}, money
}

// ReservationTime is how long units stay reserved for an order that waits for its payment.
func (s *Service) ReservationTime() time.Duration { return s.orderUnits.Time }

// WaitUntilIdle waits until no order has arrived for a moment, but not longer than
// most: work that can be done later must not delay who buys now.
func (s *Service) WaitUntilIdle(ctx context.Context, most time.Duration) {
	s.queue.waitUntilIdle(ctx, most)
}
