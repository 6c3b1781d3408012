package orders_test

import (
	"sync/atomic"
	"time"
)

// clock is a time that tests move by hand.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) move(d time.Duration) { c.at.Add(int64(d)) }
