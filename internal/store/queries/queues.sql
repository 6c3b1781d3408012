-- name: InsertQueue :exec
INSERT INTO queues (drop_id, line, seed_hash, seed_sealed) VALUES ($1, $2, $3, $4) ON CONFLICT (drop_id, line) DO NOTHING;

-- name: DeleteQueues :exec
DELETE FROM queues WHERE drop_id = $1;

-- name: DeleteQueueEntries :exec
DELETE FROM queue_entries WHERE drop_id = $1;

-- name: QueueOf :one
SELECT * FROM queues WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line);

-- name: ScheduledQueues :many
-- The lines of all scheduled drops that have any, with the version of the drop.
SELECT sqlc.embed(q), d.version AS drop_version FROM queues q JOIN drops d ON d.id = q.drop_id
WHERE d.mode = 'queue' AND d.scheduled_at IS NOT NULL AND d.withdrawn_at IS NULL ORDER BY d.opens_at DESC, d.id DESC, q.line LIMIT 500;

-- name: RefuseQueueJoin :execrows
UPDATE queues SET refused_at = sqlc.arg(now) WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND refused_at <= sqlc.arg(before);

-- name: FreezeQueue :execrows
UPDATE queues SET shuffled = joined, version = version + 1 WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND shuffled IS NULL;

-- name: InsertQueueList :exec
INSERT INTO queue_lists (drop_id, line, part, content) VALUES (sqlc.arg(drop_id), sqlc.arg(line), sqlc.arg(part), sqlc.arg(content));

-- name: QueueList :many
SELECT content FROM queue_lists WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) ORDER BY part;

-- name: SetEntriesDigest :exec
UPDATE queues SET entries_digest = sqlc.arg(digest), version = version + 1 WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line);

-- name: PublishSeed :execrows
UPDATE queues SET seed = sqlc.arg(seed), served_at = sqlc.arg(now), version = version + 1
WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND seed = '' AND entries_digest <> '';

-- name: ServeQueue :execrows
-- Only the instance whose statement matches calls people in this second.
UPDATE queues SET serving = sqlc.arg(serving), served_at = sqlc.arg(served_at) WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line)
AND served_at <= sqlc.arg(before) AND serving <= sqlc.arg(serving) AND closed_at IS NULL AND seed <> '';

-- name: CloseQueue :execrows
UPDATE queues SET closed_at = sqlc.arg(now), version = version + 1 WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND closed_at IS NULL;
