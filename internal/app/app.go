// Package app is the work of the shop: one use case a file. It opens
// transactions, calls the rules and says what it needs of the outside (pictures,
// mail, payment) as small interfaces that only package main fills.
package app

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Media keeps pictures. Save refuses what is not a picture the shop can show;
// kind is "product", "logo" or "avatar". Put keeps bytes as they are; they are then served
// from "/" and their key. Remove deletes what Save kept, given the address of any of its sizes.
type Media interface {
	Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error)
	Put(ctx context.Context, key string, content []byte) error
	Remove(ctx context.Context, url string) error
}

// App is one shop at work.
type App struct {
	Store        *store.Store
	Hub          *events.Hub
	Media        Media
	Secrets      *Secrets
	Now          func() time.Time
	PublicURL    string // without a slash at the end
	Passwords    *accounts.Passwords
	Versions     *events.Versions
	Limits       *ratelimit.Limiter
	Audit        *audit.Log
	Outbox       *outbox.Service
	Inbox        *inbox.Service
	Catalog      *catalog.Service
	ShopSettings *settings.Service
	Orders       *orders.Service
	Payments     *orders.Payments
	Analytics    *analytics.Service
	Accounts     *accounts.Service
	SecondFactor *accounts.SecondFactor
	Admins       *accounts.Admins
}

// New wires the use cases to a store. The hub hears of every commit from then on.
func New(ctx context.Context, s *store.Store, secrets *Secrets, publicURL string) (*App, error) {
	a := &App{Store: s, Hub: events.NewHub(), Secrets: secrets, Now: time.Now, PublicURL: publicURL, Passwords: accounts.NewPasswords()}
	now := func() time.Time { return a.Now() } // tests set another clock later
	a.Limits = ratelimit.New(now)
	a.Audit = audit.New(s, now)
	a.Outbox = outbox.New(outbox.Config{Store: s, Hub: a.Hub, Keys: secrets, Settings: a.Settings, Now: now, PublicURL: publicURL})
	a.Inbox = inbox.New(inbox.Config{Store: s, Outbox: a.Outbox, Limits: a.Limits, Audit: a.Audit, Keys: secrets, Settings: a.Settings, Now: now, PublicURL: publicURL})
	var err error
	a.Versions, err = events.NewVersions(ctx, a.Hub, s.CatalogVersion)
	if err != nil {
		return nil, err
	}
	a.ShopSettings = settings.New(s, secrets, a.Audit, a.Versions, now)
	a.Orders, a.Payments = orders.New(orders.Config{Store: s, Settings: a.ShopSettings, Outbox: a.Outbox, Audit: a.Audit, Limits: a.Limits,
		Secrets: secrets, Now: now, PublicURL: publicURL, CountOrder: func() { a.Analytics.CountOrder() }})
	a.Outbox.Idle = a.Orders
	a.Analytics = analytics.New(analytics.Config{Store: s, Hub: a.Hub, Versions: a.Versions, Settings: a.Settings, Idle: a.Orders, Now: now})
	a.Catalog = catalog.New(s, a.Versions, a.Audit, mediaOf{a}, now)
	a.Accounts, a.SecondFactor, a.Admins = accounts.New(accounts.Config{Store: s, Secrets: secrets, Passwords: a.Passwords, Limits: a.Limits,
		Outbox: a.Outbox, Audit: a.Audit, Media: mediaOf{a}, Orders: a.Orders, Settings: a.Settings, Now: now, PublicURL: publicURL})
	s.OnCommit(a.Hub.Publish)
	return a, nil
}

// Run does the shop's background work until ctx ends, then finishes what it is at.
func (a *App) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	start := func(name string, run func(context.Context)) { work.Go(func() { background.Run(ctx, name, run) }) }
	start("database notifications", func(ctx context.Context) { a.Store.Listen(ctx, a.Hub.Publish) })
	start("outbox", a.Outbox.Run)
	start("analytics", a.Analytics.Run)
	start("payments", a.Payments.Run)
	tidy := time.NewTicker(10 * time.Minute)
	defer tidy.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tidy.C:
			err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteExpired(ctx, a.Now()) })
			if err != nil && ctx.Err() == nil {
				slog.Warn("tidying up failed", "error", err)
			}
		}
	}
}
