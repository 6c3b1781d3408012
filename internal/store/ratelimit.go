package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// AcquireSlot books the next free slot of a shared rate limit: one interval after
// the last one, or now. It books none when that would begin after latest.
func (tx RateLimitWriter) AcquireSlot(ctx context.Context, name string, now time.Time, interval time.Duration, latest time.Time) (slot time.Time, ok bool, err error) {
	next, err := tx.q.AcquireCallSlot(ctx, db.AcquireCallSlotParams{Name: name, Now: millis(now), IntervalMs: interval.Milliseconds(), Latest: millis(latest)})
	ok, err = optional(err)
	return fromMillis(next).Add(-interval), ok, err
}
