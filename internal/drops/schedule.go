package drops

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// never is the publication time of a hidden product of a withdrawn drop: it stays hidden until staff change that.
var never = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// Schedule announces a drop: its products are sold through it from the tease on, its units are set apart from the rest
// of the stock, and its tasks are planned.
func (s *Service) Schedule(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "schedule", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if err := d.CheckSchedule(now); err != nil {
			return err
		}
		unfinished, err := tx.Drops.CountUnfinished(ctx, id, now)
		if err != nil {
			return err
		}
		if unfinished >= shop.MaxUnfinishedDrops {
			return shop.Errorf(shop.Conflict, "There are 50 drops that are not over. End or withdraw one of them first.")
		}
		d.ScheduledAt, d.WithdrawnAt, d.PausedAt = &now, nil, nil
		if err := s.takeProducts(ctx, tx, *d, now); err != nil {
			return err
		}
		if err := s.makeQueues(ctx, tx, *d); err != nil {
			return err
		}
		if err := tx.DropTasks.Forget(ctx, id); err != nil {
			return err
		}
		return s.plan(ctx, tx, *d)
	})
}

// act changes a drop for staff: under its lock, unless it was changed since the version, with an audit entry. The functions
// in then run in the same transaction, after the change is stored.
func (s *Service) act(ctx context.Context, id, version int64, action string, by audit.Actor, do func(tx *store.Tx, d *shop.Drop, now time.Time) error, then ...func(context.Context, *store.Tx, shop.Drop) error) (StaffDrop, error) {
	err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
		was, err := s.lock(ctx, tx, id, version)
		if err != nil {
			return err
		}
		d, now := was, s.c.Now()
		if err := do(tx, &d, now); err != nil {
			return err
		}
		if err := tx.Drops.Change(ctx, d, now); err != nil {
			return err
		}
		for _, next := range then {
			if err := next(ctx, tx, d); err != nil {
				return err
			}
		}
		if err := s.changed(ctx, tx, id); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, action, Entity, shop.IDText(id), dropFacts(was), dropFacts(d))
	})
	if err != nil {
		return StaffDrop{}, err
	}
	return s.Get(ctx, id)
}

// changed makes cached responses stale and tells open pages and the other instances.
func (s *Service) changed(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: id})
	return nil
}

// takeProducts gives a drop its products: they are hidden until the tease, and the units that are not for this drop are kept back.
func (s *Service) takeProducts(ctx context.Context, tx *store.Tx, d shop.Drop, now time.Time) error {
	for _, line := range InLockOrder(d.Products) {
		if err := s.takeProduct(ctx, tx, d, line, now); err != nil {
			return err
		}
	}
	return tx.Drops.SetActive(ctx, d.ID, true)
}

func (s *Service) takeProduct(ctx context.Context, tx *store.Tx, d shop.Drop, line shop.DropProduct, now time.Time) error {
	if err := s.freeProduct(ctx, tx, d.ID, line.ProductID, now); err != nil {
		return err
	}
	if err := s.setUnits(ctx, tx, d.ID, line); err != nil {
		return err
	}
	if !line.Hidden {
		return nil
	}
	return tx.Products.SetPublishedAt(ctx, line.ProductID, &d.TeasedAt, now)
}

// freeProduct makes sure that no other drop has the product. One that is over gives it up.
func (s *Service) freeProduct(ctx context.Context, tx *store.Tx, dropID, productID int64, now time.Time) error {
	other, taken, err := tx.Drops.ActiveOf(ctx, productID)
	if err != nil || !taken || other == dropID {
		return err
	}
	d, err := tx.Drops.ByID(ctx, other)
	if err != nil {
		return err
	}
	if d.Unfinished(now) {
		return shop.FieldError(shop.Conflict, "products", "A product is in the drop "+d.Name+".")
	}
	return tx.Drops.GiveProductUp(ctx, other, productID)
}

// setUnits keeps back what is not for the drop. Units that are held or ordered in the drop are some of its units.
func (s *Service) setUnits(ctx context.Context, tx *store.Tx, dropID int64, line shop.DropProduct) error {
	stock, counted, err := tx.Stock.Lock(ctx, line.ProductID)
	if err != nil {
		return err
	}
	if !counted {
		return shop.FieldError(shop.Invalid, line.Field("units"), "Count the stock of this product first.")
	}
	taken, err := tx.Drops.UnitsTaken(ctx, dropID, line.ProductID)
	if err != nil {
		return err
	}
	wanted := max(0, line.Units-taken)
	if wanted > stock.Quantity {
		return shop.FieldError(shop.Invalid, line.Field("units"), "Only "+shop.IDText(stock.Quantity+taken)+" in stock.")
	}
	kept := stock.Quantity - wanted
	if kept == stock.Kept {
		return nil
	}
	if err := tx.Stock.SetSafety(ctx, line.ProductID, kept); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: line.ProductID, Units: &wanted})
	return s.c.Units.ReleaseUnits(ctx, tx, line.ProductID, 0)
}

// InLockOrder sorts products by id, the order in which stock is locked everywhere.
func InLockOrder(lines []shop.DropProduct) []shop.DropProduct {
	sorted := slices.Clone(lines)
	slices.SortFunc(sorted, func(a, b shop.DropProduct) int { return cmp.Compare(a.ProductID, b.ProductID) })
	return sorted
}

// makeQueues makes the lines of a drop, each with a seed of its own. The hash of the seed is public from now on.
func (s *Service) makeQueues(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	var lines []shop.QueueLine
	if d.Mode != shop.DropOpen {
		lines = append(lines, shop.MainLine)
	}
	if d.HasEarlyLine() {
		lines = append(lines, shop.EarlyLine)
	}
	for _, line := range lines {
		seed := make([]byte, 32)
		_, _ = rand.Read(seed) // never fails: see crypto/rand
		hash := sha256.Sum256(seed)
		if err := tx.Queues.Create(ctx, d.ID, line, hex.EncodeToString(hash[:]), s.c.Keys.Seal(hex.EncodeToString(seed))); err != nil {
			return err
		}
	}
	return nil
}

const announceBefore = 24 * time.Hour

// plan says when the tasks of a drop are due. Those that are done stay done.
func (s *Service) plan(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	first := d.OpensAt // when the first people may buy
	if d.EarlyAt != nil {
		first = *d.EarlyAt
	}
	due := map[shop.DropTask]time.Time{
		shop.TaskTease:    d.TeasedAt,
		shop.TaskAnnounce: latest(first.Add(-announceBefore), d.TeasedAt),
		shop.TaskRemind:   latest(d.OpensAt.Add(-shop.RemindBefore), d.TeasedAt),
		shop.TaskOpen:     d.OpensAt,
	}
	if d.Mode == shop.DropQueue {
		due[shop.TaskShuffle] = d.OpensAt.Add(d.ShuffleTime)
	}
	if d.HasEarlyLine() {
		due[shop.TaskEarlyShuffle] = d.EarlyAt.Add(d.ShuffleTime)
	}
	if d.Mode == shop.DropDraw && d.EndsAt != nil {
		due[shop.TaskDraw] = *d.EndsAt
	}
	if end, ends := d.EndAt(); ends {
		due[shop.TaskClose] = end
		due[shop.TaskEndWaitlist] = end.Add(shop.WaitlistTime)
	}
	for _, task := range []shop.DropTask{shop.TaskTease, shop.TaskAnnounce, shop.TaskRemind, shop.TaskEarlyShuffle, shop.TaskOpen, shop.TaskShuffle,
		shop.TaskDraw, shop.TaskClose, shop.TaskEndWaitlist} {
		at, planned := due[task]
		if !planned {
			if err := tx.DropTasks.Cancel(ctx, d.ID, task); err != nil {
				return err
			}
			continue
		}
		if err := tx.DropTasks.Put(ctx, d.ID, task, at); err != nil {
			return err
		}
	}
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// changeScheduled changes a drop that people may know of.
func (s *Service) changeScheduled(ctx context.Context, tx *store.Tx, was, next shop.Drop, now time.Time) error {
	if err := next.CheckChange(was, now); err != nil {
		return err
	}
	for _, old := range was.Products {
		if _, stays := next.Product(old.ProductID); !stays {
			if err := s.removeProduct(ctx, tx, was, old, now); err != nil {
				return err
			}
		}
	}
	for i, line := range next.Products {
		next.Products[i].Active = true
		old, known := was.Product(line.ProductID)
		if !known && !now.Before(was.OpensAt) {
			return shop.FieldError(shop.Conflict, "products", "Products cannot be added after the opening.")
		}
		if known && old.Hidden != line.Hidden && !now.Before(was.TeasedAt) {
			return shop.FieldError(shop.Conflict, line.Field("hidden"), "This moment has passed.")
		}
	}
	for _, line := range InLockOrder(next.Products) {
		if err := s.freeProduct(ctx, tx, next.ID, line.ProductID, now); err != nil {
			return err
		}
		if was.PhaseAt(now) != shop.PhaseEnded {
			if err := s.setUnits(ctx, tx, next.ID, line); err != nil {
				return err
			}
		}
		if line.Hidden && now.Before(was.TeasedAt) {
			if err := tx.Products.SetPublishedAt(ctx, line.ProductID, &next.TeasedAt, now); err != nil {
				return err
			}
		} else if old, known := was.Product(line.ProductID); known && old.Hidden && !line.Hidden {
			if err := tx.Products.SetPublishedAt(ctx, line.ProductID, nil, now); err != nil {
				return err
			}
		}
	}
	if err := tx.Drops.Change(ctx, next, now); err != nil {
		return err
	}
	if err := tx.Drops.SetProducts(ctx, next.ID, next.Products); err != nil {
		return err
	}
	if err := s.makeQueues(ctx, tx, next); err != nil {
		return err
	}
	if err := s.plan(ctx, tx, next); err != nil {
		return err
	}
	return s.changed(ctx, tx, next.ID)
}

// removeProduct takes a product out of a scheduled drop.
func (s *Service) removeProduct(ctx context.Context, tx *store.Tx, d shop.Drop, line shop.DropProduct, now time.Time) error {
	taken, err := tx.Drops.UnitsTaken(ctx, d.ID, line.ProductID)
	if err != nil {
		return err
	}
	if taken > 0 || !now.Before(d.OpensAt) {
		return shop.FieldError(shop.Conflict, "products", "A product that was sold in the drop stays in it.")
	}
	if line.Hidden {
		return tx.Products.SetPublishedAt(ctx, line.ProductID, &never, now)
	}
	return nil
}

// Withdraw takes an announced drop back before it opens. Its hidden products stay hidden.
func (s *Service) Withdraw(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "withdraw", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if err := d.CheckWithdraw(now); err != nil {
			return err
		}
		d.WithdrawnAt, d.PausedAt = &now, nil
		for _, line := range InLockOrder(d.Products) {
			if line.Hidden {
				if err := tx.Products.SetPublishedAt(ctx, line.ProductID, &never, now); err != nil {
					return err
				}
			}
			if _, _, err := tx.Stock.Lock(ctx, line.ProductID); err != nil {
				return err
			}
		}
		if err := tx.Drops.SetActive(ctx, id, false); err != nil {
			return err
		}
		if err := s.offerFreeUnits(ctx, tx, *d); err != nil { // those who waited before the drop are next again
			return err
		}
		return tx.Queues.Forget(ctx, id)
	})
}
