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
	return a.cancelOrder(ctx, number, note, by, func(tx *store.Tx, order shop.Order) error {
		before := map[string]string{"status": string(order.Status)}
		after := map[string]string{"status": string(shop.StatusCancelled)}
		if note != "" {
			after["note"] = note
		}
		if order.Payment == shop.Paid && order.Refunded < order.Total {
			before["refunded"], after["refunded"] = order.Refunded.String(), order.Total.String()
		}
		return a.audit(ctx, tx, by, "cancel", "order", number, before, after)
	})
}

// cancelOrder asks may, within the transaction, whether this order may be
// cancelled by whoever asks; what it writes is undone when the order stays.
func (a *App) cancelOrder(ctx context.Context, number, note string, by Actor, may func(*store.Tx, shop.Order) error) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	if !StatusEnabled(settings, shop.StatusCancelled) {
		return shop.FieldError(shop.Conflict, "status", "The status Cancelled is switched off in the settings.")
	}
	var order shop.Order
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if order, err = tx.OrderNumbered(ctx, number); err != nil {
			return err
		}
		if err := may(tx, order); err != nil {
			return err
		}
		if err := order.Status.Move(shop.StatusCancelled); err != nil {
			return err
		}
		n, err := tx.CancelHeldOrder(ctx, db.CancelHeldOrderParams{UpdatedAt: a.Now().UnixMilli(), ID: order.ID, Was: string(order.Status),
			PaymentWas: string(order.Payment), RefundedWas: int64(order.Refunded)})
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
		return a.statusByMail(ctx, tx, order, shop.StatusCancelled, note)
	})
	if err != nil {
		return err
	}
	a.knockRefunds()
	a.closePayPage(context.WithoutCancel(ctx), order.ID)
	return nil
}
