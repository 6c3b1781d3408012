package shop

import "time"

// ReservationKind says why units are set aside for somebody.
type ReservationKind string

const (
	CartReservation ReservationKind = "cart"  // with a pass of a drop
	Offer           ReservationKind = "offer" // from the waitlist
	Win             ReservationKind = "win"   // in a draw
)

// ReservationState is "held" until the units are ordered (used) or return to the stock (ended).
type ReservationState string

const (
	ReservationHeld  ReservationState = "held"
	ReservationUsed  ReservationState = "used"
	ReservationEnded ReservationState = "ended"
)

// Reservation is units of one product that are taken out of the stock and set aside for one
// person until a time. They are sold only when that person places an order.
type Reservation struct {
	ID         int64
	ProductID  int64
	DropID     *int64
	Kind       ReservationKind
	Units      int64
	Price      Cents // of one unit, fixed when it was made
	MailboxKey string
	Email      string
	UserID     *int64
	ExpiresAt  time.Time
	Network    string // keyed hashes of the networks that it was made from; "" where they are not limited
	Network48  string
	Prolonged  bool  // it got more time because of an unpaid order of the same household
	PassedOn   int64 // offers of these units that ended unused before
	State      ReservationState
	OrderID    *int64
}

// Usable says whether an order may take the units now. An expired reservation is
// unusable at once, also before its units have come back.
func (r Reservation) Usable(now time.Time) bool {
	return r.State == ReservationHeld && now.Before(r.ExpiresAt)
}

// TimeLeft is how much time a held reservation has. It stands still while its drop is
// paused; drop is the one that has the product, nil outside of drops.
func (r Reservation) TimeLeft(drop *Drop, now time.Time) time.Duration {
	if drop != nil && r.DropID != nil && *r.DropID == drop.ID && drop.PausedAt != nil && drop.PausedAt.Before(now) {
		now = *drop.PausedAt
	}
	return max(0, r.ExpiresAt.Sub(now))
}

// Over says whether the time of a held reservation is over; see TimeLeft.
func (r Reservation) Over(drop *Drop, now time.Time) bool { return r.TimeLeft(drop, now) == 0 }

// MaxOffers is how many people are offered a unit before it is for everybody.
const MaxOffers = 3

// WaitlistState is where somebody on a waitlist stands.
type WaitlistState string

const (
	WaitlistWaiting WaitlistState = "waiting"
	WaitlistOffered WaitlistState = "offered"
	WaitlistBought  WaitlistState = "bought"
	WaitlistPassed  WaitlistState = "passed" // did not use the offer
	WaitlistLeft    WaitlistState = "left"
	WaitlistEnded   WaitlistState = "ended"
)

// WaitlistEntry is somebody who waits for a product that is sold out.
type WaitlistEntry struct {
	ID            int64
	ProductID     int64
	DropID        *int64
	Email         string
	MailboxKey    string
	UserID        *int64
	Units         int64 // wanted
	Rank          int64
	Proven        bool // opened the mailed link; only then the entry counts
	State         WaitlistState
	ReservationID *int64
	CreatedAt     time.Time
	Version       int64
}

// UsualWaitlistUnits is how many units of a product without limits one person can wait for.
const UsualWaitlistUnits int64 = 10

// MaxWaitlistUnits is how many units of a product one person can wait for.
func MaxWaitlistUnits(p Product) int64 {
	most := UsualWaitlistUnits
	if p.Drop != nil {
		return min(most, p.Drop.LimitUnits)
	}
	for _, limit := range []*int64{p.MaxPerOrder, p.MaxPerCustomer} {
		if limit != nil {
			most = min(most, *limit)
		}
	}
	return most
}

// LastRank is the rank on the waitlist of somebody without a ticket, in a drop with a line. Everybody with a ticket is before
// them.
const LastRank = 1_000_000_000

// WaitlistEndsAt is when the waitlist of a drop ends. ok is false while nobody knows.
func (d Drop) WaitlistEndsAt() (at time.Time, ok bool) {
	end, ok := d.EndAt()
	return end.Add(WaitlistTime), ok
}

// HasWaitlistAt says whether the drop has a waitlist of its own at a moment: from the tease until WaitlistTime after the end
// its units are offered only to those who joined the waitlist in the drop. Those who waited before get no offers meanwhile.
func (d Drop) HasWaitlistAt(now time.Time) bool {
	if d.PhaseAt(now) == PhaseDraft {
		return false
	}
	ends, ok := d.WaitlistEndsAt()
	return !ok || now.Before(ends)
}

// OffersAt says whether units of the drop that come back are offered to its waitlist at a moment. While its line is open,
// they go to the people in the line.
func (d Drop) OffersAt(now time.Time) bool {
	if d.Mode == DropDraw || d.Paused(now) {
		return false
	}
	switch d.PhaseAt(now) {
	case PhaseLive:
		return d.Mode != DropQueue || d.LineClosedAt != nil
	case PhaseEnded:
		return true
	}
	return false
}

// CheckWaitlist refuses to let somebody wait for a product of the drop that nothing is free of. Once the drop's own
// waitlist is over, its products are waited for like any other.
func (d Drop) CheckWaitlist(now time.Time, zone *time.Location) error {
	switch phase := d.PhaseAt(now); {
	case !d.HasWaitlistAt(now):
		return nil
	case phase == PhaseTeased || phase == PhaseEarly:
		return d.NotOpenYet(zone)
	case d.Mode == DropDraw:
		return Errorf(Conflict, "There is no waitlist for a draw.")
	case phase == PhaseLive && d.Mode == DropQueue && d.LineClosedAt == nil:
		return Errorf(Conflict, "The line is still open. Join it to buy this.")
	}
	return nil
}

// WaitlistBar is how long a mailbox that let an offer pass cannot join again for that product.
const WaitlistBar = 30 * 24 * time.Hour

// offerGrace is added to the time of every offer: the email takes a moment.
const offerGrace = 5 * time.Minute

// OfferEnd is when an offer made now ends: outside drops its time stands still in
// the quiet hours, so nobody loses a unit asleep.
func (s Settings) OfferEnd(now time.Time, inDrop bool) time.Time {
	if inDrop {
		return now.Add(time.Duration(s.Orders.WaitlistMinutes)*time.Minute + offerGrace)
	}
	return s.QuietHours().Add(now, time.Duration(s.Orders.WaitlistHours)*time.Hour+offerGrace)
}
