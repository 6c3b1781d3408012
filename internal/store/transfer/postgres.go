package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/store"
)

type postgresConn struct{ conn *pgx.Conn }

func openPostgres(ctx context.Context, url string) (*postgresConn, error) {
	config, _, err := store.ParsePostgresURL(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "snackdrop-transfer"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &postgresConn{conn}, nil
}

// readPostgres reads in one transaction. An exclusive one also keeps everybody from
// writing, after it has seen that no shop is connected.
func readPostgres(ctx context.Context, url string, exclusive bool) (connection, error) {
	c, err := openPostgres(ctx, url)
	if err != nil {
		return nil, err
	}
	if exclusive {
		shops, err := number(ctx, c, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", store.ApplicationName)
		if err == nil && shops > 0 {
			err = errServed
		}
		if err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	err = c.exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ")
	if err == nil && exclusive {
		err = c.lockTables(ctx)
	}
	if err == nil { // the first read is the moment that everything is read at
		_, err = number(ctx, c, "SELECT COUNT(*) FROM pg_class")
	}
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *postgresConn) lockTables(ctx context.Context) error {
	names, err := texts(ctx, c, "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := c.exec(ctx, "LOCK TABLE "+quote(name)+" IN SHARE MODE"); err != nil {
			return err
		}
	}
	return nil
}

// writePostgres opens a database for loading. What a crash of the server can take
// away is a batch together with the note that it was copied.
func writePostgres(ctx context.Context, url string) (connection, error) {
	c, err := openPostgres(ctx, url)
	if err != nil {
		return nil, err
	}
	for _, statement := range []string{"SET synchronous_commit = off", "SET maintenance_work_mem = '256MB'"} {
		if err := c.exec(ctx, statement); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

func (c *postgresConn) close() error { return c.conn.Close(context.Background()) }

func (c *postgresConn) exec(ctx context.Context, statement string, args ...any) error {
	if _, err := c.conn.Exec(ctx, statement, args...); err != nil {
		return fmt.Errorf("%w in %s", err, statement)
	}
	return nil
}

func (c *postgresConn) query(ctx context.Context, statement string, args ...any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := c.conn.Query(ctx, statement, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			values, err := rows.Values()
			if !yield(values, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func (c *postgresConn) collated(column Column) string {
	if column.Kind == Text {
		return quote(column.Name) + ` COLLATE "C"`
	}
	return quote(column.Name)
}

func (c *postgresConn) insert(ctx context.Context, table Table, rows []Row) error {
	_, err := c.conn.CopyFrom(ctx, pgx.Identifier{table.Name}, table.columns(), pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) { return rows[i], nil }))
	return err
}

func (c *postgresConn) hasTable(ctx context.Context, name string) (bool, error) {
	n, err := number(ctx, c, "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1", name)
	return n > 0, err
}

func (c *postgresConn) sequence(ctx context.Context, table string) (int64, error) {
	name, err := c.sequenceName(ctx, table)
	if err != nil {
		return 0, err
	}
	return number(ctx, c, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "+name)
}

func (c *postgresConn) sequenceName(ctx context.Context, table string) (string, error) {
	names, err := texts(ctx, c, "SELECT pg_get_serial_sequence($1, 'id')", quote(table))
	if err != nil || len(names) != 1 || names[0] == "" {
		return "", fmt.Errorf("%s has no sequence (%w)", table, err)
	}
	return names[0], nil
}

func (c *postgresConn) setSequence(ctx context.Context, table string, last int64) error {
	name, err := c.sequenceName(ctx, table)
	if err != nil {
		return err
	}
	return c.exec(ctx, fmt.Sprintf("SELECT setval($1::regclass, GREATEST(1, m.last), m.last > 0) FROM (SELECT GREATEST(COALESCE(MAX(id), 0), $2::bigint) AS last FROM %s) m", quote(table)), name, last)
}

func (c *postgresConn) aside(ctx context.Context) (drop, remake []string, err error) {
	for _, step := range []struct{ drop, remake, from string }{
		{`'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname)`,
			`'ALTER TABLE ' || conrelid::regclass || ' ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)`,
			`pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`},
		{`'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname)`,
			`'ALTER TABLE ' || conrelid::regclass || ' ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)`,
			`pg_constraint WHERE contype = 'u' AND connamespace = current_schema()::regnamespace`},
		{`'DROP INDEX ' || i.indexrelid::regclass`, `pg_get_indexdef(i.indexrelid)`,
			`pg_index i JOIN pg_class c ON c.oid = i.indexrelid AND c.relnamespace = current_schema()::regnamespace
			WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))`},
		{`'ALTER TABLE ' || t.name || ' DISABLE TRIGGER USER'`, `'ALTER TABLE ' || t.name || ' ENABLE TRIGGER USER'`,
			`(SELECT DISTINCT g.tgrelid::regclass AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
			WHERE NOT g.tgisinternal AND c.relnamespace = current_schema()::regnamespace) t`},
	} {
		var back []string
		for values, err := range c.query(ctx, "SELECT "+step.drop+", "+step.remake+" FROM "+step.from) {
			if err != nil {
				return nil, nil, err
			}
			drop, back = append(drop, values[0].(string)), append(back, values[1].(string))
		}
		remake = append(back, remake...) // references need the unique indexes, so they come last
	}
	return drop, remake, nil
}

func (c *postgresConn) finishLoad(ctx context.Context) error { return c.exec(ctx, "ANALYZE") }
