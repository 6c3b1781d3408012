package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Create stores a new product. A taken slug is a conflict.
func (tx ProductWriter) Create(ctx context.Context, in shop.ProductInput, images []shop.Image, now time.Time) (int64, error) {
	if err := tx.checkSlug(ctx, in.Slug, 0); err != nil {
		return 0, err
	}
	pictures, err := json.Marshal(emptyIfNil(images))
	if err != nil {
		return 0, err
	}
	id, err := tx.q.InsertProduct(ctx, db.InsertProductParams{
		Name: in.Name, Slug: in.Slug, Description: in.Description, PriceCents: int64(in.Price), Images: string(pictures),
		CategoryID: in.CategoryID, Origin: orNull(in.Origin), IsFeatured: in.Featured, IsPopular: in.Popular, InStock: in.InStock,
		RatingTenths: in.Rating, MaxPerOrder: in.MaxPerOrder, MaxPerCustomer: in.MaxPerCustomer,
		NameKey: SearchText(in.Name), SearchText: ProductText(in.Name, in.Description), CreatedAt: millis(now), UpdatedAt: millis(now),
	})
	if err != nil {
		return 0, productError(err)
	}
	return id, tx.all.Stock.Set(ctx, id, in.Stock)
}

// Change overwrites a product, unless it was changed since the version that the editor saw.
func (tx ProductWriter) Change(ctx context.Context, id, version int64, in shop.ProductInput, images []shop.Image, now time.Time) error {
	if err := tx.checkSlug(ctx, in.Slug, id); err != nil {
		return err
	}
	pictures, err := json.Marshal(emptyIfNil(images))
	if err != nil {
		return err
	}
	n, err := tx.q.UpdateProduct(ctx, db.UpdateProductParams{
		Name: in.Name, Slug: in.Slug, Description: in.Description, PriceCents: int64(in.Price), Images: string(pictures),
		CategoryID: in.CategoryID, Origin: orNull(in.Origin), IsFeatured: in.Featured, IsPopular: in.Popular, InStock: in.InStock,
		RatingTenths: in.Rating, MaxPerOrder: in.MaxPerOrder, MaxPerCustomer: in.MaxPerCustomer,
		NameKey: SearchText(in.Name), SearchText: ProductText(in.Name, in.Description), UpdatedAt: millis(now), ID: id, Version: version,
	})
	if err != nil {
		return productError(err)
	}
	if n == 0 {
		return staleProduct()
	}
	if in.StockSeen != nil {
		return tx.all.Stock.Replace(ctx, id, in.StockSeen.Units, in.Stock)
	}
	return tx.all.Stock.Set(ctx, id, in.Stock)
}

// Patch stores price, category and switches of p, unless the product was changed since p was read.
func (tx ProductWriter) Patch(ctx context.Context, p shop.Product, now time.Time) error {
	var category *int64
	if p.Category != nil {
		category = &p.Category.ID
	}
	n, err := tx.q.PatchProduct(ctx, db.PatchProductParams{PriceCents: int64(p.Price), CategoryID: category, IsFeatured: p.Featured,
		IsPopular: p.Popular, InStock: p.InStockFlag, UpdatedAt: millis(now), ID: p.ID, Version: p.Version})
	if err != nil {
		return productError(err)
	}
	if n == 0 {
		return staleProduct()
	}
	return nil
}

// Delete removes a product. Orders keep its name and price.
func (tx ProductWriter) Delete(ctx context.Context, id int64) error {
	n, err := tx.q.DeleteProduct(ctx, id)
	if err == nil && n == 0 {
		return notFound("Product")
	}
	return err
}

func (tx ProductWriter) checkSlug(ctx context.Context, slug string, except int64) error {
	id, err := tx.q.ProductIDBySlug(ctx, slug)
	return checkSlugFree(id, err, except)
}

// checkSlugFree turns the result of looking a slug up into a conflict, unless
// nobody has it or only the row that is being changed.
func checkSlugFree(id int64, err error, except int64) error {
	exists, err := optional(err)
	if err != nil || !exists || id == except {
		return err
	}
	return slugTaken()
}

func slugTaken() error { return shop.FieldError(shop.Conflict, "slug", "This slug is already taken.") }

func staleProduct() error {
	return shop.Errorf(shop.Stale, "Somebody else changed this product in the meantime.")
}

func productError(err error) error {
	return mapError(err, meaning{uniqueTaken: slugTaken(), badReference: shop.FieldError(shop.Invalid, "category_id", "This category does not exist.")})
}
