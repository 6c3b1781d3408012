package shop

import "time"

// dropTime is how refusals write a time, in the drop time zone.
const dropTime = "Monday, January 2 at 3:04 PM MST"

// NotOpenYet refuses to sell before the opening.
func (d Drop) NotOpenYet(zone *time.Location) error {
	return Errorf(NotOpen, "This drop opens %s.", d.OpensAt.In(zone).Format(dropTime))
}

// EarlyUnitsGone refuses to sell more before the opening than the early share.
func (d Drop) EarlyUnitsGone(zone *time.Location) error {
	return Errorf(NotOpen, "The early units are gone. The rest opens %s.", d.OpensAt.In(zone).Format(dropTime))
}

// The refusals of drops that are the same for all of them.
var (
	ErrDropOver   = Errorf(NotOpen, "This drop is over.")
	ErrDropPaused = Errorf(DropPaused, "Paused for a moment")
	ErrQueueFirst = Errorf(QueueFirst, "Join the line to buy this.")
	ErrDraw       = Errorf(NotOpen, "The units of this drop go to the winners of its draw. You can enter it on its page.")
)

// CheckSale refuses to sell free units of the drop at a moment. early says that the
// buyer has early access.
func (d Drop) CheckSale(now time.Time, early bool, zone *time.Location) error {
	sale := d.SaleAt(now)
	if sale == SaleUsual {
		return nil
	}
	if d.Paused(now) {
		return ErrDropPaused
	}
	switch phase := d.PhaseAt(now); {
	case sale == SaleOpen, sale == SaleEarlyPass && early:
		return nil
	case sale == SaleReservation && (phase == PhaseLive || early):
		return ErrQueueFirst
	case phase == PhaseTeased || phase == PhaseEarly:
		return d.NotOpenYet(zone)
	case phase == PhaseLive:
		return ErrDraw
	}
	return ErrDropOver
}

// CheckReserved refuses to sell units of the drop that are set aside for the buyer.
func (d Drop) CheckReserved(kind ReservationKind, now time.Time, zone *time.Location) error {
	if d.Paused(now) {
		return ErrDropPaused
	}
	switch d.PhaseAt(now) {
	case PhaseEarly, PhaseLive, PhaseEnded:
		return nil
	case PhaseAwarding:
		if kind == Win {
			return nil
		}
		return ErrDropOver
	}
	return d.NotOpenYet(zone)
}

// TooManyUnits refuses an order beyond the units per household.
func (d Drop) TooManyUnits() error {
	return Errorf(LimitReached, "Limited to %d per household in this drop.", d.LimitUnits)
}

// UnitsHeld refuses an order beyond the units per household that may be placed once
// an unpaid one of the same household has ended.
func (d Drop) UnitsHeld(until time.Time, zone *time.Location) error {
	return Errorf(LimitHeld, "Somebody is checking out for this address. Try again at %s.", until.In(zone).Format("3:04 PM MST"))
}
