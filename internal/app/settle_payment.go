package app

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Webhook takes a provider's message. What it did not sign is refused.
func (a *App) Webhook(ctx context.Context, providerName string, header http.Header, body []byte) error {
	provider, ok := a.Providers[providerName]
	if !ok {
		return shop.Errorf(shop.NotFound, "There is no such provider.")
	}
	outcome, news, err := provider.ParseWebhook(ctx, header, body)
	if shop.CodeOf(err) == shop.Busy { // nobody could be asked whose it is; it comes again
		return err
	}
	if err != nil {
		slog.Warn("webhook refused", "provider", providerName, "error", err)
		return shop.Errorf(shop.Invalid, "This message is not signed by the provider.")
	}
	if !news {
		return nil
	}
	if outcome.Status == PaymentOpen { // something happened, and the provider tells what when it is asked
		payment, err := a.Store.PaymentByRef(ctx, db.PaymentByRefParams{Provider: providerName, ProviderRef: outcome.Ref})
		if errors.Is(err, sql.ErrNoRows) {
			return nil // another shop's
		}
		if err != nil {
			return err
		}
		return a.lookUp(ctx, payment)
	}
	err = a.SettlePayment(ctx, providerName, outcome)
	if shop.CodeOf(err) == shop.NotFound {
		// Another shop's payment at the same account, or one whose row is not written yet:
		// the reconciler asks about ours anyway.
		return nil
	}
	return err
}

// SettlePayment is where the provider's answer, its webhook and the reconciler
// all end. Called any number of times, in any order, it has one effect. A
// payment whose order cannot be filled any more goes back by itself.
func (a *App) SettlePayment(ctx context.Context, providerName string, outcome Outcome) error {
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		payment, err := tx.PaymentByRef(ctx, db.PaymentByRefParams{Provider: providerName, ProviderRef: outcome.Ref})
		if errors.Is(err, sql.ErrNoRows) {
			return shop.Errorf(shop.NotFound, "There is no such payment.")
		}
		if err != nil {
			return err
		}
		switch outcome.Status {
		case PaymentPaid:
			return a.paid(ctx, tx, payment, outcome)
		case PaymentFailed:
			return a.declined(ctx, tx, payment)
		}
		return nil
	})
	if err == nil {
		a.knockRefunds()
	}
	return err
}

func (a *App) declined(ctx context.Context, tx *store.Tx, payment db.Payment) error {
	n, err := tx.PaymentFailed(ctx, db.PaymentFailedParams{UpdatedAt: a.Now().UnixMilli(), ID: payment.ID})
	if err != nil || n == 0 {
		return err
	}
	return a.orderHappened(ctx, tx, payment.OrderID, "shop", "payment_failed", "")
}

func (a *App) paid(ctx context.Context, tx *store.Tx, payment db.Payment, outcome Outcome) error {
	if int64(outcome.Amount) != payment.AmountCents || !strings.EqualFold(outcome.Currency, payment.Currency) {
		slog.Error("a payment of the wrong amount was not accepted", "payment", payment.ID, "asked", payment.AmountCents, "paid", outcome.Amount,
			"currency", outcome.Currency)
		return shop.Errorf(shop.PaymentFailed, "The amount paid is not the amount asked for.")
	}
	now := a.Now().UnixMilli()
	n, err := tx.PaymentPaid(ctx, db.PaymentPaidParams{ProviderRef: outcome.Ref, CaptureRef: outcome.CaptureRef, UpdatedAt: now, ID: payment.ID})
	if err != nil || n == 0 {
		return err // settled before
	}
	n, err = tx.MarkOrderPaid(ctx, db.MarkOrderPaidParams{UpdatedAt: now, ID: payment.OrderID})
	if err != nil {
		return err
	}
	order, err := tx.OrderWithID(ctx, payment.OrderID)
	if err != nil {
		return err
	}
	if n == 0 {
		refusal := a.revive(ctx, tx, order)
		if refusal == nil {
			n, err = tx.MarkOrderPaid(ctx, db.MarkOrderPaidParams{UpdatedAt: now, ID: payment.OrderID})
		} else if shop.CodeOf(refusal) == "" {
			err = refusal // an accident, not a refusal: the money must not go back for it
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return a.tooLate(ctx, tx, order, payment, refusal)
		}
	}
	order.Payment, order.HoldEnds = shop.Paid, nil
	if err := a.orderHappened(ctx, tx, order.ID, "shop", "paid", payment.Provider); err != nil {
		return err
	}
	return a.confirmByMail(ctx, tx, order)
}

// tooLate gives the money of a payment back that has no order to pay for: its
// units went to others, or the order was paid already.
func (a *App) tooLate(ctx context.Context, tx *store.Tx, order shop.Order, payment db.Payment, why error) error {
	now := a.Now().UnixMilli()
	reason := reasonDouble
	n, err := tx.MarkLateOrderPaid(ctx, db.MarkLateOrderPaidParams{UpdatedAt: now, ID: order.ID})
	if err != nil {
		return err
	}
	if n == 1 {
		reason = reasonTooLate
		if _, err := tx.ReserveRefund(ctx, db.ReserveRefundParams{Amount: payment.AmountCents, Now: now, ID: order.ID}); err != nil {
			return err
		}
	}
	if _, err := tx.InsertRefund(ctx, db.InsertRefundParams{PaymentID: payment.ID, OrderID: order.ID, AmountCents: payment.AmountCents,
		Reason: reason, Actor: "shop", NextAt: now}); err != nil {
		return err
	}
	if err := a.orderHappened(ctx, tx, order.ID, "shop", "refund_asked", reason); err != nil {
		return err
	}
	note := "Your payment came after the time for it was over, and the units have gone to somebody else. We are sending the whole amount back to you."
	switch {
	case reason == reasonDouble:
		note = "This order was paid twice. We are sending the second payment back to you."
	case shop.CodeOf(why) == shop.Conflict:
		note = "Your payment came after this order had been cancelled. We are sending the whole amount back to you."
	case shop.CodeOf(why) == shop.PromoInvalid:
		note = "Your payment came after the time for it was over, and the promo code of this order cannot be used any more. We are sending the whole amount back to you."
	}
	letter := OrderStatusLetter{Order: a.orderInLetter(order), Status: string(shop.StatusRefunded), StatusText: shop.StatusRefunded.Words(), Note: note}
	return a.queueMail(ctx, tx, order.Email, letter, "refund-of-payment-"+idText(payment.ID))
}

// revive holds the units of an order again whose time ran out. It refuses when
// they have gone to others, when a limit per customer is used up since, or when
// the order was cancelled by somebody, and then changes nothing.
func (a *App) revive(ctx context.Context, tx *store.Tx, order shop.Order) error {
	return tx.Savepoint(ctx, func() error {
		if err := a.stillSold(ctx, tx, order); err != nil {
			return err
		}
		settings, err := a.Settings(ctx)
		if err != nil {
			return err
		}
		now := a.Now()
		n, err := tx.HoldAgain(ctx, db.HoldAgainParams{Status: string(settings.Orders.DefaultStatus), HoldExpiresAt: ptr(now.Add(a.HoldTime).UnixMilli()),
			Now: now.UnixMilli(), ID: order.ID})
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.Errorf(shop.Conflict, "This order was cancelled.")
		}
		if err := a.moveUnits(ctx, tx, order, tx.TakeUnits); err != nil {
			return err
		}
		if err := a.reusePromo(ctx, tx, order); err != nil {
			return err
		}
		return a.orderHappened(ctx, tx, order.ID, "shop", "held_again", "")
	})
}

// stillSold locks the products of an order whose time ran out and refuses when
// the buyer could not order them now.
func (a *App) stillSold(ctx context.Context, tx *store.Tx, order shop.Order) error {
	ids := make([]int64, 0, len(order.Lines))
	for _, line := range order.Lines {
		if line.ProductID == nil {
			return shop.Errorf(shop.OutOfStock, "%s is not sold any more.", line.Name)
		}
		ids = append(ids, *line.ProductID)
	}
	products, err := tx.ProductsForSale(ctx, ids)
	if err != nil {
		return err
	}
	for _, line := range order.Lines {
		product := products[*line.ProductID]
		if !product.InStockFlag {
			return shop.Errorf(shop.OutOfStock, "%s is not sold any more.", line.Name)
		}
		bought, err := tx.UnitsBoughtBy(ctx, db.UnitsBoughtByParams{ProductID: line.ProductID, EmailKey: shop.EmailKey(order.Email), UserID: order.UserID})
		if err != nil {
			return err
		}
		if problem := shop.CheckCustomer(shop.BasketLine{Product: product, Quantity: line.Quantity}, bought); problem != nil {
			return shop.Errorf(shop.OutOfStock, "%s", problem.Message)
		}
	}
	return nil
}

func (a *App) reusePromo(ctx context.Context, tx *store.Tx, order shop.Order) error {
	if order.PromoCode == "" {
		return nil
	}
	key := shop.PromoKey(order.PromoCode)
	found, err := tx.PromosForUse(ctx, []string{key})
	if err != nil {
		return err
	}
	promo, ok := found[key]
	if !ok { // deleted since
		return shop.BadPromo()
	}
	customer := shop.EmailKey(order.Email)
	if order.UserID != nil {
		user, err := tx.UserByID(ctx, *order.UserID)
		if err != nil {
			return err
		}
		customer = shop.EmailKey(user.Email)
	}
	used, err := tx.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promo.ID, CustomerKey: customer})
	if err != nil {
		return err
	}
	if promo.MaxPerCustomer != nil && used >= *promo.MaxPerCustomer {
		return shop.BadPromo()
	}
	n, err := tx.UsePromo(ctx, db.UsePromoParams{N: 1, ID: promo.ID})
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.BadPromo()
	}
	return tx.InsertPromoUse(ctx, db.InsertPromoUseParams{OrderID: order.ID, PromotionID: promo.ID, CustomerKey: customer})
}

// orderHappened writes an event of an order and tells the pages that show it.
func (a *App) orderHappened(ctx context.Context, tx *store.Tx, orderID int64, actor, kind, detail string) error {
	err := tx.InsertOrderEvent(ctx, db.InsertOrderEventParams{OrderID: orderID, At: a.Now().UnixMilli(), Actor: actor, Kind: kind, Detail: detail})
	if err != nil {
		return err
	}
	row, err := tx.OrderByID(ctx, orderID)
	if err != nil {
		return err
	}
	emitOrder(tx, shop.Order{ID: row.ID, UserID: row.UserID})
	return nil
}

func ptr[T any](value T) *T { return &value }
