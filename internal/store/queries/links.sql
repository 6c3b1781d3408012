-- name: DeleteLink :execrows
DELETE FROM links WHERE token_hash = $1;

-- name: InsertLinkOnce :execrows
INSERT INTO links (token_hash, kind, user_id, payload, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (token_hash) DO NOTHING;

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
