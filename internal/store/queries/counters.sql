-- name: Counter :one
SELECT value FROM counters WHERE name = $1;

-- name: NextCounter :one
UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value;

-- name: TakeCounter :one
UPDATE counters SET value = value + sqlc.arg(n) WHERE name = sqlc.arg(name) RETURNING value;
