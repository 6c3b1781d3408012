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

-- name: OrderCounts :many
-- The aggregated counts plus the pending rows of the ledger.
SELECT status, payment_status, fulfillment_type, CAST(SUM(orders) AS BIGINT) AS orders FROM (
    SELECT c.status, c.payment_status, c.fulfillment_type, c.orders FROM order_counts c
    UNION ALL SELECT l.status, l.payment_status, l.fulfillment_type, l.orders FROM order_ledger l
) AS both_parts GROUP BY status, payment_status, fulfillment_type;

-- name: SalesHours :many
-- Orders are those that the revenue comes from: the paid ones.
SELECT hour, CAST(SUM(orders) AS BIGINT) AS orders, CAST(SUM(revenue_cents) AS BIGINT) AS revenue_cents FROM (
    SELECT h.hour, h.orders, h.revenue_cents FROM sales_hours h WHERE h.hour >= sqlc.arg(since)
    UNION ALL SELECT l.placed_at / 3600000, CASE l.payment_status WHEN 'paid' THEN l.orders ELSE 0 END, l.revenue_cents
        FROM order_ledger l WHERE l.placed_at / 3600000 >= sqlc.arg(since)
) AS both_parts GROUP BY hour ORDER BY hour;
