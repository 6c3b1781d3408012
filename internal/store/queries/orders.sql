-- name: InsertOrderEvent :exec
INSERT INTO order_events (order_id, at, actor, kind, detail) VALUES ($1, $2, $3, $4, $5);

-- name: TaxTable :many
SELECT state, rate_ppm FROM tax_rates ORDER BY state;

-- name: PromoByKey :one
SELECT * FROM promotions WHERE code_key = $1;

-- name: PromoUsesOf :one
SELECT COUNT(*) FROM promo_uses WHERE promotion_id = $1 AND customer_key = $2;

-- name: TakeCounter :one
UPDATE counters SET value = value + sqlc.arg(n) WHERE name = sqlc.arg(name) RETURNING value;

-- name: OrderByNumber :one
SELECT * FROM orders WHERE number = $1;

-- name: LockOrder :exec
-- Locks the order until this transaction ends.
UPDATE orders SET version = version WHERE id = $1;

-- name: OrderByKey :one
SELECT number, request_hash FROM orders WHERE idempotency_key = $1;

-- name: OrderByID :one
SELECT * FROM orders WHERE id = $1;

-- name: UsePromo :execrows
UPDATE promotions SET uses = uses + sqlc.arg(n)
WHERE id = sqlc.arg(id) AND (max_uses IS NULL OR uses + sqlc.arg(n) <= max_uses);

-- name: InsertPromoUse :exec
INSERT INTO promo_uses (order_id, promotion_id, customer_key) VALUES ($1, $2, $3);

-- name: InsertPayment :one
INSERT INTO payments (order_id, provider, provider_ref, status, amount_cents, currency, created_at, updated_at)
VALUES ($1, $2, $3, 'open', $4, $5, $6, $6) RETURNING id;

-- name: MarkOrderPaid :execrows
-- Only an unpaid order whose units are reserved becomes paid, so a payment that is reported again changes nothing.
-- An order in a drop keeps its network for staff until DeleteBuyerKeys.
UPDATE orders SET payment_status = 'paid', hold_expires_at = NULL, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = $1, version = version + 1
WHERE id = $2 AND payment_status = 'unpaid' AND stock_held;

-- name: MarkLateOrderPaid :execrows
-- A payment arrived for an order that cannot be fulfilled; it is refunded at once.
UPDATE orders SET payment_status = 'paid', hold_expires_at = NULL, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = $1, version = version + 1
WHERE id = $2 AND payment_status = 'unpaid' AND NOT stock_held;

-- name: ExpireHold :execrows
-- hold_expires_at stays: it tells an order whose time ran out from one that was cancelled.
UPDATE orders SET status = 'cancelled', stock_held = FALSE, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND stock_held AND payment_status = 'unpaid' AND hold_expires_at <= sqlc.arg(now);

-- name: ReserveAgain :execrows
UPDATE orders SET status = sqlc.arg(status), stock_held = TRUE, hold_expires_at = sqlc.arg(hold_expires_at), updated_at = sqlc.arg(now),
    version = version + 1
WHERE id = sqlc.arg(id) AND status = 'cancelled' AND NOT stock_held AND payment_status = 'unpaid' AND payment_method <> 'manual' AND hold_expires_at IS NOT NULL;

-- name: CancelReservedOrder :execrows
-- Not when money came or went since it was read: what is refunded follows from that.
UPDATE orders SET status = 'cancelled', stock_held = FALSE, hold_expires_at = NULL, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = $1, version = version + 1
WHERE id = $2 AND stock_held AND status = sqlc.arg(was) AND payment_status = sqlc.arg(payment_was) AND refunded_cents = sqlc.arg(refunded_was);

-- name: AbandonOrder :exec
-- The reservation expired and was given up: it cannot be renewed.
UPDATE orders SET hold_expires_at = NULL, updated_at = $1, version = version + 1
WHERE id = $2 AND status = 'cancelled' AND NOT stock_held AND payment_status = 'unpaid';

-- name: ReserveRefund :execrows
UPDATE orders SET refunded_cents = refunded_cents + sqlc.arg(amount), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND payment_status = 'paid' AND refunded_cents + sqlc.arg(amount) <= total_cents;

-- name: UnreserveRefund :execrows
UPDATE orders SET refunded_cents = refunded_cents - sqlc.arg(amount), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND refunded_cents >= sqlc.arg(amount);

-- name: MarkOrderRefunded :execrows
-- Not while a part of the money is only asked for: the provider may refuse it.
-- An order that was handed over keeps its status unless it may be called refunded.
UPDATE orders SET payment_status = 'refunded', hold_expires_at = NULL, updated_at = sqlc.arg(updated_at), version = version + 1,
  status = CASE WHEN CAST(sqlc.arg(ending) AS TEXT) <> 'refunded' AND status IN ('picked_up', 'delivered', 'completed') THEN status ELSE CAST(sqlc.arg(ending) AS TEXT) END
WHERE orders.id = sqlc.arg(id) AND payment_status = 'paid' AND refunded_cents = total_cents
  AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = orders.id AND r.status = 'asked' AND r.reason <> 'paid_twice');

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

-- name: ReleasePromoUse :one
DELETE FROM promo_uses WHERE order_id = $1 RETURNING promotion_id;

-- name: UnusePromo :exec
UPDATE promotions SET uses = uses - 1 WHERE id = $1 AND uses > 0;

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

-- name: RefundedOfPayment :one
SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds WHERE payment_id = $1 AND status <> 'failed';

-- name: GivenBackOfPayment :one
SELECT CAST(COALESCE(SUM(amount_cents), 0) AS BIGINT) FROM refunds WHERE payment_id = $1 AND status = 'done';

-- name: AcquireCallSlot :one
-- The next slot is one interval after the last one, or now. A slot too far ahead of the clock is refused.
INSERT INTO rate_limits (name, free_at) VALUES (sqlc.arg(name), CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(interval_ms) AS BIGINT))
ON CONFLICT (name) DO UPDATE SET free_at = CASE WHEN rate_limits.free_at > sqlc.arg(now) THEN rate_limits.free_at
    ELSE CAST(sqlc.arg(now) AS BIGINT) END + CAST(sqlc.arg(interval_ms) AS BIGINT)
WHERE rate_limits.free_at <= sqlc.arg(latest) RETURNING free_at;

-- name: AddVisits :exec
INSERT INTO visit_counts (day, kind, count) VALUES ($1, $2, $3)
ON CONFLICT (day, kind) DO UPDATE SET count = visit_counts.count + excluded.count;

-- name: EndHold :execrows
UPDATE orders SET stock_held = FALSE WHERE id = $1 AND stock_held;

-- name: StockOf :one
SELECT quantity FROM stock WHERE product_id = $1;

-- name: AssignOrder :execrows
UPDATE orders SET user_id = $1, updated_at = $2, version = version + 1 WHERE id = $3 AND user_id IS NULL;
