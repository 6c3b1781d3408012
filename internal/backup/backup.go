// Package backup writes a whole shop into one file and reads it back: rows, pictures
// and the key of its secrets. The file is the same for SQLite and PostgreSQL, so a
// shop can be restored into either. Service makes backups by schedule and keeps those of some days.
package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/transfer"
)

// Shop is what is saved, or where it is restored to.
type Shop struct {
	Database string // a PostgreSQL URL or a SQLite file
	Pictures *media.Store
	Key      string // of its secrets; "" leaves it out
}

// The entries of a backup: head first, then the key, pictures and parts of tables, and the summary last, which proves
// that nothing is missing.
const (
	headName    = "backup.json"
	keyName     = "secret.key"
	tablePrefix = "tables/"
	summaryName = "summary.json"
)

type head struct {
	Format  int    `json:"format"`
	Schema  int64  `json:"schema"`
	Program string `json:"program"`
}

const format = 2 // the first one contained a SQLite file

// Progress is told of a backup that is being written.
type Progress struct {
	Say  func(done, of int64) // how many of its rows are written; nil: nobody listens
	Idle Idle                 // what the backup gives way to; nil: nothing
}

// writer adds entries to a backup.
type writer struct {
	archive *tar.Writer
	rest    func(context.Context)
}

// Write saves a shop as it is at one moment. It may go on serving.
func Write(ctx context.Context, out io.Writer, shop Shop, program string, p Progress) error {
	rest := pace(p.Idle)
	source, err := transfer.OpenSnapshot(ctx, shop.Database, rest)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	zip, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return err
	}
	w := writer{tar.NewWriter(zip), rest}
	if err := w.addJSON(ctx, headName, head{format, source.Version, program}); err != nil {
		return err
	}
	if shop.Key != "" {
		if err := w.add(ctx, keyName, []byte(shop.Key+"\n")); err != nil {
			return err
		}
	}
	var parts, done, rows int64
	if p.Say != nil {
		if rows, err = source.Count(ctx); err != nil {
			return err
		}
		p.Say(0, rows)
	}
	summary, err := source.Export(ctx, func(table string, lines []byte) error {
		parts++
		if p.Say != nil {
			done += int64(bytes.Count(lines, []byte("\n")))
			defer p.Say(done, rows)
		}
		return w.add(ctx, fmt.Sprintf("%s%s/%06d.jsonl", tablePrefix, table, parts), lines)
	})
	if err != nil {
		return err
	}
	// After the rows: a picture that a row names was stored before the row.
	if err := w.addPictures(ctx, shop.Pictures); err != nil {
		return err
	}
	if err := w.addJSON(ctx, summaryName, summary); err != nil {
		return err
	}
	return errors.Join(w.archive.Close(), zip.Close())
}

// sliceSize is how much is compressed without a rest.
const sliceSize = 128 << 10

func (w writer) add(ctx context.Context, name string, content []byte) error {
	if err := w.archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content))}); err != nil {
		return err
	}
	for slice := range slices.Chunk(content, sliceSize) {
		if _, err := w.archive.Write(slice); err != nil {
			return err
		}
		w.rest(ctx)
	}
	return nil
}

func (w writer) addJSON(ctx context.Context, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.add(ctx, name, text)
}

func (w writer) addPictures(ctx context.Context, pictures *media.Store) error {
	return pictures.ListAll(ctx, func(key string, _ int64) error {
		r, err := pictures.Open(ctx, key)
		if errors.Is(err, fs.ErrNotExist) { // some other file, or deleted meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		defer func() { _ = r.Close() }()
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		return w.add(ctx, key, data)
	})
}

// errDamaged: the end is missing, or something between.
var errDamaged = errors.New("the backup is damaged")

// IsHead says whether a backup that begins with this entry is one of Write's.
func IsHead(name string) bool { return name == headName }

// Read restores a shop into an empty database, from an archive whose head is the
// current entry. takeKey gets the key of its secrets.
func Read(ctx context.Context, archive *tar.Reader, shop Shop, takeKey func(string) error) error {
	var h head
	if err := json.NewDecoder(archive).Decode(&h); err != nil || h.Format != format {
		return errors.New("this backup was made by another version of the program")
	}
	rows, err := transfer.OpenImport(ctx, shop.Database, h.Schema)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for {
		entry, err := archive.Next()
		if err != nil { // also at the end: the summary was not seen
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		table, isTable := strings.CutPrefix(entry.Name, tablePrefix)
		switch {
		case entry.Name == summaryName:
			var summary transfer.Summary
			if err := json.Unmarshal(content, &summary); err != nil {
				return fmt.Errorf("%w: %w", errDamaged, err)
			}
			if err := rows.Finish(ctx, summary); err != nil {
				return err
			}
			return deleteRunningRow(ctx, shop.Database)
		case entry.Name == keyName:
			err = takeKey(string(bytes.TrimSpace(content)))
		case isTable:
			name, _, _ := strings.Cut(table, "/")
			err = rows.Add(ctx, name, content)
		default:
			err = shop.Pictures.Put(ctx, entry.Name, content) // refuses whatever is no picture's key
		}
		if err != nil {
			return err
		}
	}
}

// deleteRunningRow deletes the row of the backup itself from the copy, where it says that it is still running.
func deleteRunningRow(ctx context.Context, database string) error {
	s, err := store.Open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.Write(ctx, func(tx *store.Tx) error { return tx.Backups.ForgetRunning(ctx) })
}
