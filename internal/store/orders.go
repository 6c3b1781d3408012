package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ByNumber finds an order with its lines.
func (r OrderReader) ByNumber(ctx context.Context, number string) (shop.Order, error) {
	row, err := r.q.OrderByNumber(ctx, number)
	return r.withLines(ctx, row, err)
}

// ByID finds an order with its lines.
func (r OrderReader) ByID(ctx context.Context, id int64) (shop.Order, error) {
	row, err := r.q.OrderByID(ctx, id)
	return r.withLines(ctx, row, err)
}

func (r OrderReader) withLines(ctx context.Context, row db.Order, err error) (shop.Order, error) {
	if err != nil {
		return shop.Order{}, orNotFound(err, "Order")
	}
	order := orderOf(row)
	order.Lines = []shop.OrderLine{}
	err = r.lines(ctx, "= $1", []any{row.ID}, func(_ int64, line shop.OrderLine) { order.Lines = append(order.Lines, line) })
	return order, err
}

// lines calls add with each line of the orders whose id the condition selects, in the order of the lines.
func (r OrderReader) lines(ctx context.Context, orders string, args []any, add func(orderID int64, line shop.OrderLine)) error {
	query := "SELECT " + orderLineColumns + " FROM order_lines WHERE order_id " + orders + " ORDER BY order_id, position"
	return r.eachRow(ctx, query, args, func(rows *sql.Rows) error {
		l, err := scanOrderLine(rows)
		if err == nil {
			add(l.OrderID, orderLineOf(l))
		}
		return err
	})
}

// Owner is the account an order is in, nil for a guest's.
func (r OrderReader) Owner(ctx context.Context, id int64) (*int64, error) {
	row, err := r.q.OrderByID(ctx, id)
	return row.UserID, orNotFound(err, "Order")
}

// PlacedUnder finds the order that was placed under an idempotency key.
func (r OrderReader) PlacedUnder(ctx context.Context, key string) (order PlacedOrder, placed bool, err error) {
	row, err := r.q.OrderByKey(ctx, &key)
	placed, err = optional(err)
	return PlacedOrder(row), placed, err
}

// Events lists what happened to an order, the oldest first.
func (r OrderReader) Events(ctx context.Context, orderID int64) ([]shop.OrderEvent, error) {
	rows, err := r.q.EventsOfOrder(ctx, orderID)
	return mapRows(rows, orderEventOf), err
}

// StaffNotes is what staff noted about an order, and its customer in the list of
// customers: 0 until the ledger knows them.
func (r OrderReader) StaffNotes(ctx context.Context, orderID int64) (notes string, customerID int64, err error) {
	row, err := r.q.StaffPartOfOrder(ctx, orderID)
	if err != nil {
		return "", 0, orNotFound(err, "Order")
	}
	if row.CustomerID != nil {
		customerID = *row.CustomerID
	}
	return row.StaffNotes, customerID, nil
}

// Lock locks the order until this transaction ends.
func (tx OrderWriter) Lock(ctx context.Context, id int64) error { return tx.q.LockOrder(ctx, id) }

// RecordEvent adds to an order's timeline.
func (tx OrderWriter) RecordEvent(ctx context.Context, orderID int64, e shop.OrderEvent) error {
	return tx.q.InsertOrderEvent(ctx, db.InsertOrderEventParams{OrderID: orderID, At: millis(e.At), Actor: e.Actor, Kind: e.Kind, Detail: e.Detail})
}

// SaveStaffNotes returns false when the notes are no longer those that were seen.
func (tx OrderWriter) SaveStaffNotes(ctx context.Context, orderID int64, notes, seen string, now time.Time) (bool, error) {
	return changed(tx.q.SaveStaffNotes(ctx, db.SaveStaffNotesParams{StaffNotes: notes, Now: millis(now), ID: orderID, Was: seen}))
}

func orderOf(r db.Order) shop.Order {
	return shop.Order{ID: r.ID, Number: r.Number, UserID: r.UserID, Email: r.Email, Name: r.CustomerName, Phone: r.Phone,
		Fulfillment: shop.Fulfillment(r.FulfillmentType), Method: r.DeliveryMethod,
		Address: shop.Address{Line1: r.Line1, Line2: r.Line2, City: r.City, State: r.State, Zip: r.Zip},
		Status:  shop.Status(r.Status), Payment: shop.PaymentStatus(r.PaymentStatus), PaymentMethod: r.PaymentMethod, Currency: r.Currency,
		Subtotal: shop.Cents(r.SubtotalCents), Discount: shop.Cents(r.DiscountCents), Shipping: shop.Cents(r.ShippingCents), Tax: shop.Cents(r.TaxCents),
		Total: shop.Cents(r.TotalCents), Refunded: shop.Cents(r.RefundedCents), TaxIncluded: r.TaxIncluded, PromoCode: r.PromoCode, Notes: r.Notes,
		PickupCode: r.PickupCode, ReservedUntil: timeOrNil(r.HoldExpiresAt), Reserved: r.StockHeld,
		CreatedAt: fromMillis(r.CreatedAt), UpdatedAt: fromMillis(r.UpdatedAt), Version: r.Version}
}

const orderLineColumns = "order_id, position, product_id, product_name, image_url, price_cents, quantity, discount_cents, tax_cents, counted, drop_id"

func scanOrderLine(rows *sql.Rows) (l db.OrderLine, err error) {
	err = rows.Scan(&l.OrderID, &l.Position, &l.ProductID, &l.ProductName, &l.ImageUrl, &l.PriceCents, &l.Quantity, &l.DiscountCents, &l.TaxCents, &l.Counted, &l.DropID)
	return l, err
}

func orderLineOf(l db.OrderLine) shop.OrderLine {
	return shop.OrderLine{Position: l.Position, ProductID: l.ProductID, Name: l.ProductName, ImageURL: l.ImageUrl,
		Price: shop.Cents(l.PriceCents), Quantity: l.Quantity, Discount: shop.Cents(l.DiscountCents), Tax: shop.Cents(l.TaxCents), Counted: l.Counted, DropID: l.DropID}
}

func orderEventOf(e db.OrderEvent) shop.OrderEvent {
	return shop.OrderEvent{At: fromMillis(e.At), Actor: e.Actor, Kind: e.Kind, Detail: e.Detail}
}
