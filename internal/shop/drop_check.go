package shop

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of drops. The API's description publishes those of what staff and shoppers type (httpapi/limits.go).
const (
	MaxDropName        = 120
	MaxDropProducts    = 100
	MaxUnfinishedDrops = 50
	MaxDropLimit       = 1_000
	MaxRatePerMinute   = 100_000
	MaxAccessCode      = 64
	MaxCodeLabel       = 80
	MaxCodeUses        = 1_000_000
)

// The shortest and longest durations of a drop. See shortestInDemo for a demo shop.
const (
	MinReservationTime = 2 * time.Minute
	MaxReservationTime = 30 * time.Minute
	MinHoldTime        = 5 * time.Minute
	MaxHoldTime        = time.Hour
	MinPassTime        = time.Minute
	MaxPassTime        = 15 * time.Minute
	MinShuffleTime     = 5 * time.Second
	MaxShuffleTime     = 2 * time.Minute
)

// Complete fills in what staff left open: times, early access and durations.
func (d *Drop) Complete(now time.Time) {
	d.Name, d.Slug, d.Description = strings.TrimSpace(d.Name), strings.TrimSpace(d.Slug), strings.TrimSpace(strings.ReplaceAll(d.Description, "\r\n", "\n"))
	if d.Slug == "" {
		d.Slug = Slug(d.Name)
	}
	if d.Mode == "" {
		d.Mode = DropQueue
	}
	if d.TeasedAt.IsZero() {
		d.TeasedAt = now
		if now.After(d.OpensAt) {
			d.TeasedAt = d.OpensAt
		}
	}
	if d.EarlyAccess == "" {
		d.EarlyAccess = EarlySubscribers
		if d.Mode == DropDraw {
			d.EarlyAccess = EarlyNone
		}
	}
	switch {
	case d.EarlyAccess == EarlyNone:
		d.EarlyAt = nil
	case d.EarlyAt == nil:
		early := d.OpensAt.Add(-EarlyBefore)
		if early.Before(d.TeasedAt) {
			early = d.TeasedAt
		}
		d.EarlyAt = &early
	}
	if d.Mode != DropDraw {
		d.NextDrawID = nil
	}
	for i := range d.Products {
		d.Products[i].Position = int64(i + 1)
	}
}

// shortestInDemo is how short every duration of a drop may be in a demo shop, so that people can try one quickly.
const shortestInDemo = 5 * time.Second

// Check refuses a drop that must not be saved, naming every field.
func (d Drop) Check(demo bool) error {
	p := Problems{}
	p.Check(d.Name != "", "name", "Enter a name.")
	p.Check(utf8.RuneCountInString(d.Name) <= MaxDropName, "name", "Keep the name below 120 characters.")
	checkName(&p, "name", d.Name)
	checkSlug(&p, d.Slug)
	p.Check(utf8.RuneCountInString(d.Description) <= MaxDescription, "description", "Keep the description below 10,000 characters.")
	p.Check(d.Mode == DropOpen || d.Mode == DropQueue || d.Mode == DropDraw, "mode", "Choose how it is sold.")
	p.Check(!d.OpensAt.IsZero(), "opens_at", "Enter when it opens.")
	p.Check(!d.TeasedAt.After(d.OpensAt), "teased_at", "It is teased before it opens.")
	p.Check(d.EarlyAt == nil || !d.EarlyAt.Before(d.TeasedAt) && !d.EarlyAt.After(d.OpensAt), "early_at", "Early access begins between the tease and the opening.")
	p.Check(d.EndsAt == nil || d.EndsAt.After(d.OpensAt), "ends_at", "It ends after it opens.")
	switch d.EarlyAccess {
	case EarlyNone, EarlySubscribers, EarlyCodes, EarlyBoth:
	default:
		p.Check(false, "early_access", "Choose who gets early access.")
	}
	p.Check(d.Mode != DropDraw || d.EarlyAccess == EarlyNone, "early_access", "A draw has no early access: being early gives no advantage there.")
	p.Check(d.EarlyShare >= 0 && d.EarlyShare <= MaxPercent, "early_share", "The early share goes from 0 to 100 percent.")
	p.Check(d.LimitUnits >= 1 && d.LimitUnits <= MaxDropLimit, "limit_units", "The limit goes from 1 to 1,000.")
	p.Check(d.BuildingUnits == nil || *d.BuildingUnits >= 1 && *d.BuildingUnits <= MaxUnits, "building_units", "The limit starts at 1.")
	p.Check(d.RatePerMinute == nil || *d.RatePerMinute >= 1 && *d.RatePerMinute <= MaxRatePerMinute, "rate_per_minute", "People per minute go from 1 to 100,000.")
	duration := func(value, least, most time.Duration, field, message string) {
		if demo {
			least = shortestInDemo
		}
		p.Check(value >= least && value <= most, field, message)
	}
	duration(d.ReservationTime, MinReservationTime, MaxReservationTime, "reservation_seconds", "Minutes to check out go from 2 to 30.")
	duration(d.HoldTime, MinHoldTime, MaxHoldTime, "hold_seconds", "Minutes to pay go from 5 to 60.")
	duration(d.PassTime, MinPassTime, MaxPassTime, "pass_seconds", "Minutes to go in go from 1 to 15.")
	duration(d.ShuffleTime, MinShuffleTime, MaxShuffleTime, "shuffle_seconds", "Seconds to shuffle go from 5 to 120.")
	p.Check(len(d.Products) <= MaxDropProducts, "products", "A drop has at most 100 products.")
	seen := map[int64]bool{}
	for _, line := range d.Products {
		p.Check(!seen[line.ProductID], "products", "Each product can be in the drop once.")
		seen[line.ProductID] = true
		p.Check(line.Units >= 0 && line.Units <= MaxUnits, line.Field("units"), "The units go from 0 to 1,000,000.")
		p.Check(line.Price == nil || *line.Price >= 0 && *line.Price <= MaxPrice, line.Field("price"), "The price is too high or below zero.")
	}
	return p.Err()
}

// Field names an input of a product of a drop in messages.
func (p DropProduct) Field(name string) string {
	return "products[" + strconv.FormatInt(p.Position-1, 10) + "]." + name
}

// CheckSchedule refuses a drop that cannot be scheduled at a moment.
func (d Drop) CheckSchedule(now time.Time) error {
	if !d.IsDraft() {
		return Errorf(Conflict, "This drop is scheduled already.")
	}
	p := Problems{}
	p.Check(d.OpensAt.After(now), "opens_at", "The opening must lie in the future.")
	p.Check(d.EndsAt == nil || d.EndsAt.After(now), "ends_at", "The end must lie in the future.")
	p.Check(len(d.Products) > 0, "products", "Add a product.")
	for _, line := range d.Products {
		p.Check(line.Units > 0, line.Field("units"), "Enter the units for this drop.")
	}
	if d.Mode == DropDraw {
		p.Check(d.EndsAt != nil, "ends_at", "A draw needs an end.")
		p.Check(len(d.Products) == 1, "products", "A draw has exactly one product.")
	}
	return p.Err()
}

// CheckChange refuses to move times that have passed, and what cannot change once a drop is scheduled.
func (d Drop) CheckChange(was Drop, now time.Time) error {
	p := Problems{}
	p.Check(d.Mode == was.Mode, "mode", "Withdraw the drop to change how it is sold.")
	moved := func(field string, from, to *time.Time) {
		switch {
		case from == nil && to == nil || from != nil && to != nil && from.Equal(*to):
		case from != nil && !now.Before(*from):
			p.Check(false, field, "This moment has passed.")
		case to != nil && !to.After(now):
			p.Check(false, field, "Choose a moment in the future.")
		}
	}
	moved("teased_at", &was.TeasedAt, &d.TeasedAt)
	moved("early_at", was.EarlyAt, d.EarlyAt)
	moved("opens_at", &was.OpensAt, &d.OpensAt)
	moved("ends_at", was.EndsAt, d.EndsAt)
	p.Check(!was.Unfinished(now) || d.EndsAt != nil || d.Mode != DropDraw, "ends_at", "A draw needs an end.")
	p.Check(was.PhaseAt(now) != PhaseEnded || was.ClosedAt == nil || d.SellRest || !was.SellRest, "sell_rest", "The rest is on sale already.")
	if !now.Before(was.OpensAt) || was.EarlyAt != nil && !now.Before(*was.EarlyAt) {
		p.Check(d.EarlyAccess == was.EarlyAccess && (d.EarlyShare == was.EarlyShare || now.Before(was.OpensAt)), "early_access", "Early access has begun.")
	}
	return p.Err()
}
