package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// HasExpiredHolds says whether there are unpaid orders whose time is over and whose units are still held.
func (r *Reader) HasExpiredHolds(ctx context.Context, now time.Time) (bool, error) {
	ms := millis(now)
	n, err := r.q.ExpiredHolds(ctx, &ms)
	return n > 0, err
}

// LeaseExpiredHolds takes up to limit unpaid orders whose time is over and whose units
// are still held. Nobody else gets them before the lease ends.
func (tx *Tx) LeaseExpiredHolds(ctx context.Context, now, leaseEnd time.Time, limit int) (orderIDs []int64, err error) {
	return tx.q.LeaseExpiredHolds(ctx, db.LeaseExpiredHoldsParams{Now: millis(now), LeaseEnd: millis(leaseEnd), Most: int32(limit)})
}

// ExtendHold gives an order that is paid at the shop more time. It returns false when it has as much or waits no more.
func (tx *Tx) ExtendHold(ctx context.Context, orderID int64, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ExtendHold(ctx, db.ExtendHoldParams{HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// ExpireReservation cancels an unpaid order whose time to pay is over. It returns
// false when it was paid, given more time or released meanwhile.
func (tx *Tx) ExpireReservation(ctx context.Context, orderID int64, now time.Time) (bool, error) {
	expired, err := changed(tx.q.ReleaseReservation(ctx, db.ReleaseReservationParams{Now: millis(now), ID: orderID}))
	if err != nil || !expired {
		return false, err
	}
	return true, tx.countOrder(ctx, orderID, shop.DropAbandoned)
}

// ReReserve opens an order again that expired unpaid. It returns false when it was cancelled by somebody.
func (tx *Tx) ReReserve(ctx context.Context, orderID int64, status shop.Status, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ReserveAgain(ctx, db.ReserveAgainParams{Status: string(status), HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// DropReservation returns false when the order's units were not reserved.
func (tx *Tx) DropReservation(ctx context.Context, orderID int64) (bool, error) {
	return changed(tx.q.ClearReservationEnd(ctx, orderID))
}

// CancelOrder cancels an order and drops its reservation, unless its status or its
// money changed since it was read: what is refunded follows from them.
func (tx *Tx) CancelOrder(ctx context.Context, seen shop.Order, now time.Time) (bool, error) {
	cancelled, err := changed(tx.q.CancelReservedOrder(ctx, db.CancelReservedOrderParams{UpdatedAt: millis(now), ID: seen.ID, Was: string(seen.Status),
		PaymentWas: string(seen.Payment), RefundedWas: int64(seen.Refunded)}))
	if err != nil || !cancelled || seen.Payment != shop.Unpaid {
		return cancelled, err
	}
	return true, tx.countOrder(ctx, seen.ID, shop.DropAbandoned)
}

// AbandonOrder keeps an order that expired unpaid from being reserved again.
func (tx *Tx) AbandonOrder(ctx context.Context, orderID int64, now time.Time) error {
	return tx.q.GiveUpOrder(ctx, db.GiveUpOrderParams{UpdatedAt: millis(now), ID: orderID})
}

// StockOf is how many units of a product are left. counted is false when its stock is not counted.
func (r *Reader) StockOf(ctx context.Context, productID int64) (units int64, counted bool, err error) {
	units, err = r.q.StockOf(ctx, productID)
	counted, err = optional(err)
	return units, counted, err
}

// PromoUsesOf is how often a customer uses a promotion.
func (r *Reader) PromoUsesOf(ctx context.Context, promotionID int64, customerKey string) (int64, error) {
	return r.q.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promotionID, CustomerKey: customerKey})
}

// UsePromo counts n uses of a promotion. It returns false when that would be more than it allows.
func (tx *Tx) UsePromo(ctx context.Context, promotionID, n int64) (bool, error) {
	return changed(tx.q.UsePromo(ctx, db.UsePromoParams{N: n, ID: promotionID}))
}

// CreatePromoUse notes which order uses a promotion, and for whom.
func (tx *Tx) CreatePromoUse(ctx context.Context, orderID, promotionID int64, customerKey string) error {
	return tx.q.InsertPromoUse(ctx, db.InsertPromoUseParams{OrderID: orderID, PromotionID: promotionID, CustomerKey: customerKey})
}

// ReleasePromoUse gives an order's use of a promotion back, if it has one.
func (tx *Tx) ReleasePromoUse(ctx context.Context, orderID int64) error {
	promotionID, err := tx.q.ReleasePromoUse(ctx, orderID)
	if exists, err := optional(err); !exists {
		return err
	}
	return tx.q.UnusePromo(ctx, promotionID)
}
