package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/disk"
	"github.com/snackdrop/snackdrop/internal/files"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/transfer"
)

// progress is how far a backup is.
type progress struct{ bytes, done, total atomic.Int64 }

func (p *progress) note(b *shop.Backup) {
	b.Bytes, b.RowsDone, b.RowsTotal = p.bytes.Load(), p.done.Load(), p.total.Load()
}

// make makes a backup that this instance has claimed and notes how it ended.
func (s *Service) make(ctx context.Context, b shop.Backup) {
	ctx, stop := context.WithTimeoutCause(ctx, longest, errHangs)
	defer stop()
	ctx, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	var p progress
	renewed := make(chan struct{})
	background.Go("renew the backup's lease", func() {
		defer close(renewed)
		s.renew(ctx, lose, b, &p)
	})
	err := s.write(ctx, b, &p)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	lose(nil)
	<-renewed
	p.note(&b)
	b.Status = shop.BackupDone
	switch {
	case errors.Is(err, context.Canceled):
		b.Status, b.Error = shop.BackupStopped, "The program was stopped meanwhile."
	case err != nil:
		b.Status, b.Error = shop.BackupFailed, failureText(err)
		slog.Error("backup failed", "name", b.Name, "target", b.Target, "error", err)
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := s.end(end, b); err != nil {
		slog.Error("the end of a backup was not noted", "name", b.Name, "error", err)
		return
	}
	if b.Status != shop.BackupDone {
		return
	}
	slog.Info("backup made", "name", b.Name, "target", b.Target, "bytes", b.Bytes, "rows", b.RowsDone)
	if err := s.removeOld(end, b); err != nil {
		slog.Error("old backups not removed", "target", b.Target, "error", err)
	}
}

var (
	errHangs = errors.New("not finished in 12 hours")
	errLost  = errors.New("taken for lost by another instance")
)

// renew says every few seconds that the backup is being made, and ends it when another instance took it for lost.
func (s *Service) renew(ctx context.Context, lose context.CancelCauseFunc, b shop.Backup, p *progress) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		p.note(&b)
		mine := true
		err := s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
			mine, err = tx.Backups.Renew(ctx, b, s.c.Now().Add(leaseTime))
			return err
		})
		if err == nil && !mine {
			lose(errLost)
			return
		}
	}
}

func (s *Service) end(ctx context.Context, b shop.Backup) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Backups.End(ctx, b, s.c.Now()); err != nil {
			return err
		}
		return tx.Backups.DeleteOld(ctx, s.c.Now().AddDate(-1, 0, 0))
	})
}

func (s *Service) write(ctx context.Context, b shop.Backup, p *progress) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	counted := &countingWriter{count: &p.bytes}
	if !isBucket(b.Target) {
		if err := os.MkdirAll(b.Target, 0o700); err != nil {
			return err
		}
		counted.check = func() error { return enoughSpace(b.Target) }
	}
	location, err := fileAt(b.Target, b.Name)
	if err != nil {
		return err
	}
	return WriteFile(ctx, location, func(w io.Writer) error {
		counted.w = w
		return Encrypt(counted, s.secrets(settings.Backups), func(w io.Writer) error {
			return Write(ctx, w, s.c.Program.Shop, s.c.Program.Version, Progress{Idle: s.c.Idle, Say: func(done, of int64) {
				p.done.Store(done)
				p.total.Store(of)
			}})
		})
	})
}

// countingWriter counts what is written and looks at the disk now and then.
type countingWriter struct {
	w       io.Writer
	count   *atomic.Int64
	check   func() error
	checked int64
}

const checkEvery = 16 << 20

// Write is io.Writer.
func (c *countingWriter) Write(data []byte) (int, error) {
	if c.check != nil && c.count.Load() >= c.checked {
		if err := c.check(); err != nil {
			return 0, err
		}
		c.checked = c.count.Load() + checkEvery
	}
	n, err := c.w.Write(data)
	c.count.Add(int64(n))
	return n, err
}

// spareSpace is what a backup leaves free: a shop that cannot write sells nothing.
var spareSpace int64 = 256 << 20

var errNoSpace = fmt.Errorf("the disk is nearly full: %w", syscall.ENOSPC)

func enoughSpace(folder string) error {
	space, err := disk.Of(folder)
	if err == nil && space.Free < spareSpace {
		return errNoSpace
	}
	return err
}

// removeOld deletes the backups of this shop that are older than the settings want. The newest file always stays.
func (s *Service) removeOld(ctx context.Context, b shop.Backup) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	prefix := s.prefix()
	names, err := filesAt(ctx, b.Target, prefix)
	if err != nil {
		return err
	}
	slices.Sort(names) // by their time
	before := prefix + s.c.Now().AddDate(0, 0, -int(settings.Backups.KeepDays)).UTC().Format("20060102-150405")
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, fileEnd) })
	for i, name := range names {
		if i == len(names)-1 || name >= before {
			break
		}
		if err := removeAt(ctx, b.Target, name); err != nil {
			return err
		}
		slog.Info("old backup deleted", "name", name, "target", b.Target)
	}
	return nil
}

// failureText says to the owner why a backup failed. The log has the error itself.
func failureText(err error) string {
	_, network := errors.AsType[*net.OpError](err) // net.Error is also what a file's errors are
	switch {
	case errors.Is(err, errNoSpace), errors.Is(err, syscall.ENOSPC):
		return "The disk of the backup folder is nearly full. Delete something or choose another target."
	case errors.Is(err, transfer.ErrNoRoom):
		return "The disk of the data folder has no room for a copy of the database, which is there while a backup is made. Delete something or take a larger disk."
	case errors.Is(err, fs.ErrPermission):
		return "The program may not write into the backup folder. Allow it or choose another target."
	case errors.Is(err, errHangs):
		return "It was not finished in 12 hours and was given up."
	case errors.Is(err, errLost):
		return "The database did not answer for a minute, so another instance took over."
	case errors.Is(err, files.ErrRefused):
		return "The bucket refuses the program’s credentials. Check them and the bucket’s permissions."
	case errors.Is(err, files.ErrNoBucket):
		return "There is no such bucket. Check its name and region."
	case network, errors.Is(err, context.DeadlineExceeded):
		return "The bucket or the database did not answer. The shop tries again by itself."
	case store.IsUnavailable(err):
		return "The database did not answer. The shop tries again by itself."
	}
	return "It could not be written. The program’s log says why, in the line “backup failed”."
}
