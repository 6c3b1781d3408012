package reservations

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	reservationsEvery = time.Second
	lookEvery         = 5 * time.Second
	expireReserved    = 200
)

// Run ends reservations whose time is over, and from time to time offers free units to
// those who wait, until ctx ends.
func (u *Units) Run(ctx context.Context) {
	looked := time.Now()
	background.Every(ctx, reservationsEvery, func() {
		for ended := expireReserved; ended >= expireReserved && ctx.Err() == nil; { // there may be more
			var err error
			if ended, err = u.EndExpired(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("ending expired reservations failed", "error", err)
			}
			if err := u.PublishSoldOut(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("catalogue version not incremented after products sold out", "error", err)
			}
		}
		if time.Since(looked) > lookEvery {
			looked = time.Now()
			if err := u.OfferFreeUnits(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("offering free units failed", "error", err)
			}
		}
	})
}

// OfferFreeUnits offers free units to those who wait. Whatever gives units back does that
// by itself; this is for what happens by the clock alone, such as the end of the quiet
// hours and a product's publication. A product that fails does not keep the others waiting.
func (u *Units) OfferFreeUnits(ctx context.Context) error {
	ids, err := u.store.Waitlist.ProductsToOffer(ctx, u.now())
	if err != nil {
		return err
	}
	var failed error
	for _, id := range ids {
		if err := u.store.Write(ctx, func(tx *store.Tx) error { return u.ReleaseUnits(ctx, tx, id, 0) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("units of product %d: %w", id, err))
		}
	}
	return failed
}

// ResumeDrop moves the ends of a paused drop's reservations and passes by the length
// of the pause. The caller has locked the drop and stores that it is not paused any
// more. The end of a drop also ends its pause.
func (u *Units) ResumeDrop(ctx context.Context, tx *store.Tx, d shop.Drop, now time.Time) error {
	if d.PausedAt == nil {
		return nil
	}
	until := now
	if end, ends := d.EndAt(); ends && end.Before(now) {
		until = end
	}
	pause := until.Sub(*d.PausedAt)
	if pause <= 0 {
		return nil
	}
	if err := tx.Reservations.MoveEnds(ctx, d.ID, *d.PausedAt, pause, now); err != nil {
		return err
	}
	return u.passes.Resumed(ctx, tx, d, pause)
}

// EndExpired gives back the units of reservations whose time is over, of about expireReserved at once. Several
// instances may do it at once: each reservation is ended by one of them. One that cannot be ended does not keep
// those behind it waiting.
func (u *Units) EndExpired(ctx context.Context) (ended int, err error) {
	var failed error
	stay := map[int64]bool{} // those that were tried and are not ended
	for ended < expireReserved {
		ids, err := u.store.Reservations.Expired(ctx, u.now(), expireReserved+len(stay))
		if err != nil {
			return ended, errors.Join(failed, err)
		}
		ids = slices.DeleteFunc(ids, func(id int64) bool { return stay[id] })
		if len(ids) == 0 {
			break
		}
		for _, id := range ids {
			var done bool
			err := u.store.Write(ctx, func(tx *store.Tx) (err error) { done, err = u.EndIfOver(ctx, tx, id); return err })
			switch {
			case err != nil:
				failed, stay[id] = errors.Join(failed, fmt.Errorf("reservation %d: %w", id, err)), true
			case done:
				ended++
			default:
				stay[id] = true
			}
		}
	}
	if ended > 0 {
		slog.Info("reservations ended", "count", ended)
	}
	return ended, failed
}
