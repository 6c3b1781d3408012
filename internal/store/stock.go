package store

import (
	"context"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// MoveStock writes down a new count, nil for none, unless it is no longer the
// count that was seen: a sale in between must not be forgotten.
func (tx *Tx) MoveStock(ctx context.Context, id int64, seen, units *int64) error {
	if shop.SameUnits(seen, units) {
		return nil
	}
	var n int64
	var err error
	switch {
	case seen == nil:
		n, err = tx.StartStock(ctx, db.StartStockParams{ProductID: id, Quantity: *units})
	case units == nil:
		n, err = tx.StopStock(ctx, db.StopStockParams{ProductID: id, Seen: *seen})
	default:
		n, err = tx.RecountStock(ctx, db.RecountStockParams{Units: *units, ProductID: id, Seen: *seen})
	}
	if err != nil || n == 1 {
		return err
	}
	p, err := tx.Product(ctx, id)
	if err != nil {
		return err
	}
	now := "it is not counted any more"
	if p.Stock != nil {
		now = strconv.FormatInt(*p.Stock, 10) + " left now"
	}
	return shop.FieldError(shop.Stale, "stock_quantity", "The stock changed in the meantime: "+now+".")
}

// PatchProduct stores the price, category and switches of p, unless somebody else changed it since it was read.
func (tx *Tx) PatchProduct(ctx context.Context, p shop.Product, now time.Time) error {
	var category *int64
	if p.Category != nil {
		category = &p.Category.ID
	}
	n, err := tx.Queries.PatchProduct(ctx, db.PatchProductParams{PriceCents: int64(p.Price), CategoryID: category, IsFeatured: p.Featured,
		IsPopular: p.Popular, InStock: p.InStockFlag, UpdatedAt: millis(now), ID: p.ID, Version: p.Version})
	if err != nil {
		return productError(err)
	}
	if n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this product in the meantime.")
	}
	return nil
}
