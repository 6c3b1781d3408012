-- name: InsertImage :exec
INSERT INTO images (url, width, height, color, sizes, social, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: SetImageSource :exec
UPDATE images SET source_url = $1 WHERE url = $2;
