package outbox

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Priorities of rows. They are stored, so they never change. Each has senders of
// its own: however many rows of one wait, those of another are not delayed.
const (
	priorityUrgent   = 0 // orders, offers, accounts: somebody waits for it. Rows of older versions have it too.
	priorityUnproven = 1 // caused by visitors who proved no address
	priorityBulk     = 2 // the same text for many people
	priorityServices = 3 // calls of other services, which may be slow
	priorities       = 4
)

// senders is how many rows of each priority are sent at the same time.
var senders = [priorities]int{priorityUrgent: 4, priorityUnproven: 1, priorityBulk: 1, priorityServices: 1}

const (
	// A sender claims a few rows at a time: each claim costs the database a commit.
	claimBatch = 4
	sendTime   = time.Minute
	// A process that dies while sending leaves its rows claimed; another takes them up
	// after this. It is longer than sending one batch, so that no row is sent twice.
	lease = 6 * time.Minute
	// While orders are placed, deliveries wait, but not longer than this.
	maxIdleWait  = 250 * time.Millisecond
	pollInterval = 30 * time.Second // events may be lost
)

// Run delivers what is queued, at once when it is new and later when it failed,
// until ctx ends. Then it closes the mailer's connections.
func (s *Service) Run(ctx context.Context) {
	if s.c.Mailer == nil {
		return
	}
	s.startSenders(func(priority int64) {
		background.Run(ctx, "outbox sender", func(ctx context.Context) { s.runSender(ctx, priority) })
	})
	if mailer, ok := s.c.Mailer.(io.Closer); ok {
		_ = mailer.Close()
	}
}

// SendDue sends everything that is due now, a few rows at a time. What is being
// sent when ctx ends is still sent: cutting it off could send it twice.
func (s *Service) SendDue(ctx context.Context) error {
	var once sync.Once
	var failed error
	s.startSenders(func(priority int64) {
		background.Protect("outbox sender", func() {
			if err := s.sendBatches(ctx, priority); err != nil {
				once.Do(func() { failed = err })
			}
		})
	})
	return failed
}

// startSenders calls run once per sender, all at the same time, and returns when all have ended.
func (s *Service) startSenders(run func(priority int64)) {
	var running sync.WaitGroup
	for priority, number := range senders {
		for range number {
			running.Go(func() { run(int64(priority)) })
		}
	}
	running.Wait()
}

// runSender is one sender. It waits for nobody: a server that is slow with one row
// delays no other sender.
func (s *Service) runSender(ctx context.Context, priority int64) {
	for {
		if err := s.sendBatches(ctx, priority); err != nil && ctx.Err() == nil {
			slog.Warn("outbox not read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.queued[priority]:
		case <-time.After(s.pause(ctx, priority)):
		}
	}
}

// pause is the time until the next row is due, within bounds.
func (s *Service) pause(ctx context.Context, priority int64) time.Duration {
	due, ok, err := s.c.Store.Outbox.NextDue(ctx, priority)
	if err != nil || !ok {
		return pollInterval
	}
	return min(max(due.Sub(s.c.Now()), 100*time.Millisecond), pollInterval)
}

// sendBatches sends one batch after the other until nothing is due.
func (s *Service) sendBatches(ctx context.Context, priority int64) error {
	begun, total := s.c.Now(), 0
	for ctx.Err() == nil {
		sent, err := s.sendBatch(ctx, priority)
		if err != nil || sent == 0 {
			return err
		}
		if total += sent; priority == priorityBulk && total >= measuredFrom {
			if took := s.c.Now().Sub(begun); took > 0 {
				s.bulkRate.Store(max(1, int64(float64(total)/took.Minutes())))
			}
		}
	}
	return nil
}

// measuredFrom is how many emails of a mailing say how fast such emails leave.
const measuredFrom = 20

// BulkPerMinute is how many emails of a mailing left in a minute when this was last measured. ok is false when no mailing
// was sent since the start.
func (s *Service) BulkPerMinute() (rate int64, ok bool) {
	rate = s.bulkRate.Load()
	return rate, rate > 0
}

// sendBatch returns how many rows it took; 0 when none is due.
func (s *Service) sendBatch(ctx context.Context, priority int64) (sent int, err error) {
	if s.c.Idle != nil {
		s.c.Idle.WaitUntilIdle(ctx, maxIdleWait)
	}
	var rows []store.OutboxRow
	err = s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
		rows, err = tx.Outbox.Claim(ctx, priority, s.c.Now(), s.c.Now().Add(lease), claimBatch)
		return err
	})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	if len(rows) == claimBatch { // there may be more: a signal wakes one sender, which wakes the next
		s.queued[priority].Notify()
	}
	for _, row := range rows {
		if err := s.send(context.WithoutCancel(ctx), row); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
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
