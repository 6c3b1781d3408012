package shop

import "time"

// formatTime is a moment as text for people.
func formatTime(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("Monday, January 2 at 3:04 PM MST")
}

// FormatTime is a moment as text for people, in the shop's time zone for drops.
func (s Settings) FormatTime(at time.Time) string { return formatTime(at, s.DropZone()) }

// NotOpenYet refuses to sell before the opening.
func (d Drop) NotOpenYet(zone *time.Location) error {
	return Errorf(NotOpen, "This drop opens %s.", formatTime(d.OpensAt, zone))
}

// EarlyUnitsGone refuses to sell more before the opening than the early share.
func (d Drop) EarlyUnitsGone(zone *time.Location) error {
	return Errorf(NotOpen, "The early units are gone. The rest opens %s.", formatTime(d.OpensAt, zone))
}

// The refusals of drops that are the same for all of them.
var (
	ErrDropOver   = Errorf(NotOpen, "This drop is over.")
	ErrDropPaused = Errorf(DropPaused, "Paused for a moment")
	ErrQueueFirst = Errorf(QueueFirst, "Join the line to buy this.")
	// ErrNothingToHold refuses to hold units in a cart that anybody can order, or that nobody can.
	ErrNothingToHold = Errorf(Conflict, "Carts are not held for this product right now.")
	ErrDraw          = Errorf(NotOpen, "The units of this drop go to the winners of its draw. You can enter it on its page.")
	// ErrPassUnknown refuses a pass that the shop did not make, or made for another drop or mailbox.
	ErrPassUnknown = FieldError(NotFound, "pass", "This pass is not valid.")
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

// CheckHold refuses to hold free units of the drop in a cart. early says that the buyer
// has early access, inLine that they have a pass of the line.
func (d Drop) CheckHold(now time.Time, early, inLine bool, zone *time.Location) error {
	if d.Paused(now) {
		return ErrDropPaused
	}
	sale := d.SaleAt(now)
	switch {
	case sale == SaleReservation && inLine:
		return nil
	case sale == SaleUsual, sale == SaleOpen, sale == SaleNone && d.PhaseAt(now) == PhaseLive:
		return ErrNothingToHold
	}
	return d.CheckSale(now, early, zone)
}

// CheckReserved refuses to sell units of the drop that are set aside for the buyer.
func (d Drop) CheckReserved(kind ReservationKind, now time.Time, zone *time.Location) error {
	if d.Paused(now) {
		return ErrDropPaused
	}
	switch d.PhaseAt(now) {
	case PhaseDraft, PhaseEarly, PhaseLive, PhaseEnded: // a draft: it was withdrawn, and sells as usual
		return nil
	case PhaseAwarding:
		if kind == Win {
			return nil
		}
		return ErrDropOver
	}
	return d.NotOpenYet(zone)
}

// EarlyPass is early access of a mailbox to a drop; the zero value is none.
type EarlyPass struct {
	DropID     int64
	MailboxKey string
}

// gives says whether the pass gives early access to the drop. Before the opening a pass of another drop or mailbox is
// refused; afterwards nobody needs one. mailboxKey is "" while nobody said whose order it will be.
func (p EarlyPass) gives(d Drop, mailboxKey string, now time.Time) (bool, error) {
	switch {
	case p == EarlyPass{} || d.PhaseAt(now) != PhaseEarly:
		return false, nil
	case p.DropID != d.ID || mailboxKey != "" && p.MailboxKey != mailboxKey:
		return false, ErrPassUnknown
	}
	return true, nil
}

// DropLine is a line of an order or a quote, as drops see it.
type DropLine struct {
	BasketLine
	Drop       Drop        // that has the product; the zero value is none
	EarlyUnits int64       // of the product, sold before the opening, that Drop does not count yet
	Held       Reservation // the buyer's, if Reserved is above 0
	HeldIn     Drop        // the drop of Held; the zero value is none
	Pass       EarlyPass   // of the buyer
	MailboxKey string      // of the buyer; "" while it is not known
}

// Check refuses a line that drops do not sell to this buyer now.
func (l DropLine) Check(now time.Time, zone *time.Location) error {
	if l.Reserved > 0 && l.Held.DropID != nil {
		if err := l.HeldIn.CheckReserved(l.Held.Kind, now, zone); err != nil {
			return err
		}
	}
	rest := l.Quantity - l.Reserved
	if rest <= 0 {
		return nil
	}
	early, err := l.Pass.gives(l.Drop, l.MailboxKey, now)
	if err != nil {
		return err
	}
	if err := l.Drop.CheckSale(now, early, zone); err != nil {
		return err
	}
	if l.Drop.SaleAt(now) == SaleEarlyPass {
		product, _ := l.Drop.Product(l.Product.ID)
		if product.EarlyUnits+l.EarlyUnits+rest > l.Drop.EarlyQuota(product) {
			return l.Drop.EarlyUnitsGone(zone)
		}
	}
	return nil
}

// KeyUnits is what a buyer key has of a drop.
type KeyUnits struct {
	Ordered  int64 // in orders that hold units
	Reserved int64 // in held reservations; of mailboxes only
	Barred   bool  // staff keep it out of the drop
}

// UnitsLeft is how many units more of the drop a buyer key may have: below 1 when it has what one household may have.
func (d Drop) UnitsLeft(has KeyUnits) int64 {
	if has.Barred {
		return 0
	}
	return d.LimitUnits - has.Ordered - has.Reserved
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
