package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// catalogueTables are what a rehearsal on PostgreSQL needs of a shop, in the order in which they refer to each other.
var catalogueTables = []string{"images", "categories", "products", "stock", "promotions", "tax_rates", "settings", "drops", "drop_products"}

// CopyCatalogue copies catalogue, settings and drops into an empty database that is migrated. It refuses one that has
// orders or products: somebody may need it.
func (s *Store) CopyCatalogue(ctx context.Context, to *Store) error {
	var used int64
	if err := to.writer.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM products)").Scan(&used); err != nil {
		return err
	}
	if used > 0 {
		return errors.New("the database for the rehearsal is not empty")
	}
	return to.Write(ctx, func(tx *Tx) error {
		for _, table := range catalogueTables {
			if err := s.copyTable(ctx, tx, table); err != nil {
				return fmt.Errorf("copying %s: %w", table, err)
			}
		}
		return nil
	})
}

// copyTable copies the rows of a table. Generated columns are made again.
func (s *Store) copyTable(ctx context.Context, tx *Tx, table string) error {
	rows, err := s.reader.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	generated, err := s.generatedColumns(ctx, table)
	if err != nil {
		return err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	var names, placeholders []string
	for _, name := range columns {
		if !slices.Contains(generated, name) {
			names = append(names, name)
			placeholders = append(placeholders, fmt.Sprintf("$%d", len(names)))
		}
	}
	insert := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(placeholders, ", ") + ") ON CONFLICT DO NOTHING"
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		var args []any
		for i, name := range columns {
			if !slices.Contains(generated, name) {
				args = append(args, values[i])
			}
		}
		if _, err := tx.tx.ExecContext(ctx, insert, args...); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil || !slices.Contains(names, "id") {
		return err
	}
	// Ids that are given out later come after those that were copied.
	_, err = tx.tx.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), COALESCE((SELECT MAX(id) FROM "+table+"), 0) + 1, false)")
	return err
}

func (s *Store) generatedColumns(ctx context.Context, table string) ([]string, error) {
	var names []string
	r := &connection{conn: s.reader, engine: s.engine}
	err := r.eachRow(ctx, "SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'ALWAYS'", []any{table}, func(rows *sql.Rows) error {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
		return nil
	})
	return names, err
}

// RemoveForRehearsal removes from the copy of a shop what must not be used or written to: secrets, webhooks, API keys, subscribers and mail that waits.
func (tx *Tx) RemoveForRehearsal(ctx context.Context, secretSettings []string) error {
	for _, query := range []string{"DELETE FROM outbox", "DELETE FROM webhooks", "DELETE FROM api_keys", "DELETE FROM subscribers"} {
		if _, err := tx.tx.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	for _, key := range secretSettings {
		if _, err := tx.tx.ExecContext(ctx, "DELETE FROM settings WHERE key = $1", key); err != nil {
			return err
		}
	}
	return nil
}
