package shop

import (
	"testing"
	"time"
)

func TestThePromotionSaysWhyItCannotBeUsed(t *testing.T) {
	now := time.Date(2026, 11, 18, 20, 0, 0, 0, time.UTC)
	before, after, two := now.Add(-time.Second), now.Add(time.Second), int64(2)
	for name, c := range map[string]struct {
		promotion Promotion
		want      PromoState
	}{
		"on":                    {Promotion{Enabled: true}, PromoOn},
		"within its time":       {Promotion{Enabled: true, StartsAt: &now, EndsAt: &after}, PromoOn},
		"a use is left":         {Promotion{Enabled: true, MaxUses: &two, Uses: 1}, PromoOn},
		"switched off":          {Promotion{EndsAt: &before}, PromoOff},
		"not started":           {Promotion{Enabled: true, StartsAt: &after}, PromoNotStarted},
		"over at its end":       {Promotion{Enabled: true, StartsAt: &before, EndsAt: &now}, PromoEnded},
		"used up":               {Promotion{Enabled: true, MaxUses: &two, Uses: 2}, PromoUsedUp},
		"used up, then ended":   {Promotion{Enabled: true, MaxUses: &two, Uses: 2, EndsAt: &before}, PromoEnded},
		"used up, starts later": {Promotion{Enabled: true, MaxUses: &two, Uses: 2, StartsAt: &after}, PromoUsedUp},
	} {
		if got := c.promotion.State(now); got != c.want {
			t.Errorf("%s: the state is %s, want %s", name, got, c.want)
		}
		if got := c.promotion.Grants(0, now); got != (c.want == PromoOn) {
			t.Errorf("%s: Grants is %t", name, got)
		}
	}
	if (Promotion{Enabled: true, Minimum: 10_00}).Grants(9_99, now) {
		t.Error("a code is granted below its minimum")
	}
	if (Promotion{}).UsedUpBy(100) || (Promotion{MaxPerCustomer: &two}).UsedUpBy(1) || !(Promotion{MaxPerCustomer: &two}).UsedUpBy(2) {
		t.Error("a customer can use a code more or less often than its limit")
	}
}
