package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/snackdrop/snackdrop/internal/store"
)

// connection is one connection to a database of one engine.
type connection interface {
	// exec runs a statement.
	exec(ctx context.Context, statement string, args ...any) error
	// query reads rows and returns the values as the driver gives them.
	query(ctx context.Context, statement string, args ...any) iter.Seq2[[]any, error]
	// collated is the ORDER BY expression that sorts the column by its bytes, whatever the database's collation.
	collated(column Column) string
	// insert adds rows to a table, within a transaction.
	insert(ctx context.Context, table Table, rows []Row) error
	// hasTable says whether there is a table of this name.
	hasTable(ctx context.Context, name string) (bool, error)
	// sequence is the last number that the database gave to a row of the table; 0 for none.
	sequence(ctx context.Context, table string) (int64, error)
	setSequence(ctx context.Context, table string, last int64) error
	// aside lists the statements that drop indexes, constraints and triggers, which slow loading down, and those that create them again.
	aside(ctx context.Context) (drop, remake []string, err error)
	// finishLoad runs after loading: it checks foreign keys where they were off and updates the planner's statistics.
	finishLoad(ctx context.Context) error
	close() error
}

// Source is a database that is read as it is at one moment.
type Source struct {
	conn    connection
	Version int64 // of its schema
	Tables  []Table
	rest    func(context.Context) // called between pieces of work; see OpenSnapshot
}

// errServed: a shop is using the database.
var errServed = errors.New("the shop is being served from this database: stop it first")

// OpenSource opens a database for reading and locks out everybody else until it is closed. It returns errServed when
// somebody else has it open.
func OpenSource(ctx context.Context, location string) (*Source, error) {
	var conn connection
	var err error
	if isPostgres(location) {
		conn, err = readPostgres(ctx, location, true)
	} else {
		conn, err = readSQLite(ctx, location)
	}
	if err != nil {
		return nil, err
	}
	return newSource(ctx, conn, func(context.Context) {})
}

// OpenSnapshot opens a database that may be in use: it is read as it was when it was opened. rest is called between small
// pieces of work, so that those who use the database go first.
func OpenSnapshot(ctx context.Context, location string, rest func(context.Context)) (*Source, error) {
	var conn connection
	var err error
	if isPostgres(location) {
		conn, err = readPostgres(ctx, location, false)
	} else {
		conn, err = readSQLiteCopy(ctx, location, rest)
	}
	if err != nil {
		return nil, err
	}
	return newSource(ctx, conn, rest)
}

func newSource(ctx context.Context, conn connection, rest func(context.Context)) (s *Source, err error) {
	s = &Source{conn: conn, rest: rest}
	if s.Version, err = number(ctx, conn, "SELECT MAX(version_id) FROM goose_db_version"); err == nil {
		s.Tables, err = readSchema(ctx, s.Version)
	}
	if err != nil {
		return nil, errors.Join(err, conn.close())
	}
	return s, nil
}

func isPostgres(location string) bool {
	return strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://")
}

// Close closes and unlocks the database.
func (s *Source) Close() error { return s.conn.close() }

// rows reads a table in the order of its key, without the first skip rows.
func rows(ctx context.Context, conn connection, table Table, skip int64) iter.Seq2[Row, error] {
	order := make([]string, len(table.Key))
	for i, column := range table.Key {
		order[i] = conn.collated(column)
	}
	text := fmt.Sprintf("SELECT %s FROM %s ORDER BY %s", strings.Join(quoted(table.columns()), ", "), quote(table.Name), strings.Join(order, ", "))
	if skip > 0 {
		text += fmt.Sprintf(" LIMIT 9223372036854775807 OFFSET %d", skip)
	}
	return func(yield func(Row, error) bool) {
		for values, err := range conn.query(ctx, text) {
			var row Row
			if err == nil {
				row, err = normal(table, values)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

func quote(name string) string { return `"` + name + `"` }

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quote(name)
	}
	return out
}

// number reads one number; 0 when there is none.
func number(ctx context.Context, conn connection, statement string, args ...any) (n int64, err error) {
	for values, failed := range conn.query(ctx, statement, args...) {
		if failed != nil {
			return 0, failed
		}
		n, _ = values[0].(int64)
	}
	return n, nil
}

// texts reads a column of texts.
func texts(ctx context.Context, conn connection, statement string, args ...any) (list []string, err error) {
	for values, failed := range conn.query(ctx, statement, args...) {
		if failed != nil {
			return nil, failed
		}
		text, _ := values[0].(string)
		list = append(list, text)
	}
	return list, nil
}

// within runs do in one transaction.
func within(ctx context.Context, conn connection, do func() error) error {
	if err := conn.exec(ctx, "BEGIN"); err != nil {
		return err
	}
	if err := do(); err != nil {
		return errors.Join(err, conn.exec(context.WithoutCancel(ctx), "ROLLBACK"))
	}
	return conn.exec(ctx, "COMMIT")
}

// current says whether a source has the schema of this program.
func (s *Source) current() error {
	if latest := store.LatestVersion(); s.Version != latest {
		return fmt.Errorf("the database has schema %d and this program schema %d: run 'snackdrop migrate' first", s.Version, latest)
	}
	return nil
}
