package waitingroom

import (
	"context"
	"errors"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Serve calls the next people of every line and closes main lines whose units are all sold.
// Every instance runs it each second; for each line one of them succeeds.
func (w *Service) Serve(ctx context.Context) error {
	now := w.c.Now()
	var failed error
	for key, view := range w.snapshot() {
		if view.outdated(now) || view.queue.ClosedAt != nil || view.drop.LineOver(key.line, now) || view.drop.Paused(now) {
			continue
		}
		if key.line == shop.MainLine && view.drop.PhaseAt(now) == shop.PhaseLive && view.units.Free == 0 && view.units.Held == 0 {
			failed = errors.Join(failed, w.close(ctx, key))
			continue
		}
		if view.ranks == nil || view.queue.Serving >= view.queue.Joined {
			continue
		}
		if view.free() > 0 && now.Sub(view.queue.ServedAt) >= time.Second {
			failed = errors.Join(failed, w.call(ctx, key, view))
		}
		failed = errors.Join(failed, w.notify(ctx, view, key))
	}
	return failed
}

func (w *Service) snapshot() map[lineKey]*lineView {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.views
}

// call increases the rank up to which people are called, by as many as there are free units
// and as the capacity allows.
func (w *Service) call(ctx context.Context, key lineKey, view *lineView) error {
	rate := w.rate(ctx, view.drop)
	return w.c.Store.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, key.dropID) // a pause stops the line at once
		if err != nil {
			return err
		}
		units, err := tx.Drops.Units(ctx, d)
		if err != nil {
			return err
		}
		q, err := tx.Queues.Lock(ctx, key.dropID, key.line)
		if err != nil {
			return err
		}
		now := w.c.Now()
		if d.Paused(now) || d.LineOver(key.line, now) || q.ClosedAt != nil || q.Seed != view.queue.Seed || now.Sub(q.ServedAt) < time.Second {
			return nil
		}
		s, err := callState(ctx, tx, &lineView{drop: d, queue: q, units: units}, now)
		if err != nil {
			return err
		}
		s.Rate = rate
		people, served := line.Calls(s)
		if people == 0 {
			return nil
		}
		serving, numbers, err := next(ctx, tx, q, view.ranks, people)
		if err != nil || serving == q.Serving {
			return err
		}
		if int64(len(numbers)) < people { // nobody else waits
			served = s.Unserved
		}
		first, err := tx.Queues.Serve(ctx, q, serving, q.ServedAt.Add(served), now)
		if err != nil || !first {
			return err
		}
		return tx.QueueEntries.Call(ctx, key.dropID, key.line, numbers, now)
	})
}

// callState reads what the next calls of a line depend on, apart from the rate.
func callState(ctx context.Context, tx *store.Tx, v *lineView, now time.Time) (line.CallState, error) {
	s := line.CallState{Free: v.free(), Unserved: now.Sub(v.queue.ServedAt)}
	came, called, err := tx.QueueEntries.CalledSample(ctx, v.drop.ID, v.queue.Line, now.Add(-line.SampledAfter), line.Sample)
	if err != nil {
		return s, err
	}
	s.Share = line.ShowShare(came, called)
	if s.Coming, err = tx.QueueEntries.CountComing(ctx, v.drop.ID, v.queue.Line, now.Add(-line.CalledFor)); err != nil {
		return s, err
	}
	_, s.Passes, err = tx.QueueEntries.ValidPasses(ctx, v.drop.ID, v.queue.Line, now)
	return s, err
}

// lookAhead is the smallest number of ranks that one query reads.
const lookAhead = 100

// next finds the numbers of the next people who wait, and the rank up to which it looked.
// Ranks whose owner has left are skipped and do not count.
func next(ctx context.Context, tx *store.Tx, q shop.Queue, ranks *line.Ranks, people int64) (serving int64, called []int64, err error) {
	serving = q.Serving
	for serving < q.Joined && int64(len(called)) < people {
		last := min(q.Joined, serving+max(lookAhead, people-int64(len(called))))
		var numbers []int64
		for rank := serving + 1; rank <= last; rank++ {
			if number, ok := ranks.Number(rank); ok {
				numbers = append(numbers, number)
			}
		}
		waiting, err := tx.QueueEntries.Waiting(ctx, q.DropID, q.Line, numbers)
		if err != nil {
			return 0, nil, err
		}
		for serving < last && int64(len(called)) < people {
			serving++
			if number, ok := ranks.Number(serving); ok {
				if _, waits := waiting[number]; waits {
					called = append(called, number)
				}
			}
		}
	}
	return serving, called, nil
}

// close closes a main line for good: no unit is free, and none is held that could come
// back. From then on people join the waitlist instead.
func (w *Service) close(ctx context.Context, key lineKey) error {
	return w.c.Store.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, key.dropID) // every change of the drop's units takes this lock
		if err != nil {
			return err
		}
		units, err := tx.Drops.Units(ctx, d)
		now := w.c.Now()
		if err != nil || units.Free > 0 || units.Held > 0 || d.PhaseAt(now) != shop.PhaseLive {
			return err
		}
		closed, err := tx.Queues.Close(ctx, key.dropID, key.line, now)
		if err != nil || !closed {
			return err
		}
		if err := tx.TouchCatalog(ctx); err != nil { // from now on units that come back are sold as in a drop without a line
			return err
		}
		if err := w.c.Webhooks.CheckSoldOut(ctx, tx, key.dropID); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventDrop, ID: key.dropID})
		for _, p := range drops.InLockOrder(d.Products) {
			if err := w.c.Units.ReleaseUnits(ctx, tx, p.ProductID, 0); err != nil {
				return err
			}
		}
		return nil
	})
}
