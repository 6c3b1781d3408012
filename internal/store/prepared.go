package store

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

const (
	// maxPrepared is how many statements a SQLite connection keeps prepared.
	maxPrepared = 100
	// maxPreparedText is how long the text of a kept statement may be, in bytes. Longer ones are migrations, which run once.
	maxPreparedText = 8_000
)

// openPool opens a pool of SQLite connections, each of which keeps its most recently used statements prepared. Without that
// the driver parses and plans a statement each time it runs.
func openPool(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(preparingConnector{connector}), nil
}

type preparingConnector struct{ driver.Connector }

// Connect opens a connection.
func (p preparingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(sqliteConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T lacks methods that database/sql calls", opened), opened.Close())
	}
	return &preparedConn{sqliteConn: conn, byText: map[string]*list.Element{}, lastUsed: list.New()}, nil
}

// sqliteConn is what database/sql uses of the driver's connections.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// preparedConn is a connection that keeps statements. It needs no lock: database/sql makes one call at a time to a connection
// and to the rows of its queries.
type preparedConn struct {
	sqliteConn
	byText   map[string]*list.Element
	lastUsed *list.List // of *preparedStmt, the most recently used in front
}

// preparedStmt is a statement that was parsed and planned. SQLite plans it anew when the schema or the statistics have changed.
type preparedStmt struct {
	driver.Stmt
	text string
	busy bool // it runs, or its rows are being read
}

// take gives a statement to run. Whoever takes it releases it.
func (c *preparedConn) take(ctx context.Context, text string) (*preparedStmt, error) {
	if at, ok := c.byText[text]; ok {
		if s := at.Value.(*preparedStmt); !s.busy {
			c.lastUsed.MoveToFront(at)
			s.busy = true
			return s, nil
		}
	}
	stmt, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return &preparedStmt{stmt, text, true}, nil
}

// release keeps a statement for the next time, unless another one with the same text is kept.
func (c *preparedConn) release(s *preparedStmt) error {
	s.busy = false
	at, kept := c.byText[s.text]
	if kept && at.Value == s {
		return nil
	}
	if kept || len(s.text) > maxPreparedText {
		return s.Close()
	}
	c.byText[s.text] = c.lastUsed.PushFront(s)
	if c.lastUsed.Len() <= maxPrepared {
		return nil
	}
	for at = c.lastUsed.Back(); at.Value.(*preparedStmt).busy; at = at.Prev() {
	}
	oldest := c.lastUsed.Remove(at).(*preparedStmt)
	delete(c.byText, oldest.text)
	return oldest.Close()
}

// ExecContext runs a statement.
func (c *preparedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	if closeErr := c.release(s); err == nil {
		err = closeErr
	}
	return result, err
}

// QueryContext runs a statement and gives its rows.
func (c *preparedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		_ = c.release(s)
		return nil, err
	}
	return &preparedRows{rows, c, s}, nil
}

// Close ends the connection and its statements.
func (c *preparedConn) Close() error {
	for at := c.lastUsed.Front(); at != nil; at = at.Next() {
		_ = at.Value.(*preparedStmt).Close()
	}
	return c.sqliteConn.Close()
}

// preparedRows are the rows of a statement, which is kept when they are closed.
type preparedRows struct {
	driver.Rows
	conn *preparedConn
	stmt *preparedStmt
}

// Close ends the reading of the rows.
func (r *preparedRows) Close() error {
	err := r.Rows.Close()
	if closeErr := r.conn.release(r.stmt); err == nil {
		err = closeErr
	}
	return err
}
