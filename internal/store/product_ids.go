package store

import (
	"context"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// ProductIDs names everything that the filter lets through, up to the limit,
// oldest first.
func (r *Reader) ProductIDs(ctx context.Context, f shop.ProductFilter, limit int) ([]int64, error) {
	from, w, err := r.matching(ctx, f)
	if err != nil {
		return nil, err
	}
	query := "SELECT p.id FROM " + from + w.sql() + fmt.Sprintf("ORDER BY p.id LIMIT %d", limit)
	return r.ids(ctx, query, r.searchArgs(f.Search, w.args)...)
}

// ids are the numbers in the one column of a query.
func (r *Reader) ids(ctx context.Context, query string, args ...any) ([]int64, error) {
	rows, err := r.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	ids := []int64{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// CountProducts counts what the filter lets through.
func (r *Reader) CountProducts(ctx context.Context, f shop.ProductFilter) (int64, error) {
	from, w, err := r.matching(ctx, f)
	if err != nil {
		return 0, err
	}
	var n int64
	err = r.conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+from+w.sql(), r.searchArgs(f.Search, w.args)...).Scan(&n)
	return n, err
}

// matching is where all that the filter lets through stands, in no order of a list.
func (r *Reader) matching(ctx context.Context, f shop.ProductFilter) (from string, w where, err error) {
	ids, err := r.categoryIDs(ctx, f.Categories)
	if err != nil {
		return "", w, err
	}
	common, err := r.commonParts(ctx, f, shop.ByName)
	if err != nil {
		return "", w, err
	}
	common.price, common.counting = false, true
	from = "products p "
	if f.LowStock != nil {
		from += "LEFT JOIN stock s ON s.product_id = p.id "
	}
	return from, productWhere(r.engine, f, ids, common), nil
}
