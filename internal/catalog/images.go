package catalog

import (
	"context"
	"errors"
	"io"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SaveImage stores an image and its smaller versions. Only then may a product or category show it.
func (s *Service) SaveImage(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error) {
	return s.SaveImageFrom(ctx, kind, filename, "", r)
}

// SaveImageFrom does the same; source is the address that the image was fetched from, if it was.
func (s *Service) SaveImageFrom(ctx context.Context, kind, filename, source string, r io.Reader) (shop.Image, error) {
	image, err := s.media.Save(ctx, kind, filename, r)
	if err != nil {
		return image, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Images.Add(ctx, image, s.now()); err != nil || source == "" {
			return err
		}
		return tx.Images.SetSource(ctx, image.URL, source)
	})
	if err != nil { // nothing would ever show the files
		return shop.Image{}, errors.Join(err, s.media.Remove(context.WithoutCancel(ctx), image.URL))
	}
	return image, nil
}
