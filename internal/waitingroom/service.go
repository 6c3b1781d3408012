// Package waitingroom is the lines of drops: who joins, the shuffle, who is let in when, and the
// passes of those who are. Entries of draws join here too. Package line has the pure rules.
package waitingroom

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Config is what the waiting room needs of the rest of the program.
type Config struct {
	Store     *store.Store
	DropIndex *catalog.DropIndexCache
	Outbox    *outbox.Service
	Keys      *secrets.Keys
	Units     drops.Units
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
	Webhooks  *webhooks.Service
	Draws     DrawEntries
	Capacity  Capacity // nil: not limited
}

// Capacity is how much buying the rest of the program can take.
type Capacity interface {
	// ProviderCalls is how many calls a second the payment provider allows; 0: not limited.
	ProviderCalls(ctx context.Context) float64
	// Placing is how many orders were placed in the last minute and how long that took.
	Placing() (orders int64, spent time.Duration)
}

// DrawEntries reads the status of an entry in a draw.
type DrawEntries interface {
	Entry(ctx context.Context, d shop.Drop, ticket line.Ticket) (EntryStatus, error)
}

// Service is the lines of drops: who waits, the shuffle, and who is let in when.
type Service struct {
	c       Config
	entries entries
	limits  *ratelimit.Limiter // separate from the other limits, so that a rush on a drop does not evict their counts
	joins   *batch.Queue[*joinRequest, Joined]

	refreshing sync.Mutex // held while refreshing, so that an older read cannot replace a newer one

	mu        sync.Mutex
	views     map[lineKey]*lineView // guarded by mu; a view is replaced, never changed
	paces     map[lineKey]*line.Pace
	notified  map[lineKey]int64 // up to which rank those who want an email got it
	refusedAt time.Time
	loading   sync.Mutex      // held while ranks are computed, so that it is done once
	ranks     line.RanksCache // of lines that are over too: people still look at their places
}

type lineKey struct {
	dropID int64
	line   shop.QueueLine
}

// lineView is a line as this instance knows it, at most a second old while the line can be read.
type lineView struct {
	read   time.Time
	drop   shop.Drop
	queue  shop.Queue
	units  store.DropUnits
	ranks  *line.Ranks // nil before the shuffle and when the line is over
	perMin float64     // people who are called, measured
}

// outdated says whether the line could not be read for a while. It then says that it is paused, and calls nobody.
func (v *lineView) outdated(now time.Time) bool { return now.Sub(v.read) > maxStatusAge }

// free is how many units the line may sell now.
func (v *lineView) free() int64 {
	if v.queue.Line == shop.EarlyLine {
		return v.units.Early
	}
	return v.units.Free
}

const (
	maxWaitingJoins   = 5_000
	maxJoinsPerSource = 1_000
	maxJoinBatch      = 512
	joinTime          = 20 * time.Second
)

// New makes the waiting room of one shop.
func New(c Config) *Service {
	w := &Service{c: c, entries: entries{c}, limits: ratelimit.New(c.Now),
		views: map[lineKey]*lineView{}, paces: map[lineKey]*line.Pace{}, notified: map[lineKey]int64{}}
	w.joins = batch.New(batch.Config[*joinRequest, Joined]{Name: "joins of lines",
		Waiting: maxWaitingJoins, PerSource: maxJoinsPerSource, Batch: maxJoinBatch, Time: joinTime, Do: w.joinBatch, Alone: mayJoinAlone})
	return w
}

// Run keeps the lines in memory and calls people until ctx ends.
func (w *Service) Run(ctx context.Context) {
	background.Every(ctx, time.Second, func() {
		if err := w.Tick(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("nobody called in lines of drops", "error", err)
		}
	})
}

// Tick does what is done every second: it reads the lines, calls people and closes lines of which all is sold.
// A line that fails does not keep the others waiting.
func (w *Service) Tick(ctx context.Context) error {
	failed := w.Refresh(ctx)
	w.forgetOld(ctx)
	return errors.Join(failed, w.Serve(ctx))
}

// Refresh reads the lines of all scheduled drops into memory, from where frequent requests are served. A line that cannot
// be read stays there as it was.
func (w *Service) Refresh(ctx context.Context) error {
	w.refreshing.Lock()
	defer w.refreshing.Unlock()
	queues, err := w.c.Store.Queues.Scheduled(ctx)
	if err != nil {
		return err
	}
	now := w.c.Now()
	views := make(map[lineKey]*lineView, len(queues))
	var index *catalog.DropIndex
	if len(queues) > 0 {
		if index, err = w.c.DropIndex.Get(ctx); err != nil {
			return err
		}
	}
	units := map[int64]store.DropUnits{}
	var failed error
	for _, q := range queues {
		key := lineKey{q.DropID, q.Line}
		if views[key], err = w.readView(ctx, index, q, units, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("line %s of drop %d: %w", q.Line, q.DropID, err))
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, view := range views {
		known := w.views[key]
		switch {
		case view == nil && known == nil: // it was never read
			delete(views, key)
		case view == nil:
			views[key] = known
		default:
			view.perMin = w.pace(key, view, now)
		}
	}
	w.views = views
	return failed
}

// readView reads a line. units has those of the drops that were read before.
func (w *Service) readView(ctx context.Context, index *catalog.DropIndex, q store.ScheduledQueue, units map[int64]store.DropUnits, now time.Time) (*lineView, error) {
	d, err := w.dropOf(ctx, index, q)
	if err != nil {
		return nil, err
	}
	view := &lineView{read: now, drop: d, queue: q.Queue}
	switch d.PhaseAt(now) {
	case shop.PhaseTeased, shop.PhaseEarly, shop.PhaseLive:
		known, read := units[d.ID]
		if !read {
			if known, err = w.c.Store.Drops.Units(ctx, d); err != nil {
				return nil, err
			}
			units[d.ID] = known
		}
		view.units = known
	}
	if q.Ready() && !d.LineOver(q.Line, now) {
		if view.ranks, err = w.loadRanks(ctx, q.Queue); err != nil {
			return nil, err
		}
	}
	return view, nil
}

// dropOf is a line's drop as the index has it, or as stored when the index is outdated because an event of another
// instance was lost.
func (w *Service) dropOf(ctx context.Context, index *catalog.DropIndex, q store.ScheduledQueue) (shop.Drop, error) {
	for _, d := range index.All() {
		if d.ID == q.DropID && d.Version == q.DropVersion {
			d.LineClosedAt = nil
			if q.Line == shop.MainLine {
				d.LineClosedAt = q.ClosedAt
			}
			return d, nil
		}
	}
	return w.c.Store.Drops.ByID(ctx, q.DropID)
}

// pace records up to which rank a line is served and returns how many people a minute that is. The caller holds mu.
func (w *Service) pace(key lineKey, view *lineView, now time.Time) float64 {
	if view.ranks == nil {
		return 0
	}
	p := w.paces[key]
	if p == nil {
		p = &line.Pace{}
		w.paces[key] = p
	}
	p.See(now, view.queue.Serving)
	return p.PerMinute(w.rate(context.Background(), view.drop))
}

// rate is how many people a second may be called in a drop.
func (w *Service) rate(ctx context.Context, d shop.Drop) float64 {
	c := line.Capacity{PerMinute: d.RatePerMinute}
	if w.c.Capacity != nil {
		c.ProviderCalls = w.c.Capacity.ProviderCalls(ctx)
		c.Placed, c.Placing = w.c.Capacity.Placing()
	}
	return c.Rate()
}

// view finds a line of a drop that shoppers may know of.
func (w *Service) view(ctx context.Context, slug string, name shop.QueueLine) (*lineView, error) {
	find := func() *lineView {
		w.mu.Lock()
		defer w.mu.Unlock()
		for key, view := range w.views {
			if view.drop.Slug == slug && key.line == name && view.drop.PhaseAt(w.c.Now()) != shop.PhaseDraft {
				return view
			}
		}
		return nil
	}
	if view := find(); view != nil {
		return view, nil
	}
	d, err := w.drop(ctx, slug)
	if err != nil {
		return nil, err
	}
	if _, has := d.LineBegins(name); !has {
		return nil, shop.Errorf(shop.NotFound, "This drop has no such line.")
	}
	// The drop was scheduled after the last refresh, or this instance has just started.
	failed := w.Refresh(ctx)
	if view := find(); view != nil {
		return view, nil
	}
	if failed != nil {
		return nil, failed
	}
	return nil, shop.Errorf(shop.NotFound, "This drop has no such line.")
}

// drop finds a drop that shoppers may know of.
func (w *Service) drop(ctx context.Context, slug string) (shop.Drop, error) {
	index, err := w.c.DropIndex.Get(ctx)
	if err != nil {
		return shop.Drop{}, err
	}
	d, ok := index.BySlug(slug, w.c.Now())
	if !ok {
		return d, shop.Errorf(shop.NotFound, "Drop not found.")
	}
	return d, nil
}

// loadRanks gives the ranks of a shuffled line: those in memory, or computed from the stored list.
func (w *Service) loadRanks(ctx context.Context, q shop.Queue) (*line.Ranks, error) {
	w.loading.Lock()
	defer w.loading.Unlock()
	key := lineKey{q.DropID, q.Line}
	w.mu.Lock()
	known := w.views[key]
	w.mu.Unlock()
	if known != nil && known.ranks != nil && known.queue.Seed == q.Seed {
		return known.ranks, nil
	}
	if ranks := w.ranks.Get(q.Seed); ranks != nil {
		return ranks, nil
	}
	text, err := w.c.Store.Queues.PublishedList(ctx, q.DropID, q.Line)
	if err != nil {
		return nil, err
	}
	list, err := line.Parse(text)
	if err != nil {
		return nil, err
	}
	ranks, err := line.Shuffle(list, q.Seed, q.EntriesDigest, *q.Shuffled)
	if err != nil {
		return nil, err
	}
	w.ranks.Put(q.Seed, ranks)
	return ranks, nil
}
