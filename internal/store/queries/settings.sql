-- name: Settings :many
SELECT key, value FROM settings ORDER BY key;

-- name: SaveSetting :exec
INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at;

-- name: InsertAudit :exec
INSERT INTO audit_log (at, actor_id, actor, action, entity, entity_id, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: SaveTaxRate :exec
INSERT INTO tax_rates (state, rate_ppm) VALUES ($1, $2)
ON CONFLICT (state) DO UPDATE SET rate_ppm = excluded.rate_ppm;

-- name: DeleteTaxRate :exec
DELETE FROM tax_rates WHERE state = $1;
