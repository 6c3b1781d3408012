package payments

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Webhook takes a provider's message. What it did not sign is refused; the provider repeats what failed for another reason.
func (p *Service) Webhook(ctx context.Context, providerName string, header http.Header, body []byte) error {
	provider, ok := p.providers[providerName]
	if !ok {
		return shop.Errorf(shop.NotFound, "There is no such provider.")
	}
	outcome, relevant, err := provider.ParseWebhook(ctx, header, body)
	if errors.Is(err, payment.ErrNotSigned) {
		slog.Warn("webhook refused", "provider", providerName, "error", err)
		return shop.Errorf(shop.Invalid, "This message is not signed by the provider.")
	}
	if err != nil || !relevant {
		return err
	}
	if outcome.State == shop.PaymentStateOpen { // the message does not say what happened: ask the provider
		var known shop.Payment
		if known, err = p.store.Payments.ByRef(ctx, providerName, outcome.Ref); err == nil {
			return p.lookUp(ctx, known)
		}
	} else if !p.askedForPayer(ctx, providerName, outcome) {
		err = p.Settle(ctx, providerName, outcome)
	}
	if shop.CodeOf(err) == shop.NotFound {
		// Another shop's payment at the same account, or one whose row is not written yet:
		// the reconciler asks about ours anyway.
		return nil
	}
	return err
}

// askedForPayer settles the payment of an order in a drop by asking the provider: its
// message does not say which card paid. false: nothing was settled.
func (p *Service) askedForPayer(ctx context.Context, providerName string, outcome payment.Outcome) bool {
	if outcome.State != shop.PaymentStatePaid || outcome.Payer != "" {
		return false
	}
	known, err := p.store.Payments.ByRef(ctx, providerName, outcome.Ref)
	if err != nil {
		return false
	}
	order, err := p.store.Orders.ByID(ctx, known.OrderID)
	return err == nil && order.InDrop() && p.lookUp(ctx, known) == nil
}

// lookUp asks the provider how a payment stands and settles the outcome.
func (p *Service) lookUp(ctx context.Context, known shop.Payment) error {
	provider, err := p.provider(known.Provider)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	outcome, err := provider.Lookup(ctx, known.Ref)
	if err != nil {
		return err
	}
	return p.Settle(ctx, known.Provider, outcome)
}

// Settle records the result of a payment, whether the provider's response, its webhook or
// the reconciler reports it. It is idempotent: reported again, in any order, a result
// changes nothing. A payment whose order cannot be fulfilled any more is refunded.
func (p *Service) Settle(ctx context.Context, providerName string, outcome payment.Outcome) error {
	err := p.store.Write(ctx, func(tx *store.Tx) error {
		known, err := tx.Payments.ByRef(ctx, providerName, outcome.Ref)
		if err != nil {
			return err
		}
		switch outcome.State {
		case shop.PaymentStatePaid:
			return p.settlePaid(ctx, tx, known, outcome)
		case shop.PaymentStateFailed:
			return p.settleFailed(ctx, tx, known)
		}
		return nil
	})
	if err == nil {
		p.RefundsDue.Notify()
	}
	return err
}

func (p *Service) settleFailed(ctx context.Context, tx *store.Tx, known shop.Payment) error {
	failed, err := tx.Payments.MarkFailed(ctx, known.ID, p.now())
	if err != nil || !failed {
		return err
	}
	return orderbook.RecordEventByID(ctx, tx, known.OrderID, shop.OrderEvent{At: p.now(), Actor: "shop", Kind: "payment_failed"})
}

func (p *Service) settlePaid(ctx context.Context, tx *store.Tx, known shop.Payment, outcome payment.Outcome) error {
	if outcome.Amount != known.Amount || !strings.EqualFold(outcome.Currency, known.Currency) {
		slog.Error("a payment of the wrong amount was not accepted", "payment", known.ID, "asked", int64(known.Amount), "paid", outcome.Amount,
			"currency", outcome.Currency)
		return shop.Errorf(shop.PaymentFailed, "The amount paid is not the amount asked for.")
	}
	now := p.now()
	first, err := tx.Payments.MarkPaid(ctx, known.ID, outcome.Ref, outcome.CaptureRef, now)
	if err != nil || !first {
		return err // settled before
	}
	paid, err := tx.Orders.MarkPaid(ctx, known.OrderID, now)
	if err != nil {
		return err
	}
	order, err := tx.Orders.ByID(ctx, known.OrderID)
	if err != nil {
		return err
	}
	if !paid {
		refusal := p.orderUnits.ReReserve(ctx, tx, order, true)
		if refusal == nil {
			paid, err = tx.Orders.MarkPaid(ctx, known.OrderID, now)
		} else if shop.CodeOf(refusal) == "" {
			err = refusal // an internal error, no refusal: the money must not be refunded for it
		}
		if err != nil {
			return err
		}
		if !paid {
			return p.refundLatePayment(ctx, tx, order, known, refusal)
		}
	}
	order.Payment, order.ReservedUntil = shop.Paid, nil
	if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: "shop", Kind: "paid", Detail: known.Provider}); err != nil {
		return err
	}
	if err := p.orderUnits.CountPaid(ctx, tx, &order, outcome.Payer); err != nil {
		return err
	}
	if err := p.webhooks.OrderPaid(ctx, tx, order); err != nil {
		return err
	}
	return p.emails.Confirm(ctx, tx, order)
}

// refundLatePayment gives the money of a payment back that has no order to pay for:
// its units went to others, or the order was paid already. refusal is why the units
// could not be reserved again.
func (p *Service) refundLatePayment(ctx context.Context, tx *store.Tx, order shop.Order, late shop.Payment, refusal error) error {
	now := p.now()
	reason := shop.RefundPaidTwice
	first, err := tx.Orders.MarkLatePaid(ctx, order.ID, now)
	if err != nil {
		return err
	}
	if first {
		reason = shop.RefundPaidTooLate
		if _, err := tx.Refunds.Reserve(ctx, order.ID, late.Amount, now); err != nil {
			return err
		}
	}
	if err := tx.Refunds.Create(ctx, shop.Refund{PaymentID: late.ID, OrderID: order.ID, Amount: late.Amount, Reason: reason, Actor: "shop", NextAt: now}); err != nil {
		return err
	}
	if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: "shop", Kind: "refund_asked", Detail: reason}); err != nil {
		return err
	}
	note := "Your payment came after the time for it was over, and this order could not be filled any more. We are sending the whole amount back to you."
	switch {
	case reason == shop.RefundPaidTwice:
		note = "This order was paid twice. We are sending the second payment back to you."
	case shop.CodeOf(refusal) == shop.Conflict:
		note = "Your payment came after this order had been cancelled. We are sending the whole amount back to you."
	case shop.CodeOf(refusal) == shop.Expired || shop.CodeOf(refusal) == shop.TotalChanged:
		note = "Your payment came after the time for it was over, and the prices of this order do not hold any more. We are sending the whole amount back to you."
	case shop.CodeOf(refusal) == shop.PromoInvalid:
		note = "Your payment came after the time for it was over, and the promo code of this order cannot be used any more. We are sending the whole amount back to you."
	}
	return p.emails.SendStatus(ctx, tx, order, shop.StatusRefunded, note, "refund-of-payment-"+shop.IDText(late.ID))
}

// MarkPaid records the payment of an order that is paid at pickup or on delivery.
func (p *Service) MarkPaid(ctx context.Context, number string, by audit.Actor) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return err
		}
		if err := order.CheckMarkPaid(); err != nil {
			return err
		}
		now := p.now()
		paid, err := tx.Orders.MarkPaid(ctx, order.ID, now)
		if err != nil {
			return err
		}
		if !paid {
			return shop.Errorf(shop.Stale, "Somebody else changed this order in the meantime.")
		}
		inHand := shop.Payment{OrderID: order.ID, Provider: "manual", Ref: "manual:" + number, Amount: order.Total, Currency: order.Currency, CreatedAt: now}
		id, err := tx.Payments.Create(ctx, inHand)
		if err != nil {
			return err
		}
		if _, err := tx.Payments.MarkPaid(ctx, id, inHand.Ref, "", now); err != nil {
			return err
		}
		if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "paid", Detail: "manual"}); err != nil {
			return err
		}
		if err := p.orderUnits.CountPaid(ctx, tx, &order, ""); err != nil {
			return err
		}
		told := order
		told.Payment, told.ReservedUntil = shop.Paid, nil
		if err := p.webhooks.OrderPaid(ctx, tx, told); err != nil {
			return err
		}
		return p.audit.Record(ctx, tx, by, "mark paid", "order", number,
			map[string]shop.PaymentStatus{"payment": order.Payment}, map[string]shop.PaymentStatus{"payment": shop.Paid})
	})
}
