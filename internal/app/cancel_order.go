package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// CancelOrder ends an order: its units and its promo code go back, what was
// paid is refunded in full, and the customer is told when the settings say so.
// It refuses with conflict when the order is over or was handed over already.
func (a *App) CancelOrder(ctx context.Context, number, note string, by Actor) error {
	return a.cancelOrder(ctx, number, note, by, func(shop.Order) error { return nil })
}

// cancelOrder asks may, within the transaction, whether this order may be cancelled by whoever asks.
func (a *App) cancelOrder(ctx context.Context, number, note string, by Actor, may func(shop.Order) error) error {
	var order shop.Order
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if order, err = tx.OrderNumbered(ctx, number); err != nil {
			return err
		}
		if err := may(order); err != nil {
			return err
		}
		if err := order.Status.Move(shop.StatusCancelled); err != nil {
			return err
		}
		n, err := tx.CancelHeldOrder(ctx, db.CancelHeldOrderParams{UpdatedAt: a.Now().UnixMilli(), ID: order.ID, Was: string(order.Status)})
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.Errorf(shop.Stale, "Somebody else changed this order in the meantime.")
		}
		if err := a.giveBack(ctx, tx, order); err != nil {
			return err
		}
		if err := a.orderHappened(ctx, tx, order.ID, by.Name, "cancelled", note); err != nil {
			return err
		}
		if left := order.Total - order.Refunded; order.Payment == shop.Paid && left > 0 {
			if err := a.askRefund(ctx, tx, order, left, "cancelled", by); err != nil {
				return err
			}
		}
		if err := a.audit(ctx, tx, by, "cancel", "order", number, nil, nil); err != nil {
			return err
		}
		return a.statusByMail(ctx, tx, order, shop.StatusCancelled, note)
	})
	if err != nil {
		return err
	}
	a.knockRefunds()
	a.closePayPage(context.WithoutCancel(ctx), order.ID)
	return nil
}
