package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// ChangeEmail gives an account another address, if no other account has it.
func (tx *Tx) ChangeEmail(ctx context.Context, id int64, email string, now time.Time) error {
	other, err := tx.UserByEmail(ctx, shop.EmailKey(email))
	if err == nil && other.ID != id {
		return emailTaken()
	} else if err != nil && !noRows(err) {
		return err
	}
	// The names of the account go with it, from the customer of the old address to that of the new one.
	if err := tx.nameCustomer(ctx, id); err != nil {
		return err
	}
	_, err = tx.SetEmail(ctx, db.SetEmailParams{Email: email, EmailKey: shop.EmailKey(email), UpdatedAt: millis(now), ID: id})
	if isUnique(err) {
		return emailTaken()
	}
	if err != nil {
		return err
	}
	profile, err := tx.ProfileByID(ctx, id)
	if noRows(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.nameCustomer(ctx, id, profile.Username, profile.FullName)
}

// AddPasskey enrols a key that nobody has enrolled.
func (tx *Tx) AddPasskey(ctx context.Context, key db.InsertPasskeyParams) error {
	err := tx.InsertPasskey(ctx, key)
	if isUnique(err) {
		return shop.Errorf(shop.Conflict, "This passkey is set up already.")
	}
	return err
}

// Addresses is a person's address book, the default entry first.
func (r *Reader) Addresses(ctx context.Context, userID int64) ([]shop.SavedAddress, error) {
	return addresses(ctx, r.Queries, userID)
}

func addresses(ctx context.Context, q *db.Queries, userID int64) ([]shop.SavedAddress, error) {
	rows, err := q.AddressesOf(ctx, userID)
	out := make([]shop.SavedAddress, 0, len(rows))
	for _, r := range rows {
		out = append(out, shop.SavedAddress{ID: r.ID, Name: r.Name, Line1: r.Line1, Line2: r.Line2, City: r.City, State: r.State, Zip: r.Zip,
			Phone: r.Phone, Default: r.IsDefault})
	}
	return out, err
}

// SaveAddress inserts an entry, or changes the person's own with that id.
func (tx *Tx) SaveAddress(ctx context.Context, userID int64, a shop.SavedAddress, now time.Time) (shop.SavedAddress, error) {
	before, err := addresses(ctx, tx.Queries, userID)
	if err != nil {
		return a, err
	}
	if a.ID == 0 {
		if len(before) >= shop.MaxAddresses {
			return a, shop.Errorf(shop.Conflict, "The address book is full. Delete an address first.")
		}
		a.Default = a.Default || len(before) == 0
		a.ID, err = tx.InsertAddress(ctx, db.InsertAddressParams{UserID: userID, Name: a.Name, Line1: a.Line1, Line2: a.Line2, City: a.City,
			State: a.State, Zip: a.Zip, Phone: a.Phone, CreatedAt: millis(now)})
	} else {
		var n int64
		n, err = tx.UpdateAddress(ctx, db.UpdateAddressParams{Name: a.Name, Line1: a.Line1, Line2: a.Line2, City: a.City, State: a.State,
			Zip: a.Zip, Phone: a.Phone, ID: a.ID, UserID: userID})
		if err == nil && n == 0 {
			return a, shop.Errorf(shop.NotFound, "Address not found.")
		}
		for _, b := range before { // the default moves on, it is never only taken away
			a.Default = a.Default || b.ID == a.ID && b.Default
		}
	}
	if err != nil || !a.Default {
		return a, err
	}
	_, err = tx.SetDefaultAddress(ctx, db.SetDefaultAddressParams{ID: a.ID, UserID: userID})
	return a, err
}

// RemoveAddress deletes the person's own entry.
func (tx *Tx) RemoveAddress(ctx context.Context, userID, id int64) error {
	n, err := tx.DeleteAddress(ctx, db.DeleteAddressParams{ID: id, UserID: userID})
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.Errorf(shop.NotFound, "Address not found.")
	}
	left, err := addresses(ctx, tx.Queries, userID)
	if err != nil || len(left) == 0 || left[0].Default {
		return err
	}
	_, err = tx.SetDefaultAddress(ctx, db.SetDefaultAddressParams{ID: left[0].ID, UserID: userID})
	return err
}
