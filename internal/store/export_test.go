package store

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Queries gives tests the generated queries, to store rows that no use case writes.
func (r *Reader) Queries() *db.Queries { return r.q }

// ExecOnReader runs a statement on the connections that are for reading.
func (s *Store) ExecOnReader(ctx context.Context, statement string) error {
	_, err := s.reader.ExecContext(ctx, statement)
	return err
}
