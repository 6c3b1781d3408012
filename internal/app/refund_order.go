package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Reasons the shop itself has for a refund; staff write their own.
const (
	reasonTooLate = "paid_too_late"
	reasonDouble  = "paid_twice"
)

const (
	refundTries = 12
	refundLease = time.Minute
)

// ErrRefused marks a provider's refusal for good: asking again is of no use.
var ErrRefused = errors.New("refused by the provider")

// RefundOrder gives part or all of an order's money back. What was promised to
// be refunded is counted at once, so two clicks never refund more than was paid.
func (a *App) RefundOrder(ctx context.Context, number string, amount shop.Cents, reason string, by Actor) error {
	if amount <= 0 {
		return shop.FieldError(shop.Invalid, "amount", "Enter an amount above zero.")
	}
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if err != nil {
			return err
		}
		if err := a.askRefund(ctx, tx, order, amount, reason, by); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "refund", "order", number, map[string]string{"refunded": order.Refunded.String()},
			map[string]string{"refunded": (order.Refunded + amount).String(), "reason": reason})
	})
	if err == nil {
		a.knockRefunds()
	}
	return err
}

func (a *App) askRefund(ctx context.Context, tx *store.Tx, order shop.Order, amount shop.Cents, reason string, by Actor) error {
	now := a.Now().UnixMilli()
	n, err := tx.ReserveRefund(ctx, db.ReserveRefundParams{Amount: int64(amount), Now: now, ID: order.ID})
	if err != nil {
		return err
	}
	if n == 0 {
		settings, err := a.Settings(ctx)
		if err != nil {
			return err
		}
		left := shop.MoneyText(order.Total-order.Refunded, order.Currency, settings.Payments.CurrencyFormat)
		return shop.FieldError(shop.Conflict, "amount", "This order has no more than "+left+" left to refund.")
	}
	payments, err := tx.PaymentsOfOrder(ctx, order.ID)
	if err != nil {
		return err
	}
	for _, payment := range payments {
		if payment.Status != PaymentPaid {
			continue
		}
		given, err := tx.RefundedOfPayment(ctx, payment.ID)
		if err != nil {
			return err
		}
		if given+int64(amount) > payment.AmountCents {
			continue // the second payment of an order paid twice
		}
		if _, err := tx.InsertRefund(ctx, db.InsertRefundParams{PaymentID: payment.ID, OrderID: order.ID, AmountCents: int64(amount), Reason: reason,
			Actor: by.Name, NextAt: now}); err != nil {
			return err
		}
		return a.orderHappened(ctx, tx, order.ID, by.Name, "refund_asked", amount.String())
	}
	// Paid in a way that no provider knows of (demo data): nothing to call, the money goes back by hand.
	if err := a.orderHappened(ctx, tx, order.ID, by.Name, "refunded", amount.String()); err != nil {
		return err
	}
	return a.closeRefunded(ctx, tx, order.ID, now)
}

// knockRefunds wakes the worker without ever waiting for it.
func (a *App) knockRefunds() {
	select {
	case a.refunds <- struct{}{}:
	default:
	}
}

// SendRefunds asks the providers for the refunds that wait. A copy that dies in
// between leaves its row claimed for a moment; the key makes a second try safe.
func (a *App) SendRefunds(ctx context.Context) error {
	due, err := a.Store.RefundsDue(ctx, db.RefundsDueParams{NextAt: a.Now().UnixMilli(), Limit: 50})
	if err != nil {
		return err
	}
	for _, refund := range due {
		mine := false
		pause := min(refundLease<<min(refund.Attempts, 6), time.Hour)
		err := a.Store.Write(ctx, func(tx *store.Tx) error {
			n, err := tx.ClaimRefund(ctx, db.ClaimRefundParams{NextAt: a.Now().Add(pause).UnixMilli(), Now: a.Now().UnixMilli(), ID: refund.ID, Was: refund.NextAt})
			mine = n == 1
			return err
		})
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		ref, err := a.sendRefund(ctx, refund)
		if err != nil && ctx.Err() != nil {
			return err
		}
		if err := a.endRefund(ctx, refund, ref, err); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) sendRefund(ctx context.Context, refund db.Refund) (string, error) {
	payment, err := a.Store.PaymentByID(ctx, refund.PaymentID)
	if err != nil {
		return "", err
	}
	provider, err := a.provider(payment.Provider)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	return provider.Refund(ctx, Refund{Key: "snackdrop-refund-" + idText(refund.ID) + "-" + idText(refund.CreatedAt), Ref: payment.ProviderRef,
		CaptureRef: payment.CaptureRef, Amount: shop.Cents(refund.AmountCents), Currency: payment.Currency})
}

// endRefund writes down how it went. A try that failed is tried again, until
// the provider refuses for good or too many have failed; then staff must act.
func (a *App) endRefund(ctx context.Context, refund db.Refund, ref string, failure error) error {
	if failure != nil {
		slog.Warn("refund failed", "refund", refund.ID, "try", refund.Attempts+1, "error", failure)
		if !errors.Is(failure, ErrRefused) && refund.Attempts+1 < refundTries {
			return nil
		}
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		// Of two parts that end at the same moment, the second must see that it is the last.
		if err := tx.LockOrder(ctx, refund.OrderID); err != nil {
			return err
		}
		now := a.Now().UnixMilli()
		status, kind := "done", "refunded"
		if failure != nil {
			status, kind = "failed", "refund_failed"
		}
		n, err := tx.EndRefund(ctx, db.EndRefundParams{Status: status, ProviderRef: ref, UpdatedAt: now, ID: refund.ID})
		if err != nil || n == 0 {
			return err
		}
		if failure != nil && refund.Reason != reasonDouble {
			if _, err := tx.UnreserveRefund(ctx, db.UnreserveRefundParams{Amount: refund.AmountCents, Now: now, ID: refund.OrderID}); err != nil {
				return err
			}
		}
		if failure == nil {
			if err := a.noteRefund(ctx, tx, refund, now); err != nil {
				return err
			}
		}
		return a.orderHappened(ctx, tx, refund.OrderID, "shop", kind, shop.Cents(refund.AmountCents).String())
	})
}

func (a *App) noteRefund(ctx context.Context, tx *store.Tx, refund db.Refund, now int64) error {
	given, err := tx.GivenBackOfPayment(ctx, refund.PaymentID)
	if err != nil {
		return err
	}
	payment, err := tx.PaymentByID(ctx, refund.PaymentID)
	if err != nil {
		return err
	}
	if given >= payment.AmountCents {
		if _, err := tx.PaymentRefunded(ctx, db.PaymentRefundedParams{UpdatedAt: now, ID: payment.ID}); err != nil {
			return err
		}
	}
	if refund.Reason == reasonDouble {
		return nil
	}
	return a.closeRefunded(ctx, tx, refund.OrderID, now)
}

// closeRefunded ends an order once all its money is back. It keeps no units:
// they go back on the shelf, unless they were handed over. In a shop that does
// not use the status Refunded it is cancelled, or stays what it was when the
// customer has the goods; its payment says the rest.
func (a *App) closeRefunded(ctx context.Context, tx *store.Tx, id, now int64) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	ending := shop.StatusRefunded
	if !StatusEnabled(settings, ending) {
		ending = shop.StatusCancelled
	}
	order, err := tx.OrderWithID(ctx, id)
	if err != nil {
		return err
	}
	n, err := tx.MarkOrderRefunded(ctx, db.MarkOrderRefundedParams{UpdatedAt: now, Ending: string(ending), ID: id})
	if err != nil || n == 0 || !order.StockHeld || order.Status.HandedOver() {
		return err
	}
	return a.giveBackOnce(ctx, tx, order)
}

// giveBackOnce returns the units of an order that still holds them.
func (a *App) giveBackOnce(ctx context.Context, tx *store.Tx, order shop.Order) error {
	n, err := tx.DropHold(ctx, order.ID)
	if err != nil || n == 0 {
		return err
	}
	return a.giveBack(ctx, tx, order)
}
