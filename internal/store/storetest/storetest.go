// Package storetest opens real, migrated databases for tests: a SQLite file and
// a PostgreSQL database, so that one test speaks for both engines.
package storetest

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
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
	s, err := store.Open(context.Background(), WithConnections(location, fewConnections))
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

// New opens a new SQLite database, for a test of what is the same on each engine.
func New(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, Location(t, store.SQLite))
}

// fewConnections is enough for a test. A shop begins with many tasks at once, and opening as many connections for them as
// a real one does was most of what the tests cost.
const fewConnections = "2"

// WithConnections is the location of a store that opens at most n connections for transactions, and n for reads.
func WithConnections(location, n string) string {
	at, err := url.Parse(location)
	if err != nil || !strings.HasPrefix(at.Scheme, "postgres") {
		return location
	}
	query := at.Query()
	query.Set("pool_max_conns", n)
	at.RawQuery = query.Encode()
	return at.String()
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
	if _, err := raw(t, location).ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// raw gives connections to a database that the program does not know of. Those to PostgreSQL stay open until the test ends,
// as one costs more than a query; a SQLite file is open while it is used.
func raw(t testing.TB, location string) *sql.DB {
	t.Helper()
	if known, ok := raws.Load(location); ok {
		return known.(*sql.DB)
	}
	driver, source, idle := "pgx", location, 1
	if !strings.HasPrefix(location, "postgres") {
		driver, source, idle = "sqlite", "file:"+location+"?_pragma=busy_timeout(10000)", 0
	}
	pool, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	pool.SetMaxIdleConns(idle)
	raws.Store(location, pool)
	t.Cleanup(func() {
		raws.CompareAndDelete(location, pool)
		_ = pool.Close()
	})
	return pool
}

// raws has what raw has opened: string to *sql.DB.
var raws sync.Map

// Number is the number that a query gives, read behind the back of the program.
func Number(t testing.TB, location, query string) (n int64) {
	t.Helper()
	if err := raw(t, location).QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// LastOrder is how many order numbers were given out.
func LastOrder(t testing.TB, location string) int64 {
	t.Helper()
	return Number(t, location, "SELECT value FROM counters WHERE name = 'order_number'")
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
