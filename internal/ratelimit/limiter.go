// Package ratelimit bounds how often something happens: attempts of a client or
// an account (Limiter), and calls to a payment provider (PerSecond).
package ratelimit

import (
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Limit is how often something may happen within a span.
type Limit struct {
	Times int
	Per   time.Duration
}

// TooManyError is a refusal that says when to come back.
type TooManyError struct {
	After time.Duration
}

func (e *TooManyError) Error() string { return "Too many attempts. Please try again later." }

// Unwrap gives the refusal its code.
func (e *TooManyError) Unwrap() error { return shop.Errorf(shop.TooMany, "%s", e.Error()) }

// Limiter counts attempts in this process's memory. Copies of the program count
// apart, so several of them allow several times as much; that still stops guessing.
type Limiter struct {
	now     func() time.Time
	mu      sync.Mutex
	windows map[string]*window
}

type window struct {
	start time.Time
	per   time.Duration
	count int
}

const maxWindows = 100_000

// New makes a limiter with nothing counted yet.
func New(now func() time.Time) *Limiter {
	return &Limiter{now: now, windows: map[string]*window{}}
}

// Take counts one attempt under the key and refuses it past the limit.
func (l *Limiter) Take(key string, limit Limit) error {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windows[key]
	if w == nil || now.Sub(w.start) >= w.per {
		if len(l.windows) >= maxWindows {
			l.sweep(now)
		}
		w = &window{start: now, per: limit.Per}
		l.windows[key] = w
	}
	if w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	w.count++
	return nil
}

// TakeFrom is Take for an attempt of a client. A refusal is logged: by what it
// was counted ("address", "account"), never what was tried. The key is
// "action by value"; Forget takes the same.
func (l *Limiter) TakeFrom(client shop.Client, action, by, value string, limit Limit) error {
	err := l.Take(action+" "+by+" "+value, limit)
	if err != nil {
		slog.Warn("limited", "what", action, "by", by, "ip", client.IP)
	}
	return err
}

// TakeOnce counts each thing under the key once, however often it comes back:
// a page that asks for the same again is not an attacker who tries another.
// Whether there was room is asked with Refused, before the next attempt.
func (l *Limiter) TakeOnce(key, thing string, limit Limit) {
	if l.Take(key+" "+thing, Limit{1, limit.Per}) == nil {
		_ = l.Take(key, limit)
	}
}

// Refused says whether the limit is used up, without counting an attempt.
func (l *Limiter) Refused(key string, limit Limit) error {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.windows[key]; w != nil && now.Sub(w.start) < w.per && w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	return nil
}

// Forget drops the count of a key, after a success.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.windows, key)
}

// sweep drops the windows that are over, and everything when that is not enough: memory stays bounded.
func (l *Limiter) sweep(now time.Time) {
	for key, w := range l.windows {
		if now.Sub(w.start) >= w.per {
			delete(l.windows, key)
		}
	}
	if len(l.windows) >= maxWindows {
		clear(l.windows)
	}
}
