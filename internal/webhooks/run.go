package webhooks

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// A process that dies while it sends leaves its row claimed; another takes it up after this. It is longer than an
	// attempt and writing down its outcome.
	lease        = time.Minute
	pollInterval = 30 * time.Second // events may be lost
)

// Run sends what is due until ctx ends. Each webhook has a sender of its own: a slow receiver delays no other.
func (s *Service) Run(ctx context.Context) {
	var senders sync.WaitGroup
	defer senders.Wait()
	for ctx.Err() == nil {
		if err := s.startSenders(ctx, &senders); err != nil && ctx.Err() == nil {
			slog.Warn("webhooks not read", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-s.queued:
		case <-time.After(s.pause(ctx)):
		}
	}
}

// SendDue sends what is due now and returns when that is done.
func (s *Service) SendDue(ctx context.Context) error {
	var senders sync.WaitGroup
	defer senders.Wait()
	return s.startSenders(ctx, &senders)
}

// startSenders starts a sender for each webhook with something due, unless one is at it.
func (s *Service) startSenders(ctx context.Context, senders *sync.WaitGroup) error {
	due, err := s.c.Store.Webhooks.Due(ctx, s.c.Now())
	if err != nil {
		return err
	}
	for _, id := range due {
		if !s.take(id) {
			continue
		}
		senders.Go(func() {
			background.Protect("webhook sender", func() {
				defer s.leave(id)
				if err := s.sendAll(ctx, id); err == nil {
					s.queued.Notify() // Run sleeps until the next attempt from then on
				} else if ctx.Err() == nil {
					slog.Warn("webhook: not sent", "webhook", id, "error", err)
				}
			})
		})
	}
	return nil
}

func (s *Service) take(id int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[id] {
		return false
	}
	s.busy[id] = true
	return true
}

func (s *Service) leave(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, id)
}

// sendAll sends what is due to one webhook, one after the other. What is being sent when ctx ends is still sent:
// cutting it off could send it twice.
func (s *Service) sendAll(ctx context.Context, id int64) error {
	for ctx.Err() == nil {
		w, err := s.c.Store.Webhooks.ByID(ctx, id)
		if err != nil {
			return err
		}
		var d shop.WebhookDelivery
		var claimed bool
		err = s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
			now := s.c.Now()
			d, claimed, err = tx.Webhooks.ClaimDelivery(ctx, id, now, now.Add(lease))
			return err
		})
		if err != nil || !claimed {
			return err
		}
		if _, err := s.send(context.WithoutCancel(ctx), w, d); err != nil {
			return err
		}
	}
	return nil
}

// pause is the time until the next attempt, within bounds.
func (s *Service) pause(ctx context.Context) time.Duration {
	due, ok, err := s.c.Store.Webhooks.NextDelivery(ctx)
	if err != nil || !ok {
		return pollInterval
	}
	return min(max(due.Sub(s.c.Now()), time.Second), pollInterval)
}
