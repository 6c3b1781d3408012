-- name: Counter :one
SELECT value FROM counters WHERE name = $1;

-- name: NextCounter :one
UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value;

-- name: Categories :many
SELECT sqlc.embed(c), (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
FROM categories c ORDER BY c.name, c.id;

-- name: CategoryByID :one
SELECT sqlc.embed(c), (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
FROM categories c WHERE c.id = $1;

-- name: CategoryIDBySlug :one
SELECT id FROM categories WHERE slug = $1;

-- name: InsertCategory :one
INSERT INTO categories (name, slug, description, image_url, search_text, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id;

-- name: UpdateCategory :execrows
UPDATE categories SET name = $1, slug = $2, description = $3, image_url = $4, search_text = $5, updated_at = $6, version = version + 1
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: DeleteCategory :execrows
DELETE FROM categories WHERE id = $1;

-- name: InsertImage :exec
INSERT INTO images (url, width, height, color, sizes, social, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: SetImageSource :exec
UPDATE images SET source_url = $1 WHERE url = $2;

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

-- name: SetStock :exec
INSERT INTO stock (product_id, quantity) VALUES ($1, $2)
ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity;

-- name: ForgetStock :exec
DELETE FROM stock WHERE product_id = $1;

-- name: RecountStock :execrows
UPDATE stock SET quantity = sqlc.arg(units) WHERE product_id = sqlc.arg(product_id) AND quantity = sqlc.arg(seen);

-- name: StartStock :execrows
INSERT INTO stock (product_id, quantity) VALUES ($1, $2) ON CONFLICT (product_id) DO NOTHING;

-- name: StopStock :execrows
DELETE FROM stock WHERE product_id = $1 AND quantity = sqlc.arg(seen);

-- name: PatchProduct :execrows
UPDATE products SET price_cents = $1, category_id = $2, is_featured = $3, is_popular = $4, in_stock = $5, updated_at = $6, version = version + 1
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);
