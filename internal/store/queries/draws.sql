-- name: CountingEntries :one
-- Entries of a draw whose mailed link was opened, withdrawn ones too.
SELECT COUNT(*) FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND proven_at IS NOT NULL;

-- name: EntriesToDraw :many
SELECT number, receipt_hash, domain_key, network_key, network48_key, state FROM queue_entries
WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND proven_at IS NOT NULL AND number > sqlc.arg(after) ORDER BY number LIMIT sqlc.arg(most);

-- name: SetAwarded :exec
UPDATE queues SET serving = sqlc.arg(serving), version = version + 1 WHERE drop_id = sqlc.arg(drop_id) AND line = 'main';

-- name: WinQueueEntry :execrows
UPDATE queue_entries SET state = 'won', called_at = sqlc.arg(now), pass_expires_at = sqlc.arg(expires_at)
WHERE id = sqlc.arg(id) AND state IN ('waiting', 'lost') AND called_at IS NULL;

-- name: UseWin :exec
UPDATE queue_entries SET state = 'used' WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND mailbox_key = sqlc.arg(mailbox_key) AND state = 'won';

-- name: EndWin :exec
UPDATE queue_entries SET pass_expires_at = sqlc.arg(now)
WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND mailbox_key = sqlc.arg(mailbox_key) AND state = 'won' AND pass_expires_at > sqlc.arg(now);

-- name: EntriesToTell :many
-- Who counted in a draw and has neither won nor been told.
SELECT * FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND state = 'waiting' AND proven_at IS NOT NULL AND number > sqlc.arg(after)
ORDER BY number LIMIT sqlc.arg(most);

-- name: EntriesForNext :many
-- Who did not win and wants to be in the next draw.
SELECT * FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = 'main' AND enter_next AND state = 'lost' ORDER BY number LIMIT sqlc.arg(most);

-- name: Winners :many
-- Everybody who won in a draw. An order that holds units of the draw means that the win was bought.
SELECT e.number, e.state, e.pass_expires_at, CAST(CASE WHEN e.mailbox_key IS NULL THEN 1 ELSE 0 END AS BIGINT) AS forgotten,
    (SELECT COUNT(*) FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.mailbox_key = e.mailbox_key AND o.mailbox_key <> '' AND o.stock_held AND l.drop_id = e.drop_id) AS orders
FROM queue_entries e WHERE e.drop_id = sqlc.arg(drop_id) AND e.line = 'main' AND e.called_at IS NOT NULL ORDER BY e.number;

-- name: DrawsBefore :many
-- The draws after which a draft comes.
SELECT name FROM drops WHERE next_draw_id = sqlc.arg(id) ORDER BY id;

-- name: DrawCounts :one
SELECT COUNT(*) AS entered, CAST(COALESCE(SUM(CASE WHEN proven_at IS NULL THEN 0 WHEN state = 'left' THEN 0 ELSE 1 END), 0) AS BIGINT) AS counting,
    CAST(COALESCE(SUM(CASE WHEN proven_at IS NOT NULL AND state = 'left' THEN 1 ELSE 0 END), 0) AS BIGINT) AS withdrawn
FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = 'main';
