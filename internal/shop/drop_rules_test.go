package shop

import (
	"testing"
	"time"
)

func TestWhatStaffMayDoWithADrop(t *testing.T) {
	const day = 24 * time.Hour
	type may struct{ schedule, pause, resume, end, withdraw, delete, draw bool }
	draw := func(d *Drop) { d.Mode, d.EarlyAt = DropDraw, nil }
	for _, c := range []struct {
		name   string
		change func(*Drop)
		offset time.Duration // from the opening
		may    may
	}{
		{"is a draft", func(d *Drop) { d.ScheduledAt = nil }, -day, may{schedule: true, delete: true}},
		{"is a draft whose times have passed", func(d *Drop) { d.ScheduledAt = nil }, time.Hour, may{delete: true}},
		{"is scheduled and not teased", nil, -8 * day, may{withdraw: true}},
		{"is teased", nil, -day, may{pause: true, withdraw: true}},
		{"is paused before it opens", func(d *Drop) { d.PausedAt = at(-2 * day) }, -day, may{resume: true, withdraw: true}},
		{"has early access", nil, -time.Minute, may{pause: true, withdraw: true}},
		{"has just opened", nil, 0, may{pause: true, end: true}},
		{"is live and paused", func(d *Drop) { d.PausedAt = at(time.Minute) }, time.Hour, may{resume: true, end: true}},
		{"has ended by itself", nil, day, may{}},
		{"has ended in a pause", func(d *Drop) { d.PausedAt = at(time.Hour) }, day, may{}},
		{"was ended by staff", func(d *Drop) { d.EndedAt = at(time.Hour) }, 2 * time.Hour, may{}},
		{"was withdrawn", func(d *Drop) { d.WithdrawnAt = at(-2 * day) }, -day, may{schedule: true}},
		{"takes entries", draw, time.Hour, may{pause: true, end: true}},
		{"is a draw that has closed", draw, day, may{draw: true}},
		{"is a draw that is over", draw, 8 * day, may{draw: true}},
		{"is a withdrawn draw", func(d *Drop) { draw(d); d.WithdrawnAt = at(-day) }, 2 * day, may{}},
	} {
		d, now := scheduled(c.change), *at(c.offset)
		d.Products = []DropProduct{{ProductID: 7, Units: 3}}
		got := may{d.CheckSchedule(now) == nil, d.CheckPause(now) == nil, d.CheckResume(now) == nil, d.CheckEnd(now) == nil, d.CheckWithdraw(now) == nil, d.CheckDelete() == nil, d.CheckDraw(false, now) == nil}
		if got != c.may {
			t.Errorf("a drop that %s may be %+v, want %+v", c.name, got, c.may)
		}
		if CodeOf(d.CheckDraw(true, now)) != Conflict {
			t.Errorf("the draw of a drop that %s may be held twice", c.name)
		}
	}
}
