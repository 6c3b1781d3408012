package reservations

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// rushTime is how long before and after the opening of a drop it is a rush: products that sell out or come back then do not
	// make cached pages outdated at once.
	rushTime = 2 * time.Minute
	// stableTime is how long after the last such change of a product in a rush its cached pages become outdated.
	stableTime = 30 * time.Second
)

// EmitStock tells open pages how many units are left. Cached pages only say whether
// there are any, so the catalogue version changes when the count reaches or leaves zero.
// In the rush of a drop that happens many times; there the version changes once,
// after it has stopped (see PublishSoldOut).
func (u *Units) EmitStock(ctx context.Context, tx *store.Tx, id, before, left int64) error {
	if before == 0 || left == 0 {
		if err := u.emitSoldOut(ctx, tx, id); err != nil {
			return err
		}
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: id, Units: &left})
	return nil
}

// emitSoldOut makes cached pages outdated because a product sold out or came back: now, or after the rush.
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
	index, err := u.dropIndex.Get(ctx)
	if err != nil {
		return false, err
	}
	for _, d := range index.All() {
		if now.Sub(d.OpensAt).Abs() <= rushTime {
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

// PublishSoldOut invalidates cached pages of products that sold out or came back in a rush,
// once they have been stable for stableTime. Which products those are is in the
// database, so exactly one instance does it, also when the one that sold them has stopped.
func (u *Units) PublishSoldOut(ctx context.Context) error {
	before := u.now().Add(-stableTime)
	if ids, err := u.store.Stock.SoldOutBefore(ctx, before); err != nil || len(ids) == 0 {
		return err
	}
	return u.store.Write(ctx, func(tx *store.Tx) error {
		ids, err := tx.Stock.TakeSoldOut(ctx, before)
		if err != nil || len(ids) == 0 { // another instance was faster
			return err
		}
		for _, id := range ids {
			tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
		}
		return tx.TouchCatalog(ctx)
	})
}
