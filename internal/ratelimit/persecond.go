package ratelimit

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// callBurst is how far ahead of the pace calls may come. A rate is chosen a
	// fifth below what the provider allows, so that it is kept in every second.
	callBurst = 200 * time.Millisecond
	maxWait   = 10 * time.Second
)

// Acquire waits until a provider may be called.
type Acquire func(context.Context) error

// PerSecond limits the rate of calls to a provider over all instances: they share
// a row with the time of the next free slot, so now is the time on which all agree.
// It refuses with busy when the queue is too long to wait in.
func PerSecond(s *store.Store, now func() time.Time, name string, rate func() int) Acquire {
	return func(ctx context.Context) error {
		busy := shop.Errorf(shop.Busy, "So many are paying right now. Please try again in a moment.")
		perSecond := int64(rate())
		interval := time.Duration((1000+perSecond-1)/perSecond) * time.Millisecond
		var slot time.Time
		var free bool
		err := s.Write(ctx, func(tx *store.Tx) (err error) {
			at := now()
			slot, free, err = tx.RateLimits.AcquireSlot(ctx, name, at, interval, at.Add(maxWait))
			return err
		})
		if err != nil {
			return err
		}
		if !free {
			return busy
		}
		select {
		case <-ctx.Done():
			return busy
		case <-time.After(slot.Sub(now()) - callBurst):
			return nil
		}
	}
}
