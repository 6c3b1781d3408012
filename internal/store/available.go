package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/snackdrop/snackdrop/internal/background"
)

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
		return s.probeDisk(ctx)
	}
	_, err := s.probe.ExecContext(ctx, "INSERT INTO counters (name, value) VALUES ('ready', 1) ON CONFLICT (name) DO UPDATE SET value = 1")
	return err
}

// probeDisk writes a file beside the database. A disk that hangs holds one goroutine, however often it is asked.
func (s *Store) probeDisk(ctx context.Context) error {
	select {
	case s.checkingDisk <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	written := make(chan error, 1)
	background.Go("check the disk", func() {
		defer func() { <-s.checkingDisk }()
		written <- writeProbeFile(filepath.Dir(s.file))
	})
	select {
	case err := <-written:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
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
