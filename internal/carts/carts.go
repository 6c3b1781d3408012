// Package carts has the carts of accounts, and holds units of drops in the carts of those who have a pass.
package carts

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CartLine is a line of an account's cart, with what the product is now.
type CartLine struct {
	Product  shop.Product
	Quantity int64
}

// A browser may send the same merge again for as long as its session can last.
const mergeRemembered = 30 * 24 * time.Hour

// Service are the carts of accounts, and the units of drops that are held in carts.
type Service struct {
	store    *store.Store
	settings *settings.Service
	limits   *ratelimit.Limiter
	units    *reservations.Units
	passes   reservations.Passes
	keys     orderbook.BuyerKeys
	now      func() time.Time
	orders   *orders.Service
}

// Config is what carts need of the rest of the program.
type Config struct {
	Store    *store.Store
	Settings *settings.Service
	Limits   *ratelimit.Limiter
	Keys     orderbook.BuyerKeys
	Units    *reservations.Units
	Passes   reservations.Passes
	Orders   *orders.Service
	Now      func() time.Time
}

// New makes the carts of one shop.
func New(c Config) *Service {
	return &Service{store: c.Store, settings: c.Settings, limits: c.Limits, units: c.Units,
		passes: c.Passes, keys: c.Keys, now: c.Now, orders: c.Orders}
}

// Cart is the person's cart, without products that are not sold any more.
func (s *Service) Cart(ctx context.Context, userID int64) ([]CartLine, error) {
	items, err := s.store.Carts.OfUser(ctx, userID)
	if err != nil {
		return nil, err
	}
	products, err := orderbook.ProductsByID(ctx, &s.store.Reader, items, func(item shop.CartItem) int64 { return item.ProductID })
	if err != nil {
		return nil, err
	}
	sale, err := s.orders.DropSale(ctx)
	if err != nil {
		return nil, err
	}
	lines := make([]CartLine, 0, len(items))
	for _, item := range items {
		if p, ok := products[item.ProductID]; ok && p.Published(sale.Now) {
			lines = append(lines, CartLine{Product: shop.BasketLine{Product: p}.InDrop(sale.Of(p.ID), sale.Now).Product, Quantity: item.Quantity})
		}
	}
	return lines, nil
}

// SetCartItem sets how many of a product are in the cart; below 1 the line is removed.
func (s *Service) SetCartItem(ctx context.Context, userID int64, item shop.CartItem) error {
	return s.changeCart(ctx, userID, func(tx *store.Tx) error {
		if item.Quantity < 1 {
			return tx.Carts.RemoveItem(ctx, userID, item.ProductID)
		}
		return s.putInCart(ctx, tx, userID, []shop.CartItem{item}, tx.Carts.SetItems)
	})
}

// ReplaceCart makes the cart exactly these items.
func (s *Service) ReplaceCart(ctx context.Context, userID int64, items []shop.CartItem) error {
	return s.changeCart(ctx, userID, func(tx *store.Tx) error {
		if err := tx.Carts.Empty(ctx, userID); err != nil {
			return err
		}
		return s.putInCart(ctx, tx, userID, items, tx.Carts.SetItems)
	})
}

// MergeCart adds a guest's cart to the account's, quantities added. The same merge,
// identified by its id, is done once, however often a browser or its other tabs send
// it. A kept cart is a copy of this same account's cart from before its session
// ended: of each line the higher quantity stays.
func (s *Service) MergeCart(ctx context.Context, userID int64, id string, items []shop.CartItem, kept bool) error {
	return s.changeCart(ctx, userID, func(tx *store.Tx) error {
		now := s.now()
		first, err := tx.Carts.FirstMerge(ctx, userID, secrets.HashToken("cart-merge "+shop.IDText(userID)+" "+id), now, now.Add(mergeRemembered))
		if err != nil || !first {
			return err
		}
		if kept {
			return s.putInCart(ctx, tx, userID, items, tx.Carts.RaiseItems)
		}
		return s.putInCart(ctx, tx, userID, items, tx.Carts.AddItems)
	})
}

func (s *Service) changeCart(ctx context.Context, userID int64, change func(*store.Tx) error) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		tx.Emit(shop.Event{Type: shop.EventCart, Audience: shop.ToUser, UserID: userID})
		if err := change(tx); err != nil {
			return err
		}
		items, err := tx.Carts.OfUser(ctx, userID)
		if err == nil && len(items) > shop.MaxLines {
			return shop.Errorf(shop.Conflict, "The cart is full: it holds %d different products.", shop.MaxLines)
		}
		return err
	})
}

// putInCart writes items with the given method of the store, leaving out products that the
// shop does not have (any more).
func (s *Service) putInCart(ctx context.Context, tx *store.Tx, userID int64, items []shop.CartItem,
	put func(context.Context, int64, []shop.CartItem, time.Time) error) error {
	products, err := orderbook.ProductsByID(ctx, &tx.Reader, items, func(item shop.CartItem) int64 { return item.ProductID })
	if err != nil {
		return err
	}
	now := s.now()
	var sold []shop.CartItem
	for _, item := range items {
		if p, ok := products[item.ProductID]; ok && p.Published(now) && item.Quantity >= 1 {
			item.Quantity = min(item.Quantity, shop.MaxQuantity)
			sold = append(sold, item)
		}
	}
	return put(ctx, userID, sold, now)
}

// Reorder puts the products of an order into the person's cart again, as far as
// the shop still has them, and names those that it has not.
func (s *Service) Reorder(ctx context.Context, userID int64, number string) (missing []string, err error) {
	order, err := s.orders.CustomerOrder(ctx, userID, number)
	if err != nil {
		return nil, err
	}
	err = s.changeCart(ctx, userID, func(tx *store.Tx) error {
		missing = []string{}
		var items []shop.CartItem
		for _, line := range order.Lines {
			if line.ProductID == nil {
				missing = append(missing, line.Name)
				continue
			}
			product, err := tx.Products.ByID(ctx, *line.ProductID)
			if err != nil && shop.CodeOf(err) != shop.NotFound {
				return err
			}
			if err != nil || !product.Published(s.now()) || !product.InStock() {
				missing = append(missing, line.Name)
				continue
			}
			items = append(items, shop.CartItem{ProductID: product.ID, Quantity: line.Quantity})
		}
		return s.putInCart(ctx, tx, userID, items, tx.Carts.AddItems)
	})
	return missing, err
}
