-- name: APIKeys :many
SELECT * FROM api_keys WHERE revoked_at IS NULL ORDER BY id;

-- name: APIKeyByHash :one
SELECT * FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL;

-- name: APIKeyByID :one
SELECT * FROM api_keys WHERE id = $1 AND revoked_at IS NULL;

-- name: InsertAPIKey :one
INSERT INTO api_keys (name, key_hash, hint, scopes, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

-- name: RevokeAPIKey :execrows
UPDATE api_keys SET revoked_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND revoked_at IS NULL;

-- name: UseAPIKey :execrows
UPDATE api_keys SET last_used_at = sqlc.arg(now) WHERE id = sqlc.arg(id) AND revoked_at IS NULL AND (last_used_at IS NULL OR last_used_at <= sqlc.arg(before));
