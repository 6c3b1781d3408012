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

-- name: CustomerByID :one
SELECT sqlc.embed(c), u.id AS user_id, u.is_admin, u.created_at AS joined_at, p.username, p.full_name
FROM customers c LEFT JOIN users u ON u.email_key = c.email_key LEFT JOIN profiles p ON p.id = u.id WHERE c.id = $1;

-- name: SubscriberCounts :many
SELECT status, COUNT(*) AS subscribers FROM subscribers GROUP BY status;

-- name: DeleteSubscriber :one
DELETE FROM subscribers WHERE id = $1 RETURNING *;

-- name: Promotions :many
SELECT * FROM promotions ORDER BY enabled DESC, created_at DESC, id DESC;

-- name: PromotionByID :one
SELECT * FROM promotions WHERE id = $1;

-- name: InsertPromotion :one
INSERT INTO promotions (code, code_key, kind, value, minimum_cents, starts_at, ends_at, max_uses, max_per_customer, enabled, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id;

-- name: UpdatePromotion :execrows
-- uses is left alone: orders count it.
UPDATE promotions SET code = $1, code_key = $2, kind = $3, value = $4, minimum_cents = $5, starts_at = $6, ends_at = $7, max_uses = $8,
    max_per_customer = $9, enabled = $10, updated_at = $11, version = version + 1 WHERE id = $12 AND version = $13;

-- name: DeletePromotion :execrows
DELETE FROM promotions WHERE id = $1;

-- name: WeekBest :many
SELECT product_id, units FROM sales_weeks WHERE week = $1 AND units > 0 ORDER BY units DESC, product_id DESC LIMIT $2;

-- name: ProductsSwitchedOff :one
SELECT COUNT(*) FROM products WHERE NOT in_stock;

-- name: ProductsSoldOut :one
SELECT COUNT(*) FROM stock s JOIN products p ON p.id = s.product_id WHERE s.quantity - s.safety_stock <= 0 AND p.in_stock;

-- name: LowStock :many
SELECT p.id, p.name, CAST(s.quantity - s.safety_stock AS BIGINT) AS free FROM stock s JOIN products p ON p.id = s.product_id
WHERE s.quantity - s.safety_stock >= 1 AND s.quantity - s.safety_stock <= sqlc.arg(at_most) AND p.in_stock ORDER BY s.quantity - s.safety_stock, s.product_id LIMIT sqlc.arg(many);

-- name: SoldOutFeatured :many
SELECT p.id, p.name FROM products p LEFT JOIN stock s ON s.product_id = p.id
WHERE p.is_featured AND (NOT p.in_stock OR s.quantity - s.safety_stock <= 0) ORDER BY p.name_key, p.id LIMIT $1;

-- name: FailedEmails :one
-- Rows that were given up or refused repeatedly, so that a wrong password of the mail server is noticed early.
SELECT CAST((SELECT COUNT(*) FROM outbox f WHERE f.webhook_id IS NULL AND f.failed_at IS NOT NULL AND f.failed_at >= sqlc.arg(since))
    + (SELECT COUNT(*) FROM outbox w WHERE w.webhook_id IS NULL AND w.sent_at IS NULL AND w.failed_at IS NULL AND w.attempts >= 2 AND w.last_error <> '') AS BIGINT) AS mails;

-- name: VisitCounts :many
SELECT kind, CAST(SUM(count) AS BIGINT) AS visits FROM visit_counts WHERE day >= $1 GROUP BY kind;
