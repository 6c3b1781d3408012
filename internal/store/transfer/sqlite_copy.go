package transfer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"

	"github.com/snackdrop/snackdrop/internal/disk"
)

const (
	copyEnd = ".copy-*" // of the names of copies
	// pagesPerStep are copied without a rest: 256 KB.
	pagesPerStep = 64
	// bytesPerSync is how much waits for the disk at most. Whoever commits an order waits for what was written before.
	bytesPerSync = 4 << 20
	// oldCopy is from when on a copy is one of a program that was killed.
	oldCopy = 24 * time.Hour
	// spareSpace is what a copy leaves free on the disk.
	spareSpace = 256 << 20
)

// ErrNoRoom: the disk of a SQLite shop has no room for a copy of its database.
var ErrNoRoom = errors.New("the disk has no room for a copy of the database, which is there while a backup is made")

// readSQLiteCopy reads a file that is in use from a copy. Rows are read slowly, and as long as anybody reads, what is
// written meanwhile stays in the write-ahead log, where it slows down everybody. A copy of pages takes a moment.
func readSQLiteCopy(ctx context.Context, file string, rest func(context.Context)) (connection, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	removeOldCopies(file)
	copied, err := copySQLite(ctx, file, rest)
	if err != nil {
		return nil, err
	}
	c, err := openSQLiteAt(ctx, sqliteLocation(copied, "query_only(1)", "cache_size(-8000)")+"&immutable=1")
	if err != nil {
		return nil, errors.Join(err, os.Remove(copied))
	}
	_ = os.Remove(copied) // it is gone after a kill, too; Windows removes it when it is closed
	c.closed = func() { _ = os.Remove(copied) }
	return c, nil
}

func removeOldCopies(file string) {
	names, _ := filepath.Glob(file + copyEnd)
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > oldCopy {
			_ = os.Remove(name)
		}
	}
}

// copySQLite copies a file as it is now into a new one beside it.
func copySQLite(ctx context.Context, file string, rest func(context.Context)) (copied string, err error) {
	from, err := openSQLite(ctx, file, "query_only(1)", "cache_size(-2000)")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	if err := from.exec(ctx, "BEGIN"); err != nil {
		return "", err
	}
	size, err := number(ctx, from, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") // the moment that is copied
	if err != nil {
		return "", err
	}
	if space, err := disk.Of(filepath.Dir(file)); err == nil && space.Free < size+spareSpace {
		return "", ErrNoRoom
	}
	into, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+copyEnd)
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, into.Close()); err != nil {
			_ = os.Remove(into.Name())
		}
	}()
	return into.Name(), from.conn.Raw(func(conn any) error {
		source, ok := conn.(interface {
			NewBackup(location string) (*sqlite.Backup, error)
		})
		if !ok {
			return fmt.Errorf("%T cannot copy a database", conn)
		}
		pages, err := source.NewBackup(sqliteLocation(into.Name(), "journal_mode(OFF)", "synchronous(OFF)", "locking_mode(EXCLUSIVE)", "cache_size(-1000)"))
		if err != nil {
			return err
		}
		return errors.Join(copyPages(ctx, pages, into, rest), pages.Finish())
	})
}

// copyPages copies some pages at a time.
func copyPages(ctx context.Context, pages *sqlite.Backup, into *os.File, rest func(context.Context)) error {
	written := 0
	for {
		more, err := pages.Step(pagesPerStep)
		if err != nil || !more {
			return err
		}
		if written += pagesPerStep * 4096; written >= bytesPerSync {
			written = 0
			if err := into.Sync(); err != nil {
				return err
			}
		}
		if rest(ctx); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
