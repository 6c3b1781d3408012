package store

import (
	"context"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// newShop makes an empty shop for tests of what only this package sees.
func newShop(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), t.TempDir()+"/snackdrop.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// Queries gives tests the generated queries, to store rows that no use case writes.
func (r *Reader) Queries() *db.Queries { return r.q }

// ExecOnReader runs a statement on the connections that are for reading.
func (s *Store) ExecOnReader(ctx context.Context, statement string) error {
	_, err := s.reader.ExecContext(ctx, statement)
	return err
}

// ExecMigration runs the statements of one migration again.
func (s *Store) ExecMigration(ctx context.Context, file string) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := s.runMigration(ctx, tx, file); err != nil {
		return err
	}
	return tx.Commit()
}

// KeyPlans are the database's plans for the queries by which a batch of orders looks up its buyers.
func (s *Store) KeyPlans(ctx context.Context) (map[string]string, error) {
	user := int64(1)
	buyers := []Buyer{{MailboxKey: "a", EmailKey: "a@example.com", Network: "n", Network48: "m"}, {MailboxKey: "b", EmailKey: "b@example.com", UserID: &user}}
	plans := map[string]string{}
	explain := func(name, query string, args []any) error {
		lines, err := s.writer.QueryContext(ctx, s.engine.explain()+query, s.engine.withFreshPlan(args)...)
		if err != nil {
			return err
		}
		defer func() { _ = lines.Close() }()
		for lines.Next() {
			var id, parent, unused int
			var text string
			into := []any{&text}
			if s.engine == SQLite {
				into = []any{&id, &parent, &unused, &text}
			}
			if err := lines.Scan(into...); err != nil {
				return err
			}
			plans[name] += text + "\n"
		}
		return lines.Err()
	}
	holds, args, _ := holdsQuery(s.engine, buyers)
	if err := explain("unpaid orders", holds, args); err != nil {
		return nil, err
	}
	bought, args := unitsBoughtQuery(s.engine, []int64{1}, buyers)
	if err := explain("units bought", bought, args); err != nil {
		return nil, err
	}
	purchases, args := purchasesQuery(s.engine, []int64{1, 2}, map[string][]string{"mailbox": {"a", "b"}, "household": {"c"}})
	return plans, explain("purchases", purchases, args)
}

func (e Engine) explain() string {
	if e == SQLite {
		return "EXPLAIN QUERY PLAN "
	}
	return "EXPLAIN "
}
