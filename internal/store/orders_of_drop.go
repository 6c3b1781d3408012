package store

import (
	"context"
	"database/sql"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// PaidInDrop lists the paid orders of a drop that hold its units, the oldest first.
func (r OrderReader) PaidInDrop(ctx context.Context, dropID int64) ([]*shop.ReviewedOrder, error) {
	var list []*shop.ReviewedOrder
	byID := map[int64]*shop.ReviewedOrder{}
	err := r.eachRow(ctx, "SELECT o.id, o.number, o.customer_name, o.email, o.status, o.created_at, o.total_cents, o.currency, o.network_key, CAST(SUM(l.quantity) AS BIGINT)"+
		" FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.drop_id = $1 AND o.stock_held AND o.payment_status = 'paid'"+
		" GROUP BY o.id, o.number, o.customer_name, o.email, o.status, o.created_at, o.total_cents, o.currency, o.network_key ORDER BY o.id", []any{dropID},
		func(rows *sql.Rows) error {
			o := &shop.ReviewedOrder{Keys: map[string]string{}}
			var placed int64
			var network string
			if err := rows.Scan(&o.ID, &o.Number, &o.Name, &o.Email, &o.Status, &placed, &o.Total, &o.Currency, &network, &o.Units); err != nil {
				return err
			}
			o.PlacedAt = fromMillis(placed)
			if network != "" {
				o.Keys["network"] = network
			}
			list, byID[o.ID] = append(list, o), o
			return nil
		})
	if err != nil || len(list) == 0 {
		return list, err
	}
	err = r.eachRow(ctx, "SELECT order_id, kind, key FROM order_purchase_keys WHERE drop_id = $1 AND key <> ''", []any{dropID}, func(rows *sql.Rows) error {
		var id int64
		var kind, key string
		if err := rows.Scan(&id, &kind, &key); err != nil {
			return err
		}
		if o := byID[id]; o != nil {
			o.Keys[kind] = key
		}
		return nil
	})
	return list, err
}

// DropOrder is an order of a drop, for comparing what buyers hold with what the shop has.
type DropOrder struct {
	Number    string
	Email     string
	ProductID int64
	Units     int64
	Holds     bool // its units are not free
	Paid      bool
}

// OfDrop lists the order lines of a drop.
func (r OrderReader) OfDrop(ctx context.Context, dropID int64) ([]DropOrder, error) {
	var orders []DropOrder
	err := r.eachRow(ctx, "SELECT o.number, o.email, COALESCE(l.product_id, 0), l.quantity, o.stock_held, o.payment_status <> 'unpaid' FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.drop_id = $1 ORDER BY o.id",
		[]any{dropID}, func(rows *sql.Rows) error {
			var o DropOrder
			if err := rows.Scan(&o.Number, &o.Email, &o.ProductID, &o.Units, &o.Holds, &o.Paid); err != nil {
				return err
			}
			orders = append(orders, o)
			return nil
		})
	return orders, err
}
