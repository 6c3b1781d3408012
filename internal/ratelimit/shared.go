package ratelimit

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// sharedTimeout is how long an attempt waits to be counted with those of the other instances.
	sharedTimeout = 3 * time.Second
	// sharedPause is how long counts may wait that nobody waits for.
	sharedPause = 250 * time.Millisecond
	// maxShared bounds the memory of counts that wait while the database is away.
	maxShared = 10_000
)

// howShared says how the attempts of a kind are counted over all instances. What is not in the table is counted before
// the attempt is made.
var howShared = map[string]sharing{
	// Counted inside the transactions of orders, or many times a second: the other instances know within sharedPause.
	"promo": soon, "guest": soon, "order-emails": soon, "api-key": soon, "reserve": soon,
	// They keep one buyer from hindering others. Each instance counts for itself.
	"orders": never, "check": never,
}

type sharing int

const (
	before sharing = iota
	soon
	never
)

func sharingOf(key string) sharing {
	kind, _, _ := strings.Cut(key, " ")
	return howShared[kind]
}

// shared counts attempts in the database, together with the other instances. Attempts that come at the same time share a
// statement. No goroutine runs while there is nothing to count.
type shared struct {
	store   *store.Store
	now     func() time.Time
	hash    func(key string) string
	learned func(key string, window store.AttemptWindow)

	mu      sync.Mutex
	pending map[string]*pendingCount // by key; guarded by mu
	running bool                     // guarded by mu
	planned bool                     // a run is planned; guarded by mu
}

// pendingCount is what is not in the database yet.
type pendingCount struct {
	store.AttemptCount
	takes []takeResult // those that wait, in their order
}

// takeResult is an attempt that waits for how its key stands.
type takeResult struct {
	limit Limit
	done  chan error
}

// NewShared makes a limiter that counts together with all instances on the same PostgreSQL database. hash hides what keys name.
// While the database is away an attempt that has to be counted first is refused with the error of the database.
func NewShared(s *store.Store, now func() time.Time, hash func(key string) string) *Limiter {
	l := New(now)
	l.shared = &shared{store: s, now: now, hash: hash, learned: l.learn, pending: map[string]*pendingCount{}}
	return l
}

// take counts an attempt that this instance has room for.
func (s *shared) take(key string, limit Limit) error {
	how := sharingOf(key)
	if how == never {
		return nil
	}
	result := takeResult{limit, make(chan error, 1)}
	s.change(key, how == before, func(p *pendingCount) {
		p.Change++
		p.EndsAt = s.now().Add(limit.Per)
		if how == before {
			p.takes = append(p.takes, result)
		}
	})
	if how == soon {
		return nil
	}
	select {
	case err := <-result.done:
		return err
	case <-time.After(sharedTimeout):
		return store.ErrAway
	}
}

// change notes a change. Somebody who waits has it written at once.
func (s *shared) change(key string, now bool, note func(p *pendingCount)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.pending[key]
	if p == nil {
		if len(s.pending) >= maxShared && !now {
			return
		}
		p = &pendingCount{AttemptCount: store.AttemptCount{Key: s.hash(key)}}
		s.pending[key] = p
	}
	note(p)
	switch {
	case s.running:
	case now:
		s.running = true
		background.Go("shared limits", s.run)
	case !s.planned:
		s.planned = true
		time.AfterFunc(sharedPause, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.planned = false
			if !s.running {
				s.running = true
				background.Go("shared limits", s.run)
			}
		})
	}
}

func (s *shared) run() {
	for {
		s.mu.Lock()
		pending := s.pending
		s.pending = map[string]*pendingCount{}
		s.running = len(pending) > 0
		s.mu.Unlock()
		if len(pending) == 0 {
			return
		}
		away := false
		background.Protect("shared limits", func() { away = s.write(pending) })
		if away {
			time.Sleep(sharedPause)
		}
	}
}

// write stores changes and tells those who wait. What nobody waits for is kept for later while the database is away.
func (s *shared) write(pending map[string]*pendingCount) (away bool) {
	counts := make([]store.AttemptCount, 0, len(pending))
	for _, p := range pending {
		counts = append(counts, p.AttemptCount)
	}
	ctx, cancel := context.WithTimeout(context.Background(), sharedTimeout)
	defer cancel()
	windows, err := s.count(ctx, counts)
	away = store.IsUnavailable(err)
	if err != nil && !away {
		slog.Error("attempts not counted with the other instances", "error", err)
	}
	for key, p := range pending {
		window, grew := windows[p.Key]
		if grew {
			s.learned(key, s.withPending(key, window))
		}
		for i, t := range p.takes {
			if err != nil {
				t.done <- err
				continue
			}
			t.done <- refusal(window.Count-int64(len(p.takes)-1-i), t.limit, window.EndsAt.Sub(s.now()))
		}
		if away && len(p.takes) == 0 {
			s.change(key, false, func(again *pendingCount) {
				again.Reset = again.Reset || p.Reset
				again.Change += p.Change
				if again.EndsAt.IsZero() {
					again.EndsAt = p.EndsAt
				}
			})
		}
	}
	return away
}

// count stores changes in a transaction of their own. It gives up when the database goes away.
func (s *shared) count(ctx context.Context, counts []store.AttemptCount) (windows map[string]store.AttemptWindow, err error) {
	ctx, done := s.store.WhileAnswers(ctx)
	defer done()
	err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
		windows, err = tx.RateLimits.CountAttempts(ctx, counts, s.now())
		return err
	})
	return windows, err
}

// withPending is how a key stands together with what came since its count was written.
func (s *shared) withPending(key string, window store.AttemptWindow) store.AttemptWindow {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.pending[key]; p != nil {
		window.Count += p.Change
	}
	return window
}

// refusal refuses the attempt that made the count, when that is past the limit.
func refusal(count int64, limit Limit, left time.Duration) error {
	if count > int64(limit.Times) {
		return &TooManyError{After: max(0, left)}
	}
	return nil
}

// refused asks the database how a key stands.
func (s *shared) refused(key string, limit Limit) error {
	if sharingOf(key) != before {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), sharedTimeout)
	defer cancel()
	ctx, done := s.store.WhileAnswers(ctx)
	defer done()
	window, err := s.store.RateLimits.AttemptsUnder(ctx, s.hash(key), s.now())
	if err != nil {
		return err
	}
	return refusal(window.Count+1, limit, window.EndsAt.Sub(s.now()))
}

func (s *shared) forget(key string) {
	if sharingOf(key) != never {
		s.change(key, true, func(p *pendingCount) {
			p.Reset, p.Change = true, 0
			for _, t := range p.takes { // attempts that wait to be counted happened before the reset: they are allowed
				t.done <- nil
			}
			p.takes = nil
		})
	}
}

func (s *shared) returnCount(key string) {
	if sharingOf(key) != never {
		s.change(key, true, func(p *pendingCount) { p.Change-- })
	}
}

// learn replaces the count in memory with the one in the database.
func (l *Limiter) learn(key string, window store.AttemptWindow) {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.current(key, now)
	if w == nil {
		return
	}
	w.start, w.count = window.EndsAt.Add(-w.per), int(window.Count)
}

// Allowed is for an attempt whose refusal changes what is done instead of ending it: only an error of the database does.
func Allowed(err error) (bool, error) {
	if _, refused := errors.AsType[*TooManyError](err); refused {
		return false, nil
	}
	return err == nil, err
}
