package store

import (
	"context"
	"io/fs"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// newShop makes an empty shop for tests of what only this package sees.
func newShop(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), t.TempDir()+"/snackdrop.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Queries gives tests the generated queries, to store rows that no use case writes.
func (r *Reader) Queries() *db.Queries { return r.q }

// ExecOnReader runs a statement on the connections that are for reading.
func (s *Store) ExecOnReader(ctx context.Context, statement string) error {
	_, err := s.reader.ExecContext(ctx, statement)
	return err
}

// ExecMigration runs the statements of one migration again.
func (s *Store) ExecMigration(ctx context.Context, name string) error {
	files, err := migrationFiles(s.engine)
	if err != nil {
		return err
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	_, err = s.writer.ExecContext(ctx, string(text))
	return err
}
