-- name: SetQueueJoined :exec
UPDATE queues SET joined = sqlc.arg(joined) WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line);

-- name: EntriesToShuffle :many
SELECT number, receipt_hash, domain_key, network_key, network48_key, proven_at, state FROM queue_entries
WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) ORDER BY number;

-- name: SetTiersByProof :exec
UPDATE queue_entries SET tier = CASE WHEN proven_at IS NOT NULL AND state <> 'left' THEN 1 ELSE 2 END WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line);

-- name: QueueEntryByNumber :one
SELECT * FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND number = sqlc.arg(number);

-- name: QueueEntryByMailbox :one
SELECT * FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND mailbox_key = sqlc.arg(mailbox_key);

-- name: QueueEntriesOfUser :many
SELECT * FROM queue_entries WHERE user_id = sqlc.arg(user_id) ORDER BY drop_id, line, number;

-- name: ProveQueueEntry :execrows
-- Whoever opens the mailed link owns the mailbox: tickets that somebody else got by typing the address are void from then on.
UPDATE queue_entries SET proven_at = sqlc.arg(now), ticket_version = ticket_version + 1, user_id = sqlc.narg(user_id) WHERE id = sqlc.arg(id) AND proven_at IS NULL;

-- name: LeaveQueue :execrows
UPDATE queue_entries SET state = 'left' WHERE id = sqlc.arg(id) AND state IN ('waiting', 'admitted');

-- name: RejoinQueue :execrows
UPDATE queue_entries SET number = sqlc.arg(number), state = 'waiting', rejoined = TRUE, called_at = NULL, pass_expires_at = NULL, joined_at = sqlc.arg(now)
WHERE id = sqlc.arg(id) AND NOT rejoined AND state IN ('left', 'admitted');

-- name: AdmitQueueEntry :execrows
UPDATE queue_entries SET state = 'admitted', pass_expires_at = sqlc.arg(expires_at), called_at = COALESCE(called_at, sqlc.arg(now)) WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: EndQueuePass :execrows
UPDATE queue_entries SET pass_expires_at = sqlc.arg(now)
WHERE drop_id = sqlc.arg(drop_id) AND line IN ('main', 'early') AND mailbox_key = sqlc.arg(mailbox_key) AND state = 'admitted' AND pass_expires_at > sqlc.arg(now);

-- name: ProlongQueuePasses :exec
UPDATE queue_entries SET pass_expires_at = pass_expires_at + sqlc.arg(pause) WHERE drop_id = sqlc.arg(drop_id) AND line IN ('main', 'early') AND state = 'admitted' AND pass_expires_at > sqlc.arg(paused_at);

-- name: ProlongQueueCalls :exec
UPDATE queue_entries SET called_at = called_at + sqlc.arg(pause) WHERE drop_id = sqlc.arg(drop_id) AND line IN ('main', 'early') AND state = 'waiting' AND called_at > sqlc.arg(since);

-- name: CalledSample :one
-- Of the last entries called before a time: how many there are and how many of them came.
SELECT COUNT(*) AS called, CAST(COALESCE(SUM(CASE WHEN c.pass_expires_at IS NULL THEN 0 ELSE 1 END), 0) AS BIGINT) AS came FROM (
    SELECT e.pass_expires_at FROM queue_entries e WHERE e.drop_id = sqlc.arg(drop_id) AND e.line = sqlc.arg(line) AND e.called_at <= sqlc.arg(before)
    ORDER BY e.called_at DESC LIMIT sqlc.arg(most)) c;

-- name: QueueComing :one
SELECT COUNT(*) FROM queue_entries WHERE drop_id = sqlc.arg(drop_id) AND line = sqlc.arg(line) AND called_at > sqlc.arg(since) AND state = 'waiting';

-- name: ValidPasses :one
-- All of them, and those whose owner has no units of the drop reserved.
SELECT COUNT(*) AS valid, CAST(COALESCE(SUM(CASE WHEN EXISTS (
    SELECT 1 FROM drop_products dp JOIN reservations r ON r.product_id = dp.product_id AND r.mailbox_key = e.mailbox_key AND r.state = 'held' AND r.kind = 'cart'
    WHERE dp.drop_id = e.drop_id) THEN 0 ELSE 1 END), 0) AS BIGINT) AS without_units
FROM queue_entries e WHERE e.drop_id = sqlc.arg(drop_id) AND e.line = sqlc.arg(line) AND e.state = 'admitted' AND e.pass_expires_at > sqlc.arg(now);

-- name: PassesWithoutUnits :one
-- Those of other mailboxes.
SELECT COUNT(*) FROM queue_entries e WHERE e.drop_id = sqlc.arg(drop_id) AND e.line = sqlc.arg(line) AND e.state = 'admitted' AND e.pass_expires_at > sqlc.arg(now)
    AND e.mailbox_key <> sqlc.arg(mailbox_key) AND NOT EXISTS (
    SELECT 1 FROM drop_products dp JOIN reservations r ON r.product_id = dp.product_id AND r.mailbox_key = e.mailbox_key AND r.state = 'held' AND r.kind = 'cart'
    WHERE dp.drop_id = e.drop_id);

-- name: AnonymizeQueueEntries :exec
-- Number and receipt stay: they are in the published list.
UPDATE queue_entries SET mailbox_key = NULL, email_sealed = '', domain_key = '', network_key = '', network48_key = '',
    state = CASE WHEN state IN ('waiting', 'admitted') THEN 'left' ELSE state END, rejoined = TRUE WHERE user_id = sqlc.arg(user_id);

-- name: ForgetQueueNetworks :execrows
UPDATE queue_entries SET domain_key = '', network_key = '', network48_key = ''
WHERE drop_id = sqlc.arg(drop_id) AND line IN ('main', 'early') AND (domain_key <> '' OR network_key <> '' OR network48_key <> '');

-- name: ForgetQueueMailboxes :execrows
UPDATE queue_entries SET mailbox_key = NULL, email_sealed = '' WHERE drop_id = sqlc.arg(drop_id) AND line IN ('main', 'early') AND (mailbox_key IS NOT NULL OR email_sealed <> '');
