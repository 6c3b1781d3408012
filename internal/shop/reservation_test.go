package shop_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestTheTimeOfAReservationStandsStillInAPause(t *testing.T) {
	end := time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)
	drop := func(id int64, paused time.Duration) *shop.Drop {
		at := end.Add(paused)
		return &shop.Drop{ID: id, PausedAt: &at}
	}
	for name, c := range map[string]struct {
		drop *shop.Drop
		now  time.Duration
		left time.Duration
	}{
		"before its end":                  {nil, -time.Millisecond, time.Millisecond},
		"at its end":                      {nil, 0, 0},
		"in a drop that goes on":          {&shop.Drop{ID: 7}, 0, 0},
		"paused before its end":           {drop(7, -time.Second), time.Hour, time.Second},
		"paused when it was over":         {drop(7, 0), time.Hour, 0},
		"another drop has the product":    {drop(8, -time.Second), 0, 0},
		"paused, and it has time anyway ": {drop(7, -time.Hour), -time.Minute, time.Hour},
	} {
		id := int64(7)
		r, now := shop.Reservation{DropID: &id, ExpiresAt: end}, end.Add(c.now)
		if left := r.TimeLeft(c.drop, now); left != c.left || r.Over(c.drop, now) != (c.left == 0) {
			t.Errorf("%s: %v are left, over %t, want %v", name, left, r.Over(c.drop, now), c.left)
		}
	}
}

func TestHowManyUnitsOnePersonCanWaitFor(t *testing.T) {
	limit := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		product shop.Product
		want    int64
	}{
		{shop.Product{}, 10},
		{shop.Product{MaxPerOrder: limit(3)}, 3},
		{shop.Product{MaxPerOrder: limit(3), MaxPerCustomer: limit(2)}, 2},
		{shop.Product{MaxPerOrder: limit(40)}, 10},
		{shop.Product{MaxPerOrder: limit(3), Drop: &shop.ProductDrop{LimitUnits: 1}}, 1},
		{shop.Product{Drop: &shop.ProductDrop{LimitUnits: 1000}}, 10},
	} {
		if got := shop.MaxWaitlistUnits(c.product); got != c.want {
			t.Errorf("%+v: %d, want %d", c.product, got, c.want)
		}
	}
}
