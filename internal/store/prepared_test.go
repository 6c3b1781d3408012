package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
)

// openNumbers opens a pool of one connection on a table of the numbers 1 to 3, and gives the connection.
func openNumbers(t *testing.T) (pool *sql.DB, conn *preparedConn) {
	t.Helper()
	pool, err := openPool("file:" + filepath.Join(t.TempDir(), "numbers.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxOpenConns(1)
	execAll(t, pool, "CREATE TABLE numbers (n INTEGER PRIMARY KEY)", "INSERT INTO numbers VALUES (1), (2), (3)")
	one, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	if err := one.Raw(func(c any) error { conn = c.(*preparedConn); return nil }); err != nil {
		t.Fatal(err)
	}
	return pool, conn
}

func execAll(t *testing.T, pool *sql.DB, queries ...string) {
	t.Helper()
	for _, query := range queries {
		if _, err := pool.ExecContext(t.Context(), query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
}

// begin begins a transaction that is rolled back when the test ends.
func begin(t *testing.T, pool *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := pool.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	return tx
}

func TestAStatementIsPreparedOnce(t *testing.T) {
	pool, conn := openNumbers(t)
	for i := range 3 {
		execAll(t, pool, "DELETE FROM numbers WHERE n = 3", "INSERT INTO numbers VALUES (3)")
		var sum int
		if err := pool.QueryRow("SELECT sum(n) + $1 FROM numbers", i).Scan(&sum); err != nil || sum != 6+i {
			t.Fatalf("the sum is %d: %v", sum, err)
		}
	}
	if n := conn.lastUsed.Len(); n != 5 { // with the two that made the table
		t.Errorf("%d statements are kept", n)
	}
}

func TestAStatementRunsWhileItsRowsAreRead(t *testing.T) {
	pool, conn := openNumbers(t)
	tx := begin(t, pool)
	var pairs []string
	const query = "SELECT n FROM numbers ORDER BY n"
	outer, err := tx.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = outer.Close() }()
	for outer.Next() {
		inner, err := tx.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		var a, b int
		if err := outer.Scan(&a); err != nil {
			t.Fatal(err)
		}
		for inner.Next() {
			if err := inner.Scan(&b); err != nil {
				t.Fatal(err)
			}
			pairs = append(pairs, fmt.Sprint(a, b))
		}
		_ = inner.Close()
	}
	if len(pairs) != 9 || pairs[0] != "1 1" || pairs[5] != "2 3" || pairs[8] != "3 3" {
		t.Errorf("the pairs are %v", pairs)
	}
	if n := len(conn.byText); n != 3 || conn.lastUsed.Len() != n {
		t.Errorf("%d statements are kept", n)
	}
}

func TestFewStatementsAreKept(t *testing.T) {
	pool, conn := openNumbers(t)
	tx := begin(t, pool)
	open, err := tx.Query("SELECT n FROM numbers ORDER BY n")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = open.Close() }()
	for i := range 3 * maxPrepared {
		var n int
		if err := tx.QueryRow(fmt.Sprintf("SELECT n + %d FROM numbers WHERE n = 1", i)).Scan(&n); err != nil || n != i+1 {
			t.Fatalf("statement %d gives %d: %v", i, n, err)
		}
	}
	if n := conn.lastUsed.Len(); n != maxPrepared || len(conn.byText) != n {
		t.Errorf("%d statements are kept, %d by their text", n, len(conn.byText))
	}
	sum := 0
	for open.Next() {
		var n int
		if err := open.Scan(&n); err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	if sum != 6 || open.Err() != nil {
		t.Errorf("the rows that were open add up to %d: %v", sum, open.Err())
	}
}

func TestAStatementFollowsTheSchema(t *testing.T) {
	pool, _ := openNumbers(t)
	count := func(want int) {
		t.Helper()
		var n int
		if err := pool.QueryRow("SELECT count(*) FROM numbers").Scan(&n); err != nil || n != want {
			t.Errorf("%d rows: %v", n, err)
		}
	}
	count(3)
	execAll(t, pool, "ALTER TABLE numbers RENAME TO old", "CREATE TABLE numbers (name TEXT)", "INSERT INTO numbers VALUES ('one')")
	count(1)
	execAll(t, pool, "DROP TABLE numbers", "ALTER TABLE old RENAME TO numbers")
	count(3)
}

// A statement that failed or was cancelled works the next time.
func TestAStatementRunsAgainAfterAFailure(t *testing.T) {
	pool, _ := openNumbers(t)
	const insert, list = "INSERT INTO numbers VALUES ($1)", "SELECT a.n FROM numbers AS a, numbers AS b, numbers AS c WHERE a.n <= $1"
	for n := 4; n < 7; n++ {
		if _, err := pool.ExecContext(t.Context(), insert, 1); err == nil {
			t.Fatal("a number was inserted twice")
		}
		if _, err := pool.ExecContext(t.Context(), insert, n); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		rows, err := pool.QueryContext(ctx, list, 100)
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		for rows.Next() {
		}
		if err := rows.Err(); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		_ = rows.Close()
		var first int
		if err := pool.QueryRowContext(t.Context(), list, 1).Scan(&first); err != nil || first != 1 {
			t.Errorf("the first number is %d: %v", first, err)
		}
	}
}

// Rows are inserted in their order, whatever their number, and by few texts.
func TestRowsAreInsertedByFewTexts(t *testing.T) {
	pool, conn := openNumbers(t)
	execAll(t, pool, "CREATE TABLE pairs (id INTEGER PRIMARY KEY, name TEXT UNIQUE, number INTEGER)")
	const upsert = " ON CONFLICT (name) DO UPDATE SET number = excluded.number"
	before := conn.lastUsed.Len()
	for n := range 3 * maxRows {
		tx := begin(t, pool)
		batch := &rowBatch{engine: SQLite, head: "INSERT INTO pairs (name, number) "}
		for i := range n {
			var number *int64
			if i%3 > 0 {
				number = new(int64)
				*number = int64(i)
			}
			batch.add(fmt.Sprint(i), number)
		}
		if err := batch.insert(t.Context(), &Tx{transaction: transaction{tx: tx}}, upsert); err != nil {
			t.Fatal(err)
		}
		var rows, numbers, first, outOfOrder int
		if err := tx.QueryRow("SELECT count(*), count(number), coalesce(min(id), 0) FROM pairs").Scan(&rows, &numbers, &first); err != nil {
			t.Fatal(err)
		}
		if err := tx.QueryRow("SELECT count(*) FROM pairs WHERE id <> $1 + name OR number <> name", first).Scan(&outOfOrder); err != nil {
			t.Fatal(err)
		}
		if rows != n || numbers != n-(n+2)/3 || outOfOrder != 0 {
			t.Fatalf("of %d rows there are %d, %d with a number, %d in another order", n, rows, numbers, outOfOrder)
		}
		if err := batch.insert(t.Context(), &Tx{transaction: transaction{tx: tx}}, upsert); err != nil { // once more changes them
			t.Fatal(err)
		}
		_ = tx.Rollback()
	}
	if texts := conn.lastUsed.Len() - before - 2; texts != 7 {
		t.Errorf("%d texts insert rows", texts)
	}
}
