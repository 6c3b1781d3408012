// Package baresql places orders with plain SQL, for the benchmark to compare the shop
// with: two small tables, a guarded count, and one commit for all orders that wait
// together. No HTTP, no rules, no index beyond the keys.
package baresql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/store"
)

// Shop is the two tables on an open database.
type Shop struct {
	begin    func(context.Context) (batch, error)
	shut     func()
	products int
	placed   atomic.Int64
}

// batch is one transaction of orders.
type batch interface {
	add(product, order int64)
	commit(context.Context) error
}

const tables = `
CREATE TABLE stock (id BIGINT PRIMARY KEY, quantity BIGINT NOT NULL);
CREATE TABLE orders (id BIGINT PRIMARY KEY, number TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, email TEXT NOT NULL, name TEXT NOT NULL, total BIGINT NOT NULL, at BIGINT NOT NULL);
CREATE TABLE order_lines (order_id BIGINT NOT NULL, position BIGINT NOT NULL, product_id BIGINT NOT NULL, quantity BIGINT NOT NULL, price BIGINT NOT NULL, PRIMARY KEY (order_id, position));`

var statementsOfOrder = []struct {
	text string
	args func(product, order int64) []any
}{
	{"UPDATE stock SET quantity = quantity - 1 WHERE id = $1 AND quantity >= 1", func(product, _ int64) []any { return []any{product} }},
	{"INSERT INTO orders (id, number, key, email, name, total, at) VALUES ($1, $2, $3, $4, $5, $6, $7)", func(_, order int64) []any {
		return []any{order, fmt.Sprintf("ORD-%03d", order), fmt.Sprintf("bench-%012d", order), fmt.Sprintf("buyer%d@example.com", order), "Maya Torres", 450, order}
	}},
	{"INSERT INTO order_lines (order_id, position, product_id, quantity, price) VALUES ($1, $2, $3, $4, $5)", func(product, order int64) []any {
		return []any{order, 0, product, 1, 450}
	}},
}

// Open makes the tables in an empty database, with more units of each product than will be sold.
func Open(ctx context.Context, engine store.Engine, location string, products int) (*Shop, error) {
	b := &Shop{products: products}
	var run func(string) error
	var err error
	if engine == store.Postgres {
		run, err = b.onPostgres(ctx, location)
	} else {
		run, err = b.onSQLite(ctx, location)
	}
	if err != nil {
		return nil, err
	}
	err = run(tables)
	for i := range products {
		err = errors.Join(err, run(fmt.Sprintf("INSERT INTO stock (id, quantity) VALUES (%d, 1000000000)", i+1)))
	}
	return b, err
}

// Close ends the connection.
func (b *Shop) Close() { b.shut() }

// OrdersPerSecond lets buyers order for a while.
func (b *Shop) OrdersPerSecond(ctx context.Context, buyers int, length time.Duration) (float64, error) {
	type ask struct {
		product, order int64
		done           chan error
	}
	queue := make(chan ask, buyers)
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	before, start := b.placed.Load(), time.Now()
	end := start.Add(length)
	for range buyers {
		all.Go(func() {
			done := make(chan error, 1)
			for time.Now().Before(end) && ctx.Err() == nil && failed.Load() == nil {
				order := b.placed.Add(1)
				queue <- ask{order%int64(b.products) + 1, order, done}
				if err := <-done; err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	go func() { all.Wait(); close(queue) }()
	for first := range queue {
		waiting := []ask{first}
		for more := true; more; {
			select {
			case next, open := <-queue:
				if more = open; open {
					waiting = append(waiting, next)
				}
			default:
				more = false
			}
		}
		batch, err := b.begin(ctx)
		if err == nil {
			for _, a := range waiting {
				batch.add(a.product, a.order)
			}
			err = batch.commit(ctx)
		}
		for _, a := range waiting {
			a.done <- err
		}
	}
	rate := float64(b.placed.Load()-before) / time.Since(start).Seconds()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return rate, ctx.Err()
}

// onSQLite works with statements that are prepared once, as the shop's own driver allows at best.
func (b *Shop) onSQLite(ctx context.Context, file string) (run func(string) error, err error) {
	pool, err := sql.Open("sqlite", "file:"+file+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-8000)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	b.shut = func() { _ = pool.Close() }
	var statements []*sql.Stmt
	b.begin = func(ctx context.Context) (batch, error) {
		for len(statements) < len(statementsOfOrder) {
			statement, err := pool.PrepareContext(ctx, statementsOfOrder[len(statements)].text)
			if err != nil {
				return nil, err
			}
			statements = append(statements, statement)
		}
		tx, err := pool.BeginTx(ctx, nil)
		batch := &sqliteBatch{ctx: ctx, tx: tx}
		if err == nil {
			for _, s := range statements {
				batch.statements = append(batch.statements, tx.StmtContext(ctx, s))
			}
		}
		return batch, err
	}
	return func(text string) error { _, err := pool.ExecContext(ctx, text); return err }, nil
}

type sqliteBatch struct {
	ctx        context.Context
	tx         *sql.Tx
	statements []*sql.Stmt
	err        error
}

func (b *sqliteBatch) add(product, order int64) {
	for i, s := range b.statements {
		result, err := s.ExecContext(b.ctx, statementsOfOrder[i].args(product, order)...)
		if err == nil {
			err = oneRow(result.RowsAffected())
		}
		b.err = errors.Join(b.err, err)
	}
}

func (b *sqliteBatch) commit(context.Context) error {
	if b.err != nil {
		return errors.Join(b.err, b.tx.Rollback())
	}
	return b.tx.Commit()
}

func oneRow(n int64, err error) error {
	if err == nil && n != 1 {
		return errors.New("a statement changed nothing")
	}
	return err
}

// onPostgres sends all statements of a batch down one connection without waiting in between.
func (b *Shop) onPostgres(ctx context.Context, url string) (run func(string) error, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	b.shut = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	b.begin = func(context.Context) (batch, error) { return &postgresBatch{conn: conn}, nil }
	return func(text string) error { _, err := conn.Exec(ctx, text); return err }, nil
}

type postgresBatch struct {
	conn  *pgx.Conn
	batch pgx.Batch
}

func (b *postgresBatch) add(product, order int64) {
	for _, s := range statementsOfOrder {
		b.batch.Queue(s.text, s.args(product, order)...)
	}
}

func (b *postgresBatch) commit(ctx context.Context) error {
	return pgx.BeginFunc(ctx, b.conn, func(tx pgx.Tx) error {
		results := tx.SendBatch(ctx, &b.batch)
		for range b.batch.Len() {
			tag, err := results.Exec()
			if err == nil {
				err = oneRow(tag.RowsAffected(), nil)
			}
			if err != nil {
				return errors.Join(err, results.Close())
			}
		}
		return results.Close()
	})
}
