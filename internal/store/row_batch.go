package store

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// maxVariables is how many variables one statement has at most. SQLite allows 32,766
// and PostgreSQL 65,535; longer texts are not faster.
const maxVariables = 8_000

// rowBatch inserts many rows of one table in few statements.
type rowBatch struct {
	engine Engine
	head   string
	rows   [][]any // of the same length
}

func (r *connection) rowsOf(table, columns string) *rowBatch {
	return &rowBatch{engine: r.engine, head: fmt.Sprintf("INSERT INTO %s (%s) VALUES ", table, columns)}
}

func (b *rowBatch) add(values ...any) { b.rows = append(b.rows, values) }

// statements are the INSERTs, each with at most maxVariables. tail stands behind the rows.
func (b *rowBatch) statements(tail string) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		if len(b.rows) == 0 {
			return
		}
		for rows := range slices.Chunk(b.rows, max(1, maxVariables/len(b.rows[0]))) {
			var w where
			values := make([]string, len(rows))
			for i, row := range rows {
				values[i] = b.row(&w, row)
			}
			if !yield(b.head+strings.Join(values, ", ")+tail, w.args) {
				return
			}
		}
	}
}

func (b *rowBatch) row(w *where, values []any) string {
	marks := make([]string, len(values))
	for i, value := range values {
		marks[i] = w.arg(value)
		if b.engine == SQLite { // it looks a named mark up among all others: thousands of them take longer than the disk
			marks[i] = "?"
		}
	}
	return "(" + strings.Join(marks, ", ") + ")"
}

// insert runs the statements. tail stands behind the rows.
func (b *rowBatch) insert(ctx context.Context, tx *Tx, tail string) error {
	for query, args := range b.statements(tail) {
		if _, err := tx.tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}
