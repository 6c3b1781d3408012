package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// NewOutboxRow is a delivery to be queued.
type NewOutboxRow struct {
	Kind      string
	Priority  int64  // each has senders of its own; 0 to 3
	UniqueKey string // a second row with the same key is not queued; "": any number
	Payload   string
	CreatedAt time.Time // it is due from then on
	Webhook   *WebhookMessage
}

// WebhookMessage is what the outbox knows of a delivery to a webhook besides its content.
type WebhookMessage struct {
	WebhookID int64
	Event     string
	MessageID string
	Sequence  string // it waits for the earlier deliveries of its webhook with the same one
}

// OutboxRow is a queued delivery that was claimed for sending.
type OutboxRow struct {
	ID        int64
	Kind      string
	Payload   string
	Attempts  int64 // this one included
	CreatedAt time.Time
}

// Insert queues rows. A row whose unique key is there already is left out.
func (tx OutboxWriter) Insert(ctx context.Context, rows []NewOutboxRow) error {
	batch := tx.rowsOf("outbox", "kind, priority, unique_key, payload, next_at, created_at, webhook_id, event, message_id, sequence")
	for _, row := range rows {
		var key *string
		if row.UniqueKey != "" {
			key = &row.UniqueKey
		}
		var webhookID *int64
		var message WebhookMessage
		if row.Webhook != nil {
			message, webhookID = *row.Webhook, &row.Webhook.WebhookID
		}
		batch.add(row.Kind, row.Priority, key, row.Payload, millis(row.CreatedAt), millis(row.CreatedAt), webhookID, message.Event, message.MessageID, message.Sequence)
	}
	return batch.insert(ctx, tx.all, " ON CONFLICT (unique_key) DO NOTHING")
}

// Claim takes up to limit rows of a priority that are due. Nobody else gets them before the lease ends.
func (tx OutboxWriter) Claim(ctx context.Context, priority int64, now, leaseEnd time.Time, limit int) ([]OutboxRow, error) {
	claimed, err := tx.q.ClaimOutbox(ctx, db.ClaimOutboxParams{Priority: priority, Now: millis(now), LeaseEnd: millis(leaseEnd), Most: int32(limit)})
	rows := make([]OutboxRow, len(claimed))
	for i, row := range claimed {
		rows[i] = OutboxRow{ID: row.ID, Kind: row.Kind, Payload: row.Payload, Attempts: row.Attempts, CreatedAt: fromMillis(row.CreatedAt)}
	}
	return rows, err
}

// MarkSent notes a delivery and wipes its payload.
func (tx OutboxWriter) MarkSent(ctx context.Context, row OutboxRow, at time.Time) error {
	sent := millis(at)
	_, err := tx.q.OutboxSent(ctx, db.OutboxSentParams{SentAt: &sent, ID: row.ID})
	return err
}

// Retry makes a row due again later.
func (tx OutboxWriter) Retry(ctx context.Context, row OutboxRow, next time.Time, reason string) error {
	_, err := tx.q.OutboxRetry(ctx, db.OutboxRetryParams{NextAt: millis(next), LastError: reason, ID: row.ID, Attempts: row.Attempts})
	return err
}

// MarkFailed gives a row up.
func (tx OutboxWriter) MarkFailed(ctx context.Context, row OutboxRow, at time.Time, reason string) error {
	failed := millis(at)
	_, err := tx.q.OutboxFailed(ctx, db.OutboxFailedParams{FailedAt: &failed, LastError: reason, ID: row.ID, Attempts: row.Attempts})
	return err
}

// NextDue is when the next row of a priority is due. ok is false when there is none.
func (r OutboxReader) NextDue(ctx context.Context, priority int64) (due time.Time, ok bool, err error) {
	at, err := r.q.NextOutbox(ctx, priority)
	ok, err = optional(err)
	return fromMillis(at), ok, err
}

// DeleteOld removes what was sent or given up before a time, and says how many rows.
func (tx OutboxWriter) DeleteOld(ctx context.Context, before time.Time) (int64, error) {
	at := millis(before)
	return tx.q.DeleteOldOutbox(ctx, &at)
}

// CountFailed counts the mail of the time since then that could not be sent, given
// up or tried more than once so far.
func (r OutboxReader) CountFailed(ctx context.Context, since time.Time) (int64, error) {
	at := millis(since)
	return r.q.FailedEmails(ctx, &at)
}

// Figures is how many messages are due and not sent, and since when the oldest of them waits. Webhooks are not among them.
func (r OutboxReader) Figures(ctx context.Context, now time.Time) (waiting int64, oldest time.Time, err error) {
	row, err := r.q.OutboxFigures(ctx, millis(now))
	return row.Waiting, fromMillis(row.Oldest), err
}

// Times finds when those of the unique keys were queued that are in the outbox.
func (r OutboxReader) Times(ctx context.Context, keys []string) (map[string]time.Time, error) {
	times := map[string]time.Time{}
	if len(keys) == 0 {
		return times, nil
	}
	var w where
	query := "SELECT unique_key, created_at" + fromKeys(r.engine, "outbox", "unique_key IS NOT NULL", "unique_key", keyList(r.engine, &w, keys))
	err := r.eachRow(ctx, query, r.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
		var key string
		var at int64
		err := rows.Scan(&key, &at)
		times[key] = fromMillis(at)
		return err
	})
	return times, err
}
