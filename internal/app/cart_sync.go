package app

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// CartLine is a line of an account's cart, with what the product is now.
type CartLine struct {
	Product  shop.Product
	Quantity int64
}

const (
	maxCartLines    = 100
	maxCartQuantity = 10_000
	cartMerge       = "cart-merge"
	// A browser may send the same merge again for as long as its session can last.
	mergeRemembered = 30 * 24 * time.Hour
)

// Cart is the person's cart. Products that left the shop have left it too.
func (a *App) Cart(ctx context.Context, userID int64) ([]CartLine, error) {
	rows, err := a.Store.CartOf(ctx, userID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(rows))
	for _, row := range rows {
		ids = append(ids, row.ProductID)
	}
	products, err := a.Store.ProductsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	byID := map[int64]shop.Product{}
	for _, p := range products {
		byID[p.ID] = p
	}
	lines := make([]CartLine, 0, len(rows))
	for _, row := range rows {
		if p, ok := byID[row.ProductID]; ok {
			lines = append(lines, CartLine{Product: p, Quantity: row.Quantity})
		}
	}
	return lines, nil
}

// CartWish is a product and how many of it a browser's cart holds.
type CartWish struct {
	ProductID int64
	Quantity  int64
}

// SetCartLine sets how many of a product are in the cart; below 1 the line goes.
func (a *App) SetCartLine(ctx context.Context, userID int64, wish CartWish) error {
	return a.changeCart(ctx, userID, func(tx *store.Tx) error {
		if wish.Quantity < 1 {
			_, err := tx.DeleteCartLine(ctx, db.DeleteCartLineParams{UserID: userID, ProductID: wish.ProductID})
			return err
		}
		return a.putInCart(ctx, tx, userID, []CartWish{wish}, tx.SetCartLine)
	})
}

// ReplaceCart makes the cart exactly these lines.
func (a *App) ReplaceCart(ctx context.Context, userID int64, wishes []CartWish) error {
	return a.changeCart(ctx, userID, func(tx *store.Tx) error {
		if _, err := tx.ClearCart(ctx, userID); err != nil {
			return err
		}
		return a.putInCart(ctx, tx, userID, wishes, tx.SetCartLine)
	})
}

// MergeCart adds a guest's cart to the account's, quantities added. The same
// merge, told by its id, is done once, however often a browser or its other
// tabs send it. A kept cart is a copy of this same account's cart, from before
// its session ended: of each line the higher quantity stays.
func (a *App) MergeCart(ctx context.Context, userID int64, id string, wishes []CartWish, kept bool) error {
	return a.changeCart(ctx, userID, func(tx *store.Tx) error {
		n, err := tx.InsertLinkOnce(ctx, db.InsertLinkOnceParams{TokenHash: HashToken(cartMerge + " " + idText(userID) + " " + id), Kind: cartMerge,
			UserID: &userID, CreatedAt: a.Now().UnixMilli(), ExpiresAt: a.Now().Add(mergeRemembered).UnixMilli()})
		if err != nil || n == 0 {
			return err
		}
		if kept {
			return a.putInCart(ctx, tx, userID, wishes, func(ctx context.Context, line db.SetCartLineParams) error {
				return tx.KeepCartLine(ctx, db.KeepCartLineParams(line))
			})
		}
		return a.putInCart(ctx, tx, userID, wishes, func(ctx context.Context, line db.SetCartLineParams) error {
			return tx.AddCartLine(ctx, db.AddCartLineParams(line))
		})
	})
}

func (a *App) changeCart(ctx context.Context, userID int64, change func(*store.Tx) error) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		tx.Emit(shop.Event{Type: shop.EventCart, Audience: shop.ToUser, UserID: userID})
		if err := change(tx); err != nil {
			return err
		}
		rows, err := tx.CartOf(ctx, userID)
		if err == nil && len(rows) > maxCartLines {
			return shop.Errorf(shop.Conflict, "The cart is full: it holds 100 different products.")
		}
		return err
	})
}

// putInCart writes lines with the given statement, leaving out products that the
// shop does not have (any more).
func (a *App) putInCart(ctx context.Context, tx *store.Tx, userID int64, wishes []CartWish, put func(context.Context, db.SetCartLineParams) error) error {
	ids := make([]int64, 0, len(wishes))
	for _, wish := range wishes {
		ids = append(ids, wish.ProductID)
	}
	products, err := tx.ProductsByID(ctx, ids)
	if err != nil {
		return err
	}
	sold := map[int64]bool{}
	for _, p := range products {
		sold[p.ID] = true
	}
	for i, wish := range wishes {
		if !sold[wish.ProductID] || wish.Quantity < 1 {
			continue
		}
		// The place in the list keeps the order in which the lines came.
		err := put(ctx, db.SetCartLineParams{UserID: userID, ProductID: wish.ProductID, Quantity: min(wish.Quantity, maxCartQuantity),
			AddedAt: a.Now().UnixMilli() + int64(i)})
		if err != nil {
			return err
		}
	}
	return nil
}
