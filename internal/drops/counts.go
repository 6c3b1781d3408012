package drops

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Counts counts what happens in drops in this instance until its Recorder stores it. It is a type of its own because orders
// report to it what they refuse, while the Recorder asks orders for their figures.
type Counts struct {
	dropIndex *catalog.DropIndexCache
	now       func() time.Time

	mu      sync.Mutex
	figures map[int64]*[shop.DropFigures]int64 // since they were taken, by drop; guarded by mu
}

// NewCounts makes them.
func NewCounts(index *catalog.DropIndexCache, now func() time.Time) *Counts {
	return &Counts{dropIndex: index, now: now, figures: map[int64]*[shop.DropFigures]int64{}}
}

// add adds to a figure of a drop.
func (c *Counts) add(dropID int64, figure shop.DropFigure, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	counts := c.figures[dropID]
	if counts == nil {
		counts = new([shop.DropFigures]int64)
		c.figures[dropID] = counts
	}
	counts[figure] += n
}

// Committed counts what a transaction of this process did.
func (c *Counts) Committed(counts []store.DropCount) {
	for _, n := range counts {
		c.add(n.DropID, n.Figure, n.N)
	}
}

// Refused counts an order that was not placed, in the drops of its products.
func (c *Counts) Refused(ctx context.Context, productIDs []int64, err error) {
	figure, counts := refusal(err)
	if !counts {
		return
	}
	index, err := c.dropIndex.Get(ctx)
	if err != nil {
		return
	}
	now, seen := c.now(), map[int64]bool{}
	for _, id := range productIDs {
		if d, ok := index.OfProduct(id); ok && isRunning(d, now) && !seen[d.ID] {
			seen[d.ID] = true
			c.add(d.ID, figure, 1)
		}
	}
}

// RefusedInLine counts a call about the line of a drop that was refused.
func (c *Counts) RefusedInLine(ctx context.Context, slug string, err error) {
	figure, counts := refusal(err)
	if !counts {
		return
	}
	index, err := c.dropIndex.Get(ctx)
	if err != nil {
		return
	}
	if d, ok := index.BySlug(slug, c.now()); ok {
		c.add(d.ID, figure, 1)
	}
}

// refusal is the figure under which an error counts.
func refusal(err error) (figure shop.DropFigure, counts bool) {
	switch shop.CodeOf(err) {
	case shop.Busy:
		return shop.DropBusy, true
	case shop.LimitReached, shop.LimitHeld, shop.TooManyUnpaid, shop.TooMany:
		return shop.DropLimited, true
	case "":
		return shop.DropErrors, err != nil && !errors.Is(err, context.Canceled)
	}
	return 0, false
}

// take returns what was counted since it was called last, by drop.
func (c *Counts) take() map[int64]*[shop.DropFigures]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.figures
	c.figures = map[int64]*[shop.DropFigures]int64{}
	return taken
}

// putBack keeps counts that could not be stored for the next time.
func (c *Counts) putBack(rows []shop.DropMetrics) {
	for _, m := range rows {
		for i, n := range m.Counts {
			c.add(m.DropID, shop.DropFigure(i), n)
		}
	}
}
