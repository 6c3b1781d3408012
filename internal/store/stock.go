package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

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

// Of is how many units of a product are left. counted is false when its stock is not counted.
func (r StockReader) Of(ctx context.Context, productID int64) (units int64, counted bool, err error) {
	units, err = r.q.StockOf(ctx, productID)
	counted, err = optional(err)
	return units, counted, err
}

// Held counts the units in reservations and unpaid orders, by product, of all products that are in a drop.
func (r StockReader) Held(ctx context.Context) (map[int64]int64, error) {
	rows, err := r.q.HeldOfDrops(ctx)
	held := make(map[int64]int64, len(rows))
	for _, row := range rows {
		held[row.ProductID] = row.Held
	}
	return held, err
}

// SetSafety sets how many units of a product are kept back from sale. Units that become free are not offered by it.
func (tx StockWriter) SetSafety(ctx context.Context, productID, units int64) error {
	n, err := tx.q.SetSafetyStock(ctx, db.SetSafetyStockParams{Units: units, ProductID: productID})
	if err == nil && n == 0 {
		return notFound("Stock")
	}
	return err
}

// Take takes units out of counted stocks, all of them or none, and never the safety stock. Unoffered units
// (free ones that the waitlist let pass) are a part of the free units, so their number is at most what is left.
func (tx StockWriter) Take(ctx context.Context, units map[int64]int64) error {
	const left = "stock.quantity - v.column2 - stock.safety_stock"
	var taken int64
	for some := range slices.Chunk(slices.Sorted(maps.Keys(units)), maxVariables/2) {
		var w where
		var values []string
		for _, id := range some {
			values = append(values, "(CAST("+w.arg(id)+" AS BIGINT), CAST("+w.arg(units[id])+" AS BIGINT))")
		}
		result, err := tx.tx.ExecContext(ctx, "UPDATE stock SET quantity = stock.quantity - v.column2,"+
			" unoffered = CASE WHEN stock.unoffered > "+left+" THEN "+left+" ELSE stock.unoffered END"+
			" FROM (VALUES "+strings.Join(values, ", ")+") AS v WHERE stock.product_id = v.column1 AND "+left+" >= 0", w.args...)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		taken += n
	}
	if taken != int64(len(units)) {
		return shop.Errorf(shop.OutOfStock, "Some of these are sold out.")
	}
	return nil
}

// Stock is the units of a counted product.
type Stock struct {
	Quantity  int64 // all that are not reserved or ordered
	Kept      int64 // of them kept back from sale
	Unoffered int64 // of the free ones: not to be offered to the waitlist again
}

// Free is how many units anybody may buy now.
func (s Stock) Free() int64 { return max(0, s.Quantity-s.Kept) }

// Lock reads the units of a product and keeps others from changing them until
// this transaction ends. counted is false when they are not counted.
func (tx StockWriter) Lock(ctx context.Context, productID int64) (stock Stock, counted bool, err error) {
	if tx.engine == Postgres {
		if _, err := tx.tx.ExecContext(ctx, "SELECT 1 FROM stock WHERE product_id = $1 FOR UPDATE", productID); err != nil {
			return stock, false, err
		}
	}
	row, err := tx.q.StockRow(ctx, productID)
	counted, err = optional(err)
	return Stock{Quantity: row.Quantity, Kept: row.SafetyStock, Unoffered: row.Unoffered}, counted, err
}

// Change adds to the units of a product, or takes some away. It refuses to
// take units that are kept back.
func (tx StockWriter) Change(ctx context.Context, productID, change, unoffered int64) error {
	ok, err := changed(tx.q.ChangeStock(ctx, db.ChangeStockParams{Change: change, Unoffered: unoffered, ProductID: productID}))
	if err == nil && !ok {
		return shop.Errorf(shop.OutOfStock, "Some of these are sold out.")
	}
	return err
}

// NoteSoldOut notes that a product was sold out or came back and that the catalogue
// version does not say so yet. The caller has locked its stock.
func (tx StockWriter) NoteSoldOut(ctx context.Context, productID int64, now time.Time) error {
	_, err := tx.tx.ExecContext(ctx, "UPDATE stock SET zero_at = $1 WHERE product_id = $2", millis(now), productID)
	return err
}

// soldOutSince finds what NoteSoldOut noted and nothing has changed since a time.
const soldOutSince = " FROM stock WHERE zero_at > 0 AND zero_at <= $1 ORDER BY product_id"

// SoldOutBefore lists products of which NoteSoldOut noted something that nothing has changed since a time.
func (r StockReader) SoldOutBefore(ctx context.Context, before time.Time) (ids []int64, err error) {
	err = r.eachRow(ctx, "SELECT product_id"+soldOutSince, []any{millis(before)}, func(rows *sql.Rows) error {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
		return nil
	})
	return ids, err
}

// TakeSoldOut is SoldOutBefore for one instance: nobody else gets these products.
func (tx StockWriter) TakeSoldOut(ctx context.Context, before time.Time) ([]int64, error) {
	if tx.engine == Postgres { // stocks are locked by id everywhere
		if _, err := tx.tx.ExecContext(ctx, "SELECT 1"+soldOutSince+" FOR UPDATE", millis(before)); err != nil {
			return nil, err
		}
	}
	ids, err := tx.SoldOutBefore(ctx, before)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	_, err = tx.tx.ExecContext(ctx, "UPDATE stock SET zero_at = 0 WHERE zero_at > 0 AND zero_at <= $1", millis(before))
	return ids, err
}

// UnitCount is where the units of a counted product are. Together they are what staff put in.
type UnitCount struct {
	InStock   int64
	Unoffered int64 // of those in stock: not to be offered to the waitlist again
	Reserved  int64 // set aside for somebody
	Ordered   int64 // in orders that are not over
}

// Count counts the units of a product.
func (r StockReader) Count(ctx context.Context, productID int64) (UnitCount, error) {
	row, err := r.q.UnitCount(ctx, productID)
	return UnitCount{InStock: row.Quantity, Unoffered: row.Unoffered, Reserved: row.Reserved, Ordered: row.Ordered}, orNotFound(err, "Product")
}
