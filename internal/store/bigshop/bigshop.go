// Package bigshop fills an empty shop with very many products and orders, fast:
// triggers and text indexes are dropped first, and aggregates are computed at the end in
// one statement each. The result equals what the program itself would have stored.
package bigshop

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Size says how much to put in.
type Size struct {
	Products  int
	Orders    int
	Customers int           // 0: a third of the orders
	Span      time.Duration // the orders' age; 0: two years
}

// inFirstCategory is how many products the first category has at least: a full page.
const inFirstCategory = 24

// Fill migrates the database at location (a SQLite file or a PostgreSQL URL),
// which must be empty, and fills it. say receives progress messages.
func Fill(ctx context.Context, location string, size Size, say func(string)) error {
	s, err := store.Open(ctx, location)
	if err != nil {
		return err
	}
	engine := s.Engine()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	if full, err := s.Products.Count(ctx); err != nil || full > 0 {
		return fmt.Errorf("the shop has %d products already (%v)", full, err)
	}
	if err := s.Close(); err != nil {
		return err
	}
	if size.Customers == 0 {
		size.Customers = max(size.Orders/3, 1)
	}
	if size.Span == 0 {
		size.Span = 2 * 365 * 24 * time.Hour
	}
	f := &filler{size: size, engine: engine, random: rand.New(rand.NewPCG(7, 11)), now: time.Now(), say: say}
	if err := f.open(location); err != nil {
		return err
	}
	defer func() { _ = f.db.Close() }()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"triggers and text indexes aside", f.aside},
		{"products", f.products},
		{"orders", f.orders},
		{"lines", f.lines},
		{"events", f.events},
		{"sums", f.sums},
		{"subscribers and audit log", f.others},
		{"text indexes back", f.back},
	} {
		start := time.Now()
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		say(fmt.Sprintf("%s: %.1f s", step.name, time.Since(start).Seconds()))
	}
	return nil
}

type filler struct {
	size   Size
	engine store.Engine
	db     *sql.DB
	random *rand.Rand
	now    time.Time
	say    func(string)
	remake []string // what was put aside
	zipf   *rand.Zipf
}

func (f *filler) open(location string) (err error) {
	if f.engine == store.Postgres {
		f.db, err = sql.Open("pgx", location)
		return err
	}
	// A half-filled shop can be thrown away, so nothing waits for the disk here.
	f.db, err = sql.Open("sqlite", "file:"+location+"?_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)&_pragma=foreign_keys(0)")
	if err == nil {
		f.db.SetMaxOpenConns(1)
	}
	return err
}

// aside drops triggers and indexes that would run for every row.
func (f *filler) aside(ctx context.Context) error {
	if f.engine == store.Postgres {
		f.remake = []string{
			"CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops)",
			"CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops)",
			"CREATE INDEX customers_search ON customers USING gin (search_text gin_trgm_ops)",
			"ALTER TABLE orders ENABLE TRIGGER USER", "ALTER TABLE users ENABLE TRIGGER USER",
		}
		return f.exec(ctx, "DROP INDEX products_search", "DROP INDEX orders_search", "DROP INDEX customers_search",
			"ALTER TABLE orders DISABLE TRIGGER USER", "ALTER TABLE users DISABLE TRIGGER USER")
	}
	rows, err := f.db.QueryContext(ctx, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
	if err != nil {
		return err
	}
	var drop []string
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			_ = rows.Close()
			return err
		}
		drop, f.remake = append(drop, "DROP TRIGGER "+name), append(f.remake, text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, table := range []string{"products", "orders", "customers"} {
		f.remake = append(f.remake, fmt.Sprintf("INSERT INTO %s_fts(%s_fts) VALUES ('rebuild')", table, table))
	}
	return f.exec(ctx, drop...)
}

func (f *filler) back(ctx context.Context) error {
	if err := f.exec(ctx, f.remake...); err != nil {
		return err
	}
	if f.engine == store.Postgres {
		return f.exec(ctx, "VACUUM ANALYZE")
	}
	return f.exec(ctx, "PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)")
}

// others fills the lists that follow from the rest: one customer in ten is a
// subscriber, and somebody made every product.
func (f *filler) others(ctx context.Context) error {
	return f.exec(ctx,
		`INSERT INTO subscribers (email, email_key, status, created_at, confirmed_at)
		SELECT email, email_key, CASE id % 30 WHEN 0 THEN 'pending' WHEN 10 THEN 'unsubscribed' ELSE 'confirmed' END, last_order_at, last_order_at
		FROM customers WHERE id % 10 = 0`,
		`INSERT INTO audit_log (at, actor_id, actor, action, entity, entity_id, after)
		SELECT created_at, 1 + id % 3, 'staff@example.com', 'create', 'product', CAST(id AS TEXT), '{"name":"A product"}' FROM products`)
}

func (f *filler) exec(ctx context.Context, statements ...string) error {
	for _, text := range statements {
		if _, err := f.db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%w in %s", err, text)
		}
	}
	return nil
}

// insert writes n rows, many to a statement and many statements to a transaction.
func (f *filler) insert(ctx context.Context, table string, columns []string, n int, row func(i int) []any) error {
	const perTransaction = 20_000
	perStatement := max(1, 20_000/len(columns))
	if f.engine == store.SQLite { // it looks every parameter up among all of its statement
		perStatement = max(1, 200/len(columns))
	}
	statement := func(rows int) string {
		var text strings.Builder
		fmt.Fprintf(&text, "INSERT INTO %s (%s) VALUES ", table, strings.Join(columns, ", "))
		for r := range rows {
			for c := range columns {
				sep := ", "
				if c == 0 {
					sep = "), ("
				}
				if r == 0 && c == 0 {
					sep = "("
				}
				fmt.Fprintf(&text, "%s$%d", sep, r*len(columns)+c+1)
			}
		}
		return text.String() + ")"
	}
	for start := 0; start < n; start += perTransaction {
		end := min(n, start+perTransaction)
		tx, err := f.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		full, err := tx.PrepareContext(ctx, statement(perStatement))
		if err != nil {
			_ = tx.Rollback()
			return err
		}
		for at := start; at < end; at += perStatement {
			rows := min(perStatement, end-at)
			args := make([]any, 0, rows*len(columns))
			for i := range rows {
				args = append(args, row(at+i)...)
			}
			if rows == perStatement {
				_, err = full.ExecContext(ctx, args...)
			} else {
				_, err = tx.ExecContext(ctx, statement(rows), args...)
			}
			if err != nil {
				_ = tx.Rollback()
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) pick(list []string) string { return list[f.random.IntN(len(list))] }

func (f *filler) products(ctx context.Context) error {
	now := f.now.UnixMilli()
	err := f.insert(ctx, "categories", []string{"id", "name", "slug", "sign", "search_text", "created_at", "updated_at"}, len(categories), func(i int) []any {
		return []any{i + 1, categories[i], shop.Slug(categories[i]), string(signs[i]), store.SearchText(categories[i]), now, now}
	})
	if err != nil {
		return err
	}
	columns := []string{"id", "name", "slug", "description", "price_cents", "category_id", "origin", "is_featured", "is_popular", "in_stock",
		"rating_tenths", "name_key", "search_text", "created_at", "updated_at"}
	err = f.insert(ctx, "products", columns, f.size.Products, func(i int) []any {
		name := fmt.Sprintf("%s %s %s %d", f.pick(flavours), f.pick(textures), f.pick(things), i+1)
		text := fmt.Sprintf("%s from %s, %s and %s. Batch %d.", name, f.pick(origins), strings.ToLower(f.pick(textures)), strings.ToLower(f.pick(flavours)), i)
		at := now - f.random.Int64N(f.size.Span.Milliseconds())
		category, featured := 1+f.random.IntN(len(categories)), f.random.IntN(2000) == 0
		if i < inFirstCategory { // the smallest shop has a full home page and a full category page too
			category, featured = 1, i < 8
		}
		return []any{i + 1, name, fmt.Sprintf("%s-%d", shop.Slug(name), i+1), text, 100 + f.random.IntN(4900), category, f.pick(origins),
			featured, f.random.IntN(20) == 0, f.random.IntN(100) != 0, f.random.IntN(51), store.SearchText(name), store.ProductText(name, text), at, at}
	})
	if err != nil {
		return err
	}
	f.zipf = rand.NewZipf(f.random, 1.07, 8, uint64(f.size.Products-1))
	return f.insert(ctx, "stock", []string{"product_id", "quantity"}, f.size.Products/2, func(i int) []any {
		units := 6 + f.random.IntN(500)
		if f.random.IntN(200) == 0 {
			units = f.random.IntN(6)
		}
		return []any{2*i + 1, units}
	})
}
