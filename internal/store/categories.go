package store

import (
	"cmp"
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// All lists every category by name, with its image and number of products.
func (r CategoryReader) All(ctx context.Context) ([]shop.Category, error) {
	rows, err := r.q.Categories(ctx)
	if err != nil {
		return nil, err
	}
	var urls []string
	for _, row := range rows {
		if row.Category.ImageUrl != nil {
			urls = append(urls, *row.Category.ImageUrl)
		}
	}
	images, err := r.all.Images.ByURL(ctx, urls)
	if err != nil {
		return nil, err
	}
	categories := make([]shop.Category, 0, len(rows))
	for _, row := range rows {
		categories = append(categories, categoryOf(row.Category, row.Products, images))
	}
	return categories, nil
}

// ByID finds a category by its id.
func (r CategoryReader) ByID(ctx context.Context, id int64) (shop.Category, error) {
	row, err := r.q.CategoryByID(ctx, id)
	if err != nil {
		return shop.Category{}, orNotFound(err, "Category")
	}
	var urls []string
	if row.Category.ImageUrl != nil {
		urls = []string{*row.Category.ImageUrl}
	}
	images, err := r.all.Images.ByURL(ctx, urls)
	return categoryOf(row.Category, row.Products, images), err
}

func categoryOf(row db.Category, products int64, images map[string]shop.Image) shop.Category {
	c := shop.Category{ID: row.ID, Name: row.Name, Slug: row.Slug, Sign: shop.Sign(row.Sign), Color: row.Color, Products: products, Version: row.Version}
	if row.Description != nil {
		c.Description = *row.Description
	}
	if row.ImageUrl != nil {
		if image, ok := images[*row.ImageUrl]; ok {
			c.Image = &image
		}
	}
	return c
}

// Create stores a new category. A taken slug is a conflict.
func (tx CategoryWriter) Create(ctx context.Context, in shop.CategoryInput, now time.Time) (int64, error) {
	if err := tx.checkSlug(ctx, in.Slug, 0); err != nil {
		return 0, err
	}
	color := ""
	if in.Color != nil {
		color = *in.Color
	}
	id, err := tx.q.InsertCategory(ctx, db.InsertCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description), ImageUrl: orNull(in.ImageURL),
		Sign: string(cmp.Or(in.Sign, shop.SignBox)), Color: color, SearchText: SearchText(in.Name, in.Description), CreatedAt: millis(now), UpdatedAt: millis(now)})
	return id, categoryError(err)
}

// Change overwrites a category, unless it was changed since the version that the editor saw.
func (tx CategoryWriter) Change(ctx context.Context, id, version int64, in shop.CategoryInput, now time.Time) error {
	if err := tx.checkSlug(ctx, in.Slug, id); err != nil {
		return err
	}
	n, err := tx.q.UpdateCategory(ctx, db.UpdateCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description), ImageUrl: orNull(in.ImageURL),
		Sign: orNull(string(in.Sign)), Color: in.Color, SearchText: SearchText(in.Name, in.Description), UpdatedAt: millis(now), ID: id, Version: version})
	if err != nil {
		return categoryError(err)
	}
	if n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this category in the meantime.")
	}
	return nil
}

// Delete removes a category that has no products.
func (tx CategoryWriter) Delete(ctx context.Context, id int64) error {
	n, err := tx.q.DeleteCategory(ctx, id)
	if err == nil && n == 0 {
		return notFound("Category")
	}
	return mapError(err, meaning{badReference: shop.Errorf(shop.InUse, "Cannot delete category with products")})
}

func (tx CategoryWriter) checkSlug(ctx context.Context, slug string, except int64) error {
	id, err := tx.q.CategoryIDBySlug(ctx, slug)
	return checkSlugFree(id, err, except)
}

func categoryError(err error) error {
	return mapError(err, meaning{uniqueTaken: slugTaken(), badReference: shop.FieldError(shop.Invalid, "image_url", "Upload the image first.")})
}
