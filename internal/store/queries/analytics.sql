-- name: LedgerIsPending :one
SELECT COUNT(*) FROM (SELECT 1 FROM order_ledger ORDER BY id LIMIT 1) AS waiting;

-- name: TakeLedger :many
DELETE FROM order_ledger WHERE id IN (SELECT l.id FROM order_ledger l ORDER BY l.id LIMIT $1) RETURNING *;

-- name: AddOrderCount :exec
INSERT INTO order_counts (status, payment_status, fulfillment_type, orders) VALUES ($1, $2, $3, $4)
ON CONFLICT (status, payment_status, fulfillment_type) DO UPDATE SET orders = order_counts.orders + excluded.orders;

-- name: AddSalesHour :exec
INSERT INTO sales_hours (hour, orders, revenue_cents) VALUES ($1, $2, $3)
ON CONFLICT (hour) DO UPDATE SET orders = sales_hours.orders + excluded.orders, revenue_cents = sales_hours.revenue_cents + excluded.revenue_cents;

-- name: AddSalesWeek :exec
INSERT INTO sales_weeks (week, product_id, units) VALUES ($1, $2, $3)
ON CONFLICT (week, product_id) DO UPDATE SET units = sales_weeks.units + excluded.units;

-- name: DeleteCustomers :execrows
-- No order and no account has the address any more.
DELETE FROM customers WHERE customers.email_key = $1 AND customers.orders <= 0
    AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email_key = customers.email_key);

-- name: SalesHours :many
-- Orders are those that the revenue comes from: the paid ones.
SELECT hour, CAST(SUM(orders) AS BIGINT) AS orders, CAST(SUM(revenue_cents) AS BIGINT) AS revenue_cents FROM (
    SELECT h.hour, h.orders, h.revenue_cents FROM sales_hours h WHERE h.hour >= sqlc.arg(since)
    UNION ALL SELECT l.placed_at / 3600000, CASE l.payment_status WHEN 'paid' THEN l.orders ELSE 0 END, l.revenue_cents
        FROM order_ledger l WHERE l.placed_at / 3600000 >= sqlc.arg(since)
) AS both_parts GROUP BY hour ORDER BY hour;

-- name: AddVisits :exec
INSERT INTO visit_counts (day, kind, count) VALUES ($1, $2, $3)
ON CONFLICT (day, kind) DO UPDATE SET count = visit_counts.count + excluded.count;

-- name: WeekBest :many
SELECT product_id, units FROM sales_weeks WHERE week = $1 AND units > 0 ORDER BY units DESC, product_id DESC LIMIT $2;

-- name: VisitCounts :many
SELECT kind, CAST(SUM(count) AS BIGINT) AS visits FROM visit_counts WHERE day >= $1 GROUP BY kind;
