package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
)

type scanner interface{ Scan(...any) error }

// eachRow calls scan with each row of a query and stops at its first error.
func (r *connection) eachRow(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := r.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ids runs a query with one column of ids.
func (r *connection) ids(ctx context.Context, query string, args ...any) ([]int64, error) {
	ids := []int64{}
	err := r.eachRow(ctx, query, args, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

func mapRows[Row, Value any](rows []Row, value func(Row) Value) []Value {
	out := make([]Value, len(rows))
	for i, row := range rows {
		out[i] = value(row)
	}
	return out
}

// changed says whether a guarded statement found its row as expected.
func changed(rows int64, err error) (bool, error) { return rows > 0, err }

// emptyIfNil makes sure that a list is stored as [] and not as null.
func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func idOrZero(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// joinWords and splitWords store a list of words in one column.
func joinWords[T ~string](list []T) string {
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = string(word)
	}
	return strings.Join(words, " ")
}

func splitWords[T ~string](text string) []T {
	return mapRows(strings.Fields(text), func(word string) T { return T(word) })
}

func decode[T any](text string) (T, error) {
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return value, fmt.Errorf("stored JSON: %w", err)
	}
	return value, nil
}
