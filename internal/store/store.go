// Package store is the only place with SQL. It takes and returns domain values.
// The same queries run on SQLite and on PostgreSQL (package db, generated from
// queries/); the few queries whose text depends on a filter are built here.
// Rules of the shop belong to package shop, except those that the schema enforces.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Store is one shop's database. It reads through its Reader; every change goes
// through Write.
type Store struct {
	Reader
	url          string
	file         string // SQLite only
	writer       *sql.DB
	reader       *sql.DB
	probe        *sql.DB // PostgreSQL only: see Responds
	outage       *outage
	checkingDisk chan struct{} // SQLite only: a semaphore; one check of the disk at a time
	committed    func([]shop.Event)
	counted      func([]DropCount)
	asked        func(query string) // called with every statement; nil outside of tests

	checkpoints *checkpointer // SQLite only
}

// Open connects to a PostgreSQL URL, or opens a SQLite file, and checks the connection.
func Open(ctx context.Context, location string) (*Store, error) {
	s := &Store{url: location, outage: newOutage(), checkingDisk: make(chan struct{}, 1), committed: func([]shop.Event) {}, counted: func([]DropCount) {}}
	var err error
	if strings.HasPrefix(location, "postgres://") || strings.HasPrefix(location, "postgresql://") {
		s.engine = Postgres
		err = s.openPostgres()
	} else {
		s.engine, s.file = SQLite, location
		err = s.openSQLite(location)
	}
	if err != nil {
		return nil, err
	}
	s.use(db.New(s.reader), s.reader, s.engine)
	if err := s.ping(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// Engine says which database this is.
func (s *Store) Engine() Engine { return s.engine }

// ping checks the connection to the database.
func (s *Store) ping(ctx context.Context) error { return s.writer.PingContext(ctx) }

// DatabaseTime is the time on the database server's clock at this moment. SQLite has no server.
func (s *Store) DatabaseTime(ctx context.Context) (time.Time, error) {
	var now time.Time
	err := s.conn.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, err
}

// Close ends all connections.
func (s *Store) Close() error {
	if s.probe != nil {
		_ = s.probe.Close()
	}
	if s.checkpoints != nil {
		_ = s.checkpoints.close()
	}
	_ = s.reader.Close()
	return s.writer.Close()
}

// OnCommit sets the receiver of the events of this process's commits. It is made after the store, so it is no argument of
// Open. On PostgreSQL most events travel through the database instead, to every process: see Listen.
func (s *Store) OnCommit(receive func([]shop.Event)) { s.committed = receive }

// Write runs do in one transaction and commits it when do returns nil. After a
// serialization failure or a deadlock it runs do again, so do must change nothing
// but through tx and must not call the network. Services write in no other way. Beside it
// Migrate changes the schema and what is stored in it; CanWrite writes one row, on a
// connection of its own, because it must not wait behind those who write; and packages
// inside this one fill databases that serve no shop yet: transfer.OpenTarget and
// transfer.OpenImport for moves and backups, bigshop.Fill for benchmarks.
func (s *Store) Write(ctx context.Context, do func(tx *Tx) error) error {
	const tries = 10
	for try := 1; ; try++ {
		err := s.writeOnce(ctx, do)
		if err == nil || try == tries || !retryable(err) {
			return err
		}
		pause := time.Duration(rand.Int64N(int64(time.Millisecond) << min(try, 7)))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (s *Store) writeOnce(ctx context.Context, do func(tx *Tx) error) error {
	sqlTx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = sqlTx.Rollback() }()
	tx := newTx(s.observed(sqlTx), s.engine)
	if err := do(tx); err != nil {
		return err
	}
	if s.engine == Postgres {
		if err := tx.notify(ctx); err != nil {
			return err
		}
	}
	if err := sqlTx.Commit(); err != nil {
		return err
	}
	if s.checkpoints != nil {
		s.checkpoints.committed()
	}
	s.committed(tx.localEvents())
	if len(tx.counts) > 0 {
		s.counted(tx.counts)
	}
	return nil
}

// localEvents are the events that this process receives directly. On PostgreSQL the
// rest comes back through Listen; only what invalidates caches of this process is
// delivered at once, so that nobody reads a stale response after their own write.
func (tx *Tx) localEvents() []shop.Event {
	if tx.engine == SQLite {
		return tx.events
	}
	return slices.DeleteFunc(slices.Clone(tx.events), func(e shop.Event) bool { return e.Audience != shop.ToServers })
}

// Emit publishes an event once the transaction is committed.
func (tx *Tx) Emit(event shop.Event) { tx.events = append(tx.events, event) }

// TouchCatalog increments the catalogue version, which invalidates every response
// cached before this transaction.
func (tx *Tx) TouchCatalog(ctx context.Context) error {
	if tx.touched {
		return nil
	}
	tx.touched = true
	version, err := tx.q.NextCounter(ctx, "catalog_version")
	if err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventCatalog, ID: version, Audience: shop.ToServers})
	return nil
}

// CatalogVersion is the catalogue version as the database has it.
func (r *Reader) CatalogVersion(ctx context.Context) (int64, error) {
	return r.q.Counter(ctx, "catalog_version")
}

// Savepoint runs do inside the transaction so that its failure undoes only what it did.
func (tx *Tx) Savepoint(ctx context.Context, do func() error) error {
	if _, err := tx.tx.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	before, counts, touched := len(tx.events), len(tx.counts), tx.touched
	if err := do(); err != nil {
		tx.events, tx.counts, tx.touched = tx.events[:before], tx.counts[:counts], touched
		if _, undo := tx.tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT one"); undo != nil {
			return errors.Join(err, undo)
		}
		_, _ = tx.tx.ExecContext(ctx, "RELEASE SAVEPOINT one")
		return err
	}
	_, err := tx.tx.ExecContext(ctx, "RELEASE SAVEPOINT one")
	return err
}

// maxColumns is how many columns a statement selects at most. PostgreSQL allows 1,664.
const maxColumns = 1_000

// notify sends all events through the database in as few statements as possible.
func (tx *Tx) notify(ctx context.Context) error {
	for events := range slices.Chunk(tx.events, maxColumns) {
		var query strings.Builder
		var args []any
		for i, event := range events {
			text, err := json.Marshal(event)
			if err != nil {
				return err
			}
			args = append(args, string(text))
			fmt.Fprintf(&query, ", pg_notify('snackdrop', $%d)", i+1)
		}
		if _, err := tx.tx.ExecContext(ctx, "SELECT "+query.String()[2:], args...); err != nil {
			return err
		}
	}
	return nil
}

// DatabaseTime is the time on the database server's clock. ok is false for SQLite,
// which has none.
func (tx *Tx) DatabaseTime(ctx context.Context) (now time.Time, ok bool, err error) {
	if tx.engine != Postgres {
		return now, false, nil
	}
	err = tx.tx.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, true, err
}
