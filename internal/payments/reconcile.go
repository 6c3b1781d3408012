package payments

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

const (
	expireEvery    = 5 * time.Second
	reconcileEvery = 20 * time.Second
	webhookTime    = time.Minute    // a webhook has this long to come before we ask
	forgetAfter    = 48 * time.Hour // no provider keeps a pay page open longer
	expireAtOnce   = 100
	expireWorkers  = 8
	holdLease      = 2 * time.Minute // longer than one worker needs to ask the provider about all its orders
)

// Run keeps orders and payments up to date until ctx ends.
func (p *Service) Run(ctx context.Context) {
	var work sync.WaitGroup
	every := func(pause time.Duration, what string, signal events.Signal, do func(context.Context) error) {
		work.Go(func() {
			background.Run(ctx, what, func(ctx context.Context) {
				for ctx.Err() == nil {
					if err := do(ctx); err != nil && ctx.Err() == nil {
						slog.Warn(what+" failed", "error", err)
					}
					select {
					case <-ctx.Done():
					case <-signal:
					case <-time.After(pause):
					}
				}
			})
		})
	}
	every(expireEvery, "releasing expired reservations", nil, func(ctx context.Context) error { _, err := p.ReleaseExpired(ctx); return err })
	every(reconcileEvery, "reconciling payments", nil, p.Reconcile)
	every(reconcileEvery, "sending refunds", p.RefundsDue, p.SendRefunds)
	work.Wait()
}

// Reconcile asks the providers about payments without a reported result: a webhook
// was lost, a tab was closed, this program was killed in between.
func (p *Service) Reconcile(ctx context.Context) error {
	payments, err := p.store.Payments.Open(ctx, p.now().Add(-webhookTime), 50)
	if err != nil {
		return err
	}
	for _, silent := range payments {
		var mine bool
		err := p.store.Write(ctx, func(tx *store.Tx) (err error) {
			mine, err = tx.Payments.Claim(ctx, silent, p.now())
			return err
		})
		if err != nil {
			return err
		}
		if !mine {
			continue
		}
		if err := p.reconcileOne(ctx, silent); err != nil {
			slog.Warn("payment not reconciled", "payment", silent.ID, "provider", silent.Provider, "error", err)
		}
	}
	return nil
}

func (p *Service) reconcileOne(ctx context.Context, silent shop.Payment) error {
	old := p.now().Sub(silent.CreatedAt) > forgetAfter
	if !silent.Started() {
		order, err := p.store.Orders.ByID(ctx, silent.OrderID)
		if err != nil {
			return err
		}
		if old || !order.Reserved || order.Payment != shop.Unpaid {
			return p.giveUp(ctx, silent)
		}
		// Killed between the order and the pay page: the same key gives the same page.
		_, err = p.openPayPage(ctx, order, silent)
		return err
	}
	err := p.lookUp(ctx, silent)
	if old { // also when the provider does not know it any more; otherwise it would be asked for ever
		return errors.Join(err, p.giveUp(ctx, silent))
	}
	return err
}

func (p *Service) giveUp(ctx context.Context, silent shop.Payment) error {
	return p.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Payments.MarkFailed(ctx, silent.ID, p.now())
		return err
	})
}

// ReleaseExpired gives back the units of orders whose time to pay is over, after
// asking the provider one last time. A provider that does not answer is not asked
// about every order: late money is refunded automatically. Each hold is leased to one
// instance, which ends several at once, within the provider's pace.
func (p *Service) ReleaseExpired(ctx context.Context) (released int, err error) {
	if due, err := p.store.OrderHolds.HasExpired(ctx, p.now()); err != nil || !due {
		return 0, err
	}
	p.releasing.Lock()
	defer p.releasing.Unlock()
	var silent atomic.Bool // the provider does not answer
	ended := make(chan int64, expireAtOnce)
	var closers sync.WaitGroup
	for range expireWorkers { // the units are back: closing the pay pages may take longer
		closers.Go(func() {
			for id := range ended {
				if !silent.Load() {
					background.Protect("closing a pay page", func() { p.ClosePayPage(ctx, id) })
				}
			}
		})
	}
	defer closers.Wait()
	defer close(ended)
	for {
		var ids []int64
		err := p.store.Write(ctx, func(tx *store.Tx) (err error) {
			now := p.now()
			ids, err = tx.OrderHolds.LeaseExpired(ctx, now, now.Add(holdLease), expireAtOnce)
			return err
		})
		if err != nil || len(ids) == 0 {
			return released, err
		}
		n, err := p.endHolds(ctx, ids, &silent, ended)
		released += n
		if err != nil {
			return released, err
		}
	}
}

// endHolds ends several holds at once and passes on those that ended. One that cannot be ended is left until its lease is
// over and stops no other, unless the database is away.
func (p *Service) endHolds(ctx context.Context, ids []int64, silent *atomic.Bool, ended chan<- int64) (int, error) {
	var next, count atomic.Int64
	var away atomic.Pointer[error]
	var workers sync.WaitGroup
	for range expireWorkers {
		workers.Go(func() {
			for i := next.Add(1); i <= int64(len(ids)) && away.Load() == nil; i = next.Add(1) {
				background.Protect("ending a hold", func() {
					id := ids[i-1]
					done, err := p.endHold(ctx, id, silent)
					switch {
					case err != nil && (ctx.Err() != nil || store.IsUnavailable(err)):
						away.Store(&err)
					case err != nil:
						slog.Error("a hold was not ended", "order_id", id, "error", err)
					case done:
						count.Add(1)
						ended <- id
					}
				})
			}
		})
	}
	workers.Wait()
	if err := away.Load(); err != nil {
		return int(count.Load()), *err
	}
	return int(count.Load()), nil
}

// endHold returns false when the order was paid, given more time or ended meanwhile.
func (p *Service) endHold(ctx context.Context, id int64, silent *atomic.Bool) (bool, error) {
	if !silent.Load() {
		if err := p.lastLookUp(ctx, id); err != nil {
			slog.Warn("a payment could not be looked up before its hold ended", "order_id", id, "error", err)
			if errors.Is(err, context.DeadlineExceeded) {
				silent.Store(true)
			}
		}
	}
	return p.expire(ctx, id)
}

// lastLookUp asks the provider once more and settles a payment that was not reported.
func (p *Service) lastLookUp(ctx context.Context, orderID int64) error {
	open, ok, err := p.openPayment(ctx, orderID)
	if err != nil || !ok || open.PayURL == "" {
		return err
	}
	return p.lookUp(ctx, open)
}

func (p *Service) expire(ctx context.Context, orderID int64) (done bool, err error) {
	err = p.store.Write(ctx, func(tx *store.Tx) error {
		now := p.now()
		done, err = tx.OrderHolds.Expire(ctx, orderID, now)
		if err != nil || !done {
			return err
		}
		order, err := tx.Orders.ByID(ctx, orderID)
		if err != nil {
			return err
		}
		if err := p.orderUnits.Release(ctx, tx, order); err != nil {
			return err
		}
		if err := p.webhooks.OrderCancelled(ctx, tx, order, webhooks.ByExpiry); err != nil {
			return err
		}
		return orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: "shop", Kind: "hold_ended"})
	})
	return done, err
}
