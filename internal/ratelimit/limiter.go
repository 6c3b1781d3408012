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

// Limiter counts attempts in this process's memory, and, with NewShared, in the database
// together with the other instances: what this process refuses costs nobody a statement.
//
// A key begins with its kind, up to the first space ("sign-in", "contact"). Memory
// is bounded by evicting the oldest window of the kind that has the most, and a
// window that refuses only when its kind has no other: a flood of keys pushes out
// itself, never another kind's counts and never the refusals of its own kind.
type Limiter struct {
	now     func() time.Time
	mu      sync.Mutex
	windows map[string]*window
	kinds   map[string]*kind
	shared  *shared // nil: this is the only instance
}

// maxWindows bounds memory: about 25 MB.
const maxWindows = 100_000

// New makes a limiter with nothing counted yet.
func New(now func() time.Time) *Limiter {
	return &Limiter{now: now, windows: map[string]*window{}, kinds: map[string]*kind{}}
}

// Take counts one attempt under the key and refuses it past the limit. When the limit is shared and cannot be counted
// because the database is away, the error says that; see Allowed.
func (l *Limiter) Take(key string, limit Limit) error {
	if err := l.takeHere(key, limit); err != nil || l.shared == nil {
		return err
	}
	return l.shared.take(key, limit)
}

// takeHere is Take for this instance alone.
func (l *Limiter) takeHere(key string, limit Limit) error {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.current(key, now)
	if w == nil {
		w = l.open(key, limit, now)
	}
	if w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	w.count++
	if w.count >= limit.Times {
		w.moveTo(&w.kind.refusing)
	}
	return nil
}

// TakeFrom is Take for an attempt of a client. A refusal is logged: by what it
// was counted ("address", "account"), never what was tried. The key is
// "action by value"; Forget and Return take the same.
func (l *Limiter) TakeFrom(client shop.Client, action, by, value string, limit Limit) error {
	err := l.Take(action+" "+by+" "+value, limit)
	if allowed, failed := Allowed(err); !allowed && failed == nil {
		slog.Warn("rate limit reached", "what", action, "by", by, "ip", client.IP)
	}
	return err
}

// TakeNetwork counts an attempt for the networks of a client: an IPv6 address
// counts for its /64, and for its /48 at ten times the limit.
func (l *Limiter) TakeNetwork(client shop.Client, action string, limit Limit) error {
	for _, network := range client.Networks() {
		if err := l.TakeFrom(client, action, "address", network.Name, limit.times(network.Share)); err != nil {
			return err
		}
	}
	return nil
}

// TakeOnce counts each thing under the key once, however often it comes back:
// a page that asks for the same again is not an attacker who tries another.
// Whether there was room is asked with Refused, before the next attempt.
func (l *Limiter) TakeOnce(key, thing string, limit Limit) {
	if l.takeHere(key+" "+thing, Limit{1, limit.Per}) == nil {
		_ = l.Take(key, limit)
	}
}

// TakeNetworkOnce is TakeOnce for the networks of a client.
func (l *Limiter) TakeNetworkOnce(client shop.Client, action, thing string, limit Limit) {
	for _, network := range client.Networks() {
		l.TakeOnce(action+" address "+network.Name, thing, limit.times(network.Share))
	}
}

// Refused says whether the limit is used up, without counting an attempt.
func (l *Limiter) Refused(key string, limit Limit) error {
	if err := l.refusedHere(key, limit); err != nil || l.shared == nil {
		return err
	}
	return l.shared.refused(key, limit)
}

func (l *Limiter) refusedHere(key string, limit Limit) error {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.current(key, now); w != nil && w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	return nil
}

// NetworkRefused is Refused for the networks of a client.
func (l *Limiter) NetworkRefused(client shop.Client, action string, limit Limit) error {
	for _, network := range client.Networks() {
		if err := l.Refused(action+" address "+network.Name, limit.times(network.Share)); err != nil {
			return err
		}
	}
	return nil
}

// Forget drops the count of a key, after a success.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.windows[key]; w != nil {
		l.drop(w)
	}
	if l.shared != nil {
		l.shared.forget(key)
	}
}

// Return takes back one counted attempt, where only failures count: counting
// before the attempt keeps attempts at the same moment from all being allowed.
func (l *Limiter) Return(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.windows[key]; w != nil && w.count > 0 {
		w.count--
		w.moveTo(&w.kind.counting)
	}
	if l.shared != nil {
		l.shared.returnCount(key)
	}
}

func (l Limit) times(n int) Limit { return Limit{l.Times * n, l.Per} }
