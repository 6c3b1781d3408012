-- name: InsertDropCode :exec
INSERT INTO drop_codes (drop_id, code_hash, label, max_uses) VALUES ($1, $2, $3, $4);

-- name: DropCodes :many
SELECT * FROM drop_codes WHERE drop_id = $1 ORDER BY label, code_hash;

-- name: DropCodeUse :one
SELECT code_hash FROM drop_code_uses WHERE drop_id = $1 AND mailbox_key = $2;

-- name: InsertDropCodeUse :execrows
INSERT INTO drop_code_uses (drop_id, mailbox_key, code_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (drop_id, mailbox_key) DO NOTHING;

-- name: UseDropCode :execrows
UPDATE drop_codes SET uses = uses + 1 WHERE drop_id = $1 AND code_hash = $2 AND uses < max_uses;
