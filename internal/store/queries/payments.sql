-- name: InsertPayment :one
INSERT INTO payments (order_id, provider, provider_ref, status, amount_cents, currency, created_at, updated_at)
VALUES ($1, $2, $3, 'open', $4, $5, $6, $6) RETURNING id;

-- name: PaymentByID :one
SELECT * FROM payments WHERE id = $1;

-- name: PaymentByRef :one
SELECT * FROM payments WHERE provider = $1 AND provider_ref = $2;

-- name: PaymentsOfOrder :many
SELECT * FROM payments WHERE order_id = $1 ORDER BY id;

-- name: PaymentStarted :execrows
UPDATE payments SET provider_ref = $1, pay_url = $2, updated_at = $3 WHERE id = $4 AND status = 'open';

-- name: PaymentPaid :execrows
UPDATE payments SET status = 'paid', provider_ref = $1, capture_ref = $2, updated_at = $3 WHERE id = $4 AND status IN ('open', 'failed');

-- name: PaymentFailed :execrows
UPDATE payments SET status = 'failed', updated_at = $1 WHERE id = $2 AND status = 'open';

-- name: PaymentRefunded :execrows
UPDATE payments SET status = 'refunded', updated_at = $1 WHERE id = $2 AND status = 'paid';

-- name: OpenPayments :many
SELECT * FROM payments WHERE status = 'open' AND updated_at <= $1 ORDER BY updated_at LIMIT $2;

-- name: ClaimPayment :execrows
-- Several instances look for open payments: the one that moves the time forward owns the payment.
UPDATE payments SET updated_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND status = 'open' AND updated_at = sqlc.arg(was);
