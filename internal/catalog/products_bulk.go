package catalog

import (
	"context"
	"encoding/json"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// maxBulk is how many products one bulk change may touch. The browser sends more
// in several requests, so that no order waits for a long transaction.
const maxBulk = 1_000

// BulkChange applies the same change to several products.
type BulkChange struct {
	IDs   []int64
	Set   shop.ProductPatch
	Price *shop.PriceChange
}

// ChangeProducts applies the changes together or not at all. It returns how many
// products changed, and the changes that undo it, grouped by equal changes.
func (s *Service) ChangeProducts(ctx context.Context, changes []BulkChange, by audit.Actor) (changed int, undo []BulkChange, err error) {
	total := 0
	for _, change := range changes {
		total += len(change.IDs)
	}
	if total > maxBulk {
		return 0, nil, shop.Errorf(shop.TooLarge, "Change at most 1,000 products at a time.")
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		changed, undo = 0, []BulkChange{} // the transaction may run again
		groups := map[string]int{}        // index into undo by the change as JSON
		var ids []int64
		for _, change := range changes {
			ids = append(ids, change.IDs...)
		}
		if err := s.units.LockDrops(ctx, tx, ids...); err != nil {
			return err
		}
		for _, change := range changes {
			products, err := tx.Products.ByIDs(ctx, change.IDs)
			if err != nil {
				return err
			}
			for _, p := range products {
				back, err := s.patchProduct(ctx, tx, p, change.Set, change.Price, by)
				if err != nil {
					return err
				}
				if back.Empty() {
					continue
				}
				changed++
				key, err := json.Marshal(back)
				if err != nil {
					return err
				}
				at, known := groups[string(key)]
				if !known {
					at, undo = len(undo), append(undo, BulkChange{Set: back})
					groups[string(key)] = at
				}
				undo[at].IDs = append(undo[at].IDs, p.ID)
			}
		}
		return s.ProductsChanged(ctx, tx, changed)
	})
	return changed, undo, err
}

// PatchProduct changes some fields of one product, unless it was changed since the version that staff saw.
func (s *Service) PatchProduct(ctx context.Context, id, version int64, patch shop.ProductPatch, by audit.Actor) (shop.Product, error) {
	var saved shop.Product
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.units.LockDrops(ctx, tx, id); err != nil {
			return err
		}
		p, err := tx.Products.ByID(ctx, id)
		if err != nil {
			return err
		}
		if p.Version != version {
			return shop.Errorf(shop.Stale, "Somebody else changed this product in the meantime.")
		}
		back, err := s.patchProduct(ctx, tx, p, patch, nil, by)
		if err != nil {
			return err
		}
		if !back.Empty() {
			if err := s.productChanged(ctx, tx, id); err != nil {
				return err
			}
		}
		saved, err = tx.Products.ByID(ctx, id)
		return err
	})
	return saved, err
}

// patchProduct applies a patch, or a price change, and returns the patch that undoes it.
func (s *Service) patchProduct(ctx context.Context, tx *store.Tx, p shop.Product, patch shop.ProductPatch, price *shop.PriceChange, by audit.Actor) (shop.ProductPatch, error) {
	if price != nil {
		moved, err := price.On(p.Price)
		if err != nil {
			return shop.ProductPatch{}, err
		}
		patch.Price = &moved
	}
	if patch.Price != nil && (*patch.Price < 0 || *patch.Price > shop.MaxPrice) {
		return shop.ProductPatch{}, shop.FieldError(shop.Invalid, "price", "The price cannot be below zero or above 1,000,000.")
	}
	if patch.SafetyStock != nil && *patch.SafetyStock > 0 && p.Stock == nil {
		return shop.ProductPatch{}, shop.FieldError(shop.Invalid, "safety_stock", "Only counted units can be kept back: enter the stock.")
	}
	next, back := patch.Apply(p)
	if back.Empty() {
		return back, nil
	}
	if err := tx.Products.Patch(ctx, next, s.now()); err != nil {
		return back, err
	}
	if err := s.KeepAndPublish(ctx, tx, p, patch.SafetyStock, patch.PublishedAt); err != nil {
		return back, err
	}
	if next.InStockFlag && !p.InStockFlag || next.SafetyStock < p.SafetyStock {
		if err := s.units.ReleaseUnits(ctx, tx, p.ID, 0); err != nil {
			return back, err
		}
	}
	return back, s.Record(ctx, tx, by, "update", ProductEntity, p.ID, patchFacts(p, back), patchFacts(next, back))
}

// patchFacts are the fields of p that the patch touches, for the audit log.
func patchFacts(p shop.Product, patch shop.ProductPatch) map[string]any {
	facts, all := map[string]any{"name": p.Name}, productFacts(p)
	touched := map[string]bool{"price": patch.Price != nil, "category_id": patch.Category != nil, "is_featured": patch.Featured != nil,
		"is_popular": patch.Popular != nil, "in_stock": patch.InStock != nil, "safety_stock": patch.SafetyStock != nil, "published_at": patch.PublishedAt != nil}
	for key, isTouched := range touched {
		if isTouched {
			facts[key] = all[key]
		}
	}
	return facts
}

// DeleteProducts removes several products in one transaction.
func (s *Service) DeleteProducts(ctx context.Context, ids []int64, by audit.Actor) (deleted int, err error) {
	if len(ids) > maxBulk {
		return 0, shop.Errorf(shop.TooLarge, "Delete at most 1,000 products at a time.")
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		deleted = 0
		if err := s.units.LockDrops(ctx, tx, ids...); err != nil { // all before the first stock
			return err
		}
		products, err := tx.Products.ByIDs(ctx, ids)
		if err != nil {
			return err
		}
		for _, p := range products {
			if err := s.deleteProduct(ctx, tx, p); err != nil {
				return err
			}
			if err := s.Record(ctx, tx, by, "delete", ProductEntity, p.ID, productFacts(p), nil); err != nil {
				return err
			}
			deleted++
		}
		return s.ProductsChanged(ctx, tx, deleted)
	})
	return deleted, err
}
