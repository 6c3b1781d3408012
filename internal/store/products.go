package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

const productSelect = `SELECT p.id, p.name, p.slug, p.description, p.price_cents, p.images, p.category_id, p.origin,
	p.is_featured, p.is_popular, p.in_stock, p.rating_tenths, p.max_per_order, p.max_per_customer, p.published_at, p.created_at, p.updated_at,
	p.version, c.name, c.slug, s.quantity, COALESCE(s.safety_stock, 0)
FROM products p LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN stock s ON s.product_id = p.id `

func scanProduct(row scanner) (shop.Product, error) {
	var p shop.Product
	var images string
	var categoryID *int64
	var categoryName, categorySlug, origin *string
	var created, updated int64
	var published *int64
	err := row.Scan(&p.ID, &p.Name, &p.Slug, &p.Description, &p.Price, &images, &categoryID, &origin,
		&p.Featured, &p.Popular, &p.InStockFlag, &p.Rating, &p.MaxPerOrder, &p.MaxPerCustomer, &published, &created, &updated,
		&p.Version, &categoryName, &categorySlug, &p.Stock, &p.SafetyStock)
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
	p.PublishedAt, p.CreatedAt, p.UpdatedAt = timeOrNil(published), fromMillis(created), fromMillis(updated)
	return p, nil
}

func (r ProductReader) queryProducts(ctx context.Context, query string, args []any) ([]shop.Product, error) {
	products := []shop.Product{}
	err := r.eachRow(ctx, query, args, func(rows *sql.Rows) error {
		p, err := scanProduct(rows)
		products = append(products, p)
		return err
	})
	return products, err
}

// ByID finds one product.
func (r ProductReader) ByID(ctx context.Context, id int64) (shop.Product, error) {
	p, err := scanProduct(r.conn.QueryRowContext(ctx, productSelect+"WHERE p.id = $1", id))
	return p, orNotFound(err, "Product")
}

// ByIDs finds those of the products that exist, in no particular order.
func (r ProductReader) ByIDs(ctx context.Context, ids []int64) ([]shop.Product, error) {
	var products []shop.Product
	for some := range slices.Chunk(ids, maxVariables) {
		var w where
		found, err := r.queryProducts(ctx, productSelect+"WHERE p.id IN ("+placeholders(&w, some)+")", w.args)
		if err != nil {
			return nil, err
		}
		products = append(products, found...)
	}
	return products, nil
}

// Between lists the products with ids above after and up to last, by id.
func (r ProductReader) Between(ctx context.Context, after, last int64) ([]shop.Product, error) {
	return r.queryProducts(ctx, productSelect+"WHERE p.id > $1 AND p.id <= $2 ORDER BY p.id", []any{after, last})
}

// BySlugs finds those of the products that exist, in no particular order.
func (r ProductReader) BySlugs(ctx context.Context, slugs []string) ([]shop.Product, error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	var w where
	query := productSelect + "WHERE p.slug IN (" + placeholders(&w, slugs) + ")"
	return r.queryProducts(ctx, query, w.args)
}

// Count counts all products.
func (r ProductReader) Count(ctx context.Context) (int64, error) { return r.q.ProductCount(ctx) }

// HighestPrice is the price of the most expensive product that is public at a moment, 0 in an empty shop.
func (r ProductReader) HighestPrice(ctx context.Context, at time.Time) (shop.Cents, error) {
	price, err := r.q.HighestPrice(ctx, new(millis(at)))
	_, err = optional(err)
	return shop.Cents(price), err
}

// HighestID is the id of the product that was created last, 0 in an empty shop.
func (r ProductReader) HighestID(ctx context.Context) (int64, error) {
	id, err := r.q.HighestProductID(ctx)
	_, err = optional(err)
	return id, err
}

// Updates lists the products with ids above after and up to last, by id.
func (r ProductReader) Updates(ctx context.Context, after, last int64) ([]shop.ProductUpdate, error) {
	rows, err := r.q.ProductAges(ctx, db.ProductAgesParams{After: after, Last: last})
	updates := make([]shop.ProductUpdate, 0, len(rows))
	for _, row := range rows {
		updates = append(updates, shop.ProductUpdate{ID: row.ID, UpdatedAt: fromMillis(row.UpdatedAt)})
	}
	return updates, err
}

// CountSwitchedOff counts the products whose "in stock" switch is off.
func (r ProductReader) CountSwitchedOff(ctx context.Context) (int64, error) {
	return r.q.ProductsSwitchedOff(ctx)
}

// CountSoldOut counts the products whose switch is on and whose count is zero.
func (r ProductReader) CountSoldOut(ctx context.Context) (int64, error) {
	return r.q.ProductsSoldOut(ctx)
}

// Unpublished is a product that shoppers may not know of yet.
type Unpublished struct {
	ProductID   int64
	CategoryID  *int64
	PublishedAt time.Time
}

// Unpublished lists the products that get public after a moment, the next first.
func (r ProductReader) Unpublished(ctx context.Context, after time.Time) ([]Unpublished, error) {
	at := millis(after)
	rows, err := r.q.UnpublishedProducts(ctx, &at)
	return mapRows(rows, func(row db.UnpublishedProductsRow) Unpublished {
		u := Unpublished{ProductID: row.ID, CategoryID: row.CategoryID}
		if row.PublishedAt != nil {
			u.PublishedAt = fromMillis(*row.PublishedAt)
		}
		return u
	}), err
}

// SetPublishedAt says from when on shoppers may know of a product; nil means now.
func (tx ProductWriter) SetPublishedAt(ctx context.Context, productID int64, at *time.Time, now time.Time) error {
	return tx.q.SetPublishedAt(ctx, db.SetPublishedAtParams{PublishedAt: millisOrNil(at), Now: millis(now), ID: productID})
}

// ForSale reads products and their units and keeps others from selling
// them until this transaction ends. All instances lock in the same order (products
// with a limit per customer, then stock, each by id), so there is no deadlock.
func (tx ProductWriter) ForSale(ctx context.Context, ids []int64) (map[int64]shop.Product, error) {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if tx.engine == Postgres { // on SQLite the transaction is alone anyway
		for _, lock := range []string{
			"SELECT 1 FROM products WHERE max_per_customer IS NOT NULL AND id IN (%s) ORDER BY id FOR NO KEY UPDATE",
			"SELECT 1 FROM stock WHERE product_id IN (%s) ORDER BY product_id FOR UPDATE",
		} {
			for some := range slices.Chunk(ids, maxVariables) { // ids are sorted, so the chunks together lock in the order of ids too
				var w where
				if _, err := tx.tx.ExecContext(ctx, fmt.Sprintf(lock, placeholders(&w, some)), w.args...); err != nil {
					return nil, err
				}
			}
		}
	}
	products, err := tx.ByIDs(ctx, ids)
	out := make(map[int64]shop.Product, len(products))
	for _, p := range products {
		out[p.ID] = p
	}
	return out, err
}
