-- +goose Up
-- An hour's sales count the orders that its revenue comes from, the paid ones; before, they counted all that were not
-- cancelled. What still waits in the ledger is added to the sums later, so it is taken off here.
UPDATE sales_hours SET orders = 0;
INSERT INTO sales_hours (hour, orders, revenue_cents)
SELECT counted.hour, SUM(counted.orders), 0 FROM (
    SELECT o.created_at / 3600000 AS hour, 1 AS orders FROM orders o WHERE o.payment_status = 'paid'
    UNION ALL SELECT l.placed_at / 3600000, -l.orders FROM order_ledger l WHERE l.payment_status = 'paid'
) AS counted WHERE true GROUP BY counted.hour
ON CONFLICT (hour) DO UPDATE SET orders = excluded.orders;
