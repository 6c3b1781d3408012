package store

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// maxVariables is how many variables one statement has at most. SQLite allows 32,766
// and PostgreSQL 65,535; longer texts are not faster.
const maxVariables = 8_000

// rowBatch inserts many rows of one table in few statements.
type rowBatch struct {
	engine Engine
	head   string
	rows   [][]any // of the same length, each column of one type
}

func (r *connection) rowsOf(table, columns string) *rowBatch {
	return &rowBatch{engine: r.engine, head: fmt.Sprintf("INSERT INTO %s (%s) ", table, columns)}
}

func (b *rowBatch) add(values ...any) { b.rows = append(b.rows, values) }

// statements are the INSERTs, each with at most maxVariables. tail stands behind the rows.
func (b *rowBatch) statements(tail string) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		if len(b.rows) == 0 {
			return
		}
		for rows := range slices.Chunk(b.rows, max(1, maxVariables/len(b.rows[0]))) {
			if !yield(b.statement(rows, tail)) {
				return
			}
		}
	}
}

func (b *rowBatch) statement(rows [][]any, tail string) (string, []any) {
	if b.engine == Postgres {
		return b.fromArrays(rows, tail)
	}
	args := make([]any, 0, len(rows)*len(rows[0]))
	text := make([]byte, 0, len(b.head)+7*cap(args)+len(tail))
	text = append(text, b.head...)
	text = append(text, "VALUES "...)
	for i, row := range rows {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = append(text, '(')
		for j, value := range row {
			if j > 0 {
				text = append(text, ',')
			}
			args = append(args, value)
			text = append(text, '?') // SQLite compares a named placeholder with all others: thousands of them take longer than the disk
		}
		text = append(text, ')')
	}
	return string(append(text, tail...)), args
}

// fromArrays is the statement with one array for each column. However many rows there are, its text is the same, so that
// PostgreSQL parses and plans it once for each connection.
func (b *rowBatch) fromArrays(rows [][]any, tail string) (string, []any) {
	arrays := make([]string, len(rows[0]))
	args := make([]any, len(rows[0]))
	for i, value := range rows[0] {
		element := ""
		switch value.(type) {
		case string:
			element, args[i] = "TEXT", columnOf[string](rows, i)
		case *string:
			element, args[i] = "TEXT", columnOf[*string](rows, i)
		case int64:
			element, args[i] = "BIGINT", columnOf[int64](rows, i)
		case *int64:
			element, args[i] = "BIGINT", columnOf[*int64](rows, i)
		case bool:
			element, args[i] = "BOOLEAN", columnOf[bool](rows, i)
		default:
			panic(fmt.Sprintf("%s: no array of %T", b.head, value))
		}
		arrays[i] = "CAST($" + strconv.Itoa(i+1) + " AS " + element + "[])"
	}
	return b.head + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ") AS added" + tail, args
}

func columnOf[T any](rows [][]any, i int) []T {
	column := make([]T, len(rows))
	for j, row := range rows {
		column[j] = row[i].(T)
	}
	return column
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
