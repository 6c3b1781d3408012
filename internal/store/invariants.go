package store

import (
	"context"
	"database/sql"
	"fmt"
)

// invariants are the rules that always hold for units, limits and drops. Each query lists
// the violations of one, as texts. That no unit is lost cannot be checked here, because the database does
// not know how many staff put in: see Stock.Count for the sum of a product's units.
var invariants = []struct{ name, query string }{
	{"units below what is kept back", "SELECT 'product ' || product_id FROM stock WHERE quantity < safety_stock OR quantity < 0 OR unoffered > quantity - safety_stock"},
	{"counters and keys of orders differ", "SELECT 'drop ' || c.drop_id || ' ' || c.kind || ' ' || c.units FROM purchase_counters c WHERE c.units <> COALESCE((SELECT SUM(k.units) FROM order_purchase_keys k" +
		" JOIN orders o ON o.id = k.order_id WHERE o.stock_held AND k.drop_id = c.drop_id AND k.kind = c.kind AND k.key = c.key), 0)"},
	{"keys without a counter", "SELECT 'order ' || k.order_id || ' ' || k.kind FROM order_purchase_keys k JOIN orders o ON o.id = k.order_id WHERE NOT o.stock_held" +
		" OR NOT EXISTS (SELECT 1 FROM purchase_counters c WHERE c.drop_id = k.drop_id AND c.kind = k.kind AND c.key = k.key)"},
	{"above the limit", "SELECT 'drop ' || c.drop_id || ' ' || c.kind || ' ' || c.units FROM purchase_counters c JOIN drops d ON d.id = c.drop_id" +
		" WHERE c.kind IN ('mailbox', 'phone', 'household') AND c.units - COALESCE((SELECT SUM(k.units) FROM order_purchase_keys k JOIN limit_exceptions e ON e.order_id = k.order_id" +
		" AND e.drop_id = k.drop_id WHERE k.drop_id = c.drop_id AND k.kind = c.kind AND k.key = c.key), 0) > d.limit_units"},
	{"used by another mailbox", "SELECT 'reservation ' || r.id FROM reservations r LEFT JOIN orders o ON o.id = r.order_id" +
		" WHERE r.state = 'used' AND r.mailbox_key <> '' AND (o.id IS NULL OR o.mailbox_key NOT IN (r.mailbox_key, ''))"},
	{"sold before its time", "SELECT 'order ' || o.number FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN drops d ON d.id = l.drop_id" +
		" WHERE o.created_at < COALESCE(d.early_at, d.opens_at) OR d.mode = 'draw' AND o.created_at < d.ends_at"},
	{"sold without a reservation", "SELECT 'order ' || o.number FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN drops d ON d.id = l.drop_id LEFT JOIN queues q ON q.drop_id = d.id AND q.line = 'main'" +
		" WHERE (d.mode = 'draw' OR d.mode = 'queue' AND o.created_at < COALESCE(q.closed_at, o.created_at + 1) OR o.created_at >= d.ends_at OR o.created_at >= d.ended_at)" +
		" AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.order_id = o.id AND r.product_id = l.product_id AND r.drop_id = l.drop_id AND r.state = 'used' AND r.expires_at > o.created_at)"},
	{"above the limit with reservations", "SELECT 'drop ' || d.id || ' has ' || u.units FROM drops d JOIN (SELECT drop_id, mailbox_key, SUM(units) AS units FROM (" +
		"SELECT r.drop_id, r.mailbox_key, r.units FROM reservations r WHERE r.state = 'held' AND r.drop_id IS NOT NULL" +
		" UNION ALL SELECT l.drop_id, o.mailbox_key, l.quantity FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.stock_held AND l.drop_id IS NOT NULL AND o.mailbox_key <> ''" +
		" AND NOT EXISTS (SELECT 1 FROM limit_exceptions e WHERE e.order_id = o.id AND e.drop_id = l.drop_id)) AS a GROUP BY drop_id, mailbox_key) AS u ON u.drop_id = d.id WHERE u.units > d.limit_units"},
}

// CheckInvariants names what contradicts the rules of drops in the database. It reads
// whole tables: it is for tests and rehearsals.
func (tx *Tx) CheckInvariants(ctx context.Context) ([]string, error) {
	var problems []string
	for _, i := range invariants {
		err := tx.eachRow(ctx, i.query, nil, func(rows *sql.Rows) error {
			var what string
			if err := rows.Scan(&what); err != nil {
				return err
			}
			problems = append(problems, i.name+": "+what)
			return nil
		})
		if err != nil {
			return problems, fmt.Errorf("%s: %w", i.name, err)
		}
	}
	return problems, nil
}
