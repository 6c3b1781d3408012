// Package transfer copies whole databases: from one engine to the other, into a
// backup and out of it. It knows tables, not what they mean: which tables and
// columns there are follows from the migrations.
package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/store"
)

// Kind is the type of a column's values.
type Kind int

// The kinds that the migrations use. A row has them as int64, string and bool, or nil.
const (
	Integer Kind = iota
	Text
	Boolean
)

// Column is one column of a table.
type Column struct {
	Name string
	Kind Kind
}

// Table is one table of the schema.
type Table struct {
	Name     string
	Columns  []Column
	Key      []Column // the primary key: the order in which rows are read
	Identity bool     // the database numbers new rows
}

func (t Table) columns() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}

// readSchema lists the tables that the migrations up to a version make, in the order in
// which they are made. It makes them in an empty SQLite file and looks: there the
// declared types, keys and identities can be read in one way for both engines.
func readSchema(ctx context.Context, version int64) ([]Table, error) {
	folder, err := os.MkdirTemp("", "snackdrop-schema-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, "schema.db")
	s, err := store.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.MigrateTo(ctx, version), s.Close()); err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	rows, err := pool.QueryContext(ctx, `SELECT m.name, m.sql FROM sqlite_master m JOIN pragma_table_list l ON l.name = m.name AND l.schema = 'main'
		WHERE l.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'goose_db_version' ORDER BY m.rowid`)
	if err != nil {
		return nil, err
	}
	var tables []Table
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		tables = append(tables, Table{Name: name, Identity: strings.Contains(text, "AUTOINCREMENT")})
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i := range tables {
		if err := readColumns(ctx, pool, &tables[i]); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

func readColumns(ctx context.Context, pool *sql.DB, table *Table) error {
	rows, err := pool.QueryContext(ctx, "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", table.Name)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	key := map[int]Column{}
	for rows.Next() {
		var name, declared string
		var position int
		if err := rows.Scan(&name, &declared, &position); err != nil {
			return err
		}
		column := Column{Name: name}
		switch strings.ToUpper(declared) {
		case "BIGINT", "INTEGER":
			column.Kind = Integer
		case "TEXT":
			column.Kind = Text
		case "BOOLEAN":
			column.Kind = Boolean
		default:
			return fmt.Errorf("%s.%s is a %s, which cannot be copied", table.Name, name, declared)
		}
		table.Columns = append(table.Columns, column)
		if position > 0 {
			key[position] = column
		}
	}
	for i := range len(key) {
		table.Key = append(table.Key, key[i+1])
	}
	if len(table.Key) == 0 {
		return fmt.Errorf("%s has no primary key and cannot be copied", table.Name)
	}
	return rows.Err()
}
