-- name: OrdersOf :many
SELECT * FROM orders WHERE user_id = sqlc.arg(user_id) AND (created_at < sqlc.arg(before) OR created_at = sqlc.arg(before) AND id < sqlc.arg(before_id))
ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(most);

-- name: EventsOfOrder :many
SELECT * FROM order_events WHERE order_id = $1 ORDER BY id;

-- name: OpenOrdersOf :one
SELECT COUNT(*) FROM orders WHERE user_id = $1
    AND status IN ('pending', 'processing', 'ready_for_pickup', 'ready_for_delivery', 'on-hold');

-- name: AnonymizePromoUses :execrows
UPDATE promo_uses SET customer_key = '' WHERE order_id IN (SELECT o.id FROM orders o WHERE o.user_id = $1);

-- name: AnonymizeOrderActors :execrows
UPDATE order_events SET actor = 'customer' WHERE actor = sqlc.arg(actor) AND order_id IN (SELECT o.id FROM orders o WHERE o.user_id = sqlc.arg(user_id));

-- name: AnonymizeOrders :execrows
-- Number, date, goods, amounts, state and ZIP stay: accounting and tax law require them.
UPDATE orders SET user_id = NULL, email = '', email_key = '', mailbox_key = '', network_key = '', network48_key = '', customer_name = 'Deleted customer', phone = '', line1 = '', line2 = '',
    city = '', notes = '', staff_notes = '', pickup_code = '', request_hash = '', search_text = LOWER(number), updated_at = $1
WHERE user_id = $2;

-- name: OrderCounts :many
-- The aggregated counts plus the pending rows of the ledger.
SELECT status, payment_status, fulfillment_type, CAST(SUM(orders) AS BIGINT) AS orders FROM (
    SELECT c.status, c.payment_status, c.fulfillment_type, c.orders FROM order_counts c
    UNION ALL SELECT l.status, l.payment_status, l.fulfillment_type, l.orders FROM order_ledger l
) AS both_parts GROUP BY status, payment_status, fulfillment_type;

-- name: InsertOrderEvent :exec
INSERT INTO order_events (order_id, at, actor, kind, detail) VALUES ($1, $2, $3, $4, $5);

-- name: OrderByNumber :one
SELECT * FROM orders WHERE number = $1;

-- name: LockOrder :exec
-- Locks the order until this transaction ends.
UPDATE orders SET version = version WHERE id = $1;

-- name: OrderByKey :one
SELECT number, request_hash FROM orders WHERE idempotency_key = $1;

-- name: OrderByID :one
SELECT * FROM orders WHERE id = $1;

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

-- name: CancelReservedOrder :execrows
-- Not when money came or went since it was read: what is refunded follows from that.
UPDATE orders SET status = 'cancelled', stock_held = FALSE, hold_expires_at = NULL, network_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network_key ELSE '' END,
    network48_key = CASE WHEN EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = orders.id AND l.drop_id IS NOT NULL) THEN network48_key ELSE '' END, updated_at = $1, version = version + 1
WHERE id = $2 AND stock_held AND status = sqlc.arg(was) AND payment_status = sqlc.arg(payment_was) AND refunded_cents = sqlc.arg(refunded_was);

-- name: AbandonOrder :exec
-- The reservation expired and was given up: it cannot be renewed.
UPDATE orders SET hold_expires_at = NULL, updated_at = $1, version = version + 1
WHERE id = $2 AND status = 'cancelled' AND NOT stock_held AND payment_status = 'unpaid';

-- name: MarkOrderRefunded :execrows
-- Not while a part of the money is only asked for: the provider may refuse it.
-- An order that was handed over keeps its status unless it may be called refunded.
UPDATE orders SET payment_status = 'refunded', hold_expires_at = NULL, updated_at = sqlc.arg(updated_at), version = version + 1,
  status = CASE WHEN CAST(sqlc.arg(ending) AS TEXT) <> 'refunded' AND status IN ('picked_up', 'delivered', 'completed') THEN status ELSE CAST(sqlc.arg(ending) AS TEXT) END
WHERE orders.id = sqlc.arg(id) AND payment_status = 'paid' AND refunded_cents = total_cents
  AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = orders.id AND r.status = 'asked' AND r.reason <> 'paid_twice');

-- name: AssignOrder :execrows
UPDATE orders SET user_id = $1, updated_at = $2, version = version + 1 WHERE id = $3 AND user_id IS NULL;

-- name: StaffPartOfOrder :one
SELECT o.staff_notes, c.id AS customer_id FROM orders o LEFT JOIN customers c ON c.email_key = o.email_key WHERE o.id = $1;

-- name: MoveOrder :execrows
-- Guarded: of two people who press the same button, the second changes nothing.
-- Staff who work on an order that is paid at the shop end its deadline.
UPDATE orders SET status = sqlc.arg(status), hold_expires_at = CASE WHEN payment_method = 'manual' THEN NULL ELSE hold_expires_at END,
    updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND status = sqlc.arg(was);

-- name: SaveStaffNotes :execrows
UPDATE orders SET staff_notes = sqlc.arg(staff_notes), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND staff_notes = sqlc.arg(was);

-- name: OrderNumberByPickupCode :one
SELECT number FROM orders WHERE pickup_code = $1 AND pickup_code <> '' ORDER BY id DESC LIMIT 1;
