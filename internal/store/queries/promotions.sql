-- name: PromoByKey :one
SELECT * FROM promotions WHERE code_key = $1;

-- name: PromoUsesOf :one
SELECT COUNT(*) FROM promo_uses WHERE promotion_id = $1 AND customer_key = $2;

-- name: UsePromo :execrows
UPDATE promotions SET uses = uses + sqlc.arg(n)
WHERE id = sqlc.arg(id) AND (max_uses IS NULL OR uses + sqlc.arg(n) <= max_uses);

-- name: InsertPromoUse :exec
INSERT INTO promo_uses (order_id, promotion_id, customer_key) VALUES ($1, $2, $3);

-- name: ReleasePromoUse :one
DELETE FROM promo_uses WHERE order_id = $1 RETURNING promotion_id;

-- name: UnusePromo :exec
UPDATE promotions SET uses = uses - 1 WHERE id = $1 AND uses > 0;

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
