package drops

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Task does what is due in the life of a drop and marks it as done (Tx.DropTasks.Finish) in the transaction of its effect. Any
// instance may run it, several at once too, and it runs again until it is marked.
type Task func(ctx context.Context, d shop.Drop) error

const tasksEvery = 500 * time.Millisecond

// Run does what is due until ctx ends, also what came due while no instance was running.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.RunDue(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("tasks of drops not done", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(tasksEvery):
		}
	}
}

// RunDue does what is due now. A task that fails does not keep the others waiting.
func (s *Service) RunDue(ctx context.Context) error {
	due, err := s.c.Store.DropTasks.Due(ctx, s.c.Now())
	if err != nil {
		return err
	}
	for _, t := range due {
		d, err := s.c.Store.Drops.ByID(ctx, t.DropID)
		if err == nil {
			err = s.task(t.Task)(ctx, d)
		}
		if err != nil && ctx.Err() == nil {
			slog.Warn("task of a drop failed", "drop", t.DropID, "task", t.Task, "error", err)
		}
	}
	return nil
}

func (s *Service) task(name shop.DropTask) Task {
	if task, ok := s.c.Tasks[name]; ok {
		return task
	}
	if name == shop.TaskClose {
		return s.close
	}
	return func(ctx context.Context, d shop.Drop) error { return s.mark(ctx, d, name) }
}

// mark sends open pages an event about the new phase and offers free units to those who wait. The phase itself is computed
// from the clock, so it does no harm if this is late, and cached responses stay valid.
func (s *Service) mark(ctx context.Context, d shop.Drop, task shop.DropTask) error {
	return finishTask(ctx, s.c.Store, s.c.Now, d.ID, task, func(tx *store.Tx, d shop.Drop) error {
		if task == shop.TaskOpen {
			if err := s.c.Webhooks.DropOpened(ctx, tx, d); err != nil {
				return err
			}
		}
		return s.offerFreeUnits(ctx, tx, d)
	})
}

// finishTask marks a task as done in the transaction of its effect. When another instance was faster, nothing happens.
func finishTask(ctx context.Context, s *store.Store, now func() time.Time, id int64, task shop.DropTask, effect func(tx *store.Tx, d shop.Drop) error) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, id)
		if err != nil {
			return err
		}
		first, err := tx.DropTasks.Finish(ctx, id, task, now())
		if err != nil || !first {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventDrop, ID: id})
		return effect(tx, d)
	})
}

// offerFreeUnits gives free units to those who wait, where that is allowed now.
func (s *Service) offerFreeUnits(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	for _, line := range InLockOrder(d.Products) {
		if err := s.c.Units.ReleaseUnits(ctx, tx, line.ProductID, 0); err != nil {
			return err
		}
	}
	return nil
}

// close ends a drop: a pause is over, and the rest is sold as usual where staff want that.
func (s *Service) close(ctx context.Context, d shop.Drop) error {
	return finishTask(ctx, s.c.Store, s.c.Now, d.ID, shop.TaskClose, func(tx *store.Tx, d shop.Drop) error {
		now := s.c.Now()
		if d.PausedAt != nil {
			if err := s.resume(ctx, tx, &d, now); err != nil {
				return err
			}
			if err := tx.Drops.Change(ctx, d, now); err != nil {
				return err
			}
		}
		if err := s.c.Webhooks.DropEnded(ctx, tx, d); err != nil {
			return err
		}
		if d.SellRest {
			if err := tx.TouchCatalog(ctx); err != nil { // its products are for sale again
				return err
			}
		}
		return s.offerFreeUnits(ctx, tx, d)
	})
}

// resume ends the pause of a drop. The caller saves the drop.
func (s *Service) resume(ctx context.Context, tx *store.Tx, d *shop.Drop, now time.Time) error {
	if err := s.c.Units.ResumeDrop(ctx, tx, *d, now); err != nil {
		return err
	}
	d.PausedAt = nil
	return nil
}
