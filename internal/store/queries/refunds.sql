-- name: ReserveRefund :execrows
UPDATE orders SET refunded_cents = refunded_cents + sqlc.arg(amount), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND payment_status = 'paid' AND refunded_cents + sqlc.arg(amount) <= total_cents;

-- name: UnreserveRefund :execrows
UPDATE orders SET refunded_cents = refunded_cents - sqlc.arg(amount), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND refunded_cents >= sqlc.arg(amount);

-- name: InsertRefund :one
INSERT INTO refunds (payment_id, order_id, amount_cents, reason, status, actor, next_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, 'asked', $5, $6, $6, $6) RETURNING id;

-- name: RefundsDue :many
SELECT * FROM refunds WHERE status = 'asked' AND next_at <= $1 ORDER BY next_at LIMIT $2;

-- name: ClaimRefund :execrows
UPDATE refunds SET next_at = sqlc.arg(next_at), attempts = attempts + 1, updated_at = sqlc.arg(now)
WHERE id = sqlc.arg(id) AND status = 'asked' AND next_at = sqlc.arg(was);

-- name: EndRefund :execrows
UPDATE refunds SET status = $1, provider_ref = $2, updated_at = $3 WHERE id = $4 AND status = 'asked';

-- name: RefundsOfOrder :many
SELECT * FROM refunds WHERE order_id = $1 ORDER BY id;

-- name: RefundedOrAskedOfPayment :one
SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds WHERE payment_id = $1 AND status <> 'failed';

-- name: RefundedOfPayment :one
SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds WHERE payment_id = $1 AND status = 'done';
