-- name: InsertReminder :execrows
INSERT INTO drop_reminders (drop_id, mailbox_key, email, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (drop_id, mailbox_key) DO NOTHING;

-- name: ReminderOf :one
SELECT * FROM drop_reminders WHERE drop_id = $1 AND mailbox_key = $2;

-- name: ConfirmReminder :execrows
UPDATE drop_reminders SET confirmed_at = sqlc.arg(now) WHERE drop_id = sqlc.arg(drop_id) AND mailbox_key = sqlc.arg(mailbox_key) AND confirmed_at IS NULL;

-- name: ConfirmedReminders :many
SELECT * FROM drop_reminders WHERE drop_id = sqlc.arg(drop_id) AND confirmed_at IS NOT NULL AND mailbox_key > sqlc.arg(after) ORDER BY mailbox_key LIMIT sqlc.arg(most);
