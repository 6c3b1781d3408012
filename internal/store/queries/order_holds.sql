-- name: ExpireHold :execrows
-- hold_expires_at stays: it tells an order whose time ran out from one that was cancelled.
UPDATE orders SET status = 'cancelled', stock_held = FALSE, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND stock_held AND payment_status = 'unpaid' AND hold_expires_at <= sqlc.arg(now);

-- name: ReserveAgain :execrows
UPDATE orders SET status = sqlc.arg(status), stock_held = TRUE, hold_expires_at = sqlc.arg(hold_expires_at), updated_at = sqlc.arg(now),
    version = version + 1
WHERE id = sqlc.arg(id) AND status = 'cancelled' AND NOT stock_held AND payment_status = 'unpaid' AND payment_method <> 'manual' AND hold_expires_at IS NOT NULL;

-- name: ExpiredHolds :one
-- Those that another instance works on count, too.
SELECT COUNT(*) FROM (SELECT 1 FROM orders WHERE hold_expires_at <= $1 AND hold_expires_at IS NOT NULL AND stock_held AND payment_status = 'unpaid' LIMIT 1) AS one;

-- name: LeaseExpiredHolds :many
-- Of several instances one ends each hold: the others leave it alone until the lease is over.
UPDATE orders SET hold_leased_until = sqlc.arg(lease_end)
WHERE id IN (SELECT o.id FROM orders o WHERE o.hold_expires_at <= CAST(sqlc.arg(now) AS BIGINT) AND o.hold_expires_at IS NOT NULL AND o.stock_held
    AND o.payment_status = 'unpaid' AND o.hold_leased_until <= CAST(sqlc.arg(now) AS BIGINT) ORDER BY o.hold_expires_at LIMIT sqlc.arg(most))
  AND hold_leased_until <= CAST(sqlc.arg(now) AS BIGINT)
RETURNING id;

-- name: ExtendHold :execrows
UPDATE orders SET hold_expires_at = sqlc.arg(hold_expires_at), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND stock_held AND payment_status = 'unpaid' AND payment_method = 'manual' AND hold_expires_at IS NOT NULL
  AND hold_expires_at < sqlc.arg(hold_expires_at);

-- name: EndHold :execrows
UPDATE orders SET stock_held = FALSE WHERE id = $1 AND stock_held;
