package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const (
	holdsEvery     = 5 * time.Second
	reconcileEvery = 20 * time.Second
	openFor        = time.Minute    // a webhook has this long to come before we ask
	forgetAfter    = 48 * time.Hour // no provider keeps a pay page open longer
)

// runMoney keeps orders and payments true until ctx ends.
func (a *App) runMoney(ctx context.Context) {
	var work sync.WaitGroup
	every := func(pause time.Duration, what string, knock <-chan struct{}, do func(context.Context) error) {
		work.Go(func() {
			for {
				if err := do(ctx); err != nil && ctx.Err() == nil {
					slog.Warn(what+" failed", "error", err)
				}
				select {
				case <-ctx.Done():
					return
				case <-knock:
				case <-time.After(pause):
				}
			}
		})
	}
	every(holdsEvery, "releasing holds", nil, func(ctx context.Context) error { _, err := a.ReleaseHolds(ctx); return err })
	every(reconcileEvery, "reconciling payments", nil, a.Reconcile)
	every(reconcileEvery, "sending refunds", a.refunds, a.SendRefunds)
	every(visitsEvery, "counting visits", nil, a.FlushVisits)
	work.Wait()
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = a.FlushVisits(flush) // a few uncounted visits are no harm
}

// Reconcile asks the providers about payments of which no news came: a webhook
// was lost, a tab was closed, this program was killed in between.
func (a *App) Reconcile(ctx context.Context) error {
	payments, err := a.Store.OpenPayments(ctx, db.OpenPaymentsParams{UpdatedAt: a.Now().Add(-openFor).UnixMilli(), Limit: 50})
	if err != nil {
		return err
	}
	for _, payment := range payments {
		var mine bool
		err := a.Store.Write(ctx, func(tx *store.Tx) error {
			n, err := tx.ClaimPayment(ctx, db.ClaimPaymentParams{Now: a.Now().UnixMilli(), ID: payment.ID, Was: payment.UpdatedAt})
			mine = n == 1
			return err
		})
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		if err := a.reconcileOne(ctx, payment); err != nil {
			slog.Warn("payment not reconciled", "payment", payment.ID, "provider", payment.Provider, "error", err)
		}
	}
	return nil
}

func (a *App) reconcileOne(ctx context.Context, payment db.Payment) error {
	old := a.Now().Sub(time.UnixMilli(payment.CreatedAt)) > forgetAfter
	if strings.HasPrefix(payment.ProviderRef, "new:") {
		order, err := a.Store.OrderWithID(ctx, payment.OrderID)
		if err != nil {
			return err
		}
		if old || !order.StockHeld || order.Payment != shop.Unpaid {
			return a.forgetPayment(ctx, payment)
		}
		// Killed between the order and the pay page: the same key gives the same page.
		_, err = a.openPayPage(ctx, order, payment)
		return err
	}
	err := a.lookUp(ctx, payment)
	if old { // also one that the provider does not know any more: it would be asked about for ever
		return errors.Join(err, a.forgetPayment(ctx, payment))
	}
	return err
}

func (a *App) forgetPayment(ctx context.Context, payment db.Payment) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PaymentFailed(ctx, db.PaymentFailedParams{UpdatedAt: a.Now().UnixMilli(), ID: payment.ID})
		return err
	})
}

// lookUp asks the provider how a payment stands and settles the answer.
func (a *App) lookUp(ctx context.Context, payment db.Payment) error {
	provider, err := a.provider(payment.Provider)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, providerTime)
	defer cancel()
	outcome, err := provider.Lookup(ctx, payment.ProviderRef)
	if err != nil {
		return err
	}
	return a.SettlePayment(ctx, payment.Provider, outcome)
}
