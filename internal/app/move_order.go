package app

import (
	"context"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Move is a wish of staff to take an order to a status. From is the status they
// saw; if somebody else moved the order since, nothing happens. "" means whatever it is.
type Move struct {
	Number string
	To     shop.Status
	From   shop.Status
	Note   string // to the customer, in the mail about it
}

// MoveOrder takes an order to one of the six statuses or on hold. Cancelling and
// refunding move units and money too: see CancelOrder and RefundOrder.
func (a *App) MoveOrder(ctx context.Context, move Move, by Actor) error {
	if !slices.Contains(shop.Working, move.To) && move.To != shop.StatusOnHold {
		return shop.FieldError(shop.Invalid, "status", "An order cannot simply be given this status.")
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	if !StatusEnabled(settings, move.To) {
		return shop.FieldError(shop.Conflict, "status", "The status "+move.To.Words()+" is switched off in the settings.")
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, move.Number)
		if err != nil {
			return err
		}
		return a.move(ctx, tx, order, move, by)
	})
}

// StatusEnabled says whether the settings let orders have the status.
func StatusEnabled(settings shop.Settings, status shop.Status) bool {
	return settings.Orders.StatusEnabled(status)
}

func (a *App) move(ctx context.Context, tx *store.Tx, order shop.Order, move Move, by Actor) error {
	meanwhile := shop.Errorf(shop.Stale, "Somebody else moved this order: it is %s now.", strings.ToLower(order.Status.Words()))
	if order.Status == move.To {
		return nil // two people pressed the same button
	}
	if move.From != "" && move.From != order.Status {
		return meanwhile
	}
	if order.AwaitsPayment() {
		return shop.Errorf(shop.Conflict, "This order waits for its payment. It can be worked on once that has come.")
	}
	if err := order.Status.Move(move.To); err != nil {
		return err
	}
	n, err := tx.Queries.MoveOrder(ctx, db.MoveOrderParams{Status: string(move.To), Now: a.Now().UnixMilli(), ID: order.ID, Was: string(order.Status)})
	if err != nil {
		return err
	}
	if n == 0 {
		return meanwhile
	}
	was := order.Status
	if err := a.orderHappened(ctx, tx, order.ID, by.Name, "status", string(move.To)); err != nil {
		return err
	}
	if move.Note != "" { // kept here too: whether a mail goes out is up to the settings
		if err := a.orderHappened(ctx, tx, order.ID, by.Name, "customer_note", move.Note); err != nil {
			return err
		}
	}
	after := map[string]string{"status": string(move.To)}
	if move.Note != "" {
		after["note"] = move.Note
	}
	if err := a.audit(ctx, tx, by, "move", "order", order.Number, map[string]string{"status": string(was)}, after); err != nil {
		return err
	}
	order.Status = move.To
	return a.statusByMail(ctx, tx, order, move.To, move.Note)
}

// BulkMoved says what became of orders that were moved together.
type BulkMoved struct {
	Moved   []string
	Skipped []string // whose quick action was another one by now
}

// QuickMove takes every order whose quick action has the name to its next step.
func (a *App) QuickMove(ctx context.Context, numbers []string, action string, by Actor) (BulkMoved, error) {
	settings, err := a.Settings(ctx)
	if err != nil {
		return BulkMoved{}, err
	}
	var out BulkMoved
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		out = BulkMoved{Moved: []string{}, Skipped: []string{}}
		for _, number := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
			order, err := tx.OrderNumbered(ctx, number)
			if shop.CodeOf(err) == shop.NotFound {
				out.Skipped = append(out.Skipped, number)
				continue
			}
			if err != nil {
				return err
			}
			quick := order.Status.Quick(order.Fulfillment == shop.Pickup)
			if quick == nil || quick.Name != action || !StatusEnabled(settings, quick.To) || order.AwaitsPayment() {
				out.Skipped = append(out.Skipped, number)
				continue
			}
			if err := a.move(ctx, tx, order, Move{Number: number, To: quick.To}, by); err != nil {
				return err
			}
			out.Moved = append(out.Moved, number)
		}
		return nil
	})
	return out, err
}

// HandOver gives a pickup order out at the counter. It refuses what is not for
// pickup, was handed over already, or is over.
func (a *App) HandOver(ctx context.Context, number string, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if err != nil {
			return err
		}
		switch {
		case order.Fulfillment != shop.Pickup:
			return shop.Errorf(shop.Conflict, "This order is delivered, not picked up.")
		case order.Status.HandedOver():
			return shop.Errorf(shop.Conflict, "This order was handed over already.")
		case order.Payment != shop.Paid:
			return shop.Errorf(shop.Conflict, "This order is not paid yet.")
		}
		return a.move(ctx, tx, order, Move{Number: number, To: shop.StatusPickedUp}, by)
	})
}
