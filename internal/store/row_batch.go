package store

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxVariables is how many variables one statement has at most. SQLite allows 32,766
	// and PostgreSQL 65,535; longer texts are not faster.
	maxVariables = 8_000
	// maxRows is how many rows one statement inserts on SQLite at most.
	maxRows = 64
)

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

// statements are the INSERTs. tail stands behind the rows. On PostgreSQL there is one.
func (b *rowBatch) statements(tail string) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		if len(b.rows) == 0 {
			return
		}
		if b.engine == Postgres {
			query, args := b.fromArrays(0)
			yield(query+tail, args)
			return
		}
		for rows := range slices.Chunk(b.rows, maxRows) {
			if !yield(b.fromValues(rows, tail)) {
				return
			}
		}
	}
}

// fromValues is the statement with a placeholder for each value. It has room for 1, 2, 4, 8, … rows, so that there are few
// texts to keep prepared. Its unused rows consist of NULLs, and the WHERE clause leaves them out.
func (b *rowBatch) fromValues(rows [][]any, tail string) (string, []any) {
	switch rows[0][0].(type) {
	case string, int64: // never NULL
	default:
		panic(fmt.Sprintf("%s: the first column may be NULL", b.head))
	}
	room := 1
	for room < len(rows) {
		room *= 2
	}
	row := "(" + strings.Repeat(",?", len(rows[0]))[1:] + ")" // SQLite compares a named placeholder with all others: thousands of them take longer than the disk
	args := make([]any, room*len(rows[0]))
	for i, values := range rows {
		copy(args[i*len(values):], values)
	}
	return b.head + "SELECT * FROM (VALUES " + strings.Repeat(", "+row, room)[2:] + ") WHERE column1 IS NOT NULL" + tail, args
}

// fromArrays is the statement with one array for each column, whose placeholders follow those before it. However many rows
// there are, its text is the same, so that PostgreSQL parses and plans it once for each connection.
func (b *rowBatch) fromArrays(before int) (string, []any) {
	arrays := make([]string, len(b.rows[0]))
	args := make([]any, len(b.rows[0]))
	for i, value := range b.rows[0] {
		element := ""
		switch value.(type) {
		case string:
			element, args[i] = "TEXT", columnOf[string](b.rows, i)
		case *string:
			element, args[i] = "TEXT", columnOf[*string](b.rows, i)
		case int64:
			element, args[i] = "BIGINT", columnOf[int64](b.rows, i)
		case *int64:
			element, args[i] = "BIGINT", columnOf[*int64](b.rows, i)
		case bool:
			element, args[i] = "BOOLEAN", columnOf[bool](b.rows, i)
		default:
			panic(fmt.Sprintf("%s: no array of %T", b.head, value))
		}
		arrays[i] = "CAST($" + strconv.Itoa(before+i+1) + " AS " + element + "[])"
	}
	return b.head + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ") AS added", args
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

// insertAll inserts rows of several tables: on PostgreSQL in one statement, which is one round trip.
func (tx *Tx) insertAll(ctx context.Context, batches ...*rowBatch) error {
	if tx.engine != Postgres {
		for _, b := range batches {
			if err := b.insert(ctx, tx, ""); err != nil {
				return err
			}
		}
		return nil
	}
	var inserts []string
	var args []any
	for i, b := range batches {
		if len(b.rows) > 0 {
			query, more := b.fromArrays(len(args))
			inserts, args = append(inserts, fmt.Sprintf("insert_%d AS (%s)", i, query)), append(args, more...)
		}
	}
	if len(inserts) == 0 {
		return nil
	}
	_, err := tx.tx.ExecContext(ctx, "WITH "+strings.Join(inserts, ", ")+" SELECT", args...)
	return err
}
