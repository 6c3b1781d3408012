package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/bigshop"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// filled is a shop with rows in the tables that matter to a copy: text keys, booleans, NULLs, odd texts, and
// identities beyond the last row.
func filled(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "snackdrop.db")
	if err := bigshop.Fill(t.Context(), file, bigshop.Size{Products: 60, Orders: 700, Customers: 50}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO users (id, email, email_key, password_hash, is_admin, created_at, updated_at) VALUES (3, 'a@b.co', 'a@b.co', 'x', 1, 1, 1), (9, 'z@b.co', 'z@b.co', 'x', 0, 1, 1)`,
		`DELETE FROM users WHERE id = 9`,
		`INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ('hash', 3, 1, 1, 9999999999999)`,
		`INSERT INTO settings (key, value, updated_at) VALUES ('b', 'quote " and \ and é漢字' || char(10) || '<&>', 1), ('B', '', 1), ('_', 'x', 1), ('é', 'x', 1), ('a-b', 'x', 1), ('aB', 'x', 1)`,
		`INSERT INTO drops (id, slug, name, teased_at, opens_at, created_at, updated_at) VALUES (1, 'one', 'One', 1, 2, 1, 1), (2, 'two', 'Two', 1, 2, 1, 1)`,
		`UPDATE drops SET next_draw_id = 2 WHERE id = 1`,
		`INSERT INTO purchase_counters (drop_id, kind, key, units) VALUES (1, 'phone', 'Zz', 1), (1, 'phone', 'aa', 2), (2, 'mailbox', '-', 1)`,
	} {
		storetest.Exec(t, file, statement)
	}
	fillRest(t, file)
	return file
}

// values are what the rows of fillRest have where a one or an x is not allowed, by column or by table and column.
var values = map[string]any{"user_id": int64(3), "profiles.id": int64(3), "line": "main", "format": "standard", "task": "open", "barred_keys.kind": "card", "promotions.kind": "percent",
	"reservations.kind": "cart", "payments.status": "paid", "refunds.status": "done", "queue_entries.state": "waiting", "reservations.state": "held", "waitlist_entries.state": "waiting"}

// fillRest puts a row into every table that has none, also into those of later migrations.
func fillRest(t *testing.T, file string) {
	t.Helper()
	tables, err := readSchema(t.Context(), store.LatestVersion())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := openWriting(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.close() }()
	for _, table := range tables {
		if n, err := number(t.Context(), conn, "SELECT COUNT(*) FROM "+quote(table.Name)); err != nil || n > 0 {
			continue
		}
		row := Row{}
		for _, column := range table.Columns {
			value, known := values[table.Name+"."+column.Name]
			if !known {
				value, known = values[column.Name]
			}
			if !known {
				value = map[Kind]any{Integer: int64(1), Text: "x", Boolean: true}[column.Kind]
			}
			row = append(row, value)
		}
		if err := conn.insert(t.Context(), table, []Row{row}); err != nil {
			t.Fatalf("a row of %s: %v; does it need an entry in values?", table.Name, err)
		}
	}
}

func copyAll(t *testing.T, from, to string, say func(Progress)) (map[string]Digest, error) {
	t.Helper()
	return copyUntil(t.Context(), from, to, say)
}

func copyUntil(ctx context.Context, from, to string, say func(Progress)) (map[string]Digest, error) {
	source, err := OpenSource(ctx, from)
	if err != nil {
		return nil, err
	}
	defer func() { _ = source.Close() }()
	target, err := OpenTarget(ctx, to, source.Version, source.Tables)
	if err != nil {
		return nil, err
	}
	defer func() { _ = target.Close() }()
	return Copy(ctx, source, target, say)
}

func quiet(Progress) {}

func TestThereAndBackGivesTheSameRows(t *testing.T) {
	from, between, back := filled(t), storetest.Empty(t), filepath.Join(t.TempDir(), "back.db")
	there, err := copyAll(t, from, between, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if there["orders"].Rows != 700 || there["settings"].Rows != 6 || there["counters"].Rows < 3 || len(there) < 50 {
		t.Errorf("copied %v", there)
	}
	for table, digest := range there {
		if digest.Rows == 0 {
			t.Errorf("no row of %s was copied", table)
		}
	}
	again, err := copyAll(t, between, back, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(there, again) {
		t.Errorf("there %v\nback %v", there, again)
	}
	for _, location := range []string{between, back} {
		shopWorks(t, location)
	}
	if was, made := definitions(t, from), definitions(t, back); made != was {
		t.Errorf("indexes and triggers differ:\n%s\nwant\n%s", made, was)
	}
}

// shopWorks: the text index finds, triggers fire, and new rows continue the numbering.
func shopWorks(t *testing.T, location string) {
	t.Helper()
	s := storetest.Open(t, location)
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found, _, err := s.Orders.List(t.Context(), shop.OrderFilter{Search: "torres"}, 1, ""); err != nil || len(found) != 1 {
		t.Errorf("the search finds %d orders, %v", len(found), err)
	}
	storetest.Exec(t, location, "INSERT INTO users (email, email_key, password_hash, created_at, updated_at) VALUES ('n@b.co', 'n@b.co', 'x', 1, 1)")
	conn, err := openWriting(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.close() }()
	for what, query := range map[string]string{
		"the numbering goes on after a deleted row": "SELECT COUNT(*) FROM users WHERE email = 'n@b.co' AND id = 10",
		"the trigger makes a customer":              "SELECT COUNT(*) FROM customers WHERE email_key = 'n@b.co'",
		"a session is there":                        "SELECT COUNT(*) FROM sessions WHERE token_hash = 'hash' AND user_id = 3",
	} {
		if n, err := number(t.Context(), conn, query); err != nil || n != 1 {
			t.Errorf("%s: %d, %v", what, n, err)
		}
	}
	if _, ok := conn.(*postgresConn); ok {
		if err := conn.exec(t.Context(), "INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ('h', 77, 1, 1, 1)"); err == nil {
			t.Error("a reference to nothing is accepted")
		}
	}
}

func definitions(t *testing.T, file string) string {
	t.Helper()
	conn, err := openWriting(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.close() }()
	list, err := texts(t.Context(), conn, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('index', 'trigger') ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

func TestACopyThatWasInterruptedGoesOn(t *testing.T) {
	from := filled(t)
	whole, err := copyAll(t, from, storetest.Empty(t), quiet)
	if err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"postgres": storetest.Empty(t), "sqlite": filepath.Join(t.TempDir(), "to.db")} {
		t.Run(name, func(t *testing.T) {
			for _, at := range []struct {
				step  Step
				table string
				done  int64
			}{{Copying, "orders", 700}, {Copying, "order_lines", 0}, {Indexing, "", 3}, {Checking, "orders", 0}} {
				ctx, cancel := context.WithCancel(t.Context())
				_, err := copyUntil(ctx, from, to, func(p Progress) {
					if p.Step == at.step && p.Table == at.table && p.Done == at.done {
						cancel()
					}
				})
				if cancel(); err == nil {
					t.Fatalf("%v: nothing was interrupted", at)
				}
				s := storetest.Open(t, to)
				if err := s.Migrate(t.Context()); err == nil {
					t.Errorf("%v: half a shop would be served", at)
				}
			}
			resumed := false
			got, err := copyAll(t, from, to, func(p Progress) { resumed = resumed || p.Step == Copying && p.Table == "orders" && p.Done == 700 })
			if err != nil || !maps.Equal(got, whole) {
				t.Errorf("%v\n%v\nwant %v", err, got, whole)
			}
			if !resumed {
				t.Error("rows were copied twice")
			}
		})
	}
}

func TestOneChangedRowIsFound(t *testing.T) {
	from := filled(t)
	for name, fresh := range map[string]func() string{
		"postgres": func() string { return storetest.Empty(t) }, "sqlite": func() string { return filepath.Join(t.TempDir(), "to.db") },
	} {
		for change, where := range map[string]string{
			"UPDATE orders SET staff_notes = 'x' WHERE id = 432":      "orders at id=432",
			"DELETE FROM settings WHERE key = '_'":                    "settings at key=_",
			"UPDATE purchase_counters SET units = 7 WHERE key = 'aa'": "purchase_counters at drop_id=1 kind=phone key=aa",
		} {
			to := fresh()
			changed := false
			_, err := copyAll(t, from, to, func(p Progress) {
				if p.Step == Checking && !changed {
					changed = true
					storetest.Exec(t, to, change)
				}
			})
			if !errors.Is(err, errDiffers) || !strings.Contains(fmt.Sprint(err), where) {
				t.Errorf("%s, %s: %v", name, change, err)
			}
		}
	}
}

func TestATargetWithRowsAndAServedSourceAreRefused(t *testing.T) {
	from := filled(t)
	between := storetest.Empty(t)
	if _, err := copyAll(t, from, between, quiet); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{between, filled(t)} {
		if _, err := copyAll(t, from, to, quiet); !errors.Is(err, errNotEmpty) {
			t.Errorf("%v", err)
		}
	}
	for _, source := range []string{from, between} {
		s, err := store.Open(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Products.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenSource(t.Context(), source); !errors.Is(err, errServed) {
			t.Errorf("%v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, location := range []string{storetest.Location(t, store.SQLite), storetest.Location(t, store.Postgres)} { // migrated, and nothing else
		if _, err := copyAll(t, from, location, quiet); err != nil {
			t.Error(err)
		}
	}
}

// A shop that is in use is read from a copy: as it was at one moment, without anything left behind, and without the
// write-ahead log growing until the last row is read.
func TestASnapshotOfAFileThatIsInUse(t *testing.T) {
	file := filled(t)
	rested := 0
	snapshot, err := OpenSnapshot(t.Context(), file, func(context.Context) { rested++ })
	if err != nil {
		t.Fatal(err)
	}
	storetest.Exec(t, file, "DELETE FROM settings")
	storetest.Exec(t, file, "PRAGMA wal_checkpoint(TRUNCATE)") // impossible while somebody reads an older state
	if log, err := os.Stat(file + "-wal"); err == nil && log.Size() > 0 {
		t.Errorf("the write-ahead log has %d bytes", log.Size())
	}
	settings := 0
	summary, err := snapshot.Export(t.Context(), func(table string, lines []byte) error {
		if table == "settings" {
			settings += bytes.Count(lines, []byte("\n"))
		}
		return nil
	})
	if err != nil || settings != 6 || summary.Tables["settings"].Rows != 6 || summary.Tables["orders"].Rows != 700 {
		t.Errorf("%d settings, %+v, %v", settings, summary.Tables["settings"], err)
	}
	if rested < 700 {
		t.Errorf("rested %d times", rested)
	}
	if err := snapshot.Close(); err != nil {
		t.Fatal(err)
	}
	old := file + ".copy-of-a-killed-program"
	if err := errors.Join(os.WriteFile(old, nil, 0o600), os.Chtimes(old, time.Time{}, time.Now().Add(-2*oldCopy))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := OpenSnapshot(ctx, file, func(context.Context) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy goes on after its end: %v", err)
	}
	if left, _ := filepath.Glob(file + ".copy*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
