-- name: Webhooks :many
-- With how many of their deliveries wait and how many were given up.
SELECT w.id, w.url, w.secret_sealed, w.events, w.format, w.enabled, w.created_at,
    (SELECT COUNT(*) FROM outbox o WHERE o.webhook_id = w.id AND o.sent_at IS NULL AND o.failed_at IS NULL) AS waiting,
    (SELECT COUNT(*) FROM outbox f WHERE f.webhook_id = w.id AND f.failed_at IS NOT NULL AND f.event <> 'test') AS failed
FROM webhooks w ORDER BY w.id;

-- name: EnabledWebhooks :many
SELECT id, events, format FROM webhooks WHERE enabled ORDER BY id;

-- name: WebhookByID :one
SELECT * FROM webhooks WHERE id = $1;

-- name: InsertWebhook :one
INSERT INTO webhooks (url, secret_sealed, events, format, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING id;

-- name: CountWebhooks :one
SELECT COUNT(*) FROM webhooks;

-- name: DeleteWebhook :execrows
DELETE FROM webhooks WHERE id = $1;

-- name: WebhooksDue :many
-- Webhooks with a delivery that is due and waits for no earlier one: of its sequence; a drop's also for those of several drops, and these
-- for those of every drop.
SELECT DISTINCT CAST(o.webhook_id AS BIGINT) AS webhook_id FROM outbox o
WHERE o.webhook_id IS NOT NULL AND o.sent_at IS NULL AND o.failed_at IS NULL AND o.next_at <= sqlc.arg(now)
    AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.webhook_id = o.webhook_id AND e.sequence = o.sequence AND e.id < o.id AND e.sent_at IS NULL AND e.failed_at IS NULL)
    AND (o.sequence NOT LIKE 'drop %' OR NOT EXISTS (SELECT 1 FROM outbox m WHERE m.webhook_id = o.webhook_id AND m.sequence = 'several drops' AND m.id < o.id AND m.sent_at IS NULL AND m.failed_at IS NULL))
    AND (o.sequence <> 'several drops' OR NOT EXISTS (SELECT 1 FROM outbox a WHERE a.webhook_id = o.webhook_id AND a.sequence LIKE 'drop %' AND a.id < o.id AND a.sent_at IS NULL AND a.failed_at IS NULL));

-- name: NextWebhookDelivery :one
SELECT o.next_at FROM outbox o WHERE o.webhook_id IS NOT NULL AND o.sent_at IS NULL AND o.failed_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.webhook_id = o.webhook_id AND e.sequence = o.sequence AND e.id < o.id AND e.sent_at IS NULL AND e.failed_at IS NULL)
    AND (o.sequence NOT LIKE 'drop %' OR NOT EXISTS (SELECT 1 FROM outbox m WHERE m.webhook_id = o.webhook_id AND m.sequence = 'several drops' AND m.id < o.id AND m.sent_at IS NULL AND m.failed_at IS NULL))
    AND (o.sequence <> 'several drops' OR NOT EXISTS (SELECT 1 FROM outbox a WHERE a.webhook_id = o.webhook_id AND a.sequence LIKE 'drop %' AND a.id < o.id AND a.sent_at IS NULL AND a.failed_at IS NULL))
ORDER BY o.next_at LIMIT 1;

-- name: ClaimWebhookDelivery :one
-- Guarded again outside the subquery: of two instances that pick the same row, the second gets none.
UPDATE outbox SET attempts = attempts + 1, next_at = sqlc.arg(lease_end)
WHERE id = (SELECT o.id FROM outbox o WHERE o.webhook_id = sqlc.arg(webhook_id) AND o.sent_at IS NULL AND o.failed_at IS NULL AND o.next_at <= sqlc.arg(now)
        AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.webhook_id = o.webhook_id AND e.sequence = o.sequence AND e.id < o.id AND e.sent_at IS NULL AND e.failed_at IS NULL)
        AND (o.sequence NOT LIKE 'drop %' OR NOT EXISTS (SELECT 1 FROM outbox m WHERE m.webhook_id = o.webhook_id AND m.sequence = 'several drops' AND m.id < o.id AND m.sent_at IS NULL AND m.failed_at IS NULL))
        AND (o.sequence <> 'several drops' OR NOT EXISTS (SELECT 1 FROM outbox a WHERE a.webhook_id = o.webhook_id AND a.sequence LIKE 'drop %' AND a.id < o.id AND a.sent_at IS NULL AND a.failed_at IS NULL))
        ORDER BY o.id LIMIT 1)
    AND next_at <= sqlc.arg(now) AND COALESCE(sent_at, failed_at) IS NULL
RETURNING *;

-- name: WebhookDelivered :execrows
-- The content is erased after sending, as that of emails is.
UPDATE outbox SET sent_at = sqlc.arg(at), payload = '', last_error = '', answer_code = sqlc.arg(code), answer = sqlc.arg(response), answered_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND attempts = sqlc.arg(attempts) AND sent_at IS NULL AND failed_at IS NULL;

-- name: WebhookNotDelivered :execrows
UPDATE outbox SET next_at = sqlc.arg(next_at), failed_at = sqlc.narg(failed_at), last_error = sqlc.arg(reason), answer_code = sqlc.arg(code), answer = sqlc.arg(response), answered_at = sqlc.arg(at)
WHERE id = sqlc.arg(id) AND attempts = sqlc.arg(attempts) AND sent_at IS NULL AND failed_at IS NULL;

-- name: InsertClaimedDelivery :one
-- A delivery that the caller sends at once. It is leased until lease_end, so that no worker sends it too.
INSERT INTO outbox (kind, priority, payload, attempts, next_at, created_at, webhook_id, event, message_id, sequence)
VALUES (sqlc.arg(kind), sqlc.arg(priority), sqlc.arg(payload), 1, sqlc.arg(lease_end), sqlc.arg(now), sqlc.arg(webhook_id), sqlc.arg(event), sqlc.arg(message_id), sqlc.arg(sequence))
RETURNING *;

-- name: WebhookDeliveries :many
SELECT * FROM outbox WHERE webhook_id = sqlc.arg(webhook_id) AND id < sqlc.arg(before) ORDER BY id DESC LIMIT sqlc.arg(most);

-- name: ResendWebhookDelivery :execrows
UPDATE outbox SET failed_at = NULL, attempts = 0, next_at = sqlc.arg(now), resent_at = sqlc.arg(now)
WHERE id = sqlc.arg(id) AND webhook_id = sqlc.arg(webhook_id) AND failed_at IS NOT NULL AND event <> 'test';

-- name: DeleteOldDeliveries :execrows
DELETE FROM outbox WHERE webhook_id IS NOT NULL AND (sent_at < $1 OR failed_at < $1);

-- name: FailedDeliveries :one
SELECT COUNT(*) FROM outbox WHERE webhook_id IS NOT NULL AND failed_at IS NOT NULL AND event <> 'test';
