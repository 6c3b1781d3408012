-- name: ClaimOutbox :many
-- One statement, guarded again outside the subquery: of two instances that pick the same rows, the second gets none.
-- COALESCE keeps PostgreSQL from reading every waiting row by the index outbox_due and asking the subquery for each.
UPDATE outbox SET attempts = attempts + 1, next_at = sqlc.arg(lease_end)
WHERE id IN (SELECT o.id FROM outbox o WHERE o.priority = sqlc.arg(priority) AND o.webhook_id IS NULL AND o.sent_at IS NULL AND o.failed_at IS NULL AND o.next_at <= sqlc.arg(now) ORDER BY o.next_at, o.id LIMIT sqlc.arg(most))
    AND next_at <= sqlc.arg(now) AND COALESCE(sent_at, failed_at) IS NULL
RETURNING *;

-- name: OutboxSent :execrows
-- The content is erased after sending: emails contain links and addresses.
UPDATE outbox SET sent_at = $1, payload = '', last_error = '' WHERE id = $2 AND sent_at IS NULL;

-- name: OutboxRetry :execrows
UPDATE outbox SET next_at = $1, last_error = $2 WHERE id = $3 AND attempts = $4 AND sent_at IS NULL;

-- name: OutboxFailed :execrows
UPDATE outbox SET failed_at = $1, last_error = $2 WHERE id = $3 AND attempts = $4 AND sent_at IS NULL;

-- name: NextOutbox :one
SELECT next_at FROM outbox WHERE priority = $1 AND webhook_id IS NULL AND sent_at IS NULL AND failed_at IS NULL ORDER BY next_at LIMIT 1;

-- name: DeleteOldOutbox :execrows
DELETE FROM outbox WHERE sent_at < $1 OR failed_at < $1;

-- name: OutboxFigures :one
-- Webhooks have rows of their own, which their page shows.
SELECT CAST(COUNT(*) AS BIGINT) AS waiting, CAST(COALESCE(MIN(created_at), 0) AS BIGINT) AS oldest
FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND next_at <= sqlc.arg(now) AND webhook_id IS NULL;

-- name: FailedEmails :one
-- Rows that were given up or refused repeatedly, so that a wrong password of the mail server is noticed early.
SELECT CAST((SELECT COUNT(*) FROM outbox f WHERE f.webhook_id IS NULL AND f.failed_at IS NOT NULL AND f.failed_at >= sqlc.arg(since))
    + (SELECT COUNT(*) FROM outbox w WHERE w.webhook_id IS NULL AND w.sent_at IS NULL AND w.failed_at IS NULL AND w.attempts >= 2 AND w.last_error <> '') AS BIGINT) AS mails;
