-- name: InsertReservation :one
INSERT INTO reservations (product_id, drop_id, kind, units, price_cents, mailbox_key, email, user_id, network_key, network48_key, expires_at, passed_on, state, created_at, updated_at)
VALUES (sqlc.arg(product_id), sqlc.narg(drop_id), sqlc.arg(kind), sqlc.arg(units), sqlc.arg(price_cents), sqlc.arg(mailbox_key), sqlc.arg(email),
    sqlc.narg(user_id), sqlc.arg(network_key), sqlc.arg(network48_key), sqlc.arg(expires_at), sqlc.arg(passed_on), 'held', sqlc.arg(now), sqlc.arg(now)) RETURNING id;

-- name: ReservationByID :one
SELECT * FROM reservations WHERE id = $1;

-- name: ReservationsOfUser :many
SELECT * FROM reservations WHERE user_id = $1 ORDER BY product_id, id;

-- name: AnonymizeReservations :execrows
UPDATE reservations SET email = '', mailbox_key = '', updated_at = sqlc.arg(now), version = version + 1 WHERE user_id = sqlc.arg(user_id) AND state <> 'held';

-- name: UseReservation :execrows
-- An expired reservation cannot be used, also before its units have come back.
UPDATE reservations SET state = 'used', order_id = sqlc.narg(order_id), units = sqlc.arg(units), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND state = 'held' AND expires_at > sqlc.arg(now);

-- name: EndReservation :execrows
UPDATE reservations SET state = 'ended', updated_at = sqlc.arg(now), version = version + 1 WHERE id = sqlc.arg(id) AND state = 'held';

-- name: ExpiredReservations :many
-- Those of a paused drop do not expire, unless they had when it was paused.
SELECT r.id FROM reservations r WHERE r.state = 'held' AND r.expires_at <= sqlc.arg(now)
  AND NOT EXISTS (SELECT 1 FROM drops d WHERE d.id = r.drop_id AND d.paused_at IS NOT NULL AND r.expires_at > d.paused_at)
ORDER BY r.expires_at, r.id LIMIT sqlc.arg(most);

-- name: HeldReservation :one
SELECT * FROM reservations WHERE product_id = $1 AND mailbox_key = $2 AND state = 'held';

-- name: ChangeReservationUnits :execrows
UPDATE reservations SET units = sqlc.arg(units), updated_at = sqlc.arg(now), version = version + 1 WHERE id = sqlc.arg(id) AND state = 'held' AND units = sqlc.arg(was);

-- name: CartReservationsOf :one
-- How many cart reservations of a drop a mailbox has besides one.
SELECT COUNT(*) FROM reservations WHERE drop_id = sqlc.arg(drop_id) AND mailbox_key = sqlc.arg(mailbox_key) AND kind = 'cart' AND state = 'held' AND id <> sqlc.arg(except_id);

-- name: HeldByNetwork :one
SELECT COUNT(*) FROM reservations WHERE network_key = $1 AND state = 'held';

-- name: HeldByWiderNetwork :one
SELECT COUNT(*) FROM reservations WHERE network48_key = $1 AND state = 'held';

-- name: MoveReservationEnds :exec
-- What had not expired when the drop was paused gets the length of the pause on top.
UPDATE reservations SET expires_at = expires_at + sqlc.arg(pause), updated_at = sqlc.arg(now), version = version + 1
WHERE drop_id = sqlc.arg(drop_id) AND state = 'held' AND expires_at > sqlc.arg(paused_at);

-- name: HeldReservationsOf :one
SELECT COUNT(*) FROM reservations WHERE product_id = $1 AND state = 'held';
