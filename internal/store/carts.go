package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// OfUser lists an account's cart in the order in which its lines were added.
func (r CartReader) OfUser(ctx context.Context, userID int64) ([]shop.CartItem, error) {
	rows, err := r.q.CartOf(ctx, userID)
	return mapRows(rows, func(row db.CartOfRow) shop.CartItem { return shop.CartItem(row) }), err
}

// SetItems sets how many of each product are in the cart.
func (tx CartWriter) SetItems(ctx context.Context, userID int64, items []shop.CartItem, addedAt time.Time) error {
	return eachCartLine(userID, items, addedAt, func(line db.CartLine) error { return tx.q.SetCartLine(ctx, db.SetCartLineParams(line)) })
}

// AddItems adds to how many of each product are in the cart, in one statement each:
// of two browsers that add at the same moment both count.
func (tx CartWriter) AddItems(ctx context.Context, userID int64, items []shop.CartItem, addedAt time.Time) error {
	return eachCartLine(userID, items, addedAt, func(line db.CartLine) error { return tx.q.AddCartLine(ctx, db.AddCartLineParams(line)) })
}

// RaiseItems sets how many of each product are in the cart unless there are more.
func (tx CartWriter) RaiseItems(ctx context.Context, userID int64, items []shop.CartItem, addedAt time.Time) error {
	return eachCartLine(userID, items, addedAt, func(line db.CartLine) error { return tx.q.KeepCartLine(ctx, db.KeepCartLineParams(line)) })
}

func eachCartLine(userID int64, items []shop.CartItem, addedAt time.Time, put func(db.CartLine) error) error {
	for i, item := range items {
		// A millisecond each keeps the order in which the items came.
		if err := put(db.CartLine{UserID: userID, ProductID: item.ProductID, Quantity: item.Quantity, AddedAt: millis(addedAt) + int64(i)}); err != nil {
			return err
		}
	}
	return nil
}

// RemoveItem takes a product out of the cart.
func (tx CartWriter) RemoveItem(ctx context.Context, userID, productID int64) error {
	_, err := tx.q.DeleteCartLine(ctx, db.DeleteCartLineParams{UserID: userID, ProductID: productID})
	return err
}

// Empty takes everything out of the cart.
func (tx CartWriter) Empty(ctx context.Context, userID int64) error {
	_, err := tx.q.ClearCart(ctx, userID)
	return err
}

// FirstMerge notes a merge under its hash and returns false when it was noted before.
func (tx CartWriter) FirstMerge(ctx context.Context, userID int64, hash string, now, until time.Time) (bool, error) {
	return changed(tx.q.InsertLinkOnce(ctx, db.InsertLinkOnceParams{TokenHash: hash, Kind: "cart-merge", UserID: &userID,
		CreatedAt: millis(now), ExpiresAt: millis(until)}))
}
