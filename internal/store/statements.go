package store

import (
	"context"
	"database/sql"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// OnStatement sets who is told of every statement of a transaction: tests count what one costs. It is called before the
// store is used.
func (s *Store) OnStatement(receive func(query string)) { s.asked = receive }

func (s *Store) observed(tx *sql.Tx) db.DBTX {
	if s.asked == nil {
		return tx
	}
	return observedTx{tx, s.asked}
}

// observedTx tells of the statements of a transaction.
type observedTx struct {
	*sql.Tx
	asked func(query string)
}

// ExecContext is that of sql.Tx.
func (t observedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	t.asked(query)
	return t.Tx.ExecContext(ctx, query, args...)
}

// QueryContext is that of sql.Tx.
func (t observedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	t.asked(query)
	return t.Tx.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of sql.Tx.
func (t observedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	t.asked(query)
	return t.Tx.QueryRowContext(ctx, query, args...)
}
