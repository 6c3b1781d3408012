package app

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// OwnOrder is an order with all that happened to it.
type OwnOrder struct {
	shop.Order
	History []OrderEvent
}

// OrderEvent is one thing that happened to an order.
type OrderEvent struct {
	At     time.Time
	Kind   string // placed, paid, status, cancelled, …
	Detail string // of status: the new one
}

// MayCancel says whether the customer may still cancel: nothing was prepared yet.
func (o OwnOrder) MayCancel(settings shop.Settings) bool { return mayCancel(o.Order, settings) == nil }

func mayCancel(o shop.Order, settings shop.Settings) error {
	open := o.Status == shop.StatusPending || o.Status == shop.StatusOnHold
	if open && StatusEnabled(settings, shop.StatusCancelled) {
		return nil
	}
	return shop.Errorf(shop.Conflict, "This order cannot be cancelled any more. Write to us and we see what we can do.")
}

// OwnOrders lists a page of the person's orders, the newest first.
func (a *App) OwnOrders(ctx context.Context, userID int64, limit int, cursor string) ([]OwnOrder, string, error) {
	orders, next, err := a.Store.OrdersOfUser(ctx, userID, limit, cursor)
	if err != nil {
		return nil, "", err
	}
	out := make([]OwnOrder, 0, len(orders))
	for _, order := range orders {
		own, err := a.withHistory(ctx, order)
		if err != nil {
			return nil, "", err
		}
		out = append(out, own)
	}
	return out, next, nil
}

// OwnOrder is one order of the person's.
func (a *App) OwnOrder(ctx context.Context, userID int64, number string) (OwnOrder, error) {
	order, err := a.Store.OrderNumbered(ctx, number)
	if err != nil {
		return OwnOrder{}, err
	}
	if err := owned(order, userID); err != nil {
		return OwnOrder{}, err
	}
	return a.withHistory(ctx, order)
}

func owned(order shop.Order, userID int64) error {
	if order.UserID == nil || *order.UserID != userID {
		return shop.Errorf(shop.NotFound, "Order not found.")
	}
	return nil
}

func (a *App) withHistory(ctx context.Context, order shop.Order) (OwnOrder, error) {
	own := OwnOrder{Order: order, History: []OrderEvent{}}
	rows, err := a.Store.EventsOfOrder(ctx, order.ID)
	for _, row := range rows {
		if row.Kind == "note" { // between staff
			continue
		}
		own.History = append(own.History, OrderEvent{At: time.UnixMilli(row.At).UTC(), Kind: row.Kind, Detail: row.Detail})
	}
	return own, err
}

// CancelOwnOrder cancels the person's order while nothing was prepared.
func (a *App) CancelOwnOrder(ctx context.Context, userID int64, number string) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	return a.cancelOrder(ctx, number, "", Actor{ID: userID, Name: "customer"}, func(_ *store.Tx, order shop.Order) error {
		if err := owned(order, userID); err != nil {
			return err
		}
		return mayCancel(order, settings)
	})
}

// Reorder puts the products of an order into the person's cart again, as far as
// the shop still has them, and names those that it has not.
func (a *App) Reorder(ctx context.Context, userID int64, number string) (missing []string, err error) {
	order, err := a.OwnOrder(ctx, userID, number)
	if err != nil {
		return nil, err
	}
	err = a.changeCart(ctx, userID, func(tx *store.Tx) error {
		missing = []string{}
		var wishes []CartWish
		for _, line := range order.Lines {
			if line.ProductID == nil {
				missing = append(missing, line.Name)
				continue
			}
			product, err := tx.Product(ctx, *line.ProductID)
			if err != nil && shop.CodeOf(err) != shop.NotFound {
				return err
			}
			if err != nil || !product.InStock() {
				missing = append(missing, line.Name)
				continue
			}
			wishes = append(wishes, CartWish{ProductID: product.ID, Quantity: line.Quantity})
		}
		return a.putInCart(ctx, tx, userID, wishes, func(ctx context.Context, line db.SetCartLineParams) error {
			return tx.AddCartLine(ctx, db.AddCartLineParams(line))
		})
	})
	return missing, err
}
