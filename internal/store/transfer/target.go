package transfer

import (
	"context"
	"errors"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/store"
)

// Target is a database that is being filled. What was done is recorded in it, in two
// tables that are there only meanwhile, so that filling can go on after a kill; a
// program that finds them does not serve the shop (see store.Migrate).
type Target struct {
	conn    connection
	tables  []Table
	copied  map[string]int64
	Resumed bool // part of it was there already
}

// errNotEmpty: the database holds a shop.
var errNotEmpty = errors.New("the target holds a shop already; give an empty one")

// OpenTarget makes the tables of a version in an empty database, or goes on with one
// that is partly filled.
func OpenTarget(ctx context.Context, location string, version int64, tables []Table) (*Target, error) {
	conn, err := openWriting(ctx, location)
	if err != nil {
		return nil, err
	}
	t := &Target{conn: conn, tables: tables, copied: map[string]int64{}}
	if err := t.open(ctx, location, version); err != nil {
		return nil, errors.Join(err, conn.close())
	}
	return t, nil
}

func openWriting(ctx context.Context, location string) (connection, error) {
	if isPostgres(location) {
		return writePostgres(ctx, location)
	}
	return writeSQLite(ctx, location)
}

func (t *Target) open(ctx context.Context, location string, version int64) error {
	begun, err := t.conn.hasTable(ctx, store.TransferTable)
	if err != nil {
		return err
	}
	if !begun {
		if err := t.begin(ctx, location, version); err != nil {
			return err
		}
	}
	t.Resumed = begun
	was, err := number(ctx, t.conn, "SELECT copied FROM transfer_progress WHERE name = 'goose_db_version'")
	if err != nil {
		return err
	}
	if was != version {
		return fmt.Errorf("the target was begun with schema %d, and this is schema %d: empty it and start again", was, version)
	}
	for values, err := range t.conn.query(ctx, "SELECT name, copied FROM transfer_progress") {
		if err != nil {
			return err
		}
		t.copied[values[0].(string)] = values[1].(int64)
	}
	return nil
}

// begin makes the tables, empties those that migrations put rows into, and puts aside
// what would slow loading down. Everything after the migrations is one transaction.
func (t *Target) begin(ctx context.Context, location string, version int64) error {
	if err := t.refuseRows(ctx); err != nil {
		return err
	}
	s, err := store.Open(ctx, location)
	if err != nil {
		return err
	}
	if err := errors.Join(s.MigrateTo(ctx, version), s.Close()); err != nil {
		return err
	}
	if err := t.refuseRows(ctx); err != nil {
		return err
	}
	return within(ctx, t.conn, func() error {
		drop, remake, err := t.conn.aside(ctx)
		if err != nil {
			return err
		}
		for _, table := range t.tables {
			drop = append(drop, "DELETE FROM "+quote(table.Name))
		}
		drop = append(drop, "CREATE TABLE "+store.TransferTable+" (name TEXT PRIMARY KEY, copied BIGINT NOT NULL)",
			"CREATE TABLE transfer_remake (position BIGINT PRIMARY KEY, statement TEXT NOT NULL)")
		for _, statement := range drop {
			if err := t.conn.exec(ctx, statement); err != nil {
				return err
			}
		}
		for i, statement := range remake {
			if err := t.conn.exec(ctx, "INSERT INTO transfer_remake (position, statement) VALUES ($1, $2)", i, statement); err != nil {
				return err
			}
		}
		return t.conn.exec(ctx, "INSERT INTO transfer_progress (name, copied) VALUES ('goose_db_version', $1)", version)
	})
}

// seeded are the tables that migrations put rows into.
var seeded = map[string]bool{"counters": true, "tax_rates": true}

func (t *Target) refuseRows(ctx context.Context) error {
	for _, table := range t.tables {
		exists, err := t.conn.hasTable(ctx, table.Name)
		if err != nil {
			return err
		}
		if !exists || seeded[table.Name] {
			continue
		}
		n, err := number(ctx, t.conn, "SELECT COUNT(*) FROM (SELECT 1 AS one FROM "+quote(table.Name)+" LIMIT 1) AS first")
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w (%s has rows)", errNotEmpty, table.Name)
		}
	}
	return nil
}

// append adds rows to a table and records how many it has.
func (t *Target) append(ctx context.Context, table Table, rows []Row) error {
	err := within(ctx, t.conn, func() error {
		if err := t.conn.insert(ctx, table, rows); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		return t.conn.exec(ctx, `INSERT INTO transfer_progress (name, copied) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET copied = excluded.copied`, table.Name, t.copied[table.Name]+int64(len(rows)))
	})
	if err == nil {
		t.copied[table.Name] += int64(len(rows))
	}
	return err
}

// remake makes indexes, references and triggers again, one after the other.
func (t *Target) remake(ctx context.Context, say func(done, of int)) error {
	for done := 0; ; done++ {
		var position int64
		var statement string
		left, err := number(ctx, t.conn, "SELECT COUNT(*) FROM transfer_remake")
		if err != nil {
			return err
		}
		say(done, done+int(left))
		if left == 0 {
			return nil
		}
		for values, err := range t.conn.query(ctx, "SELECT position, statement FROM transfer_remake ORDER BY position LIMIT 1") {
			if err != nil {
				return err
			}
			position, statement = values[0].(int64), values[1].(string)
		}
		err = within(ctx, t.conn, func() error {
			if err := t.conn.exec(ctx, statement); err != nil {
				return err
			}
			return t.conn.exec(ctx, "DELETE FROM transfer_remake WHERE position = $1", position)
		})
		if err != nil {
			return err
		}
	}
}

// finish continues the numbering of rows. From then on the database is a shop.
func (t *Target) finish(ctx context.Context, sequences map[string]int64) error {
	if err := t.conn.finishLoad(ctx); err != nil {
		return err
	}
	return within(ctx, t.conn, func() error {
		for _, table := range t.tables {
			if !table.Identity {
				continue
			}
			if err := t.conn.setSequence(ctx, table.Name, sequences[table.Name]); err != nil {
				return err
			}
		}
		if err := t.conn.exec(ctx, "DROP TABLE transfer_remake"); err != nil {
			return err
		}
		return t.conn.exec(ctx, "DROP TABLE "+store.TransferTable)
	})
}

// Close ends the connection.
func (t *Target) Close() error { return t.conn.close() }
