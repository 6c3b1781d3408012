// Package storetest opens real, migrated databases for tests: a SQLite file and
// a PostgreSQL database, so that one test speaks for both engines.
package storetest

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

var template = testkit.Template{Name: "snackdrop", Fill: migrate}

// migrated is a SQLite file with all tables, made once a process and copied for
// each test, as the template is on PostgreSQL.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "snackdrop-template-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "snackdrop.db")
	if err := migrate(file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

func migrate(location string) error {
	s, err := store.Open(context.Background(), location)
	if err != nil {
		return err
	}
	// Closing brings everything into the one file that is copied.
	return errors.Join(s.Migrate(context.Background()), s.Close())
}

// Location gives a fresh, migrated database of the engine.
func Location(t testing.TB, engine store.Engine) string {
	t.Helper()
	if engine == store.Postgres {
		return testkit.Postgres(t, template)
	}
	shop, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "snackdrop.db")
	if err := os.WriteFile(file, shop, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Empty gives a PostgreSQL database without any table.
func Empty(t testing.TB) string { return testkit.Postgres(t) }

// Open opens a location and closes it when the test ends.
func Open(t testing.TB, location string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), withFewConnections(location))
	if err != nil {
		t.Fatal(err)
	}
	locations.Store(s, location)
	t.Cleanup(func() {
		locations.Delete(s)
		_ = s.Close()
	})
	return s
}

// withFewConnections is the location of a store that opens few connections. The first thing a shop does is many tasks at
// once; opening as many connections as a real one does for them was most of what the tests cost.
func withFewConnections(location string) string {
	if !strings.HasPrefix(location, "postgres") {
		return location
	}
	return location + "&pool_max_conns=2"
}

// locations has where the stores of the tests are: *store.Store to string.
var locations sync.Map

// LocationOf is where a store made by Open is, for a test that needs a second one on the same database.
func LocationOf(s *store.Store) string {
	location, _ := locations.Load(s)
	text, _ := location.(string)
	return text
}

// EndReservations lets the time to pay of every unpaid order in a database be over.
func EndReservations(t testing.TB, location string) {
	t.Helper()
	Exec(t, location, "UPDATE orders SET hold_expires_at = 1 WHERE hold_expires_at IS NOT NULL AND payment_status = 'unpaid'")
}

// Exec changes a database behind the back of the program.
func Exec(t testing.TB, location, statement string) {
	t.Helper()
	pool, done := raw(t, location)
	defer done()
	if _, err := pool.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// raw opens a database as the program does not know of it. That of a PostgreSQL database stays open until the test ends: a
// connection costs it more than a query.
func raw(t testing.TB, location string) (pool *sql.DB, done func()) {
	t.Helper()
	if !strings.HasPrefix(location, "postgres") {
		pool, err := sql.Open("sqlite", "file:"+location+"?_pragma=busy_timeout(10000)")
		if err != nil {
			t.Fatal(err)
		}
		return pool, func() { _ = pool.Close() }
	}
	if known, ok := raws.Load(location); ok {
		return known.(*sql.DB), func() {}
	}
	pool, err := sql.Open("pgx", location)
	if err != nil {
		t.Fatal(err)
	}
	known, loaded := raws.LoadOrStore(location, pool)
	if loaded {
		_ = pool.Close()
		return known.(*sql.DB), func() {}
	}
	t.Cleanup(func() {
		raws.Delete(location)
		_ = pool.Close()
	})
	return pool, func() {}
}

// raws has what raw has opened: string to *sql.DB.
var raws sync.Map

// Number is the number that a query gives, read behind the back of the program.
func Number(t testing.TB, location, query string) (n int64) {
	t.Helper()
	pool, done := raw(t, location)
	defer done()
	if err := pool.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Deadlocks is how many deadlocks PostgreSQL has ended in a database.
func Deadlocks(t testing.TB, location string) int64 {
	t.Helper()
	return Number(t, location, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
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
