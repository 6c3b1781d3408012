-- name: ProductIDBySlug :one
SELECT id FROM products WHERE slug = $1;

-- name: HighestProductID :one
SELECT id FROM products ORDER BY id DESC LIMIT 1;

-- name: ProductAges :many
SELECT id, updated_at FROM products WHERE id > sqlc.arg(after) AND id <= sqlc.arg(last) ORDER BY id;

-- name: HighestPrice :one
SELECT price_cents FROM products WHERE published_at IS NULL OR published_at <= $1 ORDER BY price_cents DESC, id DESC LIMIT 1;

-- name: ProductCount :one
SELECT COUNT(*) FROM products;

-- name: InsertProduct :one
INSERT INTO products (name, slug, description, price_cents, images, category_id, origin, is_featured, is_popular, in_stock,
    rating_tenths, max_per_order, max_per_customer, name_key, search_text, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id;

-- name: UpdateProduct :execrows
UPDATE products SET name = $1, slug = $2, description = $3, price_cents = $4, images = $5, category_id = $6, origin = $7,
    is_featured = $8, is_popular = $9, in_stock = $10, rating_tenths = $11, max_per_order = $12, max_per_customer = $13,
    name_key = $14, search_text = $15, updated_at = $16, version = version + 1
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: DeleteProduct :execrows
DELETE FROM products WHERE id = $1;

-- name: PatchProduct :execrows
UPDATE products SET price_cents = $1, category_id = $2, is_featured = $3, is_popular = $4, in_stock = $5, updated_at = $6, version = version + 1
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: SetPublishedAt :exec
UPDATE products SET published_at = sqlc.narg(published_at), updated_at = sqlc.arg(now), version = version + 1 WHERE id = sqlc.arg(id);

-- name: UnpublishedProducts :many
SELECT id, category_id, published_at FROM products WHERE published_at > $1 ORDER BY published_at, id;

-- name: ProductsSwitchedOff :one
SELECT COUNT(*) FROM products WHERE NOT in_stock;

-- name: ProductsSoldOut :one
SELECT COUNT(*) FROM stock s JOIN products p ON p.id = s.product_id WHERE s.quantity - s.safety_stock <= 0 AND p.in_stock;
