package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// AllCategories lists every category by name with its number of products.
func (r *Reader) AllCategories(ctx context.Context) ([]shop.Category, error) {
	rows, err := r.Categories(ctx)
	if err != nil {
		return nil, err
	}
	categories := make([]shop.Category, 0, len(rows))
	for _, row := range rows {
		c, err := category(ctx, r.Queries, row.Category, row.Products)
		if err != nil {
			return nil, err
		}
		categories = append(categories, c)
	}
	return categories, nil
}

// Category finds a category by its id.
func (r *Reader) Category(ctx context.Context, id int64) (shop.Category, error) {
	return categoryByID(ctx, r.Queries, id)
}

func categoryByID(ctx context.Context, q *db.Queries, id int64) (shop.Category, error) {
	row, err := q.CategoryByID(ctx, id)
	if err != nil {
		return found(shop.Category{}, err, "Category")
	}
	return category(ctx, q, row.Category, row.Products)
}

func category(ctx context.Context, q *db.Queries, row db.Category, products int64) (shop.Category, error) {
	c := shop.Category{ID: row.ID, Name: row.Name, Slug: row.Slug, Products: products, Version: row.Version}
	if row.Description != nil {
		c.Description = *row.Description
	}
	if row.ImageUrl != nil {
		picture, err := image(ctx, q, *row.ImageUrl)
		if err != nil {
			return c, err
		}
		c.Image = &picture
	}
	return c, nil
}

func image(ctx context.Context, q *db.Queries, url string) (shop.Image, error) {
	row, err := q.ImageByURL(ctx, url)
	if err != nil {
		return found(shop.Image{}, err, "Image")
	}
	sizes, err := decode[[]shop.ImageSize](row.Sizes)
	return shop.Image{URL: row.Url, Width: int(row.Width), Height: int(row.Height), Color: row.Color, Sizes: sizes, Social: row.Social}, err
}

// Image finds a stored picture by its address.
func (r *Reader) Image(ctx context.Context, url string) (shop.Image, error) {
	return image(ctx, r.Queries, url)
}

// Images finds stored pictures by their addresses, in that order.
func (tx *Tx) Images(ctx context.Context, urls []string) ([]shop.Image, error) {
	images := make([]shop.Image, 0, len(urls))
	for _, url := range urls {
		picture, err := image(ctx, tx.Queries, url)
		if shop.CodeOf(err) == shop.NotFound {
			return nil, shop.FieldError(shop.Invalid, "images", "Upload the image first.")
		}
		if err != nil {
			return nil, err
		}
		images = append(images, picture)
	}
	return images, nil
}

// AddImage remembers a stored picture.
func (tx *Tx) AddImage(ctx context.Context, picture shop.Image, now time.Time) error {
	sizes, err := json.Marshal(emptyIfNil(picture.Sizes))
	if err != nil {
		return err
	}
	return tx.InsertImage(ctx, db.InsertImageParams{Url: picture.URL, Width: int64(picture.Width), Height: int64(picture.Height),
		Color: picture.Color, Sizes: string(sizes), Social: picture.Social, CreatedAt: millis(now)})
}

// CreateCategory stores a new category; a taken slug is refused.
func (tx *Tx) CreateCategory(ctx context.Context, in shop.CategoryInput, now time.Time) (int64, error) {
	if err := tx.freeCategorySlug(ctx, in.Slug, 0); err != nil {
		return 0, err
	}
	id, err := tx.InsertCategory(ctx, db.InsertCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description),
		ImageUrl: orNull(in.ImageURL), SearchText: SearchText(in.Name, in.Description), CreatedAt: millis(now), UpdatedAt: millis(now)})
	return id, categoryError(err)
}

// ChangeCategory stores what staff said of a category, unless somebody else changed it since version.
func (tx *Tx) ChangeCategory(ctx context.Context, id, version int64, in shop.CategoryInput, now time.Time) error {
	if err := tx.freeCategorySlug(ctx, in.Slug, id); err != nil {
		return err
	}
	n, err := tx.UpdateCategory(ctx, db.UpdateCategoryParams{Name: in.Name, Slug: in.Slug, Description: orNull(in.Description),
		ImageUrl: orNull(in.ImageURL), SearchText: SearchText(in.Name, in.Description), UpdatedAt: millis(now), ID: id, Version: version})
	if err != nil {
		return categoryError(err)
	}
	if n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this category in the meantime.")
	}
	return nil
}

// RemoveCategory deletes a category that has no products.
func (tx *Tx) RemoveCategory(ctx context.Context, id int64) error {
	n, err := tx.DeleteCategory(ctx, id)
	if isForeignKey(err) {
		return shop.Errorf(shop.InUse, "Cannot delete category with products")
	}
	if err == nil && n == 0 {
		return shop.Errorf(shop.NotFound, "Category not found.")
	}
	return err
}

func (tx *Tx) freeCategorySlug(ctx context.Context, slug string, but int64) error {
	id, err := tx.CategoryIDBySlug(ctx, slug)
	return slugTaken(id, err, but)
}

func categoryError(err error) error {
	switch {
	case isUnique(err):
		return shop.FieldError(shop.Conflict, "slug", "This slug is already taken.")
	case isForeignKey(err):
		return shop.FieldError(shop.Invalid, "image_url", "Upload the image first.")
	}
	return err
}

// noRows says whether err means that there was no such row.
func noRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }
