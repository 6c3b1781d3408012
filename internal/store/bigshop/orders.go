package bigshop

import (
	"context"
	"fmt"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// fate is the status, payment and type of an order; nearly all are completed.
func (f *filler) fate(ageShare float64) (status, payment, fulfillment string) {
	pickup := f.random.IntN(3) == 0
	fulfillment, done, ready := "delivery", "delivered", "ready_for_delivery"
	if pickup {
		fulfillment, done, ready = "pickup", "picked_up", "ready_for_pickup"
	}
	payment = "paid"
	switch n := f.random.IntN(1000); {
	case ageShare > 0.9995: // the newest are still being worked on
		status = []string{"pending", "processing", "processing", ready, "on-hold"}[n%5]
		if n%7 == 0 {
			payment = "unpaid"
		}
	case n < 15:
		status, payment = "cancelled", "unpaid"
	case n < 25:
		status, payment = "refunded", "refunded"
	case n < 400:
		status = done
	default:
		status = "completed"
	}
	return status, payment, fulfillment
}

func (f *filler) orders(ctx context.Context) error {
	columns := []string{"id", "number", "email", "email_key", "customer_name", "phone", "fulfillment_type", "delivery_method", "line1", "city", "state", "zip",
		"status", "payment_status", "payment_method", "subtotal_cents", "shipping_cents", "total_cents", "refunded_cents", "pickup_code", "stock_held",
		"search_text", "created_at", "updated_at"}
	span, first := f.size.Span.Milliseconds(), f.now.Add(-f.size.Span).UnixMilli()
	err := f.insert(ctx, "orders", columns, f.size.Orders, func(i int) []any {
		share := float64(i+1) / float64(f.size.Orders)
		status, payment, fulfillment := f.fate(share)
		customer := f.random.IntN(f.size.Customers)
		// One customer has one name: it follows from their number.
		name := firstNames[customer%len(firstNames)] + " " + lastNames[customer/len(firstNames)%len(lastNames)]
		email := fmt.Sprintf("%s.%d@%s", strings.ReplaceAll(strings.ToLower(name), " ", "."), customer, hosts[customer%len(hosts)])
		number := shop.OrderNumber(int64(i + 1))
		subtotal := int64(500 + f.random.IntN(9500))
		total, refunded, code := subtotal+599, int64(0), ""
		if payment == "refunded" {
			refunded = total
		}
		if fulfillment == "pickup" {
			code = fmt.Sprintf("P%07d", i+1)
		}
		at := first + int64(share*float64(span)) - 1
		return []any{i + 1, number, email, email, name, "(323) 555-0100", fulfillment, "standard", "1 Main St", "Austin", "TX", "78702",
			status, payment, "card", subtotal, 599, total, refunded, code, status != "cancelled", store.SearchText(number, name, email), at, at}
	})
	if err != nil {
		return err
	}
	_, err = f.db.ExecContext(ctx, "UPDATE counters SET value = $1 WHERE name = 'order_number'", f.size.Orders)
	if err == nil && f.engine == store.Postgres {
		err = f.exec(ctx, "SELECT setval(pg_get_serial_sequence('orders', 'id'), (SELECT COALESCE(MAX(id), 1) FROM orders))",
			"SELECT setval(pg_get_serial_sequence('products', 'id'), (SELECT COALESCE(MAX(id), 1) FROM products))",
			"SELECT setval(pg_get_serial_sequence('categories', 'id'), (SELECT COALESCE(MAX(id), 1) FROM categories))")
	}
	return err
}

// lines gives every order two products; a few are sold far more than the rest, as in any shop.
func (f *filler) lines(ctx context.Context) error {
	columns := []string{"order_id", "position", "product_id", "product_name", "price_cents", "quantity"}
	return f.insert(ctx, "order_lines", columns, 2*f.size.Orders, func(i int) []any {
		product := int64(f.zipf.Uint64()) + 1
		return []any{i/2 + 1, i%2 + 1, product, fmt.Sprintf("Product %d", product), 1000, 1 + f.random.IntN(3)}
	})
}

func (f *filler) events(ctx context.Context) error {
	return f.exec(ctx, "INSERT INTO order_events (order_id, at, actor, kind) SELECT id, created_at, 'shop', 'placed' FROM orders")
}

const revenue = "CASE payment_status WHEN 'unpaid' THEN 0 ELSE total_cents - refunded_cents END"

// sums computes what aggregating the ledger would have given.
func (f *filler) sums(ctx context.Context) error {
	return f.exec(ctx,
		`INSERT INTO order_counts (status, payment_status, fulfillment_type, orders)
			SELECT status, payment_status, fulfillment_type, COUNT(*) FROM orders GROUP BY status, payment_status, fulfillment_type`,
		`INSERT INTO sales_hours (hour, orders, revenue_cents)
			SELECT created_at / 3600000, SUM(CASE status WHEN 'cancelled' THEN 0 ELSE 1 END), SUM(`+revenue+`) FROM orders GROUP BY created_at / 3600000`,
		`INSERT INTO sales_weeks (week, product_id, units)
			SELECT o.created_at / 604800000, l.product_id, SUM(l.quantity) FROM order_lines l JOIN orders o ON o.id = l.order_id
			WHERE o.status NOT IN ('cancelled', 'refunded') GROUP BY o.created_at / 604800000, l.product_id`,
		`INSERT INTO customers (email, email_key, name, orders, spent_cents, last_order_at, search_text, created_at)
			SELECT MAX(email), email_key, MAX(customer_name), COUNT(*), SUM(`+revenue+`), MAX(created_at),
				LOWER(MAX(customer_name)) || '
' || email_key, MIN(created_at) FROM orders GROUP BY email_key`)
}
