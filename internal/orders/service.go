// Package orders sells: quotes, the order queue, what buyers and staff do with orders, and
// fulfilment. Money is moved by package payments, units by package reservations. Products
// belong to package catalog, accounts to package accounts.
package orders

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Config is what orders need of the rest of the program.
type Config struct {
	Store      *store.Store
	Payments   *payments.Service
	Settings   *settings.Service
	Audit      *audit.Log
	Limits     *ratelimit.Limiter
	Keys       orderbook.BuyerKeys
	Links      orderbook.OrderLinks
	Emails     *orderbook.OrderEmails
	OrderUnits *orderbook.OrderUnits
	Units      *reservations.Units
	Passes     reservations.Passes
	DropIndex  *catalog.DropIndexCache
	Activity   *Activity // the queue of orders reports to it
	Webhooks   *webhooks.Service
	Now        func() time.Time
	// CountOrder counts an order among the visits of the day.
	CountOrder func()
	// Refused is told of orders that were not placed, by their products.
	Refused func(ctx context.Context, productIDs []int64, err error)
}

// Service is what shoppers and staff do with orders.
type Service struct {
	placing      placing
	store        *store.Store
	settings     *settings.Service
	audit        *audit.Log
	limits       *ratelimit.Limiter
	now          func() time.Time
	countOrder   func()
	refused      func(ctx context.Context, productIDs []int64, err error)
	links        orderbook.OrderLinks
	emails       *orderbook.OrderEmails
	orderUnits   *orderbook.OrderUnits
	guard        *enumerationGuard
	units        *reservations.Units
	dropIndex    *catalog.DropIndexCache
	webhooks     *webhooks.Service
	keys         orderbook.BuyerKeys
	orderLimits  *orderLimits
	payments     *payments.Service
	queue        *queue
	linkRequests chan linkRequest
}

// New makes the orders of one shop.
func New(c Config) *Service {
	limits, guard := &orderLimits{c.Limits}, &enumerationGuard{c.Limits}
	queue := newQueue(&orderWriter{store: c.Store, now: c.Now, units: c.Units, guard: guard, limits: limits, emails: c.Emails,
		orderUnits: c.OrderUnits, keys: c.Keys, passes: c.Passes, dropIndex: c.DropIndex, webhooks: c.Webhooks}, c.Activity)
	return &Service{store: c.Store, units: c.Units, dropIndex: c.DropIndex, webhooks: c.Webhooks, keys: c.Keys, settings: c.Settings,
		audit: c.Audit, limits: c.Limits, now: c.Now, countOrder: c.CountOrder, refused: c.Refused,
		links: c.Links, emails: c.Emails, orderUnits: c.OrderUnits, guard: guard, orderLimits: limits, payments: c.Payments,
		queue: queue, linkRequests: make(chan linkRequest, maxLinkRequests)}
}

// ReservationTime is how long units stay reserved for an order that waits for its payment.
func (s *Service) ReservationTime() time.Duration { return s.orderUnits.Time }
