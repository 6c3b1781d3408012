// Package analytics computes the figures that staff look at: the dashboard, the
// sums of the order ledger, counts of visits, and the search across products,
// orders and customers.
package analytics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// IdleWaiter waits until no orders are being placed, at most for the given time:
// shoppers come before background work.
type IdleWaiter interface {
	WaitUntilIdle(ctx context.Context, atMost time.Duration)
}

// Config is what a Service needs.
type Config struct {
	Store    *store.Store
	Hub      *events.Hub
	Versions *events.Versions
	Settings func(context.Context) (shop.Settings, error)
	Idle     IdleWaiter
	Now      func() time.Time
}

// Service computes the figures of one shop.
type Service struct {
	c             Config
	ordersChanged events.Signal
	catalogStats  events.Cached[CatalogStats]
	visits        visits
}

// New makes the service. Its Run follows changed orders by the hub's events.
func New(c Config) *Service {
	s := &Service{c: c, ordersChanged: events.NewSignal()}
	c.Hub.Subscribe(func(e shop.Event) {
		if e.Type == shop.EventOrder {
			s.ordersChanged.Notify()
		}
	})
	return s
}

// Run aggregates the order ledger and stores visit counts until ctx ends.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { background.Run(ctx, "ledger", s.runLedger) })
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			_ = s.FlushVisits(last) // losing a few counts does no harm
			return
		case <-time.After(visitsEvery):
			if err := s.FlushVisits(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("visits not counted", "error", err)
			}
		}
	}
}
