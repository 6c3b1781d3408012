-- name: InsertLimitException :execrows
INSERT INTO limit_exceptions (drop_id, mailbox_key, actor, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (drop_id, mailbox_key) DO NOTHING;
