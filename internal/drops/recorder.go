package drops

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"os"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// OrderFigures has figures of the order queue of this process.
type OrderFigures interface {
	// Queued is how many orders wait to be placed.
	Queued() int
	// P95 is within which time 95 of 100 orders were placed in the last seconds.
	P95() time.Duration
}

// PayFigures returns how many calls payment providers got since it was called last, and how many they allow a second; 0: no limit.
type PayFigures func(ctx context.Context) (calls, allowed int64)

// RecorderConfig is what a Recorder needs of the rest of the program.
type RecorderConfig struct {
	Store     *store.Store
	DropIndex *catalog.DropIndexCache
	Counts    *Counts
	Now       func() time.Time
	Orders    OrderFigures
	Pay       PayFigures
	Offset    func() time.Duration // of the clock
	Publish   func([]shop.Event)   // tells this instance and its open pages
}

// Recorder stores once a second what Counts counted in drops, for the control room. Every instance has one.
type Recorder struct {
	c        RecorderConfig
	instance string

	mu     sync.Mutex
	last   map[int64]shop.DropMetrics
	states map[int64]sampledState
}

type sampledState struct {
	shop.DropState
	next time.Time
}

// NewRecorder makes the recorder of this instance.
func NewRecorder(c RecorderConfig) *Recorder {
	host, _ := os.Hostname() // may be "": the rest of the name is unique
	return &Recorder{c: c, instance: host + "-" + rand.Text()[:8], last: map[int64]shop.DropMetrics{},
		states: map[int64]sampledState{}}
}

func isRunning(d shop.Drop, now time.Time) bool {
	phase := d.PhaseAt(now)
	return phase == shop.PhaseEarly || phase == shop.PhaseLive
}

// Run stores a row each second while a drop is open, until ctx ends.
func (r *Recorder) Run(ctx context.Context) {
	for ctx.Err() == nil {
		now := r.c.Now()
		select {
		case <-ctx.Done():
		case <-time.After(now.Truncate(time.Second).Add(time.Second + 10*time.Millisecond).Sub(now)):
			if err := r.Tick(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("metrics of drops not stored", "error", err)
			}
		}
	}
}

// Tick stores the second that has ended. It also finds drops that another instance changed, in case the event was lost.
func (r *Recorder) Tick(ctx context.Context) error {
	index, err := r.c.DropIndex.Get(ctx)
	if err != nil {
		return err
	}
	if err := r.lookForChanges(ctx, index); err != nil {
		return err
	}
	now := r.c.Now()
	rows := r.take(index, now)
	if len(rows) == 0 {
		return nil
	}
	calls, allowed := r.c.Pay(ctx)
	for i := range rows {
		m := &rows[i]
		m.QueueLength, m.P95, m.ClockOffset = int64(r.c.Orders.Queued()), r.c.Orders.P95(), r.c.Offset()
		m.PayCalls, m.PayLimit = calls, allowed
		if m.DropState, err = r.state(ctx, m.DropID, now); err != nil {
			break
		}
	}
	if err == nil {
		err = r.c.Store.Write(ctx, func(tx *store.Tx) error { return tx.DropMetrics.Add(ctx, rows) })
	}
	if err != nil {
		r.c.Counts.putBack(rows)
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.last)
	for _, m := range rows {
		r.last[m.DropID] = m
	}
	return nil
}

// take begins the rows of the second that has ended: of drops that are open, and of those where something was counted.
func (r *Recorder) take(index *catalog.DropIndex, now time.Time) []shop.DropMetrics {
	counted := r.c.Counts.take()
	r.mu.Lock()
	defer r.mu.Unlock()
	var rows []shop.DropMetrics
	row := func(id int64) shop.DropMetrics {
		return shop.DropMetrics{DropID: id, Second: now.Truncate(time.Second).Add(-time.Second), Instance: r.instance}
	}
	for _, d := range index.All() {
		counts := counted[d.ID]
		if counts == nil && !isRunning(d, now) {
			delete(r.states, d.ID)
			continue
		}
		m := row(d.ID)
		if counts != nil {
			m.Counts = *counts
		}
		rows = append(rows, m)
	}
	return rows
}

// stateShare bounds how much of the time is spent on reading the state of a drop: if a read takes 1 ms, the next one is 50 ms
// later. So a long line, which is slow to count, is not counted every second.
const stateShare = 50

func (r *Recorder) state(ctx context.Context, dropID int64, now time.Time) (shop.DropState, error) {
	r.mu.Lock()
	known, ok := r.states[dropID]
	r.mu.Unlock()
	if ok && now.Before(known.next) {
		return known.DropState, nil
	}
	begun := time.Now()
	state, err := r.c.Store.DropMetrics.State(ctx, dropID, now)
	if err != nil {
		return state, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.states[dropID] = sampledState{state, now.Add(time.Since(begun) * stateShare)}
	return state, nil
}

// lookForChanges compares the drops that this instance knows with their rows.
func (r *Recorder) lookForChanges(ctx context.Context, index *catalog.DropIndex) error {
	stored, err := r.c.Store.Drops.Versions(ctx)
	if err != nil {
		return err
	}
	for _, d := range index.All() {
		if stored[d.ID] == d.Version {
			delete(stored, d.ID)
		} else if _, there := stored[d.ID]; !there {
			stored[d.ID] = 0 // withdrawn
		}
	}
	for id := range stored {
		r.c.Publish([]shop.Event{{Type: shop.EventDrop, ID: id}})
	}
	return nil
}

// Last is what this instance stored last, of drops that are open.
func (r *Recorder) Last() map[int64]shop.DropMetrics {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.last)
}

const (
	shownTime = 2 * time.Minute
	// completeAfter is how long after a second its rows may still come in: instances write them when it has ended.
	completeAfter = 2 * time.Second
)

// Totals sums up what was counted in a drop up to a second.
func (r *Recorder) Totals(ctx context.Context, dropID int64, until time.Time) ([shop.DropFigures]int64, error) {
	return r.c.Store.DropMetrics.Totals(ctx, dropID, until)
}

// Metrics lists what all instances counted in a drop after a second, and after which second to ask next. With the zero time
// it is the last two minutes.
func (r *Recorder) Metrics(ctx context.Context, dropID int64, after time.Time) ([]shop.DropMetrics, time.Time, error) {
	if _, err := r.c.Store.Drops.ByID(ctx, dropID); err != nil {
		return nil, time.Time{}, err
	}
	until := r.c.Now().Truncate(time.Second).Add(-completeAfter)
	if first := until.Add(-shownTime); after.Before(first) {
		after = first
	}
	list, err := r.c.Store.DropMetrics.Between(ctx, dropID, after, until)
	if len(list) > 0 {
		after = list[len(list)-1].Second
	}
	return list, after, err
}
