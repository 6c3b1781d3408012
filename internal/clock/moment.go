package clock

import (
	"context"
	"sync"
	"time"
)

type momentKey struct{}

// WithMoment gives a context whose public reads are as of a moment instead of now: a
// page that is rendered before it is needed, or staff who look ahead.
func WithMoment(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, momentKey{}, at)
}

// At is the moment that a read is of: the context's, else now.
func At(ctx context.Context, now func() time.Time) time.Time {
	if at, ok := Moment(ctx); ok {
		return at
	}
	return now()
}

// Moment is the moment that WithMoment gave. ok is false when reads are of now.
func Moment(ctx context.Context) (at time.Time, ok bool) {
	at, ok = ctx.Value(momentKey{}).(time.Time)
	return at, ok
}

type validityKey struct{}

// Validity collects until when the reads of one response are right.
type Validity struct {
	mu    sync.Mutex
	until time.Time
}

// WithValidity gives a context whose reads are collected. The context's own collector,
// if it has one, does not hear of them.
func WithValidity(ctx context.Context) (context.Context, *Validity) {
	v := &Validity{}
	return context.WithValue(ctx, validityKey{}, v), v
}

// ValidUntil says that what was read with this context is right only until a moment:
// from then on the same read may give something else, although nobody changed anything.
// The earliest moment of all reads counts. Without a collector it does nothing.
func ValidUntil(ctx context.Context, at time.Time) {
	v, ok := ctx.Value(validityKey{}).(*Validity)
	if !ok || at.IsZero() {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.until.IsZero() || at.Before(v.until) {
		v.until = at
	}
}

// Until is the earliest moment of the reads so far; zero when time changes none of them.
func (v *Validity) Until() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.until
}
