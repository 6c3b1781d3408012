-- name: InsertOrder :one
INSERT INTO orders (number, user_id, email, email_key, customer_name, phone, fulfillment_type, delivery_method,
    line1, line2, city, state, zip, status, payment_status, payment_method, currency, subtotal_cents, discount_cents, shipping_cents,
    tax_cents, total_cents, tax_included, promo_code, notes, pickup_code, access_hash, idempotency_key, request_hash,
    hold_expires_at, stock_held, search_text, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
    $26, $27, $28, $29, $30, $31, $32, $33, $34) RETURNING id;

-- name: InsertOrderLine :exec
INSERT INTO order_lines (order_id, position, product_id, product_name, image_url, price_cents, quantity, discount_cents, tax_cents, counted)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: InsertOrderEvent :exec
INSERT INTO order_events (order_id, at, actor, kind, detail) VALUES ($1, $2, $3, $4, $5);

-- name: TaxTable :many
SELECT state, rate_ppm FROM tax_rates ORDER BY state;

-- name: PromoByKey :one
SELECT * FROM promotions WHERE code_key = $1;

-- name: PromoUsesOf :one
SELECT COUNT(*) FROM promo_uses WHERE promotion_id = $1 AND customer_key = $2;

-- name: UnitsBoughtBy :one
SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM order_lines l JOIN orders o ON o.id = l.order_id
WHERE l.product_id = sqlc.arg(product_id) AND o.status NOT IN ('cancelled', 'refunded')
  AND (o.email_key = sqlc.arg(email_key) OR o.user_id = sqlc.narg(user_id));
