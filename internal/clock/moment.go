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

type previewKey struct{}

// WithPreview is WithMoment for staff who look ahead: they also see what is not public at that moment, but could be.
func WithPreview(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(WithMoment(ctx, at), previewKey{}, true)
}

// Previewed says whether the context is that of staff who look ahead.
func Previewed(ctx context.Context) bool {
	previewed, _ := ctx.Value(previewKey{}).(bool)
	return previewed
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

// Validity collects until when the reads of one response are right, and until when they are recent.
type Validity struct {
	mu    sync.Mutex
	until time.Time
	fresh time.Time
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
	note(ctx, at, func(v *Validity) *time.Time { return &v.until })
}

// FreshUntil says that what was read with this context is recent until a moment. A page made of it may be sent
// after that, while a newer one is made. The earliest moment of all reads counts.
func FreshUntil(ctx context.Context, at time.Time) {
	note(ctx, at, func(v *Validity) *time.Time { return &v.fresh })
}

func note(ctx context.Context, at time.Time, which func(*Validity) *time.Time) {
	v, ok := ctx.Value(validityKey{}).(*Validity)
	if !ok || at.IsZero() {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if earliest := which(v); earliest.IsZero() || at.Before(*earliest) {
		*earliest = at
	}
}

// Until is the earliest moment of the reads so far; zero when time changes none of them.
func (v *Validity) Until() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.until
}

// Fresh is the earliest moment that FreshUntil was told; zero when all reads stay recent.
func (v *Validity) Fresh() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.fresh
}
