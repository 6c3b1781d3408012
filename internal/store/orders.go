package store

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// OrderNumbered finds an order with its lines.
func (r *Reader) OrderNumbered(ctx context.Context, number string) (shop.Order, error) {
	row, err := r.OrderByNumber(ctx, number)
	if err != nil {
		_, err = found(row, err, "Order")
		return shop.Order{}, err
	}
	return withLines(ctx, r.Queries, row)
}

// OrderWithID finds an order with its lines.
func (r *Reader) OrderWithID(ctx context.Context, id int64) (shop.Order, error) {
	row, err := r.OrderByID(ctx, id)
	if err != nil {
		_, err = found(row, err, "Order")
		return shop.Order{}, err
	}
	return withLines(ctx, r.Queries, row)
}

func withLines(ctx context.Context, q *db.Queries, row db.Order) (shop.Order, error) {
	order := orderOf(row)
	lines, err := q.OrderLines(ctx, row.ID)
	if err != nil {
		return order, err
	}
	for _, l := range lines {
		order.Lines = append(order.Lines, shop.OrderLine{Position: l.Position, ProductID: l.ProductID, Name: l.ProductName, ImageURL: l.ImageUrl,
			Price: shop.Cents(l.PriceCents), Quantity: l.Quantity, Discount: shop.Cents(l.DiscountCents), Tax: shop.Cents(l.TaxCents), Counted: l.Counted})
	}
	return order, nil
}

func orderOf(r db.Order) shop.Order {
	return shop.Order{ID: r.ID, Number: r.Number, UserID: r.UserID, Email: r.Email, Name: r.CustomerName, Phone: r.Phone,
		Fulfillment: shop.Fulfillment(r.FulfillmentType), Method: r.DeliveryMethod,
		Address: shop.Address{Line1: r.Line1, Line2: r.Line2, City: r.City, State: r.State, Zip: r.Zip},
		Status:  shop.Status(r.Status), Payment: shop.PaymentStatus(r.PaymentStatus), PaymentMethod: r.PaymentMethod, Currency: r.Currency,
		Subtotal: shop.Cents(r.SubtotalCents), Discount: shop.Cents(r.DiscountCents), Shipping: shop.Cents(r.ShippingCents), Tax: shop.Cents(r.TaxCents),
		Total: shop.Cents(r.TotalCents), Refunded: shop.Cents(r.RefundedCents), TaxIncluded: r.TaxIncluded, PromoCode: r.PromoCode, Notes: r.Notes,
		PickupCode: r.PickupCode, HoldEnds: timeOrNil(r.HoldExpiresAt), StockHeld: r.StockHeld,
		CreatedAt: fromMillis(r.CreatedAt), UpdatedAt: fromMillis(r.UpdatedAt), Version: r.Version}
}

// LastOrderNumber is how many order numbers were given out.
func (r *Reader) LastOrderNumber(ctx context.Context) (int64, error) {
	return r.Queries.Counter(ctx, "order_number")
}
