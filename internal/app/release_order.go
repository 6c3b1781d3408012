package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// ReleaseOrder lets a buyer go back on an order that waits for their payment: its
// units and its promo code are free again and its pay page is closed. It refuses
// with conflict when there is nothing to wait for, because the money has come or
// the order is over. The settings' switch for cancelled orders does not matter:
// without it the same would happen a little later by itself.
func (a *App) ReleaseOrder(ctx context.Context, order shop.Order) (shop.Order, error) {
	order, err := a.CheckPayment(ctx, order)
	if err != nil {
		return order, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LockOrder(ctx, order.ID); err != nil {
			return err
		}
		now, err := tx.OrderWithID(ctx, order.ID)
		if err != nil {
			return err
		}
		if !now.AwaitsPayment() {
			return shop.Errorf(shop.Conflict, "This order does not wait for a payment any more.")
		}
		if !now.StockHeld { // its time was over: all of it went back then
			return tx.GiveUpOrder(ctx, db.GiveUpOrderParams{UpdatedAt: a.Now().UnixMilli(), ID: order.ID})
		}
		if _, err := tx.CancelHeldOrder(ctx, db.CancelHeldOrderParams{UpdatedAt: a.Now().UnixMilli(), ID: order.ID, Was: string(now.Status),
			PaymentWas: string(now.Payment), RefundedWas: int64(now.Refunded)}); err != nil {
			return err
		}
		if err := a.giveBack(ctx, tx, now); err != nil {
			return err
		}
		return a.orderHappened(ctx, tx, order.ID, "customer", "cancelled", "")
	})
	if err != nil {
		return order, err
	}
	a.closePayPage(context.WithoutCancel(ctx), order.ID)
	return a.Store.OrderWithID(ctx, order.ID)
}
