package app

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const holdsAtOnce = 100

// ReleaseHolds gives back the units of orders whose time to pay is over, after
// asking the provider one last time. One that does not answer is not asked about
// every order: late money goes back by itself. Several copies may do it at once.
func (a *App) ReleaseHolds(ctx context.Context) (released int, err error) {
	answers := true
	for {
		ids, err := a.Store.EndedHolds(ctx, db.EndedHoldsParams{HoldExpiresAt: ptr(a.Now().UnixMilli()), Limit: holdsAtOnce})
		if err != nil || len(ids) == 0 {
			return released, err
		}
		before := released
		for _, id := range ids {
			if answers {
				if err := a.lastLook(ctx, id); err != nil {
					slog.Warn("a payment could not be looked up before its hold ended", "order_id", id, "error", err)
					answers = !errors.Is(err, context.DeadlineExceeded)
				}
			}
			done, err := a.releaseHold(ctx, id)
			if err != nil {
				return released, err
			}
			if done {
				released++
			}
			if done && answers {
				a.closePayPage(ctx, id)
			}
		}
		if released == before { // others were faster, or all of them were paid meanwhile
			return released, nil
		}
	}
}

// lastLook settles what the provider knows and we do not.
func (a *App) lastLook(ctx context.Context, orderID int64) error {
	payment, err := a.openPayment(ctx, orderID)
	if err != nil || payment == nil || payment.PayUrl == "" {
		return err
	}
	return a.lookUp(ctx, *payment)
}

func (a *App) releaseHold(ctx context.Context, orderID int64) (done bool, err error) {
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		n, err := tx.ReleaseHold(ctx, db.ReleaseHoldParams{Now: a.Now().UnixMilli(), ID: orderID})
		done = n == 1
		if err != nil || !done {
			return err
		}
		order, err := tx.OrderWithID(ctx, orderID)
		if err != nil {
			return err
		}
		if err := a.giveBack(ctx, tx, order); err != nil {
			return err
		}
		return a.orderHappened(ctx, tx, orderID, "shop", "hold_ended", "")
	})
	return done, err
}

// closePayPage tells the provider that nobody should pay any more. Should it
// fail, a late payment goes back by itself.
func (a *App) closePayPage(ctx context.Context, orderID int64) {
	payment, err := a.openPayment(ctx, orderID)
	if err != nil || payment == nil || payment.PayUrl == "" {
		return
	}
	provider, err := a.provider(payment.Provider)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	if err := provider.Cancel(ctx, payment.ProviderRef); err != nil {
		slog.Info("pay page not closed", "provider", payment.Provider, "error", err)
	}
}

// giveBack returns what an order took: units and the use of a promo code.
func (a *App) giveBack(ctx context.Context, tx *store.Tx, order shop.Order) error {
	if err := a.moveUnits(ctx, tx, order, tx.ReturnUnits); err != nil {
		return err
	}
	promoID, err := tx.ReleasePromoUse(ctx, order.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.UnusePromo(ctx, promoID)
}

// moveUnits takes or returns an order's counted units and tells open pages.
func (a *App) moveUnits(ctx context.Context, tx *store.Tx, order shop.Order, move func(context.Context, map[int64]int64) error) error {
	units := map[int64]int64{}
	for _, line := range order.Lines {
		if line.Counted && line.ProductID != nil {
			units[*line.ProductID] += line.Quantity
		}
	}
	if err := move(ctx, units); err != nil {
		return err
	}
	for id, n := range units {
		left, err := tx.StockOf(ctx, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		if err := stockMoved(ctx, tx, id, left-n, left); err != nil {
			return err
		}
	}
	return nil
}

// stockMoved tells open pages how many units are left. Whether there are any at
// all is part of kept pages, so reaching or leaving zero moves the catalogue on;
// a rush in between does not.
func stockMoved(ctx context.Context, tx *store.Tx, id, before, left int64) error {
	if before == 0 || left == 0 {
		if err := tx.TouchCatalog(ctx); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
	}
	tx.Emit(shop.Event{Type: shop.EventStock, ID: id, Units: &left})
	return nil
}
