package orders

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Activity says whether orders are being placed and how many. The order queue reports to it. It is made before the services that
// wait for it, which orders need: the outbox, for one.
type Activity struct {
	last    atomic.Pointer[time.Time] // when a batch last ended
	mu      sync.Mutex
	seconds [60]struct { // of the last minute
		second int64
		orders int64
		spent  time.Duration
	}
}

// NewActivity makes it.
func NewActivity() *Activity {
	a := &Activity{}
	a.last.Store(&time.Time{})
	return a
}

// WaitUntilIdle waits until no order has arrived for a moment, but not longer than
// most: work that can be done later must not delay who buys now.
func (a *Activity) WaitUntilIdle(ctx context.Context, most time.Duration) {
	const moment = 100 * time.Millisecond
	for end := time.Now().Add(most); time.Now().Before(end) && time.Since(*a.last.Load()) < moment; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(min(moment/4, time.Until(end))):
		}
	}
}

// Placing is how many orders were placed in the last minute, and how long that took: together what the shop could place.
func (a *Activity) Placing() (orders int64, spent time.Duration) { return a.sum(time.Now()) }

// ended notes that a batch ended, whether its orders were placed or not.
func (a *Activity) ended(at time.Time) { a.last.Store(&at) }

// add counts placed orders, and the time that was spent placing them.
func (a *Activity) add(at time.Time, orders int64, spent time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &a.seconds[at.Unix()%60]
	if s.second != at.Unix() {
		s.second, s.orders, s.spent = at.Unix(), 0, 0
	}
	s.orders += orders
	s.spent += spent
}

func (a *Activity) sum(at time.Time) (orders int64, spent time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.seconds {
		if at.Unix()-s.second < 60 {
			orders += s.orders
			spent += s.spent
		}
	}
	return orders, spent
}
