package store_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestReadersCannotWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, statement := range []string{"INSERT INTO counters (name, value) VALUES ('written by a reader', 1)", "UPDATE counters SET value = value + 1",
			"DELETE FROM counters", "CREATE TABLE made_by_a_reader (id BIGINT)"} {
			if err := s.ExecOnReader(t.Context(), statement); err == nil {
				t.Errorf("%s succeeds on a connection for reading", statement)
			}
		}
		if err := s.ExecOnReader(t.Context(), "SELECT 1"); err != nil {
			t.Errorf("reading fails: %v", err)
		}
	})
}
