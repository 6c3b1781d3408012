// Package clock gives all instances of a shop one time: the database's. An instance
// measures by how much its own clock differs and adds that to every time it reads. A
// context may carry another moment (WithMoment), and collects until when reads are right.
package clock

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	interval    = time.Minute
	roundTrips  = 3
	measureTime = 10 * time.Second
	// reportAbove is the offset above which somebody should look after the machine's clock.
	reportAbove = 2 * time.Second
	// sameOffset is by how much an offset has to change to be reported again.
	sameOffset = time.Second
)

// Clock is the time of one instance. It may be read from several goroutines.
type Clock struct {
	process  func() time.Time
	database func(context.Context) (time.Time, error)
	measured atomic.Pointer[measurement]
	last     atomic.Int64 // the latest time given out, in nanoseconds
	shift    atomic.Int64 // added to every time, in nanoseconds

	syncing  sync.Mutex
	reported time.Duration // 0: the offset was small when it was last looked at
}

// measurement is one moment on both clocks.
type measurement struct{ process, database time.Time }

// New makes a clock from the process's clock and a function that asks the database.
// With nil instead of that the process's clock is used as it is.
func New(process func() time.Time, database func(context.Context) (time.Time, error)) *Clock {
	return &Clock{process: process, database: database}
}

// Now is the database's time. It never runs backwards: when the clock turns out to
// be ahead, it stands still until the database's time has come that far.
//
// Between two measurements it advances by the process's monotonic time, so setting
// the machine's clock changes nothing.
func (c *Clock) Now() time.Time {
	m, shift := c.measured.Load(), c.shift.Load()
	if m == nil {
		return c.process().Add(time.Duration(shift))
	}
	now := m.database.Add(c.process().Sub(m.process)).UnixNano() + shift
	for {
		last := c.last.Load()
		if now <= last {
			return time.Unix(0, last)
		}
		if c.last.CompareAndSwap(last, now) {
			return time.Unix(0, now)
		}
	}
}

// Shift moves the clock, for a rehearsal: a drop of next week opens in a moment. It is called before the clock is used.
func (c *Clock) Shift(by time.Duration) {
	c.shift.Store(int64(by))
	c.last.Store(0)
}

// Shifted is what Shift was given.
func (c *Clock) Shifted() time.Duration { return time.Duration(c.shift.Load()) }

// Offset is by how much the database's clock was ahead of the process's when they
// were last compared.
func (c *Clock) Offset() time.Duration {
	m := c.measured.Load()
	if m == nil {
		return 0
	}
	return m.offset()
}

// offset compares what the clocks show: without the monotonic reading.
func (m measurement) offset() time.Duration { return m.database.Round(0).Sub(m.process.Round(0)) }

// Sync compares the clocks. Of three round trips the shortest counts: its time is
// the least old. After an error the last measurement is used further.
func (c *Clock) Sync(ctx context.Context) error {
	if c.database == nil {
		return nil
	}
	c.syncing.Lock()
	defer c.syncing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, measureTime)
	defer cancel()
	var best measurement
	var shortest time.Duration
	for try := range roundTrips {
		start := c.process()
		at, err := c.database(ctx)
		if err != nil {
			return err
		}
		if took := c.process().Sub(start); try == 0 || took < shortest {
			shortest = took
			best = measurement{process: start.Add(took / 2), database: at.Round(0)}
		}
	}
	c.measured.Store(&best)
	c.report(best.offset())
	return nil
}

// report logs a large offset once, and again when it has changed.
func (c *Clock) report(offset time.Duration) {
	switch {
	case offset.Abs() <= reportAbove:
		if c.reported != 0 {
			slog.Info("this machine's clock is right again", "offset", offset)
		}
		c.reported = 0
	case (offset - c.reported).Abs() > sameOffset:
		slog.Warn("this machine's clock differs from the database's, whose time is used", "offset", offset)
		c.reported = offset
	}
}

// Run compares the clocks every minute until ctx ends. Sync is called before, so that
// no time is read without it.
func (c *Clock) Run(ctx context.Context) {
	if c.database == nil {
		return
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := c.Sync(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("clock not compared with the database's", "error", err)
		}
	}
}
