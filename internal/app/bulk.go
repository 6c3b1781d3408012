package app

import (
	"context"
	"encoding/json"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// MaxBulk is how many products one bulk change may touch. More are changed
	// part by part, so that nobody who buys meanwhile waits for all of them.
	MaxBulk = 1_000
	// MaxChosen is how many products can be chosen by a filter.
	MaxChosen = 200_000
)

// BulkChange does the same to some products.
type BulkChange struct {
	IDs   []int64
	Set   shop.ProductPatch
	Price *shop.PriceChange
}

// ChangeProducts does the changes together or not at all. It returns how many
// products became different, and the changes that undo it, like ones together.
func (a *App) ChangeProducts(ctx context.Context, changes []BulkChange, by Actor) (changed int, undo []BulkChange, err error) {
	total := 0
	for _, change := range changes {
		total += len(change.IDs)
	}
	if total > MaxBulk {
		return 0, nil, shop.Errorf(shop.TooLarge, "Change at most 1,000 products at a time.")
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		changed, undo = 0, []BulkChange{} // the transaction may run again
		alike := map[string]int{}
		for _, change := range changes {
			products, err := tx.ProductsByID(ctx, change.IDs)
			if err != nil {
				return err
			}
			for _, p := range products {
				back, err := a.patchProduct(ctx, tx, p, change.Set, change.Price, by)
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
				at, known := alike[string(key)]
				if !known {
					at, undo = len(undo), append(undo, BulkChange{Set: back})
					alike[string(key)] = at
				}
				undo[at].IDs = append(undo[at].IDs, p.ID)
			}
		}
		return a.productsChanged(ctx, tx, changed)
	})
	return changed, undo, err
}

// PatchProduct changes some facts of one product that staff had seen at the given version.
func (a *App) PatchProduct(ctx context.Context, id, version int64, patch shop.ProductPatch, by Actor) (shop.Product, error) {
	var saved shop.Product
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		p, err := tx.Product(ctx, id)
		if err != nil {
			return err
		}
		if p.Version != version {
			return shop.Errorf(shop.Stale, "Somebody else changed this product in the meantime.")
		}
		back, err := a.patchProduct(ctx, tx, p, patch, nil, by)
		if err != nil {
			return err
		}
		if !back.Empty() {
			if err := a.productChanged(ctx, tx, id); err != nil {
				return err
			}
		}
		saved, err = tx.Product(ctx, id)
		return err
	})
	return saved, err
}

func (a *App) patchProduct(ctx context.Context, tx *store.Tx, p shop.Product, patch shop.ProductPatch, price *shop.PriceChange, by Actor) (shop.ProductPatch, error) {
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
	next, back := patch.Apply(p)
	if back.Empty() {
		return back, nil
	}
	if err := tx.PatchProduct(ctx, next, a.Now()); err != nil {
		return back, err
	}
	return back, a.audit(ctx, tx, by, "update", "product", idText(p.ID), patchFacts(p, back), patchFacts(next, back))
}

// patchFacts names, for the audit log, the facts of p that the patch touches.
func patchFacts(p shop.Product, patch shop.ProductPatch) map[string]any {
	facts, all := map[string]any{"name": p.Name}, productFacts(p)
	touched := map[string]bool{"price": patch.Price != nil, "category_id": patch.Category != nil, "is_featured": patch.Featured != nil,
		"is_popular": patch.Popular != nil, "in_stock": patch.InStock != nil}
	for key, is := range touched {
		if is {
			facts[key] = all[key]
		}
	}
	return facts
}

// DeleteProducts takes several products out of the shop, together.
func (a *App) DeleteProducts(ctx context.Context, ids []int64, by Actor) (deleted int, err error) {
	if len(ids) > MaxBulk {
		return 0, shop.Errorf(shop.TooLarge, "Delete at most 1,000 products at a time.")
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		deleted = 0
		products, err := tx.ProductsByID(ctx, ids)
		if err != nil {
			return err
		}
		for _, p := range products {
			if err := tx.DeleteProduct(ctx, p.ID); err != nil {
				return err
			}
			if err := a.audit(ctx, tx, by, "delete", "product", idText(p.ID), productFacts(p), nil); err != nil {
				return err
			}
			deleted++
		}
		return a.productsChanged(ctx, tx, deleted)
	})
	return deleted, err
}

// productsChanged says once that the list is another, however many changed.
func (a *App) productsChanged(ctx context.Context, tx *store.Tx, n int) error {
	if n == 0 {
		return nil
	}
	return a.productChanged(ctx, tx, 0)
}

// SetStock writes down a new count of a product's units, unless sales or other
// staff moved it from what was seen.
func (a *App) SetStock(ctx context.Context, id int64, seen, units *int64, by Actor) (shop.Product, error) {
	if units != nil && (*units < 0 || *units > shop.MaxUnits) {
		return shop.Product{}, shop.FieldError(shop.Invalid, "stock_quantity", "The stock goes from 0 to 1,000,000.")
	}
	var saved shop.Product
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		p, err := tx.Product(ctx, id)
		if err != nil {
			return err
		}
		if err := a.moveStock(ctx, tx, p, seen, units, by); err != nil {
			return err
		}
		saved, err = tx.Product(ctx, id)
		return err
	})
	return saved, err
}

func (a *App) moveStock(ctx context.Context, tx *store.Tx, p shop.Product, seen, units *int64, by Actor) error {
	if shop.SameUnits(seen, units) {
		return nil
	}
	if err := tx.ReplaceStock(ctx, p.ID, seen, units); err != nil {
		return err
	}
	if units == nil || seen == nil || *units == 0 || *seen == 0 { // whether it can be bought at all may be another now
		if err := a.productChanged(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: p.ID, Units: units})
	return a.audit(ctx, tx, by, "update", "product", idText(p.ID), map[string]any{"name": p.Name, "stock_quantity": seen},
		map[string]any{"name": p.Name, "stock_quantity": units})
}
