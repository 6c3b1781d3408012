package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// OfOrder lists an order's refunds, the oldest first.
func (r RefundReader) OfOrder(ctx context.Context, orderID int64) ([]shop.Refund, error) {
	rows, err := r.q.RefundsOfOrder(ctx, orderID)
	return mapRows(rows, refundOf), err
}

// Due lists refunds that the provider is to be asked for now.
func (r RefundReader) Due(ctx context.Context, now time.Time, limit int) ([]shop.Refund, error) {
	rows, err := r.q.RefundsDue(ctx, db.RefundsDueParams{NextAt: millis(now), Limit: int32(limit)})
	return mapRows(rows, refundOf), err
}

// SumOfPayment is what went back of a payment or is on its way.
func (r RefundReader) SumOfPayment(ctx context.Context, paymentID int64) (shop.Cents, error) {
	n, err := r.q.RefundedOrAskedOfPayment(ctx, paymentID)
	return shop.Cents(n), err
}

// ReturnedOfPayment is what went back of a payment for certain.
func (r RefundReader) ReturnedOfPayment(ctx context.Context, paymentID int64) (shop.Cents, error) {
	n, err := r.q.RefundedOfPayment(ctx, paymentID)
	return shop.Cents(n), err
}

// Create writes a refund that the provider is to be asked for at NextAt.
func (tx RefundWriter) Create(ctx context.Context, r shop.Refund) error {
	_, err := tx.q.InsertRefund(ctx, db.InsertRefundParams{PaymentID: r.PaymentID, OrderID: r.OrderID, AmountCents: int64(r.Amount),
		Reason: r.Reason, Actor: r.Actor, NextAt: millis(r.NextAt)})
	return err
}

// Claim gives a due refund to one of several instances, the one for which it
// returns true, until next.
func (tx RefundWriter) Claim(ctx context.Context, r shop.Refund, next, now time.Time) (bool, error) {
	return changed(tx.q.ClaimRefund(ctx, db.ClaimRefundParams{NextAt: millis(next), Now: millis(now), ID: r.ID, Was: millis(r.NextAt)}))
}

// End returns false when the refund has ended before.
func (tx RefundWriter) End(ctx context.Context, id int64, state shop.RefundState, ref string, now time.Time) (bool, error) {
	return changed(tx.q.EndRefund(ctx, db.EndRefundParams{Status: string(state), ProviderRef: ref, UpdatedAt: millis(now), ID: id}))
}

// Reserve counts money of a paid order as refunded, unless it is more than is left of it.
func (tx RefundWriter) Reserve(ctx context.Context, orderID int64, amount shop.Cents, now time.Time) (bool, error) {
	return changed(tx.q.ReserveRefund(ctx, db.ReserveRefundParams{Amount: int64(amount), Now: millis(now), ID: orderID}))
}

// Unreserve takes back what Reserve counted, because the refund failed.
func (tx RefundWriter) Unreserve(ctx context.Context, orderID int64, amount shop.Cents, now time.Time) error {
	_, err := tx.q.UnreserveRefund(ctx, db.UnreserveRefundParams{Amount: int64(amount), Now: millis(now), ID: orderID})
	return err
}

func refundOf(row db.Refund) shop.Refund {
	return shop.Refund{ID: row.ID, PaymentID: row.PaymentID, OrderID: row.OrderID, Amount: shop.Cents(row.AmountCents), Reason: row.Reason,
		State: shop.RefundState(row.Status), Actor: row.Actor, Attempts: row.Attempts, NextAt: fromMillis(row.NextAt),
		CreatedAt: fromMillis(row.CreatedAt), UpdatedAt: fromMillis(row.UpdatedAt)}
}
