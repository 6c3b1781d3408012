package store

import "context"

// OutboxRow is something that must leave the house, not yet written down.
type OutboxRow struct {
	Kind      string
	UniqueKey *string // queued once; nil: any number of times
	Payload   string
	NextAt    int64
	CreatedAt int64
}

// InsertOutbox queues rows in one statement. One whose unique key is there already is left out.
func (tx *Tx) InsertOutbox(ctx context.Context, rows []OutboxRow) error {
	batch := tx.rowsOf("outbox", "kind, unique_key, payload, next_at, created_at")
	for _, row := range rows {
		batch.add(row.Kind, row.UniqueKey, row.Payload, row.NextAt, row.CreatedAt)
	}
	_, err := tx.tx.ExecContext(ctx, batch.sql()+" ON CONFLICT (unique_key) DO NOTHING", batch.args.args...)
	return err
}
