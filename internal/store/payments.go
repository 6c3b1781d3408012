package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ByID finds a payment by its id.
func (r PaymentReader) ByID(ctx context.Context, id int64) (shop.Payment, error) {
	row, err := r.q.PaymentByID(ctx, id)
	return paymentOf(row), orNotFound(err, "Payment")
}

// ByRef finds a payment by what its provider calls it.
func (r PaymentReader) ByRef(ctx context.Context, provider, ref string) (shop.Payment, error) {
	row, err := r.q.PaymentByRef(ctx, db.PaymentByRefParams{Provider: provider, ProviderRef: ref})
	return paymentOf(row), orNotFound(err, "Payment")
}

// OfOrder lists an order's payments, the oldest first.
func (r PaymentReader) OfOrder(ctx context.Context, orderID int64) ([]shop.Payment, error) {
	rows, err := r.q.PaymentsOfOrder(ctx, orderID)
	return mapRows(rows, paymentOf), err
}

// Open lists open payments without a report since the given time, the oldest report first.
func (r PaymentReader) Open(ctx context.Context, silentSince time.Time, limit int) ([]shop.Payment, error) {
	rows, err := r.q.OpenPayments(ctx, db.OpenPaymentsParams{UpdatedAt: millis(silentSince), Limit: int32(limit)})
	return mapRows(rows, paymentOf), err
}

// Create writes a new open payment and gives its id.
func (tx PaymentWriter) Create(ctx context.Context, p shop.Payment) (int64, error) {
	return tx.q.InsertPayment(ctx, db.InsertPaymentParams{OrderID: p.OrderID, Provider: p.Provider, ProviderRef: p.Ref,
		AmountCents: int64(p.Amount), Currency: p.Currency, CreatedAt: millis(p.CreatedAt)})
}

// Start notes what the provider calls an open payment and where it is paid.
func (tx PaymentWriter) Start(ctx context.Context, id int64, ref, payURL string, now time.Time) error {
	_, err := tx.q.PaymentStarted(ctx, db.PaymentStartedParams{ProviderRef: ref, PayUrl: payURL, UpdatedAt: millis(now), ID: id})
	return err
}

// Claim gives an open payment to one of several instances that reconcile
// payments: the one for which it returns true.
func (tx PaymentWriter) Claim(ctx context.Context, p shop.Payment, now time.Time) (bool, error) {
	return changed(tx.q.ClaimPayment(ctx, db.ClaimPaymentParams{Now: millis(now), ID: p.ID, Was: millis(p.UpdatedAt)}))
}

// MarkPaid returns false when the payment was settled before.
func (tx PaymentWriter) MarkPaid(ctx context.Context, id int64, ref, captureRef string, now time.Time) (bool, error) {
	return changed(tx.q.PaymentPaid(ctx, db.PaymentPaidParams{ProviderRef: ref, CaptureRef: captureRef, UpdatedAt: millis(now), ID: id}))
}

// MarkFailed returns false when the payment is not open any more.
func (tx PaymentWriter) MarkFailed(ctx context.Context, id int64, now time.Time) (bool, error) {
	return changed(tx.q.PaymentFailed(ctx, db.PaymentFailedParams{UpdatedAt: millis(now), ID: id}))
}

// MarkRefunded notes that all of a payment went back.
func (tx PaymentWriter) MarkRefunded(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.q.PaymentRefunded(ctx, db.PaymentRefundedParams{UpdatedAt: millis(now), ID: id})
	return err
}

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
	n, err := r.q.RefundedOfPayment(ctx, paymentID)
	return shop.Cents(n), err
}

// ReturnedOfPayment is what went back of a payment for certain.
func (r RefundReader) ReturnedOfPayment(ctx context.Context, paymentID int64) (shop.Cents, error) {
	n, err := r.q.GivenBackOfPayment(ctx, paymentID)
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

func paymentOf(row db.Payment) shop.Payment {
	return shop.Payment{ID: row.ID, OrderID: row.OrderID, Provider: row.Provider, Ref: row.ProviderRef, CaptureRef: row.CaptureRef,
		State: shop.PaymentState(row.Status), Amount: shop.Cents(row.AmountCents), Currency: row.Currency, PayURL: row.PayUrl,
		CreatedAt: fromMillis(row.CreatedAt), UpdatedAt: fromMillis(row.UpdatedAt)}
}

func refundOf(row db.Refund) shop.Refund {
	return shop.Refund{ID: row.ID, PaymentID: row.PaymentID, OrderID: row.OrderID, Amount: shop.Cents(row.AmountCents), Reason: row.Reason,
		State: shop.RefundState(row.Status), Actor: row.Actor, Attempts: row.Attempts, NextAt: fromMillis(row.NextAt),
		CreatedAt: fromMillis(row.CreatedAt), UpdatedAt: fromMillis(row.UpdatedAt)}
}
