package store

import "context"

// ExecOnReader runs a statement on the connections that are for reading.
func (s *Store) ExecOnReader(ctx context.Context, statement string) error {
	_, err := s.reader.ExecContext(ctx, statement)
	return err
}
