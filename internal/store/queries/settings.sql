-- name: Settings :many
SELECT key, value FROM settings ORDER BY key;

-- name: SaveSetting :exec
INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at;
