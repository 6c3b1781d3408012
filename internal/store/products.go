package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const productSelect = `SELECT p.id, p.name, p.slug, p.description, p.price_cents, p.images, p.category_id, p.origin,
	p.is_featured, p.is_popular, p.in_stock, p.rating_tenths, p.max_per_order, p.max_per_customer, p.created_at, p.updated_at,
	p.version, c.name, c.slug, s.quantity
FROM products p LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN stock s ON s.product_id = p.id `

type scanner interface{ Scan(...any) error }

func scanProduct(row scanner) (shop.Product, error) {
	var p shop.Product
	var images string
	var categoryID *int64
	var categoryName, categorySlug, origin *string
	var created, updated int64
	err := row.Scan(&p.ID, &p.Name, &p.Slug, &p.Description, &p.Price, &images, &categoryID, &origin,
		&p.Featured, &p.Popular, &p.InStockFlag, &p.Rating, &p.MaxPerOrder, &p.MaxPerCustomer, &created, &updated,
		&p.Version, &categoryName, &categorySlug, &p.Stock)
	if err != nil {
		return p, err
	}
	if p.Images, err = decode[[]shop.Image](images); err != nil {
		return p, err
	}
	if categoryID != nil && categoryName != nil && categorySlug != nil {
		p.Category = &shop.CategoryRef{ID: *categoryID, Name: *categoryName, Slug: *categorySlug}
	}
	if origin != nil {
		p.Origin = *origin
	}
	p.CreatedAt, p.UpdatedAt = fromMillis(created), fromMillis(updated)
	return p, nil
}

// queryer is a pool or a transaction.
type queryer interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

func product(ctx context.Context, q queryer, id int64) (shop.Product, error) {
	p, err := scanProduct(q.QueryRowContext(ctx, productSelect+"WHERE p.id = $1", id))
	return found(p, err, "Product")
}

// Product finds one product.
func (r *Reader) Product(ctx context.Context, id int64) (shop.Product, error) {
	return product(ctx, r.conn, id)
}

// ProductsByID finds those of the products that exist, in no particular order.
func (r *Reader) ProductsByID(ctx context.Context, ids []int64) ([]shop.Product, error) {
	return productsByID(ctx, r.conn, ids)
}

func productsByID(ctx context.Context, q queryer, ids []int64) ([]shop.Product, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var w where
	query := productSelect + "WHERE p.id IN (" + marks(&w, ids) + ")"
	return queryProducts(ctx, q, query, w.args)
}

// ProductsBySlug finds those of the products that exist, in no particular order.
func (r *Reader) ProductsBySlug(ctx context.Context, slugs []string) ([]shop.Product, error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	var w where
	marks := make([]string, len(slugs))
	for i, slug := range slugs {
		marks[i] = w.arg(slug)
	}
	return queryProducts(ctx, r.conn, productSelect+"WHERE p.slug IN ("+strings.Join(marks, ", ")+")", w.args)
}

func queryProducts(ctx context.Context, q queryer, query string, args []any) ([]shop.Product, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	products := []shop.Product{}
	for rows.Next() {
		p, err := scanProduct(rows)
		if err != nil {
			return nil, err
		}
		products = append(products, p)
	}
	return products, rows.Err()
}

// where collects conditions and numbers their arguments.
type where struct {
	conditions []string
	args       []any
}

func (w *where) arg(value any) string {
	w.args = append(w.args, value)
	return "$" + strconv.Itoa(len(w.args))
}

// marks numbers all values, for IN (…).
func marks[T any](w *where, values []T) string {
	marks := make([]string, len(values))
	for i, value := range values {
		marks[i] = w.arg(value)
	}
	return strings.Join(marks, ", ")
}

func (w *where) add(condition string) { w.conditions = append(w.conditions, condition) }

func (w *where) sql() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(w.conditions, " AND ") + " "
}

func escapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// SearchText folds what is searched and what is searched for alike. Parts are
// kept on lines of their own so that no match runs across two of them.
func SearchText(parts ...string) string { return strings.ToLower(strings.Join(parts, "\n")) }

// ProductText is what a product is found by, with an end that makes trigrams of its last letters, too.
func ProductText(name, description string) string { return SearchText(name, description) + "\n\n" }

// soldOut are the products that cannot be bought. They are few, and each half has an index.
const soldOut = "(SELECT id FROM products WHERE NOT in_stock UNION ALL SELECT product_id FROM stock WHERE quantity <= 0)"

func productWhere(engine Engine, f shop.ProductFilter, categoryIDs []int64, common commonParts) where {
	var w where
	if len(f.IDs) > 0 {
		marks := make([]string, len(f.IDs))
		for i, id := range f.IDs {
			marks[i] = w.arg(id)
		}
		w.add("p.id IN (" + strings.Join(marks, ", ") + ")")
	}
	if f.Search != "" {
		w.add(w.productText(engine, f.Search, common))
	}
	price := "p.price_cents"
	if common.price {
		price = "+p.price_cents"
	}
	if f.MinPrice != nil {
		w.add(price + " >= " + w.arg(int64(*f.MinPrice)))
	}
	if f.MaxPrice != nil {
		w.add(price + " <= " + w.arg(int64(*f.MaxPrice)))
	}
	if len(f.Categories) > 0 {
		marks := []string{"-1"} // a slug that is not there matches nothing
		for _, id := range categoryIDs {
			marks = append(marks, w.arg(id))
		}
		if len(categoryIDs) == 1 {
			w.add("p.category_id = " + marks[1])
		} else {
			w.add("p.category_id IN (" + strings.Join(marks, ", ") + ")")
		}
	}
	if f.Uncategorized {
		w.add("p.category_id IS NULL")
	}
	flag := func(column string, want *bool) {
		if want != nil && *want {
			w.add(column)
		} else if want != nil {
			w.add("NOT " + column)
		}
	}
	flag("p.is_featured", f.Featured)
	flag("p.is_popular", f.Popular)
	if f.InStock != nil && *f.InStock {
		w.add("p.id NOT IN " + soldOut)
	} else if f.InStock != nil {
		w.add("p.id IN " + soldOut)
	}
	if f.LowStock != nil {
		w.add("s.quantity <= " + w.arg(*f.LowStock))
	}
	return w
}

// sorts says for each order of the list its column and direction; the id breaks ties.
var sorts = map[shop.ProductSort]struct{ column, direction, after string }{
	shop.ByName:      {"p.name_key", "ASC", ">"},
	shop.ByNameDesc:  {"p.name_key", "DESC", "<"},
	shop.ByPrice:     {"p.price_cents", "ASC", ">"},
	shop.ByPriceDesc: {"p.price_cents", "DESC", "<"},
	shop.ByNewest:    {"p.created_at", "DESC", "<"},
	shop.ByOldest:    {"p.created_at", "ASC", ">"},
}

// cursor is the place of the last row of a page in the list's order.
type cursor struct {
	Text string `json:"t,omitempty"`
	Num  int64  `json:"n,omitempty"`
	ID   int64  `json:"i"`
}

// Products lists a page of products from after the cursor on. The next cursor is
// "" at the end of the list.
func (r *Reader) Products(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort, limit int, after string) ([]shop.Product, string, error) {
	order, ok := sorts[sort]
	if !ok {
		order, sort = sorts[shop.ByName], shop.ByName
	}
	ids, err := r.categoryIDs(ctx, f.Categories)
	if err != nil {
		return nil, "", err
	}
	common, err := r.commonParts(ctx, f, sort)
	if err != nil {
		return nil, "", err
	}
	w := productWhere(r.engine, f, ids, common)
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
	products, err := queryProducts(ctx, r.conn, query, r.searchArgs(f.Search, w.args))
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
	default:
		at.Num = millis(last.CreatedAt)
	}
	return products, encodeCursor(at), nil
}

func (r *Reader) categoryIDs(ctx context.Context, slugs []string) ([]int64, error) {
	ids := make([]int64, 0, len(slugs))
	for _, slug := range slugs {
		id, err := r.CategoryIDBySlug(ctx, slug)
		if noRows(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// CreateProduct stores a new product; a taken slug is refused.
func (tx *Tx) CreateProduct(ctx context.Context, in shop.ProductInput, images []shop.Image, now time.Time) (int64, error) {
	if err := tx.freeProductSlug(ctx, in.Slug, 0); err != nil {
		return 0, err
	}
	pictures, err := json.Marshal(emptyIfNil(images))
	if err != nil {
		return 0, err
	}
	id, err := tx.InsertProduct(ctx, db.InsertProductParams{
		Name: in.Name, Slug: in.Slug, Description: in.Description, PriceCents: int64(in.Price), Images: string(pictures),
		CategoryID: in.CategoryID, Origin: orNull(in.Origin), IsFeatured: in.Featured, IsPopular: in.Popular, InStock: in.InStock,
		RatingTenths: in.Rating, MaxPerOrder: in.MaxPerOrder, MaxPerCustomer: in.MaxPerCustomer,
		NameKey: SearchText(in.Name), SearchText: ProductText(in.Name, in.Description), CreatedAt: millis(now), UpdatedAt: millis(now),
	})
	if err != nil {
		return 0, productError(err)
	}
	return id, tx.setStock(ctx, id, in.Stock)
}

// ChangeProduct stores what staff said of a product, unless somebody else changed it since version.
func (tx *Tx) ChangeProduct(ctx context.Context, id, version int64, in shop.ProductInput, images []shop.Image, now time.Time) error {
	if err := tx.freeProductSlug(ctx, in.Slug, id); err != nil {
		return err
	}
	pictures, err := json.Marshal(emptyIfNil(images))
	if err != nil {
		return err
	}
	n, err := tx.UpdateProduct(ctx, db.UpdateProductParams{
		Name: in.Name, Slug: in.Slug, Description: in.Description, PriceCents: int64(in.Price), Images: string(pictures),
		CategoryID: in.CategoryID, Origin: orNull(in.Origin), IsFeatured: in.Featured, IsPopular: in.Popular, InStock: in.InStock,
		RatingTenths: in.Rating, MaxPerOrder: in.MaxPerOrder, MaxPerCustomer: in.MaxPerCustomer,
		NameKey: SearchText(in.Name), SearchText: ProductText(in.Name, in.Description), UpdatedAt: millis(now), ID: id, Version: version,
	})
	if err != nil {
		return productError(err)
	}
	if n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this product in the meantime.")
	}
	if in.StockSeen != nil {
		return tx.MoveStock(ctx, id, in.StockSeen.Units, in.Stock)
	}
	return tx.setStock(ctx, id, in.Stock)
}

func (tx *Tx) setStock(ctx context.Context, id int64, units *int64) error {
	if units == nil {
		return tx.ForgetStock(ctx, id)
	}
	return tx.SetStock(ctx, db.SetStockParams{ProductID: id, Quantity: *units})
}

func (tx *Tx) freeProductSlug(ctx context.Context, slug string, but int64) error {
	id, err := tx.ProductIDBySlug(ctx, slug)
	return slugTaken(id, err, but)
}

func slugTaken(id int64, err error, but int64) error {
	if noRows(err) || err == nil && id == but {
		return nil
	}
	if err != nil {
		return err
	}
	return shop.FieldError(shop.Conflict, "slug", "This slug is already taken.")
}

func productError(err error) error {
	switch {
	case isUnique(err):
		return shop.FieldError(shop.Conflict, "slug", "This slug is already taken.")
	case isForeignKey(err):
		return shop.FieldError(shop.Invalid, "category_id", "This category does not exist.")
	}
	return err
}

func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
