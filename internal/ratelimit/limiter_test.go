package ratelimit_test

import (
	"errors"
	"fmt"
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
	if tooMany, ok := errors.AsType[*ratelimit.TooManyError](err); !ok || tooMany.After != 40*time.Minute || shop.CodeOf(err) != shop.TooMany {
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

func network(t *testing.T, n int) shop.Client {
	t.Helper()
	return shop.Client{IP: fmt.Sprintf("2001:db8:%x:%x::1", n>>16+1, n&0xffff)}
}

func TestAFloodOfKeysLiftsNoLimit(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	l, ten := ratelimit.New(func() time.Time { return now }), ratelimit.Limit{Times: 10, Per: 15 * time.Minute}
	guess := func() error {
		return l.TakeFrom(shop.Client{IP: "192.0.2.1"}, "sign-in", "account", "casey@shop.test", ten)
	}
	for range 10 {
		if err := guess(); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Take("contact address 192.0.2.2", ratelimit.Limit{Times: 1, Per: time.Hour}); err != nil {
		t.Fatal(err)
	}
	for i := range 200_000 {
		_ = l.Take(fmt.Sprintf("sign-in account victim%d@shop.test", i), ten)
	}
	for i := range 200_000 {
		_ = l.Take(fmt.Sprintf("subscribe nobody%d@shop.test", i), ratelimit.Limit{Times: 1, Per: time.Hour})
	}
	if guess() == nil {
		t.Error("400,000 keys have lifted the sign-in limit")
	}
	if l.Refused("contact address 192.0.2.2", ratelimit.Limit{Times: 1, Per: time.Hour}) == nil {
		t.Error("400,000 keys of other kinds have lifted the limit of the contact form")
	}
	if n := l.Size(); n > 100_000 {
		t.Errorf("%d windows are kept", n)
	}
}

func TestTheOldestIsEvictedFirst(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	l, one := ratelimit.New(func() time.Time { return now }), ratelimit.Limit{Times: 1, Per: time.Hour}
	for i := range 100_001 {
		_ = l.Take(fmt.Sprintf("promo %d", i), one)
	}
	if err := l.Refused("promo 0", one); err != nil {
		t.Error("the oldest is still there")
	}
	for _, key := range []string{"promo 1", "promo 100000"} {
		if l.Refused(key, one) == nil {
			t.Errorf("%s was evicted before the oldest", key)
		}
	}
	now = now.Add(time.Hour)
	for i := range 60_000 {
		_ = l.Take(fmt.Sprintf("promo again %d", i), one)
	}
	if n := l.Size(); n != 60_000 {
		t.Errorf("%d windows are kept, want those that are not over", n)
	}
}

func TestManyNetworksOfOneSiteCountTogether(t *testing.T) {
	l, two := ratelimit.New(time.Now), ratelimit.Limit{Times: 2, Per: time.Hour}
	allowed := 0
	for i := range 1000 {
		if l.TakeNetwork(network(t, i), "sign-up", two) == nil {
			allowed++
		}
	}
	if allowed != 20 {
		t.Errorf("%d attempts from 1,000 networks of one /48, want ten times the limit of 2", allowed)
	}
	if err := l.TakeNetwork(network(t, 1<<16), "sign-up", two); err != nil {
		t.Errorf("another /48: %v", err)
	}
	for i := range 1000 {
		l.TakeNetworkOnce(network(t, i), "promo", fmt.Sprint(i), two)
	}
	if l.NetworkRefused(network(t, 2000), "promo", two) == nil {
		t.Error("1,000 codes tried from one /48 do not refuse it")
	}
}

func TestThe50500NetworksOfAnAttackDoNotClearTheLimits(t *testing.T) {
	l, limit := ratelimit.New(time.Now), ratelimit.Limit{Times: 3, Per: time.Hour}
	thief := shop.Client{IP: "192.0.2.66"}
	for range 3 {
		_ = l.TakeNetwork(thief, "contact", limit)
	}
	for i := range 50_500 {
		client := shop.Client{IP: fmt.Sprintf("2001:%x:%x:1::1", 0xdb8+i>>16, i&0xffff)} // each in a /48 of its own
		if err := l.TakeNetwork(client, "contact", limit); err != nil {
			t.Fatal(err)
		}
	}
	if l.TakeNetwork(thief, "contact", limit) == nil {
		t.Error("requests from 50,500 networks have cleared the limit")
	}
}

func TestAReturnedAttemptDoesNotCount(t *testing.T) {
	l, one := ratelimit.New(time.Now), ratelimit.Limit{Times: 1, Per: time.Hour}
	for range 3 {
		if err := l.Take("sign-in account casey", one); err != nil {
			t.Fatal(err)
		}
		l.Return("sign-in account casey")
	}
	_ = l.Take("sign-in account casey", one)
	if l.Take("sign-in account casey", one) == nil {
		t.Error("an attempt that was not returned does not count")
	}
}

func TestNobodyIsLimitedByTheNetworkOfTheShopsOwnProxy(t *testing.T) {
	l, one := ratelimit.New(time.Now), ratelimit.Limit{Times: 1, Per: time.Hour}
	for range 3 {
		if err := l.TakeNetwork(shop.Client{IP: "127.0.0.1", ThroughOwnProxy: true}, "contact", one); err != nil {
			t.Error(err)
		}
	}
	_ = l.TakeNetwork(shop.Client{IP: "127.0.0.1"}, "contact", one)
	if l.TakeNetwork(shop.Client{IP: "127.0.0.1"}, "contact", one) == nil {
		t.Error("a direct client on this machine is not limited")
	}
}
