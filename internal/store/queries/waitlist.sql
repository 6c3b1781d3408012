-- name: ClaimReservation :execrows
UPDATE reservations SET user_id = sqlc.arg(user_id), version = version + 1 WHERE id = sqlc.arg(id) AND user_id IS NULL;

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
WHERE product_id = $1 AND COALESCE(drop_id, 0) = CAST(sqlc.arg(drop_id) AS BIGINT) AND state = 'waiting' AND proven_at IS NOT NULL AND (rank < sqlc.arg(rank) OR rank = sqlc.arg(rank) AND id < sqlc.arg(id));

-- name: NextWaiting :one
-- Whoever has units of the product reserved already is skipped until that ends. Entries that were made in a drop count only there.
SELECT * FROM waitlist_entries w
WHERE w.product_id = $1 AND w.drop_id IS NULL AND w.state = 'waiting' AND w.proven_at IS NOT NULL AND w.rests_until <= sqlc.arg(now)
  AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.product_id = w.product_id AND r.mailbox_key = w.mailbox_key AND r.state = 'held')
ORDER BY w.rank, w.id LIMIT 1;

-- name: NextWaitingInDrop :one
-- The same, without those who have all units that one household may have, and those whom staff keep out of the drop.
SELECT * FROM waitlist_entries w
WHERE w.product_id = $1 AND w.drop_id = sqlc.arg(drop_id) AND w.state = 'waiting' AND w.proven_at IS NOT NULL AND w.rests_until <= sqlc.arg(now)
  AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.product_id = w.product_id AND r.mailbox_key = w.mailbox_key AND r.state = 'held')
  AND COALESCE((SELECT c.units FROM purchase_counters c WHERE c.drop_id = w.drop_id AND c.kind = 'mailbox' AND c.key = w.mailbox_key), 0)
    + COALESCE((SELECT SUM(o.units) FROM reservations o WHERE o.drop_id = w.drop_id AND o.mailbox_key = w.mailbox_key AND o.state = 'held'), 0) < sqlc.arg(limit_units)
  AND NOT EXISTS (SELECT 1 FROM barred_keys b WHERE b.drop_id = w.drop_id AND b.kind = 'mailbox' AND b.key = w.mailbox_key)
ORDER BY w.rank, w.id LIMIT 1;

-- name: WaitingInDrop :many
-- Entries of a drop that still wait, and whether units were bought with them.
SELECT w.id, w.email, w.product_id, w.proven_at, EXISTS (SELECT 1 FROM reservations r WHERE r.product_id = w.product_id AND r.mailbox_key = w.mailbox_key
    AND r.drop_id = w.drop_id AND r.kind = 'offer' AND r.state = 'used') AS bought
FROM waitlist_entries w WHERE w.drop_id = $1 AND w.state = 'waiting' ORDER BY w.id LIMIT sqlc.arg(most);

-- name: EndWaiting :execrows
UPDATE waitlist_entries SET state = sqlc.arg(state), updated_at = sqlc.arg(now), version = version + 1 WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: ProductsToOffer :many
-- Products with units to offer, and with a confirmed entry on the waitlist that may get an offer now (rests_until is over).
SELECT DISTINCT w.product_id FROM waitlist_entries w JOIN stock s ON s.product_id = w.product_id JOIN products p ON p.id = w.product_id
WHERE w.state = 'waiting' AND w.proven_at IS NOT NULL AND w.rests_until <= sqlc.arg(now) AND s.quantity - s.safety_stock > s.unoffered
  AND p.in_stock AND (p.published_at IS NULL OR p.published_at <= sqlc.arg(now)) ORDER BY w.product_id LIMIT 100;

-- name: OfferToEntry :execrows
UPDATE waitlist_entries SET state = 'offered', reservation_id = sqlc.arg(reservation_id), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND state = 'waiting';

-- name: MoveWaitlistEntry :execrows
UPDATE waitlist_entries SET state = sqlc.arg(state), units = sqlc.arg(units), rests_until = sqlc.arg(rests_until), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: ProveWaitlistEntry :execrows
UPDATE waitlist_entries SET proven_at = sqlc.arg(now), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND proven_at IS NULL AND state = 'waiting';

-- name: OpenWaitlistOfMailbox :many
-- The places of a mailbox in a drop, one for each of its products.
SELECT * FROM waitlist_entries WHERE drop_id = $1 AND mailbox_key = $2 AND state IN ('waiting', 'offered') ORDER BY product_id;

-- name: ClaimWaitlistEntry :execrows
UPDATE waitlist_entries SET user_id = sqlc.arg(user_id), version = version + 1 WHERE id = sqlc.arg(id) AND user_id IS NULL;

-- name: OpenWaitlist :many
SELECT * FROM waitlist_entries WHERE product_id = $1 AND state IN ('waiting', 'offered') ORDER BY rank, id LIMIT sqlc.arg(most);

-- name: WaitlistOfUser :many
SELECT * FROM waitlist_entries WHERE user_id = $1 ORDER BY product_id, id;

-- name: AnonymizeWaitlist :execrows
UPDATE waitlist_entries SET email = '', mailbox_key = '', updated_at = sqlc.arg(now), version = version + 1 WHERE user_id = sqlc.arg(user_id);
