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

func paymentOf(row db.Payment) shop.Payment {
	return shop.Payment{ID: row.ID, OrderID: row.OrderID, Provider: row.Provider, Ref: row.ProviderRef, CaptureRef: row.CaptureRef,
		State: shop.PaymentState(row.Status), Amount: shop.Cents(row.AmountCents), Currency: row.Currency, PayURL: row.PayUrl,
		CreatedAt: fromMillis(row.CreatedAt), UpdatedAt: fromMillis(row.UpdatedAt)}
}
