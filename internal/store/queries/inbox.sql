-- name: InsertMessage :exec
INSERT INTO messages (name, email, subject, body, created_at) VALUES ($1, $2, $3, $4, $5);

-- name: AskSubscriber :one
INSERT INTO subscribers (email, email_key, status, created_at) VALUES ($1, $2, 'pending', $3)
ON CONFLICT (email_key) DO UPDATE SET status = CASE WHEN subscribers.status = 'confirmed' THEN 'confirmed' ELSE 'pending' END
RETURNING *;

-- name: ConfirmSubscriber :one
UPDATE subscribers SET status = 'confirmed', confirmed_at = $2 WHERE id = $1 AND status = 'pending' RETURNING *;

-- name: LeaveSubscriber :one
UPDATE subscribers SET status = 'unsubscribed' WHERE id = $1 AND status <> 'unsubscribed' RETURNING *;

-- name: ConfirmedSubscribers :many
SELECT * FROM subscribers WHERE status = 'confirmed' AND id > sqlc.arg(after) ORDER BY id LIMIT sqlc.arg(most);

-- name: SubscriberStatus :one
SELECT status FROM subscribers WHERE id = $1;

-- name: SubscriberCounts :many
SELECT status, COUNT(*) AS subscribers FROM subscribers GROUP BY status;

-- name: DeleteSubscriber :one
DELETE FROM subscribers WHERE id = $1 RETURNING *;
