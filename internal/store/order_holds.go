package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// HasExpired says whether there are unpaid orders whose time is over and whose units are still held.
func (r OrderHoldReader) HasExpired(ctx context.Context, now time.Time) (bool, error) {
	ms := millis(now)
	n, err := r.q.ExpiredHolds(ctx, &ms)
	return n > 0, err
}

// LeaseExpired takes up to limit unpaid orders whose time is over and whose units
// are still held. Nobody else gets them before the lease ends.
func (tx OrderHoldWriter) LeaseExpired(ctx context.Context, now, leaseEnd time.Time, limit int) (orderIDs []int64, err error) {
	return tx.q.LeaseExpiredHolds(ctx, db.LeaseExpiredHoldsParams{Now: millis(now), LeaseEnd: millis(leaseEnd), Most: int32(limit)})
}

// Extend gives an order that is paid at the shop more time. It returns false when it has as much or waits no more.
func (tx OrderHoldWriter) Extend(ctx context.Context, orderID int64, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ExtendHold(ctx, db.ExtendHoldParams{HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// Expire cancels an unpaid order whose time to pay is over. It returns
// false when it was paid, given more time or released meanwhile.
func (tx OrderHoldWriter) Expire(ctx context.Context, orderID int64, now time.Time) (bool, error) {
	expired, err := changed(tx.q.ExpireHold(ctx, db.ExpireHoldParams{Now: millis(now), ID: orderID}))
	if err != nil || !expired {
		return false, err
	}
	return true, tx.all.countOrder(ctx, orderID, shop.DropAbandoned)
}

// ReReserve opens an order again that expired unpaid. It returns false when it was cancelled by somebody.
func (tx OrderHoldWriter) ReReserve(ctx context.Context, orderID int64, status shop.Status, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ReserveAgain(ctx, db.ReserveAgainParams{Status: string(status), HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// End returns false when the order's units were not reserved.
func (tx OrderHoldWriter) End(ctx context.Context, orderID int64) (bool, error) {
	return changed(tx.q.EndHold(ctx, orderID))
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

// Of is how many units of a product are left. counted is false when its stock is not counted.
func (r StockReader) Of(ctx context.Context, productID int64) (units int64, counted bool, err error) {
	units, err = r.q.StockOf(ctx, productID)
	counted, err = optional(err)
	return units, counted, err
}

// UsesBy is how often a customer uses a promotion.
func (r PromotionReader) UsesBy(ctx context.Context, promotionID int64, customerKey string) (int64, error) {
	return r.q.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promotionID, CustomerKey: customerKey})
}

// Use counts n uses of a promotion. It returns false when that would be more than it allows.
func (tx PromotionWriter) Use(ctx context.Context, promotionID, n int64) (bool, error) {
	return changed(tx.q.UsePromo(ctx, db.UsePromoParams{N: n, ID: promotionID}))
}

// CreateUse notes which order uses a promotion, and for whom.
func (tx PromotionWriter) CreateUse(ctx context.Context, orderID, promotionID int64, customerKey string) error {
	return tx.q.InsertPromoUse(ctx, db.InsertPromoUseParams{OrderID: orderID, PromotionID: promotionID, CustomerKey: customerKey})
}

// ReleaseUse gives an order's use of a promotion back, if it has one.
func (tx PromotionWriter) ReleaseUse(ctx context.Context, orderID int64) error {
	promotionID, err := tx.q.ReleasePromoUse(ctx, orderID)
	if exists, err := optional(err); !exists {
		return err
	}
	return tx.q.UnusePromo(ctx, promotionID)
}
