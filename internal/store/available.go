package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// openProbe opens a separate connection for health checks: the connections of
// requests may all be in use, which is no outage.
func openProbe(databaseURL string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return nil, err
	}
	probe := stdlib.OpenDB(*config)
	probe.SetMaxOpenConns(1)
	return probe, nil
}

// Responds checks that the database server responds. SQLite has no server, so it always does.
func (s *Store) Responds(ctx context.Context) error {
	if s.engine == SQLite {
		return nil
	}
	return s.probe.PingContext(ctx)
}

// CanWrite checks that the database responds and can write.
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
