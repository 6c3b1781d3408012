// Package storetest opens real, migrated databases for tests: a SQLite file and
// a PostgreSQL database, so that one test speaks for both engines.
package storetest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

var template = testkit.Template{Name: "snackdrop", Fill: func(url string) error {
	s, err := store.Open(context.Background(), url)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.Migrate(context.Background())
}}

// Location gives a fresh, migrated database of the engine.
func Location(t testing.TB, engine store.Engine) string {
	t.Helper()
	if engine == store.Postgres {
		return testkit.Postgres(t, template)
	}
	file := filepath.Join(t.TempDir(), "snackdrop.db")
	s := Open(t, file)
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return file
}

// Empty gives a PostgreSQL database without any table.
func Empty(t testing.TB) string { return testkit.Postgres(t) }

// Open opens a location and closes it when the test ends.
func Open(t testing.TB, location string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Each runs the test once on each engine, at the same time.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, Open(t, Location(t, engine)))
		})
	}
}
