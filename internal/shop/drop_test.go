package shop

import (
	"errors"
	"testing"
	"time"
)

var opening = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)

func at(offset time.Duration) *time.Time {
	t := opening.Add(offset)
	return &t
}

// scheduled is a drop teased a week before the opening, with an hour of early access and a day to buy.
func scheduled(change func(*Drop)) Drop {
	d := Drop{Mode: DropQueue, ScheduledAt: at(-10 * 24 * time.Hour), TeasedAt: *at(-7 * 24 * time.Hour), EarlyAt: at(-time.Hour), OpensAt: opening, EndsAt: at(24 * time.Hour)}
	if change != nil {
		change(&d)
	}
	return d
}

func TestPhaseAt(t *testing.T) {
	const day = 24 * time.Hour
	draw := func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }
	noEarly := func(d *Drop) { d.EarlyAt = nil }
	endless := func(d *Drop) { d.EndsAt = nil }
	endedAt := func(offset time.Duration) func(*Drop) { return func(d *Drop) { d.EndsAt, d.EndedAt = nil, at(offset) } }
	for _, c := range []struct {
		change func(*Drop)
		offset time.Duration
		want   Phase
	}{
		{nil, -8 * day, PhaseDraft},
		{nil, -7*day - time.Millisecond, PhaseDraft},
		{nil, -7 * day, PhaseTeased},
		{nil, -day, PhaseTeased},
		{nil, -time.Hour - time.Millisecond, PhaseTeased},
		{nil, -time.Hour, PhaseEarly},
		{nil, -time.Millisecond, PhaseEarly},
		{nil, 0, PhaseLive},
		{nil, time.Minute, PhaseLive},
		{nil, day - time.Millisecond, PhaseLive},
		{nil, day, PhaseEnded},
		{nil, 365 * day, PhaseEnded},
		{noEarly, -time.Hour, PhaseTeased},
		{noEarly, -time.Millisecond, PhaseTeased},
		{noEarly, 0, PhaseLive},
		{func(d *Drop) { d.ScheduledAt = nil }, 0, PhaseDraft},
		{func(d *Drop) { d.ScheduledAt = nil }, 2 * day, PhaseDraft},
		{func(d *Drop) { d.WithdrawnAt = at(-2 * day) }, -day, PhaseDraft},
		{func(d *Drop) { d.WithdrawnAt = at(-2 * day) }, day, PhaseDraft},
		{endless, day, PhaseLive},
		{endless, 10_000 * day, PhaseLive},
		{endedAt(time.Hour), time.Hour - time.Millisecond, PhaseLive},
		{endedAt(time.Hour), time.Hour, PhaseEnded},
		{func(d *Drop) { d.EndedAt = at(time.Hour) }, 2 * time.Hour, PhaseEnded},
		{func(d *Drop) { d.EndedAt = at(time.Hour) }, time.Minute, PhaseLive},
		{func(d *Drop) { d.EndedAt = at(2 * day) }, day, PhaseEnded}, // it had ended by itself before
		{func(d *Drop) { d.EarlyAt = at(0) }, -time.Millisecond, PhaseTeased},
		{func(d *Drop) { d.EarlyAt = at(0) }, 0, PhaseLive},
		{func(d *Drop) { d.TeasedAt = opening }, -time.Hour, PhaseDraft},
		{func(d *Drop) { d.TeasedAt = opening }, 0, PhaseLive},
		{func(d *Drop) { d.TeasedAt = *at(-time.Hour) }, -time.Hour, PhaseEarly},
		{func(d *Drop) { d.PausedAt = at(time.Minute) }, time.Hour, PhaseLive},
		{draw, -time.Hour, PhaseTeased},
		{draw, 0, PhaseLive},
		{draw, day - time.Millisecond, PhaseLive},
		{draw, day, PhaseAwarding},
		{draw, 8*day - time.Millisecond, PhaseAwarding},
		{draw, 8 * day, PhaseEnded},
		{func(d *Drop) { d.Mode, d.EndsAt = DropOpen, at(time.Second) }, time.Second, PhaseEnded},
		{func(d *Drop) { d.Mode = DropOpen }, -30 * time.Minute, PhaseEarly},
		{func(d *Drop) { d.ScheduledAt = at(-8 * day) }, -7 * day, PhaseTeased},
		{func(d *Drop) { draw(d); d.WithdrawnAt = at(-day) }, 2 * day, PhaseDraft},
	} {
		d := scheduled(c.change)
		if got := d.PhaseAt(*at(c.offset)); got != c.want {
			t.Errorf("%v from the opening of %+v: %s, want %s", c.offset, d, got, c.want)
		}
	}
}

func TestThePhaseStaysTheSameUntilItsNextChange(t *testing.T) {
	for name, d := range map[string]Drop{"line": scheduled(nil), "draw": scheduled(func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }),
		"endless": scheduled(func(d *Drop) { d.EndsAt = nil }), "draft": {OpensAt: opening}} {
		now, changes := *at(-30 * 24 * time.Hour), 0
		for {
			next, ok := d.NextChange(now)
			if !ok {
				break
			}
			if d.PhaseAt(next.Add(-time.Millisecond)) != d.PhaseAt(now) || d.PhaseAt(next) == d.PhaseAt(now) {
				t.Errorf("%s: %v is no change of phase after %v", name, next, now)
			}
			now, changes = next, changes+1
		}
		if want := map[string]int{"line": 4, "draw": 4, "endless": 3, "draft": 0}[name]; changes != want {
			t.Errorf("%s changes %d times, want %d", name, changes, want)
		}
	}
}

func TestWhatAnOrderLineNeeds(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		change func(*Drop)
		offset time.Duration
		want   Sale
	}{
		{nil, -8 * day, SaleUsual},
		{nil, -day, SaleNone},
		{nil, -time.Minute, SaleReservation},
		{nil, time.Minute, SaleReservation},
		{func(d *Drop) { d.LineClosedAt = at(time.Second) }, time.Minute, SaleOpen},
		{nil, 2 * day, SaleHeldOnly},
		{func(d *Drop) { d.SellRest = true }, 2 * day, SaleHeldOnly}, // the work at the end is not done yet
		{func(d *Drop) { d.SellRest, d.ClosedAt = true, at(day) }, 2 * day, SaleUsual},
		{func(d *Drop) { d.Mode = DropOpen }, -time.Minute, SaleEarlyPass},
		{func(d *Drop) { d.Mode = DropOpen }, time.Minute, SaleOpen},
		{func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }, time.Minute, SaleNone},
		{func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }, 2 * day, SaleHeldOnly},
	} {
		if got := scheduled(c.change).SaleAt(*at(c.offset)); got != c.want {
			t.Errorf("%v from the opening of %+v: %s, want %s", c.offset, scheduled(c.change), got, c.want)
		}
	}
}

func TestADropIsCompletedAndChecked(t *testing.T) {
	valid := func(change func(*Drop)) Drop {
		d := Drop{Name: "Midnight Box", OpensAt: opening, EarlyShare: 25, LimitUnits: 1, ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute,
			PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second, Products: []DropProduct{{ProductID: 7, Units: 3}}}
		if change != nil {
			change(&d)
		}
		d.Complete(*at(-2 * time.Hour))
		return d
	}
	d := valid(nil)
	if d.Slug != "midnight-box" || d.Mode != DropQueue || d.EarlyAccess != EarlySubscribers || !d.EarlyAt.Equal(*at(-time.Hour)) || !d.TeasedAt.Equal(*at(-2 * time.Hour)) {
		t.Errorf("completed to %+v", d)
	}
	if err := d.Check(false); err != nil {
		t.Error(err)
	}
	for field, change := range map[string]func(*Drop){
		"name":                func(d *Drop) { d.Name, d.Slug = " ", "x" },
		"slug":                func(d *Drop) { d.Slug = "Not A Slug" },
		"teased_at":           func(d *Drop) { d.TeasedAt = *at(time.Hour) },
		"early_at":            func(d *Drop) { d.EarlyAt = at(time.Minute) },
		"ends_at":             func(d *Drop) { d.EndsAt = at(0) },
		"early_access":        func(d *Drop) { d.Mode, d.EarlyAccess = DropDraw, EarlySubscribers },
		"early_share":         func(d *Drop) { d.EarlyShare = 101 },
		"limit_units":         func(d *Drop) { d.LimitUnits = 0 },
		"reservation_seconds": func(d *Drop) { d.ReservationTime = time.Minute },
		"hold_seconds":        func(d *Drop) { d.HoldTime = 2 * time.Hour },
		"pass_seconds":        func(d *Drop) { d.PassTime = time.Second },
		"shuffle_seconds":     func(d *Drop) { d.ShuffleTime = time.Hour },
		"products":            func(d *Drop) { d.Products = append(d.Products, DropProduct{ProductID: 7}) },
		"products[0].units":   func(d *Drop) { d.Products[0].Units = -1 },
	} {
		err, _ := errors.AsType[*Error](valid(change).Check(false))
		if err == nil || err.Fields.Message(field) == "" {
			t.Errorf("%s is not refused: %v", field, err)
		}
	}
	if err := valid(func(d *Drop) { d.HoldTime, d.PassTime = 5*time.Second, 5*time.Second }).Check(true); err != nil {
		t.Errorf("in a demo shop: %v", err)
	}
}
