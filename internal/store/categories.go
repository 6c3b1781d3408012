package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Categories lists every category by name, with its image and number of products.
func (r *Reader) Categories(ctx context.Context) ([]shop.Category, error) {
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
	images, err := r.ImagesByURL(ctx, urls)
	if err != nil {
		return nil, err
	}
	categories := make([]shop.Category, 0, len(rows))
	for _, row := range rows {
		categories = append(categories, categoryOf(row.Category, row.Products, images))
	}
	return categories, nil
}

// Category finds a category by its id.
func (r *Reader) Category(ctx context.Context, id int64) (shop.Category, error) {
	row, err := r.q.CategoryByID(ctx, id)
	if err != nil {
		return shop.Category{}, orNotFound(err, "Category")
	}
	var urls []string
	if row.Category.ImageUrl != nil {
		urls = []string{*row.Category.ImageUrl}
	}
	images, err := r.ImagesByURL(ctx, urls)
	return categoryOf(row.Category, row.Products, images), err
}

func categoryOf(row db.Category, products int64, images map[string]shop.Image) shop.Category {
	c := shop.Category{ID: row.ID, Name: row.Name, Slug: row.Slug, Products: products, Version: row.Version}
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

// CreateCategory stores a new category. A taken slug is a conflict.
func (tx *Tx) CreateCategory(ctx context.Context, in shop.CategoryInput, now time.Time) (int64, error) {
	if err := tx.checkCategorySlug(ctx, in.Slug, 0); err != nil {
		return 0, err
	}
	id, err := tx.q.InsertCategory(ctx, db.InsertCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description),
		ImageUrl: orNull(in.ImageURL), SearchText: SearchText(in.Name, in.Description), CreatedAt: millis(now), UpdatedAt: millis(now)})
	return id, categoryError(err)
}

// ChangeCategory overwrites a category, unless it was changed since the version that the editor saw.
func (tx *Tx) ChangeCategory(ctx context.Context, id, version int64, in shop.CategoryInput, now time.Time) error {
	if err := tx.checkCategorySlug(ctx, in.Slug, id); err != nil {
		return err
	}
	n, err := tx.q.UpdateCategory(ctx, db.UpdateCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description),
		ImageUrl: orNull(in.ImageURL), SearchText: SearchText(in.Name, in.Description), UpdatedAt: millis(now), ID: id, Version: version})
	if err != nil {
		return categoryError(err)
	}
	if n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this category in the meantime.")
	}
	return nil
}

// DeleteCategory removes a category that has no products.
func (tx *Tx) DeleteCategory(ctx context.Context, id int64) error {
	n, err := tx.q.DeleteCategory(ctx, id)
	if err == nil && n == 0 {
		return notFound("Category")
	}
	return mapError(err, meaning{badReference: shop.Errorf(shop.InUse, "Cannot delete category with products")})
}

func (tx *Tx) checkCategorySlug(ctx context.Context, slug string, except int64) error {
	id, err := tx.q.CategoryIDBySlug(ctx, slug)
	return checkSlugFree(id, err, except)
}

func categoryError(err error) error {
	return mapError(err, meaning{uniqueTaken: slugTaken(), badReference: shop.FieldError(shop.Invalid, "image_url", "Upload the image first.")})
}
