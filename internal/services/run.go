package services

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/store"
)

// cleanUpInterval is how often expired sessions, links and old outbox rows are deleted.
const cleanUpInterval = 10 * time.Minute

// startPause is between the starts of two kinds of background work: all at once would delay the first pages and open as many
// connections to the database as there may be.
const startPause = 10 * time.Millisecond

// Run does the background work until ctx ends, then waits until what has begun is finished.
func (s *Services) Run(ctx context.Context) {
	var work sync.WaitGroup
	var pause time.Duration
	start := func(name string, run func(context.Context)) {
		turn := time.After(pause)
		pause += startPause
		work.Go(func() {
			select {
			case <-ctx.Done():
			case <-turn:
			}
			background.Run(ctx, name, run)
		})
	}
	start("database notifications", func(ctx context.Context) { s.Store.Listen(ctx, s.Hub.Publish) })
	start("clock", s.Clock.Run)
	start("outbox", s.Outbox.Run)
	start("webhooks", s.Webhooks.Run)
	start("analytics", s.Analytics.Run)
	start("payments", s.Payments.Run)
	start("order links", s.Orders.RunLinkRequests)
	start("reservations", s.Units.Run)
	start("drops", s.Drops.Run)
	start("waiting room", s.WaitingRoom.Run)
	start("draws", s.Draws.Run)
	start("figures of drops", s.DropMetrics.Run)
	start("held units", func(ctx context.Context) { s.PublicDrops.RunHeld(ctx, s.Hub) })
	start("backups", s.Backups.Run)
	start("clean-up", s.cleanUp)
	work.Wait()
}

func (s *Services) cleanUp(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(cleanUpInterval):
			err := s.Store.Write(ctx, func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(ctx, s.Now()) })
			if err != nil && ctx.Err() == nil {
				slog.Warn("expired rows not deleted", "error", err)
			}
		}
	}
}
