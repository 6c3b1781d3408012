package ratelimit_test

import (
	"errors"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestLimiterRefusesPastTheLimitUntilTheWindowIsOver(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	l, two := ratelimit.New(func() time.Time { return now }), ratelimit.Limit{Times: 2, Per: time.Hour}
	for range 2 {
		if err := l.Take("key", two); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(20 * time.Minute)
	err := l.Take("key", two)
	var tooMany *ratelimit.TooManyError
	if !errors.As(err, &tooMany) || tooMany.After != 40*time.Minute || shop.CodeOf(err) != shop.TooMany {
		t.Errorf("the third attempt: %v, want a refusal for 40 minutes", err)
	}
	if l.Refused("key", two) == nil {
		t.Error("the used-up limit is not reported")
	}
	if err := l.Take("another key", two); err != nil {
		t.Errorf("another key: %v", err)
	}
	now = now.Add(40 * time.Minute)
	if err := l.Take("key", two); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestLimiterForgetsAfterASuccess(t *testing.T) {
	l, one := ratelimit.New(time.Now), ratelimit.Limit{Times: 1, Per: time.Hour}
	if err := l.TakeFrom(shop.Client{IP: "192.0.2.1"}, "sign-in", "account", "casey", one); err != nil {
		t.Fatal(err)
	}
	l.Forget("sign-in account casey")
	if err := l.TakeFrom(shop.Client{IP: "192.0.2.1"}, "sign-in", "account", "casey", one); err != nil {
		t.Errorf("after Forget: %v", err)
	}
}

func TestTheSameThingCountsOnce(t *testing.T) {
	l, two := ratelimit.New(time.Now), ratelimit.Limit{Times: 2, Per: time.Hour}
	for range 5 {
		l.TakeOnce("promo 192.0.2.1", "SNACK", two)
	}
	if err := l.Refused("promo 192.0.2.1", two); err != nil {
		t.Errorf("one code tried five times: %v", err)
	}
	l.TakeOnce("promo 192.0.2.1", "OTHER", two)
	if l.Refused("promo 192.0.2.1", two) == nil {
		t.Error("two codes do not use up a limit of two")
	}
}
