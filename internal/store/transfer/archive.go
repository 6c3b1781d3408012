package transfer

import (
	"bytes"
	"context"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/store"
)

// Summary is what a backup knows of its rows, to check them when they come back.
type Summary struct {
	Tables    map[string]Digest `json:"tables"`
	Sequences map[string]int64  `json:"sequences"`
}

// partSize is about how many bytes of rows one part of a backup has.
const partSize = 4 << 20

// Count is how many rows a source has.
func (s *Source) Count(ctx context.Context) (rows int64, err error) {
	for _, table := range s.Tables {
		n, err := number(ctx, s.conn, "SELECT COUNT(*) FROM "+quote(table.Name))
		if err != nil {
			return 0, err
		}
		rows += n
	}
	return rows, nil
}

// Export hands out all rows of a source, as lines of canonical texts in parts.
func (s *Source) Export(ctx context.Context, part func(table string, lines []byte) error) (summary Summary, err error) {
	summary.Tables = map[string]Digest{}
	lines := make([]byte, 0, partSize+partSize/4)
	for _, table := range s.Tables {
		d := newDigester()
		lines = lines[:0]
		for row, err := range rows(ctx, s.conn, table, 0) {
			if err != nil {
				return summary, err
			}
			s.rest(ctx)
			text, err := d.add(row)
			if err != nil {
				return summary, fmt.Errorf("%s: %w", table.Name, err)
			}
			if lines = append(lines, text...); len(lines) >= partSize {
				if err := part(table.Name, lines); err != nil {
					return summary, err
				}
				lines = lines[:0]
			}
		}
		if len(lines) > 0 {
			if err := part(table.Name, lines); err != nil {
				return summary, err
			}
		}
		summary.Tables[table.Name] = d.digest()
	}
	summary.Sequences, err = s.sequences(ctx)
	return summary, err
}

// Import fills an empty database with what Export handed out.
type Import struct {
	target   *Target
	location string
	tables   map[string]Table
}

// OpenImport makes the tables of a backup's schema in an empty database.
func OpenImport(ctx context.Context, location string, schema int64) (*Import, error) {
	if latest := store.LatestVersion(); schema > latest || schema < 1 {
		return nil, fmt.Errorf("the backup has schema %d and this program schema %d: restore it with the version that made it", schema, latest)
	}
	tables, err := readSchema(ctx, schema)
	if err != nil {
		return nil, err
	}
	target, err := OpenTarget(ctx, location, schema, tables)
	if err != nil {
		return nil, err
	}
	if target.Resumed {
		_ = target.Close()
		return nil, fmt.Errorf("%w: a move or a restore into it was not finished", errNotEmpty)
	}
	known := map[string]Table{}
	for _, table := range tables {
		known[table.Name] = table
	}
	return &Import{target, location, known}, nil
}

// Add adds one part.
func (i *Import) Add(ctx context.Context, name string, lines []byte) error {
	table, ok := i.tables[name]
	if !ok {
		return fmt.Errorf("the backup has a table %q that this schema does not", name)
	}
	var batch []Row
	for line := range bytes.Lines(lines) {
		row, err := parseRow(table, line)
		if err != nil {
			return err
		}
		batch = append(batch, row)
	}
	return i.target.append(ctx, table, batch)
}

// Finish makes the indexes, compares every table with the summary and brings the schema up to this program's.
func (i *Import) Finish(ctx context.Context, summary Summary) error {
	if err := i.target.remake(ctx, func(int, int) {}); err != nil {
		return err
	}
	for _, table := range i.target.tables {
		digest, err := digestOf(rows(ctx, i.target.conn, table, 0))
		if err != nil {
			return err
		}
		if want := summary.Tables[table.Name]; digest != want {
			return fmt.Errorf("%w: %s has %d rows, and %d were saved", errDiffers, table.Name, digest.Rows, want.Rows)
		}
	}
	if err := i.target.finish(ctx, summary.Sequences); err != nil {
		return err
	}
	s, err := store.Open(ctx, i.location)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.Migrate(ctx)
}

// Close ends the connection.
func (i *Import) Close() error { return i.target.Close() }
