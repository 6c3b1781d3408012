// Package outbox queues and delivers what must leave the program: email and
// changes of the mailing list. A delivery is queued as a row in the transaction
// of its cause and sent after the commit, again and again until it succeeds or a
// day is over. Package mail renders and sends the emails.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	senders = 4
	// A sender claims a few rows at a time: each claim costs the database a commit.
	claimBatch = 4
	sendTime   = time.Minute
	// A process that dies while sending leaves its rows claimed; another takes them up
	// after this. It is longer than sending one batch, so that no row is sent twice.
	lease = 6 * time.Minute
	// While orders are placed, deliveries wait, but not longer than this.
	maxIdleWait  = 250 * time.Millisecond
	pollInterval = 30 * time.Second // events may be lost
	firstPause   = time.Minute
	longestPause = time.Hour
	giveUpAfter  = 24 * time.Hour
)

// IdleWaiter waits until no orders are being placed, at most for the given time:
// shoppers come before background work.
type IdleWaiter interface {
	WaitUntilIdle(ctx context.Context, atMost time.Duration)
}

// Config is what a Service needs.
type Config struct {
	Store     *store.Store
	Hub       *events.Hub
	Keys      *secrets.Keys
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
}

// Service is the outbox of one shop.
type Service struct {
	Mailer      Mailer      // nil: nothing is delivered, rows wait
	SendsMail   bool        // false: mail is only written to the data folder
	MailingList MailingList // nil: no email-marketing service is told anything
	Idle        IdleWaiter  // nil: deliveries wait for nobody

	c      Config
	queued events.Signal
}

// New makes the outbox. Its Run delivers as soon as the hub reports a queued row.
func New(c Config) *Service {
	s := &Service{c: c, queued: events.NewSignal()}
	c.Hub.Subscribe(func(e shop.Event) {
		if e.Type == shop.EventOutbox {
			s.queued.Notify()
		}
	})
	return s
}

// Run delivers what is queued, at once when it is new and later when it failed,
// until ctx ends.
func (s *Service) Run(ctx context.Context) {
	if s.Mailer == nil {
		return
	}
	for {
		if err := s.SendDue(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("outbox not read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.queued:
		case <-time.After(s.pause(ctx)):
		}
	}
}

// pause is the time until the next row is due, within bounds.
func (s *Service) pause(ctx context.Context) time.Duration {
	due, ok, err := s.c.Store.NextOutbox(ctx)
	if err != nil || !ok {
		return pollInterval
	}
	return min(max(due.Sub(s.c.Now()), 100*time.Millisecond), pollInterval)
}

// SendDue sends everything that is due now, a few rows at a time. What is being
// sent when ctx ends is still sent: cutting it off could send it twice.
func (s *Service) SendDue(ctx context.Context) error {
	var running sync.WaitGroup
	failed := make(chan error, senders)
	for range senders {
		running.Go(func() {
			background.Protect("outbox sender", func() {
				if err := s.sendBatches(ctx); err != nil {
					failed <- err
				}
			})
		})
	}
	running.Wait()
	close(failed)
	return <-failed
}

// sendBatches sends one batch after the other until nothing is due.
func (s *Service) sendBatches(ctx context.Context) error {
	for ctx.Err() == nil {
		more, err := s.sendBatch(ctx)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

func (s *Service) sendBatch(ctx context.Context) (more bool, err error) {
	if s.Idle != nil {
		s.Idle.WaitUntilIdle(ctx, maxIdleWait)
	}
	var rows []store.OutboxRow
	err = s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
		rows, err = tx.ClaimOutbox(ctx, s.c.Now(), s.c.Now().Add(lease), claimBatch)
		return err
	})
	if err != nil || len(rows) == 0 {
		return false, err
	}
	for _, row := range rows {
		if err := s.send(context.WithoutCancel(ctx), row); err != nil {
			return false, err
		}
	}
	return true, nil
}

// send writes down at once how it went: after a crash only the row that was being
// sent is sent again.
func (s *Service) send(ctx context.Context, row store.OutboxRow) error {
	sending, cancel := context.WithTimeout(ctx, sendTime)
	outcome := s.deliver(sending, row)
	cancel()
	ctx, cancel = context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return s.c.Store.Write(ctx, func(tx *store.Tx) error { return s.recordOutcome(ctx, tx, row, outcome) })
}

func (s *Service) recordOutcome(ctx context.Context, tx *store.Tx, row store.OutboxRow, sendErr error) error {
	now := s.c.Now()
	if sendErr == nil {
		return tx.OutboxSent(ctx, row, now)
	}
	reason := sendErr.Error()
	if r := []rune(reason); len(r) > 300 {
		reason = string(r[:300])
	}
	next := now.Add(backOff(row.Attempts))
	if errors.Is(sendErr, ErrUndeliverable) || next.Sub(row.CreatedAt) > giveUpAfter {
		slog.Error("outbox: given up", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "error", reason)
		return tx.OutboxFailed(ctx, row, now, reason)
	}
	slog.Warn("outbox: will be tried again", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "at", next.UTC().Format(time.RFC3339), "error", reason)
	return tx.OutboxRetry(ctx, row, next, reason)
}

func backOff(attempts int64) time.Duration {
	return min(firstPause<<min(attempts-1, 10), longestPause)
}
