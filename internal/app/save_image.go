package app

import (
	"context"
	"io"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SaveImage keeps a picture and its smaller versions. Only then may a product show it.
func (a *App) SaveImage(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error) {
	picture, err := a.Media.Save(ctx, kind, filename, r)
	if err != nil {
		return picture, err
	}
	return picture, a.Store.Write(ctx, func(tx *store.Tx) error { return tx.AddImage(ctx, picture, a.Now()) })
}
