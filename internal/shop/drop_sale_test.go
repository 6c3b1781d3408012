package shop

import (
	"testing"
	"time"
)

func TestUnitsLeftToAHousehold(t *testing.T) {
	d := Drop{LimitUnits: 3}
	for _, c := range []struct {
		has  KeyUnits
		want int64
	}{
		{KeyUnits{}, 3},
		{KeyUnits{Ordered: 1, Reserved: 1}, 1},
		{KeyUnits{Ordered: 3}, 0},
		{KeyUnits{Barred: true}, 0},
	} {
		if got := d.UnitsLeft(c.has); got != c.want {
			t.Errorf("%d units are left to a key that has %+v, want %d", got, c.has, c.want)
		}
	}
}

func TestWhoHasUnitsOfADropHeldInACart(t *testing.T) {
	const day = 24 * time.Hour
	open := func(d *Drop) { d.Mode = DropOpen }
	draw := func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }
	early, live, over := -time.Minute, time.Minute, 2*day
	for _, c := range []struct {
		change               func(*Drop)
		offset               time.Duration // from the opening
		nobody, pass, inLine Code
	}{
		{nil, -8 * day, Conflict, Conflict, Conflict}, // not announced
		{nil, -day, NotOpen, NotOpen, NotOpen},
		{nil, early, NotOpen, QueueFirst, ""},
		{nil, live, QueueFirst, QueueFirst, ""},
		{func(d *Drop) { d.PausedAt = at(0) }, live, DropPaused, DropPaused, DropPaused},
		{func(d *Drop) { d.LineClosedAt = at(0) }, live, Conflict, Conflict, Conflict},
		{nil, over, NotOpen, NotOpen, NotOpen},
		{func(d *Drop) { d.SellRest, d.ClosedAt = true, at(day) }, over, Conflict, Conflict, Conflict},
		{open, early, NotOpen, "", NotOpen},
		{open, live, Conflict, Conflict, Conflict},
		{draw, live, Conflict, Conflict, Conflict},
		{draw, over, NotOpen, NotOpen, NotOpen},
	} {
		d, now := scheduled(c.change), *at(c.offset)
		nobody, pass, inLine := d.CheckHold(now, false, false, time.UTC), d.CheckHold(now, true, false, time.UTC), d.CheckHold(now, false, true, time.UTC)
		if CodeOf(nobody) != c.nobody || CodeOf(pass) != c.pass || CodeOf(inLine) != c.inLine {
			t.Errorf("%v from the opening of %+v: without a pass %v, with early access %v, from the line %v", c.offset, d, nobody, pass, inLine)
		}
	}
}

func TestWhenAProductOfADropCanBeWaitedFor(t *testing.T) {
	const day = 24 * time.Hour
	open := func(d *Drop) { d.Mode = DropOpen }
	draw := func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }
	for _, c := range []struct {
		change func(*Drop)
		offset time.Duration // from the opening
		want   bool
	}{
		{open, -day, false},
		{open, -time.Minute, false},
		{open, 0, true},
		{open, day, true}, // ended: what comes back is offered
		{open, 5 * day, true},
		{nil, time.Minute, false}, // its line is who waits
		{func(d *Drop) { d.LineClosedAt = at(0) }, time.Minute, true},
		{nil, day, true},
		{draw, time.Minute, false},
		{draw, 2 * day, false},
		{draw, 8 * day, false},
		{draw, 11*day - time.Millisecond, false},
		{draw, 11 * day, true},
	} {
		d, now := scheduled(c.change), *at(c.offset)
		d.Products = []DropProduct{{ProductID: 7}}
		product := Product{ID: 7}.InDrop(d, now)
		if got := d.CheckWaitlist(now, time.UTC) == nil; got != c.want || product.Drop.CanWait != c.want {
			t.Errorf("%v from the opening of %+v: it can be waited for %t, its product says %t, want %t", c.offset, d, got, product.Drop.CanWait, c.want)
		}
	}
}
