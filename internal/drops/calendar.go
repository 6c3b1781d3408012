package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CalendarDrop is a drop as a calendar event.
type CalendarDrop struct {
	shop.Drop
	Cancelled bool
}

// cancelledFor is how long calendars are told that a drop was withdrawn.
const cancelledFor = 30 * 24 * time.Hour

// Calendar lists the drops that belong into a calendar: those that shoppers may know of, and those that were withdrawn
// lately. A drop that was withdrawn before it was announced is left out.
func (s *PublicDrops) Calendar(ctx context.Context) ([]CalendarDrop, error) {
	all, err := s.c.Store.Drops.All(ctx)
	if err != nil {
		return nil, err
	}
	now := clock.At(ctx, s.c.Now)
	var list []CalendarDrop
	for _, d := range all {
		if next, changes := d.NextChange(now); changes {
			clock.ValidUntil(ctx, next)
		}
		if d.PhaseAt(now) != shop.PhaseDraft {
			list = append(list, CalendarDrop{Drop: d})
			continue
		}
		if d.ScheduledAt == nil || d.WithdrawnAt == nil || d.WithdrawnAt.Before(d.TeasedAt) {
			continue
		}
		if until := d.WithdrawnAt.Add(cancelledFor); now.Before(until) {
			clock.ValidUntil(ctx, until)
			list = append(list, CalendarDrop{Drop: d, Cancelled: true})
		}
	}
	return list, nil
}
