-- name: Categories :many
SELECT sqlc.embed(c), (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
FROM categories c ORDER BY c.name, c.id;

-- name: CategoryByID :one
SELECT sqlc.embed(c), (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
FROM categories c WHERE c.id = $1;

-- name: CategoryIDBySlug :one
SELECT id FROM categories WHERE slug = $1;

-- name: InsertCategory :one
INSERT INTO categories (name, slug, description, image_url, sign, color, search_text, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id;

-- name: UpdateCategory :execrows
UPDATE categories SET name = $1, slug = $2, description = $3, image_url = $4, search_text = $5, updated_at = $6, version = version + 1,
    sign = COALESCE(sqlc.narg(sign), sign), color = COALESCE(sqlc.narg(color), color)
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: DeleteCategory :execrows
DELETE FROM categories WHERE id = $1;
