-- name: InsertWaitlistEntry :one
INSERT INTO waitlist_entries (product_id, drop_id, email, mailbox_key, user_id, units, rank, state, created_at, updated_at)
VALUES (sqlc.arg(product_id), sqlc.narg(drop_id), sqlc.arg(email), sqlc.arg(mailbox_key), sqlc.narg(user_id), sqlc.arg(units), sqlc.arg(rank), 'waiting',
    sqlc.arg(now), sqlc.arg(now)) RETURNING id;

-- name: WaitlistEntry :one
SELECT * FROM waitlist_entries WHERE id = $1;

-- name: OpenWaitlistEntry :one
SELECT * FROM waitlist_entries WHERE product_id = $1 AND mailbox_key = $2 AND state IN ('waiting', 'offered');

-- name: WaitlistEntryOffered :one
SELECT * FROM waitlist_entries WHERE reservation_id = $1 AND state = 'offered';

-- name: PassedOffersSince :one
SELECT COUNT(*) FROM waitlist_entries WHERE product_id = $1 AND mailbox_key = $2 AND state = 'passed' AND updated_at > sqlc.arg(since);

-- name: WaitlistBefore :one
-- Only entries whose mailed link was opened count.
SELECT COUNT(*) FROM waitlist_entries
WHERE product_id = $1 AND state = 'waiting' AND proven_at IS NOT NULL AND (rank < sqlc.arg(rank) OR rank = sqlc.arg(rank) AND id < sqlc.arg(id));

-- name: NextWaiting :one
-- Whoever has units of the product reserved already is skipped until that ends.
SELECT * FROM waitlist_entries w
WHERE w.product_id = $1 AND w.state = 'waiting' AND w.proven_at IS NOT NULL AND w.rests_until <= sqlc.arg(now)
  AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.product_id = w.product_id AND r.mailbox_key = w.mailbox_key AND r.state = 'held')
ORDER BY w.rank, w.id LIMIT 1;

-- name: OfferToEntry :execrows
UPDATE waitlist_entries SET state = 'offered', reservation_id = sqlc.arg(reservation_id), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: MoveWaitlistEntry :execrows
UPDATE waitlist_entries SET state = sqlc.arg(state), units = sqlc.arg(units), rests_until = sqlc.arg(rests_until), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: ProveWaitlistEntry :execrows
UPDATE waitlist_entries SET proven_at = sqlc.arg(now), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND proven_at IS NULL AND state = 'waiting';

-- name: ChangeWaitlistUnits :execrows
UPDATE waitlist_entries SET units = sqlc.arg(units), updated_at = sqlc.arg(now), version = version + 1 WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: OpenWaitlist :many
SELECT * FROM waitlist_entries WHERE product_id = $1 AND state IN ('waiting', 'offered') ORDER BY rank, id LIMIT sqlc.arg(most);

-- name: WaitlistOfUser :many
SELECT * FROM waitlist_entries WHERE user_id = $1 ORDER BY product_id, id;

-- name: AnonymizeWaitlist :execrows
UPDATE waitlist_entries SET email = '', mailbox_key = '', updated_at = sqlc.arg(now), version = version + 1 WHERE user_id = sqlc.arg(user_id);
