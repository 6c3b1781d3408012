package clock_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
)

func TestAtIsTheContextsMomentElseNow(t *testing.T) {
	now := time.UnixMilli(1000)
	read := func() time.Time { return now }
	if at := clock.At(t.Context(), read); !at.Equal(now) {
		t.Errorf("without a moment the time is %v, not now", at)
	}
	later := now.Add(time.Hour)
	if at := clock.At(clock.WithMoment(t.Context(), later), read); !at.Equal(later) {
		t.Errorf("with a moment the time is %v, not the moment", at)
	}
}

func TestValidUntilKeepsTheEarliest(t *testing.T) {
	clock.ValidUntil(t.Context(), time.UnixMilli(1)) // nobody collects
	ctx, validity := clock.WithValidity(t.Context())
	if !validity.Until().IsZero() {
		t.Error("without reads a response ends")
	}
	for _, ms := range []int64{3000, 1000, 2000} {
		clock.ValidUntil(ctx, time.UnixMilli(ms))
	}
	clock.ValidUntil(ctx, time.Time{})
	if got := validity.Until(); !got.Equal(time.UnixMilli(1000)) {
		t.Errorf("valid until %v, want the earliest of three", got)
	}
	inner, own := clock.WithValidity(ctx)
	clock.ValidUntil(inner, time.UnixMilli(5))
	if !own.Until().Equal(time.UnixMilli(5)) || !validity.Until().Equal(time.UnixMilli(1000)) {
		t.Error("an inner collector is not apart from the outer one")
	}
}
