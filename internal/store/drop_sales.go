package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// ErrStartOver ends a transaction that found out, after it had taken locks, that it
// needs others before them. Write runs it again.
var ErrStartOver = errors.New("what the transaction is about changed, it has to run again")

// OfProducts finds the drops that have the products, by product.
func (r DropReader) OfProducts(ctx context.Context, productIDs []int64) (map[int64]int64, error) {
	out := map[int64]int64{}
	for some := range slices.Chunk(unique(productIDs), maxVariables) {
		var w where
		query := "SELECT product_id, drop_id FROM drop_products WHERE active AND product_id IN (" + placeholders(&w, some) + ")"
		err := r.eachRow(ctx, query, r.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
			var productID, dropID int64
			if err := rows.Scan(&productID, &dropID); err != nil {
				return err
			}
			out[productID] = dropID
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// OfReservations finds the drops in which reservations were made.
func (r DropReader) OfReservations(ctx context.Context, ids []int64) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var w where
	return r.ids(ctx, "SELECT DISTINCT drop_id FROM reservations WHERE drop_id IS NOT NULL AND id IN ("+placeholders(&w, unique(ids))+")", w.args...)
}

// LockAll reads drops and keeps others from changing them, and units of their
// products from moving, until this transaction ends. Drops are locked before stock.
func (tx DropWriter) LockAll(ctx context.Context, ids []int64) (map[int64]shop.Drop, error) {
	ids = unique(ids)
	out := make(map[int64]shop.Drop, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	if tx.engine == Postgres { // on SQLite the transaction is alone anyway
		var w where
		query := "SELECT 1 FROM drops WHERE id IN (" + placeholders(&w, ids) + ") ORDER BY id FOR NO KEY UPDATE"
		if _, err := tx.tx.ExecContext(ctx, query, w.args...); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		d, err := tx.ByID(ctx, id)
		if shop.CodeOf(err) == shop.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[id] = d
	}
	return out, nil
}

// DropUnits is where the units of a drop are.
type DropUnits struct {
	Free  int64 // for everybody who may buy
	Early int64 // of them: for those with early access
	Held  int64
}

// Units counts the units of a drop's products.
func (r DropReader) Units(ctx context.Context, d shop.Drop) (DropUnits, error) {
	rows, err := r.q.DropUnitCounts(ctx, d.ID)
	var u DropUnits
	for _, row := range rows {
		free := max(0, row.Quantity-row.SafetyStock)
		quota := d.EarlyQuota(shop.DropProduct{Units: row.Units})
		u.Free += free
		u.Early += min(free, max(0, quota-row.EarlyUnits))
		u.Held += row.Held
	}
	return u, err
}
