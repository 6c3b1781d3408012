-- name: AcquireCallSlot :one
-- The next slot is one interval after the last one, or now. A slot too far ahead of the clock is refused.
INSERT INTO rate_limits (name, free_at) VALUES (sqlc.arg(name), CAST(sqlc.arg(now) AS BIGINT) + CAST(sqlc.arg(interval_ms) AS BIGINT))
ON CONFLICT (name) DO UPDATE SET free_at = CASE WHEN rate_limits.free_at > sqlc.arg(now) THEN rate_limits.free_at
    ELSE CAST(sqlc.arg(now) AS BIGINT) END + CAST(sqlc.arg(interval_ms) AS BIGINT)
WHERE rate_limits.free_at <= sqlc.arg(latest) RETURNING free_at;
