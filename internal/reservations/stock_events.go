package reservations

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// rushTime is how long before and after the opening of a drop caches are kept.
	rushTime = 2 * time.Minute
	// calmTime is how long nothing reaches or leaves zero before caches hear of it.
	calmTime = 30 * time.Second
)

// EmitStock tells open pages how many units are left. Whether there are any at all is
// part of cached pages, so reaching or leaving zero changes the catalogue version; a
// rush in between does not. In a drop the last units come and go many times: there the
// version changes once, when that has stopped.
func (u *Units) EmitStock(ctx context.Context, tx *store.Tx, id, before, left int64) error {
	if before == 0 || left == 0 {
		if err := u.emitSoldOut(ctx, tx, id); err != nil {
			return err
		}
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: id, Units: &left})
	return nil
}

// emitSoldOut makes caches hear that a product is sold out or came back, at once or later.
func (u *Units) emitSoldOut(ctx context.Context, tx *store.Tx, id int64) error {
	now := u.now()
	rush, err := u.inRush(ctx, id, now)
	if err != nil {
		return err
	}
	if rush {
		return tx.Stock.NoteSoldOut(ctx, id, now)
	}
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
	return nil
}

// inRush says whether a product is in a drop that people know of, or a drop opens about now.
func (u *Units) inRush(ctx context.Context, id int64, now time.Time) (bool, error) {
	if u.Drops == nil {
		return false, nil
	}
	index, err := u.Drops.Drops(ctx)
	if err != nil {
		return false, err
	}
	for _, d := range index.All() {
		if d.WithdrawnAt == nil && now.Sub(d.OpensAt).Abs() <= rushTime {
			return true, nil
		}
	}
	d, ok := index.OfProduct(id)
	if !ok {
		return false, nil
	}
	phase := d.PhaseAt(now)
	return phase != shop.PhaseDraft && phase != shop.PhaseEnded, nil
}

// SayChanges changes the catalogue version for products that were sold out or came
// back in a rush, once that has been over for a while. What is to be said is in the
// database: any instance says it, once, also for one that is gone.
func (u *Units) SayChanges(ctx context.Context) error {
	calm := u.now().Add(-calmTime)
	if ids, err := u.store.Stock.SoldOutBefore(ctx, calm); err != nil || len(ids) == 0 {
		return err
	}
	return u.store.Write(ctx, func(tx *store.Tx) error {
		ids, err := tx.Stock.TakeSoldOut(ctx, calm)
		if err != nil || len(ids) == 0 { // another instance was faster
			return err
		}
		for _, id := range ids {
			tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
		}
		return tx.TouchCatalog(ctx)
	})
}
