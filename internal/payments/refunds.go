package payments

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	refundTries = 12
	refundLease = time.Minute
)

// Refund gives part or all of an order's money back. A refund is
// counted before the provider is asked, so two clicks never refund more than was paid.
func (p *Service) Refund(ctx context.Context, number string, amount shop.Cents, reason string, by audit.Actor) error {
	err := p.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return err
		}
		if err := p.AskRefund(ctx, tx, order, amount, reason, by); err != nil {
			return err
		}
		return p.audit.Record(ctx, tx, by, "refund", "order", number, map[string]string{"refunded": order.Refunded.String()},
			map[string]string{"refunded": (order.Refunded + amount).String(), "reason": reason})
	})
	if err == nil {
		p.RefundsDue.Notify()
	}
	return err
}

// AskRefund writes a refund down for SendRefunds. order is as it was read in the same transaction.
func (p *Service) AskRefund(ctx context.Context, tx *store.Tx, order shop.Order, amount shop.Cents, reason string, by audit.Actor) error {
	settings, err := p.settings.Get(ctx)
	if err != nil {
		return err
	}
	if err := order.CheckRefund(amount, settings.Payments); err != nil {
		return err
	}
	now := p.now()
	reserved, err := tx.Refunds.Reserve(ctx, order.ID, amount, now)
	if err != nil {
		return err
	}
	if !reserved {
		return shop.Errorf(shop.Stale, "Somebody else changed this order in the meantime.")
	}
	payments, err := tx.Payments.OfOrder(ctx, order.ID)
	if err != nil {
		return err
	}
	for _, paid := range payments {
		if paid.State != shop.PaymentStatePaid {
			continue
		}
		refunded, err := tx.Refunds.SumOfPayment(ctx, paid.ID)
		if err != nil {
			return err
		}
		if refunded+amount > paid.Amount {
			continue // the second payment of an order paid twice
		}
		if err := tx.Refunds.Create(ctx, shop.Refund{PaymentID: paid.ID, OrderID: order.ID, Amount: amount, Reason: reason, Actor: by.Name, NextAt: now}); err != nil {
			return err
		}
		return orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "refund_asked", Detail: amount.String()})
	}
	// Paid in a way that no provider knows of (demo data): nothing to call, the money goes back by hand.
	if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "refunded", Detail: amount.String()}); err != nil {
		return err
	}
	return p.closeRefunded(ctx, tx, order.ID)
}

// SendRefunds asks the providers for the refunds that are due. An instance that dies in
// between leaves its row leased for a moment; the idempotency key makes a second try safe. A refund that cannot be
// written down does not keep the others waiting.
func (p *Service) SendRefunds(ctx context.Context) error {
	due, err := p.store.Refunds.Due(ctx, p.now(), 50)
	if err != nil {
		return err
	}
	var failed error
	for _, refund := range due {
		mine := false
		pause := min(refundLease<<min(refund.Attempts, 6), time.Hour)
		err := p.store.Write(ctx, func(tx *store.Tx) (err error) {
			mine, err = tx.Refunds.Claim(ctx, refund, p.now().Add(pause), p.now())
			return err
		})
		failed = errors.Join(failed, err)
		if err != nil || !mine {
			continue
		}
		ref, err := p.sendRefund(ctx, refund)
		if err != nil && ctx.Err() != nil {
			return err
		}
		failed = errors.Join(failed, p.endRefund(ctx, refund, ref, err))
	}
	return failed
}

func (p *Service) sendRefund(ctx context.Context, refund shop.Refund) (ref string, err error) {
	paid, err := p.store.Payments.ByID(ctx, refund.PaymentID)
	if err != nil {
		return "", err
	}
	provider, err := p.provider(paid.Provider)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	return provider.Refund(ctx, payment.RefundRequest{Key: refund.IdempotencyKey(), Ref: paid.Ref, CaptureRef: paid.CaptureRef,
		Amount: refund.Amount, Currency: paid.Currency})
}

// endRefund writes down how it went. A try that failed is tried again, until the
// provider refuses for good or too many have failed; then staff must act.
func (p *Service) endRefund(ctx context.Context, refund shop.Refund, ref string, failure error) error {
	if failure != nil {
		slog.Warn("refund failed", "refund", refund.ID, "try", refund.Attempts+1, "error", failure)
		if !errors.Is(failure, payment.ErrRefused) && refund.Attempts+1 < refundTries {
			return nil
		}
	}
	return p.store.Write(ctx, func(tx *store.Tx) error {
		// Of two partial refunds that end at the same moment, the second must see that all is refunded.
		if err := tx.Orders.Lock(ctx, refund.OrderID); err != nil {
			return err
		}
		now := p.now()
		state, kind := shop.RefundDone, "refunded"
		if failure != nil {
			state, kind = shop.RefundFailed, "refund_failed"
		}
		ended, err := tx.Refunds.End(ctx, refund.ID, state, ref, now)
		if err != nil || !ended {
			return err
		}
		if failure != nil && refund.Reason != shop.RefundPaidTwice {
			if err := tx.Refunds.Unreserve(ctx, refund.OrderID, refund.Amount, now); err != nil {
				return err
			}
		}
		if failure == nil {
			if err := p.applyRefund(ctx, tx, refund); err != nil {
				return err
			}
		}
		return orderbook.RecordEventByID(ctx, tx, refund.OrderID, shop.OrderEvent{At: now, Actor: "shop", Kind: kind, Detail: refund.Amount.String()})
	})
}

// applyRefund updates the payment and the order of money that went back.
func (p *Service) applyRefund(ctx context.Context, tx *store.Tx, refund shop.Refund) error {
	returned, err := tx.Refunds.ReturnedOfPayment(ctx, refund.PaymentID)
	if err != nil {
		return err
	}
	paid, err := tx.Payments.ByID(ctx, refund.PaymentID)
	if err != nil {
		return err
	}
	if returned >= paid.Amount {
		if err := tx.Payments.MarkRefunded(ctx, paid.ID, p.now()); err != nil {
			return err
		}
	}
	if refund.Reason == shop.RefundPaidTwice {
		return nil
	}
	return p.closeRefunded(ctx, tx, refund.OrderID)
}

// closeRefunded ends an order once all its money is back. Its units return to the
// stock, unless they were handed over. In a shop that does not use the status
// Refunded it is cancelled, or stays what it was when the customer has the goods;
// the payment status then says that it was refunded.
func (p *Service) closeRefunded(ctx context.Context, tx *store.Tx, orderID int64) error {
	settings, err := p.settings.Get(ctx)
	if err != nil {
		return err
	}
	ending := shop.StatusRefunded
	if !settings.Orders.StatusEnabled(ending) {
		ending = shop.StatusCancelled
	}
	order, err := tx.Orders.ByID(ctx, orderID)
	if err != nil {
		return err
	}
	closed, err := tx.Orders.MarkRefunded(ctx, orderID, ending, p.now())
	if err != nil || !closed || !order.Reserved || order.Status.HandedOver() {
		return err
	}
	return p.orderUnits.ReleaseOnce(ctx, tx, order)
}
