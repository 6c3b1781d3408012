-- name: InsertUser :one
INSERT INTO users (email, email_key, password_hash, is_admin, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

-- name: UserByEmail :one
SELECT * FROM users WHERE email_key = $1;

-- name: UserByID :one
SELECT * FROM users WHERE id = $1;

-- name: LockUser :one
-- Reads the current row and locks it until this transaction ends.
UPDATE users SET updated_at = updated_at WHERE id = $1 RETURNING *;

-- name: SetAdmin :execrows
UPDATE users SET is_admin = $1, updated_at = $2 WHERE id = $3;

-- name: SetPassword :execrows
UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3;

-- name: Admins :many
SELECT * FROM users WHERE is_admin ORDER BY id;

-- name: InsertProfile :exec
INSERT INTO profiles (id, username, username_key, full_name, avatar_url, updated_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: ProfileByID :one
SELECT * FROM profiles WHERE id = $1;

-- name: ProfileIDByUsername :one
SELECT id FROM profiles WHERE username_key = $1;

-- name: UpdateProfile :execrows
UPDATE profiles SET username = $1, username_key = $2, full_name = $3, updated_at = $4 WHERE id = $5;

-- name: NameCustomer :exec
-- Lets staff find a customer by the account's names.
UPDATE customers SET account_text = sqlc.arg(account_text),
    search_text = substr(search_text, 1, length(search_text) - length(account_text)) || CAST(sqlc.arg(account_text) AS TEXT)
WHERE email_key = (SELECT u.email_key FROM users u WHERE u.id = sqlc.arg(user_id));

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

-- name: InsertLink :exec
INSERT INTO links (token_hash, kind, user_id, payload, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: UseLink :one
DELETE FROM links WHERE token_hash = $1 AND kind = $2 AND expires_at > $3 RETURNING *;

-- name: LinkExists :one
SELECT COUNT(*) FROM links WHERE token_hash = $1 AND kind = $2 AND expires_at > $3;

-- name: EmailOfLink :one
SELECT u.email FROM links l JOIN users u ON u.id = l.user_id WHERE l.token_hash = $1 AND l.kind = $2 AND l.expires_at > $3;

-- name: DeleteLinksOfKind :execrows
DELETE FROM links WHERE kind = $1;

-- name: DeleteLinksOf :execrows
DELETE FROM links WHERE user_id = $1 AND kind = $2;

-- name: DeleteEndedLinks :execrows
DELETE FROM links WHERE expires_at <= $1;
