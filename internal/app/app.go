// Package app is the work of the shop: one use case a file. It opens
// transactions, calls the rules and says what it needs of the outside (pictures,
// mail, payment) as small interfaces that only package main fills.
package app

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
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
	Store       *store.Store
	Hub         *events.Hub
	Media       Media
	Mailer      Mailer      // nil: the outbox waits
	MailLeaves  bool        // false: mail ends in the data folder
	MailingList MailingList // nil: nothing is told to an email-marketing service
	Secrets     *Secrets
	Now         func() time.Time
	PublicURL   string        // without a slash at the end
	HoldTime    time.Duration // how long units wait for their payment
	Providers   map[string]PaymentProvider
	Passwords   *Passwords

	outbox     chan struct{} // a knock: something waits in the outbox
	ledger     chan struct{} // a knock: orders changed
	limits     *limiter
	version    atomic.Int64
	stockTick  atomic.Int64
	settings   cached[shop.Settings]
	totals     totals
	categories atomic.Pointer[categoryList]
	taxes      cached[map[string]int64]
	shelves    cached[shelves]
	desk       *desk
	refunds    chan struct{} // a knock: a refund waits
	visits     visits
}

// New wires the use cases to a store. The hub hears of every commit from then on.
func New(ctx context.Context, s *store.Store, secrets *Secrets, publicURL string) (*App, error) {
	a := &App{Store: s, Hub: events.NewHub(), Secrets: secrets, Now: time.Now, PublicURL: publicURL, HoldTime: shop.HoldTime,
		Passwords: newPasswords(), outbox: make(chan struct{}, 1), ledger: make(chan struct{}, 1), limits: newLimiter(),
		refunds: make(chan struct{}, 1), Providers: map[string]PaymentProvider{}}
	a.desk = newDesk(a)
	version, err := s.Counter(ctx, "catalog_version")
	if err != nil {
		return nil, err
	}
	a.version.Store(version)
	a.Hub.Inside(func(e shop.Event) {
		switch e.Type {
		case shop.EventCatalog:
			a.newer(e.ID)
		case shop.EventOutbox:
			a.knock()
		case shop.EventOrder:
			knockOn(a.ledger)
		case shop.EventStock:
			a.stockTick.Add(1)
		case shop.EventResync:
			a.stockTick.Add(1)
			go a.refreshVersion(ctx)
		}
	})
	s.OnCommit(a.Hub.Publish)
	return a, nil
}

func (a *App) refreshVersion(ctx context.Context) {
	version, err := a.Store.Counter(ctx, "catalog_version")
	if err != nil {
		slog.Warn("catalogue version unknown", "error", err)
		return
	}
	a.newer(version)
}

// newer never goes back: two copies' events may arrive in any order.
func (a *App) newer(version int64) {
	for {
		now := a.version.Load()
		if version <= now || a.version.CompareAndSwap(now, version) {
			return
		}
	}
}

// Version is the catalogue's version: whatever was computed under an older one is stale.
func (a *App) Version() int64 { return a.version.Load() }

// StockTick moves on whenever units were sold or returned anywhere.
func (a *App) StockTick() int64 { return a.stockTick.Load() }

// Run does the shop's background work until ctx ends, then finishes what it is at.
func (a *App) Run(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() { a.Store.Listen(ctx, a.Hub.Publish) })
	work.Go(func() { a.runOutbox(ctx) })
	work.Go(func() { a.runLedger(ctx) })
	work.Go(func() { a.runMoney(ctx) })
	tidy := time.NewTicker(10 * time.Minute)
	defer tidy.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tidy.C:
			err := a.Store.Write(ctx, func(tx *store.Tx) error { return tx.Forget(ctx, a.Now()) })
			if err != nil && ctx.Err() == nil {
				slog.Warn("tidying up failed", "error", err)
			}
		}
	}
}

// Actor is who does something, for the audit log.
type Actor struct {
	ID   int64
	Name string
}

// commandLine is whoever may start the program on the shop's machine.
var commandLine = Actor{Name: "command line"}

// cached holds one value for as long as the catalogue's version stands.
type cached[T any] struct {
	mu      sync.Mutex
	version int64
	value   T
	filled  bool
}

// get loads without holding the lock: a slow answer keeps nobody waiting whose own would be quick.
func (c *cached[T]) get(version int64, load func() (T, error)) (T, error) {
	c.mu.Lock()
	value, fresh := c.value, c.filled && c.version == version
	c.mu.Unlock()
	if fresh {
		return value, nil
	}
	value, err := load()
	if err != nil {
		return value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.filled || c.version <= version {
		c.value, c.version, c.filled = value, version, true
	}
	return value, nil
}
