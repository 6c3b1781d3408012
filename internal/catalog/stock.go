package catalog

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SetStock stores a new count of a product's units, nil to stop counting, unless
// sales or other staff changed it since it was seen.
func (s *Service) SetStock(ctx context.Context, id int64, seen, units *int64, by audit.Actor) (shop.Product, error) {
	if units != nil && (*units < 0 || *units > shop.MaxUnits) {
		return shop.Product{}, shop.FieldError(shop.Invalid, "stock_quantity", "The stock goes from 0 to 1,000,000.")
	}
	var saved shop.Product
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.units.LockDrops(ctx, tx, id); err != nil {
			return err
		}
		p, err := tx.Products.ByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.replaceStock(ctx, tx, p, seen, units, by); err != nil {
			return err
		}
		saved, err = tx.Products.ByID(ctx, id)
		return err
	})
	return saved, err
}

func (s *Service) replaceStock(ctx context.Context, tx *store.Tx, p shop.Product, seen, units *int64, by audit.Actor) error {
	if shop.SameUnits(seen, units) {
		return nil
	}
	if err := tx.Stock.Replace(ctx, p.ID, seen, units); err != nil {
		return err
	}
	if err := s.units.ReleaseUnits(ctx, tx, p.ID, 0); err != nil {
		return err
	}
	now, err := tx.Products.ByID(ctx, p.ID)
	if err != nil {
		return err
	}
	if units == nil || seen == nil || p.InStock() != now.InStock() {
		if err := s.productChanged(ctx, tx, p.ID); err != nil {
			return err
		}
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: p.ID, Units: now.Free()})
	return s.Record(ctx, tx, by, "update", ProductEntity, p.ID, map[string]any{"name": p.Name, "stock_quantity": seen},
		map[string]any{"name": p.Name, "stock_quantity": units})
}
