package orders

import (
	"context"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Move asks to take an order to a status. From is the status that staff saw; if
// somebody else moved the order since, nothing happens. "" means whatever it is.
type Move struct {
	Number string
	To     shop.Status
	From   shop.Status
	Note   string // to the customer, in the email about it
}

// Move takes an order to one of the six working statuses or on hold. Cancelling and
// refunding move units and money too: see Cancel and Payments.Refund.
func (s *Service) Move(ctx context.Context, move Move, by audit.Actor) error {
	if !slices.Contains(shop.Working, move.To) && move.To != shop.StatusOnHold {
		return shop.FieldError(shop.Invalid, "status", "An order cannot simply be given this status.")
	}
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, move.Number)
		if err != nil {
			return err
		}
		return s.move(ctx, tx, order, move, settings.Orders, by)
	})
}

func (s *Service) move(ctx context.Context, tx *store.Tx, order shop.Order, move Move, settings shop.OrderSettings, by audit.Actor) error {
	stale := shop.Errorf(shop.Stale, "Somebody else moved this order: it is %s now.", strings.ToLower(order.Status.Label()))
	if order.Status == move.To {
		return nil // two people pressed the same button
	}
	if move.From != "" && move.From != order.Status {
		return stale
	}
	if err := order.CheckMove(move.To, settings); err != nil {
		return err
	}
	now := s.now()
	moved, err := tx.Orders.Move(ctx, order, move.To, now)
	if err != nil {
		return err
	}
	if !moved {
		return stale
	}
	if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "status", Detail: string(move.To)}); err != nil {
		return err
	}
	before, after := map[string]string{"status": string(order.Status)}, map[string]string{"status": string(move.To)}
	if move.Note != "" { // kept here too: whether an email goes out is up to the settings
		if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "customer_note", Detail: move.Note}); err != nil {
			return err
		}
		after["note"] = move.Note
	}
	if err := s.audit.Record(ctx, tx, by, "move", "order", order.Number, before, after); err != nil {
		return err
	}
	order.Status = move.To
	return s.emails.StatusChanged(ctx, tx, order, move.Note)
}

// BulkMoved says what became of orders that were moved together.
type BulkMoved struct {
	Moved   []string
	Skipped []string // unknown, or their next status is now another one or not allowed
}

// MoveToNext moves every order to its next status if that is one of the given ones, and skips the others.
func (s *Service) MoveToNext(ctx context.Context, numbers []string, to []shop.Status, by audit.Actor) (BulkMoved, error) {
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return BulkMoved{}, err
	}
	var out BulkMoved
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		out = BulkMoved{Moved: []string{}, Skipped: []string{}}
		for _, number := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
			order, err := tx.Orders.ByNumber(ctx, number)
			if shop.CodeOf(err) == shop.NotFound {
				out.Skipped = append(out.Skipped, number)
				continue
			}
			if err != nil {
				return err
			}
			next := order.NextStep(settings.Orders)
			if next == "" || !slices.Contains(to, next) {
				out.Skipped = append(out.Skipped, number)
				continue
			}
			if err := s.move(ctx, tx, order, Move{Number: number, To: next}, settings.Orders, by); err != nil {
				return err
			}
			out.Moved = append(out.Moved, number)
		}
		return nil
	})
	return out, err
}

// HandOver marks a pickup order as collected by the customer.
func (s *Service) HandOver(ctx context.Context, number string, by audit.Actor) error {
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return err
		}
		if err := order.CheckHandOver(settings.Orders); err != nil {
			return err
		}
		return s.move(ctx, tx, order, Move{Number: number, To: shop.StatusPickedUp}, settings.Orders, by)
	})
}

// Cancel ends an order: its units and its promo code go back, what was paid is
// refunded in full, and the customer is told when the settings say so. It refuses
// with conflict when the order is over or was handed over already.
func (s *Service) Cancel(ctx context.Context, number, note string, by audit.Actor) error {
	return s.cancel(ctx, number, note, by, func(tx *store.Tx, order shop.Order, settings shop.Settings) error {
		if err := order.CheckCancel(settings.Orders); err != nil {
			return err
		}
		before := map[string]string{"status": string(order.Status)}
		after := map[string]string{"status": string(shop.StatusCancelled)}
		if note != "" {
			after["note"] = note
		}
		if order.CanRefund() {
			before["refunded"], after["refunded"] = order.Refunded.String(), order.Total.String()
		}
		return s.audit.Record(ctx, tx, by, "cancel", "order", number, before, after)
	})
}

// cancel asks check, within the transaction, whether this order may be cancelled by
// whoever asks.
func (s *Service) cancel(ctx context.Context, number, note string, by audit.Actor, check func(*store.Tx, shop.Order, shop.Settings) error) error {
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return err
	}
	var order shop.Order
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if order, err = tx.Orders.ByNumber(ctx, number); err != nil {
			return err
		}
		if err := check(tx, order, settings); err != nil {
			return err
		}
		return s.CancelIn(ctx, tx, order, note, by)
	})
	if err != nil {
		return err
	}
	s.RefundsQueued()
	s.payments.ClosePayPage(context.WithoutCancel(ctx), order.ID)
	return nil
}

// CancelIn cancels an order in the caller's transaction, who has checked that it may be cancelled and
// calls RefundsQueued afterwards. order is as it was read in the same transaction.
func (s *Service) CancelIn(ctx context.Context, tx *store.Tx, order shop.Order, note string, by audit.Actor) error {
	now := s.now()
	cancelled, err := tx.Orders.Cancel(ctx, order, now)
	if err != nil {
		return err
	}
	if !cancelled {
		return shop.Errorf(shop.Stale, "Somebody else changed this order in the meantime.")
	}
	if err := s.orderUnits.Release(ctx, tx, order); err != nil {
		return err
	}
	if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "cancelled", Detail: note}); err != nil {
		return err
	}
	reason := webhooks.ByStaff
	if by.Name == orderbook.CustomerActor {
		reason = webhooks.ByCustomer
	}
	if err := s.webhooks.OrderCancelled(ctx, tx, order, reason); err != nil {
		return err
	}
	if order.CanRefund() {
		if err := s.payments.AskRefund(ctx, tx, order, order.Refundable(), shop.RefundCancelled, by); err != nil {
			return err
		}
	}
	order.Status = shop.StatusCancelled
	return s.emails.StatusChanged(ctx, tx, order, note)
}

// RefundsQueued begins to send the refunds that were queued in a transaction.
func (s *Service) RefundsQueued() { s.payments.RefundsDue.Notify() }

// Release lets a buyer go back on an order that waits for their payment: its units
// and its promo code are free again and its pay page is closed. It refuses with
// conflict when there is nothing to wait for, because the money has come or the
// order is over. The settings' switch for cancelled orders does not matter: without
// it the same would happen a little later by itself.
func (s *Service) Release(ctx context.Context, order shop.Order) (shop.Order, error) {
	order, err := s.payments.Check(ctx, order)
	if err != nil {
		return order, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Orders.Lock(ctx, order.ID); err != nil {
			return err
		}
		current, err := tx.Orders.ByID(ctx, order.ID)
		if err != nil {
			return err
		}
		if err := current.CheckRelease(); err != nil {
			return err
		}
		now := s.now()
		if !current.Reserved { // its time was over: all of it went back then
			return tx.Orders.Abandon(ctx, order.ID, now)
		}
		if _, err := tx.Orders.Cancel(ctx, current, now); err != nil {
			return err
		}
		if err := s.orderUnits.Release(ctx, tx, current); err != nil {
			return err
		}
		if err := s.webhooks.OrderCancelled(ctx, tx, current, webhooks.ByCustomer); err != nil {
			return err
		}
		return orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: orderbook.CustomerActor, Kind: "cancelled"})
	})
	if err != nil {
		return order, err
	}
	s.payments.ClosePayPage(context.WithoutCancel(ctx), order.ID)
	return s.store.Orders.ByID(ctx, order.ID)
}
