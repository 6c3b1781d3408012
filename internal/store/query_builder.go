package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// queryer is a pool or a transaction.
type queryer interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// where builds a WHERE clause: it collects conditions and numbers their arguments.
type where struct {
	conditions []string
	args       []any
}

// arg adds an argument and returns its placeholder.
func (w *where) arg(value any) string {
	w.args = append(w.args, value)
	return "$" + strconv.Itoa(len(w.args))
}

// placeholders adds all values as arguments and returns their placeholders, for IN (…).
func placeholders[T any](w *where, values []T) string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = w.arg(value)
	}
	return strings.Join(list, ", ")
}

// keyList adds values as one argument, for fromKeys: an array on PostgreSQL, JSON on SQLite. However many there are, the
// statement stays the same, and so short that reading it takes no time.
func keyList[T interface{ ~int64 | ~string }](e Engine, w *where, values []T) string {
	if e != Postgres {
		list, _ := json.Marshal(unique(values)) // numbers and texts have no error
		return "SELECT value FROM json_each(" + w.arg(string(list)) + ")"
	}
	if _, numbers := any(values).([]int64); numbers {
		return "CAST(" + w.arg(unique(values)) + " AS BIGINT[])"
	}
	return "CAST(" + w.arg(unique(values)) + " AS TEXT[])"
}

// fromKeys is the FROM and WHERE of the rows of a table that meet the conditions and have one of the keys in a column.
// PostgreSQL looks each key up by itself, which OFFSET 0 keeps it from changing: for a list it chooses by how many rows it
// expects, and with statistics from before a rush it would read all buyers of a drop for each batch.
func fromKeys(e Engine, table, conditions, column, keys string) string {
	if e != Postgres {
		return " FROM " + table + " WHERE " + conditions + " AND " + column + " IN (" + keys + ")"
	}
	return " FROM unnest(" + keys + ") AS wanted (wanted_key) CROSS JOIN LATERAL (SELECT * FROM " + table +
		" WHERE " + conditions + " AND " + column + " = wanted_key OFFSET 0) AS found"
}

// add appends a condition. All of them must hold.
func (w *where) add(condition string) { w.conditions = append(w.conditions, condition) }

func (w *where) sql() string {
	if len(w.conditions) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(w.conditions, " AND ") + " "
}

func escapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// SearchText normalizes stored text and search terms in the same way. Each part
// is on a line of its own so that no match spans two parts.
func SearchText(parts ...string) string { return strings.ToLower(strings.Join(parts, "\n")) }

func unique[T interface{ ~int64 | ~string }](values []T) []T {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
