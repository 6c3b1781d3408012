package backup

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Config is what the service needs of the rest of the program.
type Config struct {
	Store    *store.Store
	Settings func(context.Context) (shop.Settings, error)
	Audit    *audit.Log
	Keys     *secrets.Keys
	Now      func() time.Time // the database's clock
	Idle     Idle             // backups give way to it; may be nil
	Program  Program          // without its Shop no backups are made
}

// Program is what is saved, and what the program was told of backups.
type Program struct {
	Shop       Shop
	Version    string
	Folder     string // what the target shop.BackupFolder means
	Target     string // of --backup-to, a folder or s3://…: staff cannot choose another then
	Passphrase string // encrypts backups instead of the shop's key
}

// Service makes backups of a running shop: when the schedule says so and when staff ask for one. Of all instances one makes
// it.
type Service struct {
	c       Config
	last    atomic.Pointer[Status]
	life    atomic.Pointer[context.Context] // backups end with it
	working sync.WaitGroup
}

// New makes the service.
func New(c Config) *Service {
	s, always := &Service{c: c}, context.Background()
	s.life.Store(&always)
	return s
}

// Timing of the background work.
const (
	lookEvery  = 20 * time.Second
	renewEvery = 2 * time.Second
	leaseTime  = time.Minute
	// retryPause is how long after a failure the next try begins.
	retryPause = 15 * time.Minute
	// longest ends a backup that hangs.
	longest = 12 * time.Hour
)

// Status is how the backups of a shop stand.
type Status struct {
	Target    string // where they go; "": nowhere, none are made
	Fixed     bool   // the program was told where, staff cannot change it
	Encrypted bool
	Schedule  string
	Next      *time.Time // when the schedule makes one; nil: it does not
	Last      *shop.Backup
	Running   *shop.Backup
	Recent    []shop.Backup // the newest first
	Late      bool          // the schedule's backup is missing for longer than it should
	shownAt   time.Time
}

// Failed is the newest backup when it has failed, nil otherwise.
func (s Status) Failed() *shop.Backup {
	for i, b := range s.Recent {
		switch b.Status {
		case shop.BackupFailed:
			return &s.Recent[i]
		case shop.BackupDone:
			return nil
		}
	}
	return nil
}

// target is where backups go. set is what staff chose.
func (s *Service) target(set shop.BackupSettings) (target string, fixed bool) {
	switch {
	case s.c.Program.Shop.Database == "": // a command, or a test: there is nothing to save
		return "", false
	case s.c.Program.Target != "":
		return s.c.Program.Target, true
	case set.Target == shop.BackupFolder:
		return s.c.Program.Folder, false
	}
	return set.Target, false
}

func (s *Service) secrets(set shop.BackupSettings) Secrets {
	if s.c.Program.Passphrase != "" {
		return Secrets{Passphrase: s.c.Program.Passphrase}
	}
	if set.Encrypt {
		return Secrets{Key: s.c.Program.Shop.Key}
	}
	return Secrets{}
}

const mostRecent = 10

// Status reads how the backups stand.
func (s *Service) Status(ctx context.Context) (Status, error) {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return Status{}, err
	}
	set, now := settings.Backups, s.c.Now()
	out := Status{Schedule: set.Schedule, Encrypted: s.secrets(set).encrypts(), shownAt: now}
	out.Target, out.Fixed = s.target(set)
	if out.Recent, err = s.c.Store.Backups.Last(ctx, mostRecent); err != nil {
		return out, err
	}
	for i, b := range out.Recent {
		if b.Status == shop.BackupRunning {
			out.Running = &out.Recent[i]
		}
	}
	if out.Target == "" {
		return out, nil
	}
	good, exists, err := s.c.Store.Backups.LastGood(ctx, out.Target)
	if err != nil {
		return out, err
	}
	var due time.Time
	scheduled := set.Schedule != shop.BackupOff
	if exists {
		out.Last = &good
		due, scheduled = set.Due(good.StartedAt, settings.DropZone())
	}
	if !scheduled {
		return out, nil
	}
	if exists {
		out.Late = now.Sub(due) > set.Grace()
	}
	if failed := out.Failed(); failed != nil {
		if again := failed.StartedAt.Add(retryPause); again.After(due) {
			due = again
		}
	}
	if due.Before(now) {
		due = now
	}
	out.Next = &due
	return out, nil
}

// LastStatus is the status when this instance last looked; nil before. It does not ask the database.
func (s *Service) LastStatus() *Status { return s.last.Load() }

// Run makes backups when they are due until ctx ends, also what came due while no instance was running.
func (s *Service) Run(ctx context.Context) {
	s.life.Store(&ctx)
	for ctx.Err() == nil {
		if err := s.RunDue(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("backup schedule not checked", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(lookEvery):
		}
	}
	s.working.Wait()
}

// RunDue makes the backup that is due, if one is, and waits for it.
func (s *Service) RunDue(ctx context.Context) error {
	status, err := s.Status(ctx)
	if err != nil {
		return err
	}
	s.last.Store(&status)
	if status.Next == nil || status.Next.After(status.shownAt) {
		return nil
	}
	b, claimed, err := s.claim(ctx, audit.Actor{}, func(tx *store.Tx) error { return status.sameAs(ctx, tx) })
	if errors.Is(err, errMadeMeanwhile) {
		return nil
	}
	if err != nil || !claimed {
		return err
	}
	s.make(ctx, b)
	now, err := s.Status(ctx) // s.last has the status from before this backup
	if err == nil {
		s.last.Store(&now)
	}
	return err
}

// sameAs checks, after a backup was claimed, that no other instance has made one since the status was read. If one has,
// this one is not due any more.
func (s Status) sameAs(ctx context.Context, tx *store.Tx) error {
	now, err := tx.Backups.Last(ctx, 2) // the claimed one first
	if err != nil {
		return err
	}
	var before, was int64
	if len(now) > 1 {
		before = now[1].ID
	}
	if len(s.Recent) > 0 {
		was = s.Recent[0].ID
	}
	if before != was {
		return errMadeMeanwhile
	}
	return nil
}

var errMadeMeanwhile = errors.New("another instance made the backup")

// Refusals of Start.
var (
	errNoTarget = shop.Errorf(shop.Invalid, "Say first where backups go: set a target above and save it.")
	errRunning  = shop.Errorf(shop.Conflict, "A backup is being made already.")
)

// Start begins a backup that somebody asked for and returns at once.
func (s *Service) Start(ctx context.Context, by audit.Actor) (shop.Backup, error) {
	b, claimed, err := s.claim(ctx, by, func(tx *store.Tx) error {
		return s.c.Audit.Record(ctx, tx, by, "create", "backup", "", nil, nil)
	})
	if err != nil {
		return b, err
	}
	if !claimed {
		return b, errRunning
	}
	s.working.Add(1)
	background.Go("backup", func() {
		defer s.working.Done()
		s.make(*s.life.Load(), b)
	})
	return b, nil
}

// claim makes this instance the one that makes a backup now, if also runs without an error in the same transaction.
func (s *Service) claim(ctx context.Context, by audit.Actor, also func(tx *store.Tx) error) (b shop.Backup, claimed bool, err error) {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return b, false, err
	}
	now := s.c.Now()
	b = shop.Backup{StartedAt: now, AskedBy: by.Name, Name: s.prefix() + now.UTC().Format("20060102-150405") + fileEnd, Encrypted: s.secrets(settings.Backups).encrypts()}
	if b.Target, _ = s.target(settings.Backups); b.Target == "" {
		return b, false, errNoTarget
	}
	wanted := b
	err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
		if b, claimed, err = tx.Backups.Claim(ctx, wanted, now.Add(leaseTime), "The program ended while it was made."); err != nil || !claimed {
			return err
		}
		return also(tx)
	})
	return b, claimed && err == nil, err
}

const fileEnd = ".backup"

// prefix begins the names of this shop's backups. Another shop's at the same target have another one, so that they are not
// deleted as old ones of this shop.
func (s *Service) prefix() string {
	return fmt.Sprintf("snackdrop-%x-", sha256.Sum256([]byte(s.c.Keys.BuyerKey("backup", "name"))))[:len("snackdrop-")+8] + "-"
}
