package app

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const (
	// turnBurst is how far ahead of the pace calls may come. A rate is chosen a
	// fifth below what the provider allows, so that it is kept in every second.
	turnBurst = 200 * time.Millisecond
	turnWait  = 10 * time.Second
)

// Turn waits until a provider may be called.
type Turn func(context.Context) error

// Turns paces the calls to a provider over all copies of the shop: they share a
// row with the time of the next one, so many a second and no more. It refuses
// with busy when the queue is too long to wait in.
func (a *App) Turns(name string, rate func() int) Turn {
	return func(ctx context.Context) error {
		busy := shop.Errorf(shop.Busy, "So many are paying right now. Please try again in a moment.")
		perSecond := int64(rate())
		interval := (1000 + perSecond - 1) / perSecond
		var slot int64
		err := a.Store.Write(ctx, func(tx *store.Tx) error {
			// The wall clock, not the shop's: several copies share the row.
			now := time.Now()
			next, err := tx.TakeTurn(ctx, db.TakeTurnParams{Name: name, Now: now.UnixMilli(), IntervalMs: interval,
				Latest: now.Add(turnWait).UnixMilli()})
			slot = next - interval
			return err
		})
		if errors.Is(err, sql.ErrNoRows) {
			return busy
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return busy
		case <-time.After(time.Until(time.UnixMilli(slot)) - turnBurst):
			return nil
		}
	}
}
