package orderbook

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CustomerActor is who did what buyers do with their own orders.
const CustomerActor = "customer"

// RecordEvent adds to an order's timeline and tells the pages that show it.
func RecordEvent(ctx context.Context, tx *store.Tx, order shop.Order, event shop.OrderEvent) error {
	return recordEventOf(ctx, tx, order.ID, order.UserID, event)
}

// RecordEventByID is RecordEvent where the order was not read.
func RecordEventByID(ctx context.Context, tx *store.Tx, orderID int64, event shop.OrderEvent) error {
	owner, err := tx.Orders.Owner(ctx, orderID)
	if err != nil {
		return err
	}
	return recordEventOf(ctx, tx, orderID, owner, event)
}

func recordEventOf(ctx context.Context, tx *store.Tx, orderID int64, owner *int64, event shop.OrderEvent) error {
	if err := tx.Orders.RecordEvent(ctx, orderID, event); err != nil {
		return err
	}
	EmitOrder(tx, orderID, owner)
	return nil
}

// EmitOrder tells the back office, and the customer if they have an account.
func EmitOrder(tx *store.Tx, orderID int64, owner *int64) {
	event := shop.Event{Type: shop.EventOrder, ID: orderID, Audience: shop.ToAdmins}
	if owner != nil {
		event.Audience, event.UserID = shop.ToOwner, *owner
	}
	tx.Emit(event)
}
