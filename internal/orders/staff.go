package orders

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Page is one page of the orders that staff see. Total is nil where only reading
// all of them could tell.
type Page struct {
	Orders []shop.OrderRow
	Next   string
	Total  *int64
	Counts shop.OrderCounts
}

// StaffOrders lists orders, newest first, with how many stand under each tab.
func (s *Service) StaffOrders(ctx context.Context, f shop.OrderFilter, limit int, cursor string) (Page, error) {
	var page Page
	var err error
	if page.Orders, page.Next, err = s.store.Orders.List(ctx, f, limit, cursor); err != nil {
		return page, err
	}
	n, known, err := s.store.Orders.CountMatching(ctx, f)
	switch {
	case err != nil:
		return page, err
	case known:
		page.Total = &n
	case cursor == "" && page.Next == "":
		n = int64(len(page.Orders))
		page.Total = &n
	}
	page.Counts, err = s.store.Orders.CountsByTab(ctx)
	return page, err
}

// StaffOrder is everything staff know of an order.
type StaffOrder struct {
	Order      shop.Order
	StaffNotes string
	Events     []shop.OrderEvent
	Payments   []shop.Payment
	Refunds    []shop.Refund
	CustomerID int64 // 0 until the ledger knows them
}

// StaffOrder finds an order with its history.
func (s *Service) StaffOrder(ctx context.Context, number string) (StaffOrder, error) {
	var out StaffOrder
	var err error
	if out.Order, err = s.store.Orders.ByNumber(ctx, number); err != nil {
		return out, err
	}
	id := out.Order.ID
	if out.StaffNotes, out.CustomerID, err = s.store.Orders.StaffNotes(ctx, id); err != nil {
		return out, err
	}
	if out.Events, err = s.store.Orders.Events(ctx, id); err != nil {
		return out, err
	}
	if out.Payments, err = s.store.Payments.OfOrder(ctx, id); err != nil {
		return out, err
	}
	out.Refunds, err = s.store.Refunds.OfOrder(ctx, id)
	return out, err
}

// NumberOfPickupCode finds the number of the order with the pickup code.
// Scanners and hurried people may type the order's number instead.
func (s *Service) NumberOfPickupCode(ctx context.Context, code string) (number string, err error) {
	code = strings.ToUpper(strings.Join(strings.Fields(code), ""))
	number, err = s.store.Orders.NumberByPickupCode(ctx, code)
	if shop.CodeOf(err) != shop.NotFound {
		return number, err
	}
	_, err = s.store.Orders.ByNumber(ctx, code)
	if shop.CodeOf(err) == shop.NotFound {
		return "", shop.Errorf(shop.NotFound, "No order has this code.")
	}
	return code, err
}

// SaveStaffNotes keeps what staff note about an order. seen is what they had before
// them: notes that somebody else wrote meanwhile are not overwritten.
func (s *Service) SaveStaffNotes(ctx context.Context, number, notes, seen string, by audit.Actor) error {
	notes = strings.TrimSpace(notes)
	if utf8.RuneCountInString(notes) > shop.MaxStaffNotes {
		return shop.FieldError(shop.Invalid, "staff_notes", "Keep the notes below 2,000 characters.")
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return err
		}
		now := s.now()
		saved, err := tx.Orders.SaveStaffNotes(ctx, order.ID, notes, seen, now)
		if err != nil {
			return err
		}
		if !saved {
			return shop.Errorf(shop.Stale, "Somebody else changed these notes in the meantime.")
		}
		if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: by.Name, Kind: "note"}); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, by, "note", "order", number, map[string]string{"staff_notes": seen}, map[string]string{"staff_notes": notes})
	})
}

// statusEmail is one of the two kinds of email that staff can send again; the other is the confirmation.
const statusEmail = "status"

// ResendEmail sends the customer an email about the order once more, whatever the
// switches say: somebody asked for it.
func (s *Service) ResendEmail(ctx context.Context, number, kind string, by audit.Actor) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return err
		}
		if kind == statusEmail {
			err = s.emails.SendStatus(ctx, tx, order, order.Status, "", "")
		} else {
			err = s.emails.SendConfirmation(ctx, tx, order)
		}
		if err != nil {
			return err
		}
		if err := orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: s.now(), Actor: by.Name, Kind: "mail", Detail: kind}); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, by, "mail", "order", number, nil, map[string]string{"mail": kind, "to": order.Email})
	})
}
