package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/store"
)

type sqliteConn struct {
	pool     *sql.DB
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	closed   func() // what is left to do afterwards
}

func openSQLite(ctx context.Context, file string, pragmas ...string) (*sqliteConn, error) {
	return openSQLiteAt(ctx, sqliteLocation(file, pragmas...))
}

func sqliteLocation(file string, pragmas ...string) string {
	location := "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath() + "?_pragma=busy_timeout(10000)"
	for _, pragma := range pragmas {
		location += "&_pragma=" + pragma
	}
	return location
}

func openSQLiteAt(ctx context.Context, location string) (*sqliteConn, error) {
	pool, err := sql.Open("sqlite", location)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &sqliteConn{pool, conn, map[string]*sql.Stmt{}, func() {}}, nil
}

// readSQLite opens a file for reading. With the exclusive locking mode a write
// transaction fails while another program has the file open, and nobody can open it afterwards.
func readSQLite(ctx context.Context, file string) (connection, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	c, err := openSQLite(ctx, file, "locking_mode(EXCLUSIVE)", "busy_timeout(500)", "cache_size(-32000)")
	if err != nil {
		return nil, err
	}
	err = c.exec(ctx, "BEGIN IMMEDIATE")
	if err == nil { // the first read fixes the snapshot that all later reads see
		_, err = number(ctx, c, "SELECT COUNT(*) FROM sqlite_master")
	}
	if store.IsConflict(err) {
		err = errServed
	}
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// writeSQLite opens a file for loading. A power cut may lose the last batches, but only together with the
// note that they were copied, so they are copied again.
func writeSQLite(ctx context.Context, file string) (connection, error) {
	return openSQLite(ctx, file, "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(0)", "cache_size(-64000)", "temp_store(2)")
}

func (c *sqliteConn) close() error {
	for _, statement := range c.prepared {
		_ = statement.Close()
	}
	err := errors.Join(c.conn.Close(), c.pool.Close())
	c.closed()
	return err
}

func (c *sqliteConn) exec(ctx context.Context, statement string, args ...any) error {
	if _, err := c.conn.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%w in %s", err, statement)
	}
	return nil
}

func (c *sqliteConn) query(ctx context.Context, statement string, args ...any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := c.conn.QueryContext(ctx, statement, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = rows.Close() }()
		columns, err := rows.Columns()
		if err != nil {
			yield(nil, err)
			return
		}
		into := make([]any, len(columns))
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			err := rows.Scan(into...)
			if !yield(values, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// collated: texts are in the order of their bytes already.
func (c *sqliteConn) collated(column Column) string { return quote(column.Name) }

// paramsPerStatement is small because SQLite looks every parameter up among all of its statement.
const paramsPerStatement = 200

func (c *sqliteConn) insert(ctx context.Context, table Table, rows []Row) error {
	width := len(table.Columns)
	perStatement := max(1, paramsPerStatement/width)
	args := make([]any, 0, perStatement*width)
	for len(rows) > 0 {
		n := min(perStatement, len(rows))
		statement, err := c.inserting(ctx, table, n)
		if err != nil {
			return err
		}
		args = args[:0]
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		if _, err := statement.ExecContext(ctx, args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (c *sqliteConn) inserting(ctx context.Context, table Table, rows int) (*sql.Stmt, error) {
	one := "(" + strings.TrimSuffix(strings.Repeat("?,", len(table.Columns)), ",") + ")"
	text := fmt.Sprintf("INSERT INTO %s (%s) VALUES %s", quote(table.Name), strings.Join(quoted(table.columns()), ", "), strings.TrimSuffix(strings.Repeat(one+",", rows), ","))
	if statement, ok := c.prepared[text]; ok {
		return statement, nil
	}
	statement, err := c.conn.PrepareContext(ctx, text)
	if err == nil {
		c.prepared[text] = statement
	}
	return statement, err
}

func (c *sqliteConn) hasTable(ctx context.Context, name string) (bool, error) {
	n, err := number(ctx, c, "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1", name)
	return n > 0, err
}

func (c *sqliteConn) sequence(ctx context.Context, table string) (int64, error) {
	return number(ctx, c, "SELECT seq FROM sqlite_sequence WHERE name = $1", table)
}

func (c *sqliteConn) setSequence(ctx context.Context, table string, last int64) error {
	now, err := c.sequence(ctx, table)
	if err != nil || now >= last {
		return err
	}
	if err := c.exec(ctx, "DELETE FROM sqlite_sequence WHERE name = $1", table); err != nil {
		return err
	}
	return c.exec(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", table, last)
}

func (c *sqliteConn) aside(ctx context.Context) (drop, remake []string, err error) {
	const made = `SELECT sql, type, name FROM sqlite_master
		WHERE sql IS NOT NULL AND (type IN ('index', 'trigger') OR sql LIKE 'CREATE VIRTUAL TABLE%content=%') ORDER BY type <> 'index', type = 'trigger', rowid`
	for values, err := range c.query(ctx, made) {
		if err != nil {
			return nil, nil, err
		}
		text, kind, name := values[0].(string), values[1].(string), values[2].(string)
		if kind == "table" { // a text index
			remake = append(remake, fmt.Sprintf("INSERT INTO %s(%s) VALUES ('rebuild')", quote(name), quote(name)))
			continue
		}
		drop, remake = append(drop, "DROP "+kind+" "+quote(name)), append(remake, text)
	}
	return drop, remake, nil
}

func (c *sqliteConn) finishLoad(ctx context.Context) error {
	broken, err := texts(ctx, c, `SELECT DISTINCT "table" FROM pragma_foreign_key_check`)
	if err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("rows of %s point to rows that are not there", strings.Join(broken, ", "))
	}
	if err := c.exec(ctx, "PRAGMA optimize"); err != nil {
		return err
	}
	return c.exec(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}
