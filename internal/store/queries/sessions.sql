-- name: SessionsOf :many
SELECT * FROM sessions WHERE user_id = $1 AND expires_at > $2 AND NOT second_factor_due ORDER BY last_seen_at DESC, id DESC;

-- name: DeleteSessionOf :execrows
DELETE FROM sessions WHERE id = $1 AND user_id = $2;

-- name: InsertSession :one
INSERT INTO sessions (token_hash, user_id, second_factor_due, user_agent, ip, created_at, last_seen_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id;

-- name: SessionByToken :one
SELECT sqlc.embed(s), sqlc.embed(u), p.username, p.full_name, p.avatar_url
FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN profiles p ON p.id = u.id
WHERE s.token_hash = $1 AND s.expires_at > $2;

-- name: TouchSession :exec
UPDATE sessions SET last_seen_at = $1, expires_at = $2 WHERE id = $3;

-- name: DeleteSession :execrows
DELETE FROM sessions WHERE token_hash = $1;

-- name: DeleteSessionsOf :execrows
DELETE FROM sessions WHERE user_id = $1 AND id <> sqlc.arg(but);

-- name: DeleteEndedSessions :execrows
DELETE FROM sessions WHERE expires_at <= $1;

-- name: DeleteEndedLinks :execrows
DELETE FROM links WHERE expires_at <= $1;
