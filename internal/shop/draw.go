package shop

import "time"

const (
	// MaxDrawEntries is how many entries of a draw may count.
	MaxDrawEntries = 1_000_000
	// WinTime is how long a winner of a draw may buy. Quiet hours do not count.
	WinTime = 24 * time.Hour
)

// WinEnd is when a win made now ends: nobody loses it asleep.
func (s Settings) WinEnd(now time.Time) time.Time { return s.QuietHours().Add(now, WinTime) }

// CheckEntry refuses to let somebody enter, confirm or withdraw while the draw does not take entries. The caller has locked its
// queue q, or asks for a first look.
func (d Drop) CheckEntry(q Queue, now time.Time, zone *time.Location) error {
	switch d.PhaseAt(now) {
	case PhaseTeased, PhaseEarly:
		return d.NotOpenYet(zone)
	case PhaseLive:
		if q.Shuffled == nil {
			return nil
		}
	}
	return Errorf(NotOpen, "This draw is closed.")
}

// DrawnAfter says whether entries of an earlier draw that did not win are entered in this one, if they asked for that: staff
// named it, or it is the next draw of the same product.
func (d Drop) DrawnAfter(earlier Drop, now time.Time) bool {
	if d.ID == earlier.ID || d.Mode != DropDraw || earlier.Mode != DropDraw || earlier.EndsAt == nil || now.Before(*earlier.EndsAt) {
		return false
	}
	if earlier.NextDrawID != nil {
		return *earlier.NextDrawID == d.ID
	}
	return len(d.Products) == 1 && len(earlier.Products) == 1 && d.Products[0].ProductID == earlier.Products[0].ProductID && d.OpensAt.After(earlier.OpensAt)
}

// WinState is what became of a win.
type WinState string

const (
	WinOpen   WinState = "won"    // it can be bought
	WinBought WinState = "bought" // an order has the unit
	WinPassed WinState = "passed" // not bought in time, given back, or the order ended
)

// Winner is an entry that won in a draw.
type Winner struct {
	Number int64
	State  WinState
}
