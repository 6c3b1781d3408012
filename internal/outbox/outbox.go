// Package outbox queues and delivers what must leave the program: email and
// changes of the mailing list. A delivery is queued as a row in the transaction
// of its cause and sent after the commit, again and again until it succeeds or a
// day is over. Package mail renders and sends the emails.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
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
	// Mailer sends emails; nil: nothing is delivered, rows wait.
	Mailer Mailer
	// SendsMail is false while mail is only written to the data folder.
	SendsMail bool
	// MailingList is told of subscribers; nil: no email-marketing service is told anything.
	MailingList MailingList
	// Idle says when to deliver; nil: deliveries wait for nobody.
	Idle IdleWaiter
}

// Service is the outbox of one shop.
type Service struct {
	c        Config
	queued   [priorities]events.Signal
	bulkRate atomic.Int64 // emails of mailings a minute, measured; 0: not yet
}

// New makes the outbox. Its Run delivers as soon as the hub reports a queued row.
func New(c Config) *Service {
	s := &Service{c: c}
	for priority := range s.queued {
		s.queued[priority] = events.NewSignal()
	}
	c.Hub.Subscribe(func(e shop.Event) {
		if e.Type == shop.EventOutbox && e.ID >= 0 && e.ID < priorities {
			s.queued[e.ID].Notify()
		}
	})
	return s
}

// SendsMail says whether emails leave the machine; otherwise they are only written to the data folder.
func (s *Service) SendsMail() bool { return s.c.SendsMail }

func (s *Service) recordOutcome(ctx context.Context, tx *store.Tx, row store.OutboxRow, sendErr error) error {
	now := s.c.Now()
	if sendErr == nil {
		return tx.Outbox.MarkSent(ctx, row, now)
	}
	reason := sendErr.Error()
	if r := []rune(reason); len(r) > 300 {
		reason = string(r[:300])
	}
	next := now.Add(backOff(row.Attempts))
	if errors.Is(sendErr, ErrUndeliverable) || next.Sub(row.CreatedAt) > giveUpAfter {
		slog.Error("outbox: given up", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "error", reason)
		return tx.Outbox.MarkFailed(ctx, row, now, reason)
	}
	slog.Warn("outbox: will be tried again", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "at", next.UTC().Format(time.RFC3339), "error", reason)
	return tx.Outbox.Retry(ctx, row, next, reason)
}

func backOff(attempts int64) time.Duration {
	return min(firstPause<<min(attempts-1, 10), longestPause)
}
