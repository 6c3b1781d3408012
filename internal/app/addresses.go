package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SaveAddress adds an entry to the person's address book, or changes it when it
// has an id. The first entry is the default one, and there is always one.
func (a *App) SaveAddress(ctx context.Context, userID int64, address shop.SavedAddress) (shop.SavedAddress, error) {
	address.Clean()
	if err := address.Check(); err != nil {
		return address, err
	}
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		address, err = tx.SaveAddress(ctx, userID, address, a.Now())
		return err
	})
	return address, err
}

// DeleteAddress removes an entry; when it was the default, the oldest becomes it.
func (a *App) DeleteAddress(ctx context.Context, userID, id int64) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeleteAddress(ctx, userID, id) })
}
