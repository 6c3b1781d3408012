package store

import (
	"context"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Set stores a count of units, whatever it was before; nil stops counting.
func (tx StockWriter) Set(ctx context.Context, id int64, units *int64) error {
	if units == nil {
		return tx.q.ForgetStock(ctx, id)
	}
	return tx.q.SetStock(ctx, db.SetStockParams{ProductID: id, Quantity: *units})
}

// Replace stores a count of units, nil to stop counting, unless the current
// count is no longer the one that was seen: a sale in between must not be lost.
func (tx StockWriter) Replace(ctx context.Context, id int64, seen, units *int64) error {
	if shop.SameUnits(seen, units) {
		return nil
	}
	var n int64
	var err error
	switch {
	case seen == nil:
		n, err = tx.q.StartStock(ctx, db.StartStockParams{ProductID: id, Quantity: *units})
	case units == nil:
		n, err = tx.q.StopStock(ctx, db.StopStockParams{ProductID: id, Seen: *seen})
	default:
		n, err = tx.q.RecountStock(ctx, db.RecountStockParams{Units: *units, ProductID: id, Seen: *seen})
	}
	if err != nil || n == 1 {
		return err
	}
	p, err := tx.all.Products.ByID(ctx, id)
	if err != nil {
		return err
	}
	now := "it is not counted any more"
	if p.Stock != nil {
		now = strconv.FormatInt(*p.Stock, 10) + " left now"
	}
	return shop.FieldError(shop.Stale, "stock_quantity", "The stock changed in the meantime: "+now+".")
}

// ProductUnits is a product and a number of its units.
type ProductUnits struct {
	ID    int64
	Name  string
	Units int64
}

// Low lists the products for sale with 1 to atMost units left, fewest first.
func (r StockReader) Low(ctx context.Context, atMost int64, limit int) ([]ProductUnits, error) {
	rows, err := r.q.LowStock(ctx, db.LowStockParams{AtMost: atMost, Many: int32(limit)})
	list := make([]ProductUnits, 0, len(rows))
	for _, row := range rows {
		list = append(list, ProductUnits{ID: row.ID, Name: row.Name, Units: row.Free})
	}
	return list, err
}

// SoldOutFeatured lists featured products that cannot be bought, by name.
func (r StockReader) SoldOutFeatured(ctx context.Context, limit int) ([]ProductUnits, error) {
	rows, err := r.q.SoldOutFeatured(ctx, int32(limit))
	list := make([]ProductUnits, 0, len(rows))
	for _, row := range rows {
		list = append(list, ProductUnits{ID: row.ID, Name: row.Name})
	}
	return list, err
}

// CountSwitchedOff counts the products whose "in stock" switch is off.
func (r ProductReader) CountSwitchedOff(ctx context.Context) (int64, error) {
	return r.q.ProductsSwitchedOff(ctx)
}

// CountSoldOut counts the products whose switch is on and whose count is zero.
func (r ProductReader) CountSoldOut(ctx context.Context) (int64, error) {
	return r.q.ProductsSoldOut(ctx)
}
