package app

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// BuyersOrder opens an order for the one who has its key, or whose account it
// is in. For anybody else it does not exist.
func (a *App) BuyersOrder(ctx context.Context, number, key string, user *shop.User) (shop.Order, error) {
	order, err := a.Store.OrderNumbered(ctx, number)
	if err != nil {
		return order, err
	}
	mine := user != nil && order.UserID != nil && *order.UserID == user.ID
	if mine || subtle.ConstantTimeCompare([]byte(key), []byte(a.orderKey(number))) == 1 {
		return order, nil
	}
	return shop.Order{}, shop.Errorf(shop.NotFound, "Order not found.")
}

// checksPerOrder is more than a page asks for: the provider's turns are everybody's.
var checksPerOrder = Limit{Times: 40, Per: time.Minute}

// CheckPayment asks the provider whether an unpaid order has been paid, for a
// shopper who just came back from its page. Who asks too often hears what the shop knows.
func (a *App) CheckPayment(ctx context.Context, order shop.Order) (shop.Order, error) {
	if order.Payment == shop.Unpaid && a.Limits.Take("check "+order.Number, checksPerOrder) == nil {
		payment, err := a.openPayment(ctx, order.ID)
		if err != nil {
			return order, err
		}
		if payment != nil && payment.PayUrl != "" {
			if err := a.lookUp(ctx, *payment); err != nil {
				slog.Warn("payment not looked up", "order", order.Number, "error", err)
			}
		}
	}
	return a.Store.OrderWithID(ctx, order.ID)
}

// PaymentDeclined tells whether an order waits for a payment after one that did
// not go through.
func (a *App) PaymentDeclined(ctx context.Context, order shop.Order) (bool, error) {
	if order.Payment != shop.Unpaid || order.HoldEnds == nil {
		return false, nil
	}
	payments, err := a.Store.PaymentsOfOrder(ctx, order.ID)
	if err != nil || len(payments) == 0 {
		return false, err
	}
	return payments[len(payments)-1].Status == PaymentFailed, nil
}

// PaidTooLate tells whether an order's money came when it could not be filled any more, and goes back for that.
func (a *App) PaidTooLate(ctx context.Context, order shop.Order) (bool, error) {
	if order.Refunded == 0 {
		return false, nil
	}
	refunds, err := a.Store.RefundsOfOrder(ctx, order.ID)
	return slices.ContainsFunc(refunds, func(r db.Refund) bool { return r.Reason == reasonTooLate }), err
}

// PayOrder opens the pay page of an unpaid order again. When its time was over
// the units are held anew, if they are still there.
func (a *App) PayOrder(ctx context.Context, order shop.Order) (payURL string, err error) {
	order, err = a.CheckPayment(ctx, order) // a payment that came meanwhile must not be made twice
	if err != nil {
		return "", err
	}
	if order.Payment != shop.Unpaid || order.HoldEnds == nil {
		return "", shop.Errorf(shop.Conflict, "There is nothing to pay for this order.")
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return "", err
	}
	providerName, err := a.providerFor(order.PaymentMethod, settings)
	if err != nil {
		return "", err
	}
	var payment db.Payment
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		// Two clicks on an order whose time was over hold its units once and open one page.
		if err := tx.LockOrder(ctx, order.ID); err != nil {
			return err
		}
		if order, err = tx.OrderWithID(ctx, order.ID); err != nil {
			return err
		}
		if !order.StockHeld {
			if err := a.revive(ctx, tx, order); err != nil {
				return err
			}
		}
		payments, err := tx.PaymentsOfOrder(ctx, order.ID)
		if err != nil {
			return err
		}
		for _, p := range payments {
			if p.Status == PaymentOpen && order.StockHeld {
				payment = p
				return nil
			}
			if p.Status == PaymentOpen { // its page was closed with the hold
				if _, err := tx.PaymentFailed(ctx, db.PaymentFailedParams{UpdatedAt: a.Now().UnixMilli(), ID: p.ID}); err != nil {
					return err
				}
			}
		}
		now := a.Now().UnixMilli()
		payment = db.Payment{OrderID: order.ID, Provider: providerName, AmountCents: int64(order.Total), Currency: order.Currency, CreatedAt: now}
		payment.ID, err = tx.InsertPayment(ctx, db.InsertPaymentParams{OrderID: order.ID, Provider: providerName,
			ProviderRef: store.FirstPaymentRef(order.Number) + ":" + NewToken()[:8], AmountCents: int64(order.Total), Currency: order.Currency, CreatedAt: now})
		return err
	})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	url, err := a.openPayPage(ctx, order, payment)
	if err != nil && shop.CodeOf(err) == "" {
		slog.Warn("payment not started", "order", order.Number, "provider", payment.Provider, "error", err)
		return "", shop.Errorf(shop.PaymentFailed, "The payment page did not open. Please try again in a moment.")
	}
	return url, err
}

// MarkPaid notes that an order paid at the counter or on delivery is paid.
func (a *App) MarkPaid(ctx context.Context, number string, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if err != nil {
			return err
		}
		now := a.Now().UnixMilli()
		n, err := tx.MarkOrderPaid(ctx, db.MarkOrderPaidParams{UpdatedAt: now, ID: order.ID})
		if err != nil {
			return err
		}
		if n == 0 || order.PaymentMethod != shop.PayManual {
			return shop.Errorf(shop.Conflict, "Only an unpaid order that is paid at the shop can be marked as paid.")
		}
		id, err := tx.InsertPayment(ctx, db.InsertPaymentParams{OrderID: order.ID, Provider: "manual", ProviderRef: "manual:" + number,
			AmountCents: int64(order.Total), Currency: order.Currency, CreatedAt: now})
		if err != nil {
			return err
		}
		if _, err := tx.PaymentPaid(ctx, db.PaymentPaidParams{ProviderRef: "manual:" + number, UpdatedAt: now, ID: id}); err != nil {
			return err
		}
		if err := a.orderHappened(ctx, tx, order.ID, by.Name, "paid", "manual"); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "mark paid", "order", number,
			map[string]shop.PaymentStatus{"payment": order.Payment}, map[string]shop.PaymentStatus{"payment": shop.Paid})
	})
}
