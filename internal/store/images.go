package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ByURL finds those of the stored images that exist.
func (r ImageReader) ByURL(ctx context.Context, urls []string) (map[string]shop.Image, error) {
	images := make(map[string]shop.Image, len(urls))
	for chunk := range slices.Chunk(urls, maxImagesPerQuery) {
		if err := r.addByURL(ctx, chunk, images); err != nil {
			return nil, err
		}
	}
	return images, nil
}

// maxImagesPerQuery keeps a query below the databases' limits on arguments.
const maxImagesPerQuery = 1_000

func (r ImageReader) addByURL(ctx context.Context, urls []string, to map[string]shop.Image) error {
	var w where
	query := "SELECT url, width, height, color, sizes, social FROM images WHERE url IN (" + placeholders(&w, urls) + ")"
	return r.eachRow(ctx, query, w.args, func(rows *sql.Rows) (err error) {
		var image shop.Image
		var sizes string
		if err := rows.Scan(&image.URL, &image.Width, &image.Height, &image.Color, &sizes, &image.Social); err != nil {
			return err
		}
		if image.Sizes, err = decode[[]shop.ImageSize](sizes); err != nil {
			return err
		}
		to[image.URL] = image
		return nil
	})
}

// List finds stored images in the order of their URLs. An unknown URL is refused as bad input.
func (r ImageReader) List(ctx context.Context, urls []string) ([]shop.Image, error) {
	stored, err := r.ByURL(ctx, urls)
	if err != nil {
		return nil, err
	}
	images := make([]shop.Image, 0, len(urls))
	for _, url := range urls {
		image, ok := stored[url]
		if !ok {
			return nil, shop.FieldError(shop.Invalid, "images", "Upload the image first.")
		}
		images = append(images, image)
	}
	return images, nil
}

// Add records an image whose files are stored.
func (tx ImageWriter) Add(ctx context.Context, image shop.Image, now time.Time) error {
	sizes, err := json.Marshal(emptyIfNil(image.Sizes))
	if err != nil {
		return err
	}
	return tx.q.InsertImage(ctx, db.InsertImageParams{Url: image.URL, Width: int64(image.Width), Height: int64(image.Height),
		Color: image.Color, Sizes: string(sizes), Social: image.Social, CreatedAt: millis(now)})
}

// SetSource records the address that a stored image was fetched from.
func (tx ImageWriter) SetSource(ctx context.Context, url, source string) error {
	return tx.q.SetImageSource(ctx, db.SetImageSourceParams{SourceUrl: &source, Url: url})
}

// BySource gives the URLs of stored images by the addresses that they were fetched from.
func (r ImageReader) BySource(ctx context.Context, sources []string) (map[string]string, error) {
	urls := make(map[string]string, len(sources))
	for chunk := range slices.Chunk(sources, maxImagesPerQuery) {
		if err := r.addBySource(ctx, chunk, urls); err != nil {
			return nil, err
		}
	}
	return urls, nil
}

func (r ImageReader) addBySource(ctx context.Context, sources []string, to map[string]string) error {
	var w where
	query := "SELECT source_url, url FROM images WHERE source_url IN (" + placeholders(&w, sources) + ") ORDER BY created_at, url"
	return r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var source, url string
		if err := rows.Scan(&source, &url); err != nil {
			return err
		}
		to[source] = url
		return nil
	})
}
