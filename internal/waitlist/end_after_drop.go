package waitlist

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// endedAtOnce is how many entries one transaction ends.
const endedAtOnce = 500

// EndAfterDrop ends the entries that still wait some time after the end of a drop, and tells
// those who proved their address. Open offers may still be used. From then on those who
// waited before the drop are next again. It is a task of the drop.
func (w *Service) EndAfterDrop(ctx context.Context, drop shop.Drop) error {
	for more := true; more; {
		err := w.c.Store.Write(ctx, func(tx *store.Tx) error {
			d, err := tx.Drops.Lock(ctx, drop.ID)
			if err != nil {
				return err
			}
			if more, err = w.endWaiting(ctx, tx, d); err != nil || more {
				return err
			}
			if first, err := tx.DropTasks.Finish(ctx, d.ID, shop.TaskEndWaitlist, w.c.Now()); err != nil || !first {
				return err
			}
			tx.Emit(shop.Event{Type: shop.EventDrop, ID: d.ID})
			for _, line := range drops.InLockOrder(d.Products) {
				if err := w.c.Units.ReleaseUnits(ctx, tx, line.ProductID, 0); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endWaiting ends some of the entries. more says that there may be others.
func (w *Service) endWaiting(ctx context.Context, tx *store.Tx, drop shop.Drop) (more bool, err error) {
	waiting, err := tx.Waitlist.InDrop(ctx, drop.ID, endedAtOnce)
	if err != nil {
		return false, err
	}
	now := w.c.Now()
	products := map[int64]string{}
	for _, e := range waiting {
		state := shop.WaitlistEnded
		if e.Bought {
			state = shop.WaitlistBought
		}
		if err := tx.Waitlist.End(ctx, e.EntryID, state, now); err != nil {
			return false, err
		}
		if !e.Proven || e.Email == "" {
			continue
		}
		if _, known := products[e.ProductID]; !known {
			product, err := tx.Products.ByID(ctx, e.ProductID)
			if err != nil {
				return false, err
			}
			products[e.ProductID] = product.Name
		}
		email := outbox.DropOverEmail{Drop: drop.Name, Product: products[e.ProductID], URL: w.c.PublicURL + "/drop/" + drop.Slug}
		if err := w.c.Outbox.QueueEmail(ctx, tx, e.Email, email, "drop-over-"+shop.IDText(e.EntryID)); err != nil {
			return false, err
		}
	}
	return len(waiting) == endedAtOnce, nil
}
