package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// OfUser is a user's address book, the default entry first.
func (r AddressReader) OfUser(ctx context.Context, userID int64) ([]shop.SavedAddress, error) {
	rows, err := r.q.AddressesOf(ctx, userID)
	out := make([]shop.SavedAddress, 0, len(rows))
	for _, row := range rows {
		out = append(out, shop.SavedAddress{ID: row.ID, Name: row.Name, Line1: row.Line1, Line2: row.Line2, City: row.City, State: row.State, Zip: row.Zip,
			Phone: row.Phone, Default: row.IsDefault})
	}
	return out, err
}

// Save inserts an entry, or changes the user's own with that id. There is
// always exactly one default entry.
func (tx AddressWriter) Save(ctx context.Context, userID int64, a shop.SavedAddress, now time.Time) (shop.SavedAddress, error) {
	before, err := tx.OfUser(ctx, userID)
	if err != nil {
		return a, err
	}
	if a.ID == 0 {
		if len(before) >= shop.MaxAddresses {
			return a, shop.Errorf(shop.Conflict, "The address book is full. Delete an address first.")
		}
		a.Default = a.Default || len(before) == 0
		a.ID, err = tx.q.InsertAddress(ctx, db.InsertAddressParams{UserID: userID, Name: a.Name, Line1: a.Line1, Line2: a.Line2, City: a.City,
			State: a.State, Zip: a.Zip, Phone: a.Phone, CreatedAt: millis(now)})
	} else {
		var n int64
		n, err = tx.q.UpdateAddress(ctx, db.UpdateAddressParams{Name: a.Name, Line1: a.Line1, Line2: a.Line2, City: a.City, State: a.State,
			Zip: a.Zip, Phone: a.Phone, ID: a.ID, UserID: userID})
		if err == nil && n == 0 {
			return a, notFound("Address")
		}
		for _, b := range before { // an edit cannot take the default mark away, only give it to another entry
			a.Default = a.Default || b.ID == a.ID && b.Default
		}
	}
	if err != nil || !a.Default {
		return a, err
	}
	_, err = tx.q.SetDefaultAddress(ctx, db.SetDefaultAddressParams{ID: a.ID, UserID: userID})
	return a, err
}

// Delete deletes the user's own entry. When it was the default, the oldest one
// becomes it.
func (tx AddressWriter) Delete(ctx context.Context, userID, id int64) error {
	n, err := tx.q.DeleteAddress(ctx, db.DeleteAddressParams{ID: id, UserID: userID})
	if err != nil {
		return err
	}
	if n == 0 {
		return notFound("Address")
	}
	left, err := tx.OfUser(ctx, userID)
	if err != nil || len(left) == 0 || left[0].Default {
		return err
	}
	_, err = tx.q.SetDefaultAddress(ctx, db.SetDefaultAddressParams{ID: left[0].ID, UserID: userID})
	return err
}
