package app

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// StaffOrder is everything staff know of an order.
type StaffOrder struct {
	Order      shop.Order
	StaffNotes string
	Events     []StaffOrderEvent
	Payments   []OrderPayment
	Refunds    []OrderRefund
	CustomerID int64 // 0 until the ledger knows them
}

// StaffOrderEvent is one line of an order's timeline.
type StaffOrderEvent struct {
	At     time.Time
	Actor  string
	Kind   string
	Detail string
}

// OrderPayment is one payment of an order.
type OrderPayment struct {
	Provider  string
	Ref       string
	Status    string
	Amount    shop.Cents
	UpdatedAt time.Time
}

// OrderRefund is money that went back, or is on its way.
type OrderRefund struct {
	Amount    shop.Cents
	Reason    string
	Status    string
	Actor     string
	UpdatedAt time.Time
}

// StaffOrder finds an order with its history.
func (a *App) StaffOrder(ctx context.Context, number string) (StaffOrder, error) {
	var out StaffOrder
	var err error
	if out.Order, err = a.Store.OrderNumbered(ctx, number); err != nil {
		return out, err
	}
	id := out.Order.ID
	row, err := a.Store.StaffPartOfOrder(ctx, id)
	if err != nil {
		return out, err
	}
	out.StaffNotes = row.StaffNotes
	if row.CustomerID != nil {
		out.CustomerID = *row.CustomerID
	}
	events, err := a.Store.StaffOrderEvents(ctx, id)
	if err != nil {
		return out, err
	}
	for _, e := range events {
		out.Events = append(out.Events, StaffOrderEvent{At: time.UnixMilli(e.At).UTC(), Actor: e.Actor, Kind: e.Kind, Detail: e.Detail})
	}
	payments, err := a.Store.PaymentsOfOrder(ctx, id)
	if err != nil {
		return out, err
	}
	for _, p := range payments {
		out.Payments = append(out.Payments, OrderPayment{Provider: p.Provider, Ref: p.ProviderRef, Status: p.Status,
			Amount: shop.Cents(p.AmountCents), UpdatedAt: time.UnixMilli(p.UpdatedAt).UTC()})
	}
	refunds, err := a.Store.RefundsOfOrder(ctx, id)
	for _, r := range refunds {
		out.Refunds = append(out.Refunds, OrderRefund{Amount: shop.Cents(r.AmountCents), Reason: r.Reason, Status: r.Status, Actor: r.Actor,
			UpdatedAt: time.UnixMilli(r.UpdatedAt).UTC()})
	}
	return out, err
}

// OrderOfPickupCode finds the order that somebody at the counter has the code
// of. Scanners and hurried people may type the order's number instead.
func (a *App) OrderOfPickupCode(ctx context.Context, code string) (StaffOrder, error) {
	code = strings.ToUpper(strings.Join(strings.Fields(code), ""))
	number, err := a.Store.NumberByPickupCode(ctx, code)
	if shop.CodeOf(err) == shop.NotFound {
		found, again := a.StaffOrder(ctx, code)
		if shop.CodeOf(again) == shop.NotFound {
			return found, shop.Errorf(shop.NotFound, "No order has this code.")
		}
		return found, again
	}
	if err != nil {
		return StaffOrder{}, err
	}
	return a.StaffOrder(ctx, number)
}

// SaveStaffNotes keeps what staff note about an order. was is what they had
// before them: notes that somebody else wrote meanwhile are not overwritten.
func (a *App) SaveStaffNotes(ctx context.Context, number, notes, was string, by Actor) error {
	notes = strings.TrimSpace(notes)
	if utf8.RuneCountInString(notes) > shop.MaxStaffNotes {
		return shop.FieldError(shop.Invalid, "staff_notes", "Keep the notes below 2,000 characters.")
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if err != nil {
			return err
		}
		n, err := tx.Queries.SaveStaffNotes(ctx, db.SaveStaffNotesParams{StaffNotes: notes, Now: a.Now().UnixMilli(), ID: order.ID, Was: was})
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.Errorf(shop.Stale, "Somebody else changed these notes in the meantime.")
		}
		if err := a.orderHappened(ctx, tx, order.ID, by.Name, "note", ""); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "note", "order", number, map[string]string{"staff_notes": was}, map[string]string{"staff_notes": notes})
	})
}

// Mails that staff can send again.
const (
	MailConfirmation = "confirmation"
	MailStatus       = "status"
)

// ResendMail sends the customer a mail about the order once more, whatever the
// switches say: somebody asked for it.
func (a *App) ResendMail(ctx context.Context, number, kind string, by Actor) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if err != nil {
			return err
		}
		var letter Letter = a.confirmation(order, settings)
		if kind == MailStatus {
			letter = OrderStatusLetter{Order: a.orderInLetter(order), Status: string(order.Status), StatusText: order.Status.Words()}
		}
		if err := a.queueMail(ctx, tx, order.Email, letter, ""); err != nil {
			return err
		}
		if err := a.orderHappened(ctx, tx, order.ID, by.Name, "mail", kind); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "mail", "order", number, nil, map[string]string{"mail": kind, "to": order.Email})
	})
}
