package store

import (
	"context"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// productSorts says for each sort order its column and direction; the id breaks ties.
var productSorts = map[shop.ProductSort]struct{ column, direction, after string }{
	shop.ByName:      {"p.name_key", "ASC", ">"},
	shop.ByNameDesc:  {"p.name_key", "DESC", "<"},
	shop.ByPrice:     {"p.price_cents", "ASC", ">"},
	shop.ByPriceDesc: {"p.price_cents", "DESC", "<"},
	shop.ByNewest:    {"p.created_at", "DESC", "<"},
	shop.ByOldest:    {"p.created_at", "ASC", ">"},
	shop.ByID:        {"p.id", "ASC", ">"},
}

// List lists a page of products, starting after the cursor. The next cursor
// is "" at the end of the list.
func (r ProductReader) List(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort, limit int, after string) ([]shop.Product, string, error) {
	order, ok := productSorts[sort]
	if !ok {
		order, sort = productSorts[shop.ByName], shop.ByName
	}
	categories, err := r.categoryIDs(ctx, f.Categories)
	if err != nil {
		return nil, "", err
	}
	sel, err := r.selectivity(ctx, f, sort)
	if err != nil {
		return nil, "", err
	}
	w := productWhere(r.engine, f, categories, sel)
	byName := sort == shop.ByName || sort == shop.ByNameDesc
	if after != "" {
		at, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		var value any = at.Num
		if byName {
			value = at.Text
		}
		w.add(fmt.Sprintf("(%s, p.id) %s (%s, %s)", order.column, order.after, w.arg(value), w.arg(at.ID)))
	}
	query := productSelect + w.sql() + fmt.Sprintf("ORDER BY %s %s, p.id %s LIMIT %d", order.column, order.direction, order.direction, limit+1)
	products, err := r.queryProducts(ctx, query, r.searchArgs(f.Search, w.args))
	if err != nil || len(products) <= limit {
		return products, "", err
	}
	products = products[:limit]
	last := products[limit-1]
	at := cursor{ID: last.ID}
	switch {
	case byName:
		at.Text = SearchText(last.Name)
	case sort == shop.ByPrice || sort == shop.ByPriceDesc:
		at.Num = int64(last.Price)
	case sort == shop.ByID:
		at.Num = last.ID
	default:
		at.Num = millis(last.CreatedAt)
	}
	return products, encodeCursor(at), nil
}

// IDs lists the ids of all products that match the filter, up to the
// limit, oldest first.
func (r ProductReader) IDs(ctx context.Context, f shop.ProductFilter, limit int) ([]int64, error) {
	from, w, err := r.matching(ctx, f)
	if err != nil {
		return nil, err
	}
	query := "SELECT p.id FROM " + from + w.sql() + fmt.Sprintf("ORDER BY p.id LIMIT %d", limit)
	return r.ids(ctx, query, r.searchArgs(f.Search, w.args)...)
}

// CountMatching counts the products that match the filter.
func (r ProductReader) CountMatching(ctx context.Context, f shop.ProductFilter) (int64, error) {
	from, w, err := r.matching(ctx, f)
	if err != nil {
		return 0, err
	}
	var n int64
	err = r.conn.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+from+w.sql(), r.searchArgs(f.Search, w.args)...).Scan(&n)
	return n, err
}

// matching builds FROM and WHERE for queries that need all matches and no sort order.
func (r ProductReader) matching(ctx context.Context, f shop.ProductFilter) (from string, w where, err error) {
	categories, err := r.categoryIDs(ctx, f.Categories)
	if err != nil {
		return "", w, err
	}
	sel, err := r.selectivity(ctx, f, shop.ByName)
	if err != nil {
		return "", w, err
	}
	sel.commonPrice, sel.wantsAll = false, true
	from = "products p "
	if f.LowStock != nil {
		from += "LEFT JOIN stock s ON s.product_id = p.id "
	}
	return from, productWhere(r.engine, f, categories, sel), nil
}

// soldOut selects the products that cannot be bought. They are few, and each half has an index.
const soldOut = "(SELECT id FROM products WHERE NOT in_stock UNION ALL SELECT product_id FROM stock WHERE quantity - safety_stock <= 0)"

func productWhere(engine Engine, f shop.ProductFilter, categoryIDs []int64, sel selectivity) where {
	var w where
	if len(f.IDs) > 0 {
		w.add("p.id IN (" + placeholders(&w, f.IDs) + ")")
	}
	if f.Search != "" {
		w.add(w.productText(engine, f.Search, sel))
	}
	price := "p.price_cents"
	if sel.commonPrice {
		price = "+p.price_cents" // the plus keeps SQLite from using the index on the price
	}
	if f.MinPrice != nil {
		w.add(price + " >= " + w.arg(int64(*f.MinPrice)))
	}
	if f.MaxPrice != nil {
		w.add(price + " <= " + w.arg(int64(*f.MaxPrice)))
	}
	if len(f.Categories) > 0 {
		w.inCategories(categoryIDs)
	}
	if f.Uncategorized {
		w.add("p.category_id IS NULL")
	}
	w.flag("p.is_featured", f.Featured)
	w.flag("p.is_popular", f.Popular)
	if f.PublishedAt != nil { // the others are few and have an index
		w.add("p.id NOT IN (SELECT id FROM products WHERE published_at > " + w.arg(millis(*f.PublishedAt)) + ")")
	}
	if f.InStock != nil {
		not, or := "", " OR p.id IN ("
		if *f.InStock {
			not, or = "NOT ", " AND p.id NOT IN ("
		}
		in := "p.id " + not + "IN " + soldOut
		if len(f.NotForSale) > 0 {
			in = "(" + in + or + placeholders(&w, f.NotForSale) + "))"
		}
		w.add(in)
	}
	if f.LowStock != nil {
		w.add("s.quantity - s.safety_stock <= " + w.arg(*f.LowStock))
	}
	return w
}

// inCategories keeps the products of any of the categories; of none, when no slug of the filter exists.
func (w *where) inCategories(ids []int64) {
	switch len(ids) {
	case 0:
		w.add("p.category_id IN (-1)")
	case 1: // with = the index on category and name gives the sort order, too
		w.add("p.category_id = " + w.arg(ids[0]))
	default:
		w.add("p.category_id IN (" + placeholders(w, ids) + ")")
	}
}

// flag compares a boolean column; nil means any value.
func (w *where) flag(column string, want *bool) {
	if want != nil && *want {
		w.add(column)
	} else if want != nil {
		w.add("NOT " + column)
	}
}

func (r ProductReader) categoryIDs(ctx context.Context, slugs []string) ([]int64, error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	var w where
	query := "SELECT id FROM categories WHERE slug IN (" + placeholders(&w, slugs) + ") ORDER BY id"
	return r.ids(ctx, query, w.args...)
}
