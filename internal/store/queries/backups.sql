-- name: EndLostBackups :execrows
UPDATE backups SET status = 'failed', ended_at = sqlc.arg(now), error = sqlc.arg(reason) WHERE status = 'running' AND lease_until < sqlc.arg(now);

-- name: InsertBackup :one
-- The unique index lets one run at a time: the second insert gives no row.
INSERT INTO backups (status, started_at, lease_until, asked_by, target, name, encrypted)
VALUES ('running', sqlc.arg(now), sqlc.arg(lease_until), sqlc.arg(asked_by), sqlc.arg(target), sqlc.arg(name), sqlc.arg(encrypted))
ON CONFLICT DO NOTHING
RETURNING *;

-- name: RenewBackup :execrows
UPDATE backups SET lease_until = sqlc.arg(lease_until), bytes = sqlc.arg(bytes), rows_done = sqlc.arg(rows_done), rows_total = sqlc.arg(rows_total)
WHERE id = sqlc.arg(id) AND status = 'running';

-- name: EndBackup :execrows
UPDATE backups SET status = sqlc.arg(status), ended_at = sqlc.arg(now), bytes = sqlc.arg(bytes), rows_done = sqlc.arg(rows_done), rows_total = sqlc.arg(rows_total), error = sqlc.arg(error)
WHERE id = sqlc.arg(id) AND status = 'running';

-- name: LastBackups :many
SELECT * FROM backups ORDER BY started_at DESC, id DESC LIMIT sqlc.arg(most);

-- name: LastGoodBackup :one
SELECT * FROM backups WHERE status = 'done' AND target = sqlc.arg(target) ORDER BY started_at DESC, id DESC LIMIT 1;

-- name: DeleteOldBackups :execrows
DELETE FROM backups WHERE backups.started_at < sqlc.arg(before) AND backups.status <> 'running' AND backups.id <> (SELECT COALESCE(MAX(b.id), 0) FROM backups b WHERE b.status = 'done');

-- name: ForgetRunningBackup :exec
DELETE FROM backups WHERE status = 'running';
