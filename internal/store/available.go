package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// IsUnavailable says whether an error means that the database is away, full or
// failing over, and the same request can go well later.
func IsUnavailable(err error) bool {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.Timeout(err) {
		return true
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:min(2, len(pg.Code))] {
		case "08", "53", "57", "58": // connection, resources (disk, memory), operator (shutdown), system
			return true
		}
		return pg.Code == "25006" || retryable(err) // read-only: a replica that is not promoted yet
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
			return true
		}
		return false
	}
	_, network := errors.AsType[net.Error](err)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return network || connecting || pgconn.SafeToRetry(err)
}

// openProbe is a connection of its own for looking after the database: those of
// the requests may all be in use, which is no outage.
func openProbe(databaseURL string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, err
	}
	probe := stdlib.OpenDB(*config)
	probe.SetMaxOpenConns(1)
	return probe, nil
}

// Answers checks that the database server responds. SQLite has no server, so it always does.
func (s *Store) Answers(ctx context.Context) error {
	if s.engine == SQLite {
		return nil
	}
	return s.probe.PingContext(ctx)
}

// CanWrite proves that the database answers and that something can be stored.
func (s *Store) CanWrite(ctx context.Context) error {
	if s.engine == SQLite {
		if err := s.reader.PingContext(ctx); err != nil {
			return err
		}
		return writeProbeFile(filepath.Dir(s.file))
	}
	_, err := s.probe.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ('ready', 1) ON CONFLICT (name) DO UPDATE SET value = 1")
	return err
}

// writeProbeFile shows whether the disk has room, without waiting for the one
// connection that writes: a long import is no outage.
func writeProbeFile(folder string) error {
	file, err := os.CreateTemp(folder, ".ready-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(make([]byte, 64<<10))
	return errors.Join(err, file.Sync(), file.Close())
}
