package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Move gives an order another status unless it is no longer the one that was
// seen: of two people who press the same button, the second changes nothing.
func (tx OrderWriter) Move(ctx context.Context, seen shop.Order, to shop.Status, now time.Time) (bool, error) {
	return changed(tx.q.MoveOrder(ctx, db.MoveOrderParams{Status: string(to), Now: millis(now), ID: seen.ID, Was: string(seen.Status)}))
}

// Cancel cancels an order and drops its reservation, unless its status or its
// money changed since it was read: what is refunded follows from them.
func (tx OrderWriter) Cancel(ctx context.Context, seen shop.Order, now time.Time) (bool, error) {
	cancelled, err := changed(tx.q.CancelReservedOrder(ctx, db.CancelReservedOrderParams{UpdatedAt: millis(now), ID: seen.ID, Was: string(seen.Status),
		PaymentWas: string(seen.Payment), RefundedWas: int64(seen.Refunded)}))
	if err != nil || !cancelled || seen.Payment != shop.Unpaid {
		return cancelled, err
	}
	return true, tx.all.countOrder(ctx, seen.ID, shop.DropAbandoned)
}

// Abandon keeps an order that expired unpaid from being reserved again.
func (tx OrderWriter) Abandon(ctx context.Context, orderID int64, now time.Time) error {
	return tx.q.AbandonOrder(ctx, db.AbandonOrderParams{UpdatedAt: millis(now), ID: orderID})
}

// MarkPaid returns false unless the order was unpaid and its units reserved:
// one effect however often the payment is reported.
func (tx OrderWriter) MarkPaid(ctx context.Context, orderID int64, now time.Time) (bool, error) {
	paid, err := changed(tx.q.MarkOrderPaid(ctx, db.MarkOrderPaidParams{UpdatedAt: millis(now), ID: orderID}))
	if err != nil || !paid {
		return false, err
	}
	return true, tx.all.countOrder(ctx, orderID, shop.DropPaid)
}

// MarkLatePaid notes money that came for an unpaid order which cannot be
// filled any more. It returns false for any other order.
func (tx OrderWriter) MarkLatePaid(ctx context.Context, orderID int64, now time.Time) (bool, error) {
	return changed(tx.q.MarkLateOrderPaid(ctx, db.MarkLateOrderPaidParams{UpdatedAt: millis(now), ID: orderID}))
}

// MarkRefunded ends a paid order with the given status once all of its money
// is back. It returns false while some is not.
func (tx OrderWriter) MarkRefunded(ctx context.Context, orderID int64, ending shop.Status, now time.Time) (bool, error) {
	return changed(tx.q.MarkOrderRefunded(ctx, db.MarkOrderRefundedParams{UpdatedAt: millis(now), Ending: string(ending), ID: orderID}))
}
