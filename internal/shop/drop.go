package shop

import "time"

// DropMode says how the units of a drop are sold.
type DropMode string

const (
	DropOpen  DropMode = "open"  // whoever orders first
	DropQueue DropMode = "queue" // through a line that is shuffled after the opening
	DropDraw  DropMode = "draw"  // to the winners of a draw
)

// EarlyAccess says who may buy before the opening.
type EarlyAccess string

const (
	EarlyNone EarlyAccess = "none"
	// EarlySubscribers are those confirmed before the drop was scheduled. The stored word is the built-in mailing list's name.
	EarlySubscribers EarlyAccess = "circle"
	EarlyCodes       EarlyAccess = "codes"
	EarlyBoth        EarlyAccess = "both"
)

// Phase is where a drop stands. It follows from the drop's times and the clock.
type Phase string

const (
	PhaseDraft    Phase = "draft"
	PhaseTeased   Phase = "teased"
	PhaseEarly    Phase = "early"
	PhaseLive     Phase = "live"
	PhaseAwarding Phase = "awarding" // of a draw: its winners may buy
	PhaseEnded    Phase = "ended"
)

const (
	// AwardTime is how long after the close of a draw units go to the next ranks.
	AwardTime = 7 * 24 * time.Hour
	// WaitlistTime is how long after the end of a drop units that come back are offered to its waitlist.
	WaitlistTime = 72 * time.Hour
	// EarlyBefore is how long before the opening early access begins unless staff choose otherwise.
	EarlyBefore = time.Hour
	// BuildingHouseholds is how many households one building may be unless staff say how many units it may have.
	BuildingHouseholds = 3
	// QueueBefore is how long before it begins a line can be joined.
	QueueBefore = 30 * time.Minute
	// RemindBefore is how long before the opening those who asked for it are reminded.
	RemindBefore = 30 * time.Minute
)

// Drop is a sale of few units at an announced moment.
type Drop struct {
	ID          int64
	Slug        string
	Name        string
	Description string
	Image       *Image
	Mode        DropMode

	ScheduledAt *time.Time // nil: a draft
	TeasedAt    time.Time
	EarlyAt     *time.Time // nil: no early access
	OpensAt     time.Time
	EndsAt      *time.Time // nil: until staff end it
	PausedAt    *time.Time
	EndedAt     *time.Time // by staff
	WithdrawnAt *time.Time
	ClosedAt    *time.Time // when the work at the end was done
	// LineClosedAt is when nothing was free or held any more, in mode queue: from then on it sells like mode open.
	LineClosedAt *time.Time

	EarlyAccess     EarlyAccess
	EarlyShare      int64 // percent of the units that may be sold before the opening
	LimitUnits      int64 // per household
	BuildingUnits   *int64
	ReservationTime time.Duration
	HoldTime        time.Duration // of an unpaid order
	PassTime        time.Duration
	ShuffleTime     time.Duration
	RatePerMinute   *int64 // people called per minute; nil: automatic
	PayAtPickup     bool
	SellRest        bool
	NextDrawID      *int64

	Products  []DropProduct // by position
	CreatedAt time.Time
	UpdatedAt time.Time
	Version   int64
}

// DropProduct is a product in a drop.
type DropProduct struct {
	ProductID  int64
	Position   int64
	Price      *Cents // nil: its regular price
	Units      int64  // for this drop; the rest of the stock is kept back
	EarlyUnits int64  // sold or reserved before the opening
	Hidden     bool   // not public until the drop is teased
	Active     bool   // the drop has it now; a product is in one drop at a time
}

// DropTask is something that is done once in the life of a drop and may be late.
type DropTask string

const (
	TaskTease        DropTask = "tease"
	TaskAnnounce     DropTask = "announce"
	TaskRemind       DropTask = "remind"
	TaskEarlyShuffle DropTask = "early_shuffle"
	TaskOpen         DropTask = "open"
	TaskShuffle      DropTask = "shuffle"
	TaskDraw         DropTask = "draw"
	TaskClose        DropTask = "close"
	TaskEndWaitlist  DropTask = "settle" // the stored word
)

// EndAt is when the drop ends or ended. ok is false while nobody knows.
func (d Drop) EndAt() (at time.Time, ok bool) {
	switch {
	case d.EndedAt != nil && (d.EndsAt == nil || d.EndedAt.Before(*d.EndsAt)):
		return *d.EndedAt, true
	case d.EndsAt == nil:
		return time.Time{}, false
	case d.Mode == DropDraw:
		return d.EndsAt.Add(AwardTime), true
	}
	return *d.EndsAt, true
}

// IsDraft says whether nothing of the drop is promised to anybody: it was never scheduled, or was withdrawn.
func (d Drop) IsDraft() bool { return d.ScheduledAt == nil || d.WithdrawnAt != nil }

// PhaseAt is the phase at a moment.
func (d Drop) PhaseAt(now time.Time) Phase {
	end, ends := d.EndAt()
	switch {
	case d.IsDraft() || now.Before(d.TeasedAt):
		return PhaseDraft
	case ends && !now.Before(end):
		return PhaseEnded
	case d.Mode == DropDraw && d.EndsAt != nil && !now.Before(*d.EndsAt):
		return PhaseAwarding
	case !now.Before(d.OpensAt):
		return PhaseLive
	case d.EarlyAt != nil && !now.Before(*d.EarlyAt):
		return PhaseEarly
	}
	return PhaseTeased
}

// NextChange is the next moment at which the phase changes by the clock alone. ok is false when there is none.
func (d Drop) NextChange(now time.Time) (at time.Time, ok bool) {
	if d.IsDraft() {
		return time.Time{}, false
	}
	times := []time.Time{d.TeasedAt}
	if d.EarlyAt != nil {
		times = append(times, *d.EarlyAt)
	}
	times = append(times, d.OpensAt)
	if d.EndsAt != nil {
		times = append(times, *d.EndsAt)
	}
	if end, ends := d.EndAt(); ends {
		times = append(times, end)
	}
	for _, t := range times {
		if now.Before(t) && d.PhaseAt(t) != d.PhaseAt(now) && (!ok || t.Before(at)) {
			at, ok = t, true
		}
	}
	return at, ok
}

// Paused says whether nothing of the drop is sold for the moment. A pause ends with the drop.
func (d Drop) Paused(now time.Time) bool {
	phase := d.PhaseAt(now)
	return d.PausedAt != nil && (phase == PhaseEarly || phase == PhaseLive || phase == PhaseTeased)
}

// Unfinished says whether the drop is scheduled and not over.
func (d Drop) Unfinished(now time.Time) bool {
	return !d.IsDraft() && d.PhaseAt(now) != PhaseEnded
}

// Product finds a product of the drop.
func (d Drop) Product(productID int64) (DropProduct, bool) {
	for _, p := range d.Products {
		if p.ProductID == productID {
			return p, true
		}
	}
	return DropProduct{}, false
}

// EarlyQuota is how many units of a product may be sold or reserved before the opening.
func (d Drop) EarlyQuota(p DropProduct) int64 { return p.Units * d.EarlyShare / 100 }

// PriceAt is the price of a product of the drop at a moment.
func (d Drop) PriceAt(p DropProduct, regular Cents, now time.Time) Cents {
	switch d.PhaseAt(now) {
	case PhaseEarly, PhaseLive, PhaseAwarding:
		if p.Price != nil {
			return *p.Price
		}
	}
	return regular
}

// BuildingLimit is how many paid units of one building staff do not have to look at.
func (d Drop) BuildingLimit() int64 {
	if d.BuildingUnits != nil {
		return *d.BuildingUnits
	}
	return BuildingHouseholds * d.LimitUnits
}

// HasEarlyLine says whether those with early access have a line of their own.
func (d Drop) HasEarlyLine() bool { return d.Mode == DropQueue && d.EarlyAt != nil }

// Sale says what an order line for a product of a drop needs at a moment.
type Sale string

const (
	SaleUsual       Sale = "usual"       // it is sold like any product
	SaleOpen        Sale = "open"        // through the drop, nothing more is needed
	SaleEarlyPass   Sale = "early pass"  // an early pass, or a held reservation
	SaleReservation Sale = "reservation" // a held reservation, which comes with a pass of the line
	SaleHeldOnly    Sale = "held only"   // a held reservation; no new ones are made
	SaleNone        Sale = "none"
)

// SaleAt says what an order line for a product of the drop needs. A paused drop sells nothing, whatever this says.
func (d Drop) SaleAt(now time.Time) Sale {
	switch d.PhaseAt(now) {
	case PhaseDraft:
		return SaleUsual
	case PhaseEarly:
		if d.Mode == DropQueue {
			return SaleReservation
		}
		return SaleEarlyPass
	case PhaseLive:
		switch {
		case d.Mode == DropDraw:
			return SaleNone
		case d.Mode == DropQueue && d.LineClosedAt == nil:
			return SaleReservation
		}
		return SaleOpen
	case PhaseAwarding:
		return SaleHeldOnly
	case PhaseEnded:
		if d.SellRest && d.ClosedAt != nil {
			return SaleUsual
		}
		return SaleHeldOnly
	}
	return SaleNone // teased
}

// ForSaleAt says whether free units of the drop's products can be bought at a moment, by anybody who has what SaleAt asks for.
func (d Drop) ForSaleAt(now time.Time) bool {
	switch d.SaleAt(now) {
	case SaleUsual, SaleOpen, SaleEarlyPass, SaleReservation:
		return true
	}
	return false
}

// DropAvailability says whether units of a drop are to be had.
type DropAvailability string

const (
	DropAvailable DropAvailability = "available"
	DropAllHeld   DropAvailability = "all_held"
	DropSoldOut   DropAvailability = "sold_out"
)

// AvailabilityOf follows from the free and held units of a drop.
func AvailabilityOf(free, held int64) DropAvailability {
	switch {
	case free > 0:
		return DropAvailable
	case held > 0:
		return DropAllHeld
	}
	return DropSoldOut
}

// ProductDrop is what a product says of the drop that it is in.
type ProductDrop struct {
	ID      int64
	Slug    string
	Name    string
	Mode    DropMode
	Phase   Phase
	Paused  bool
	OpensAt time.Time
	ForSale bool // through the drop or as usual
	// LineClosed says that in mode queue it is sold as in mode open.
	LineClosed bool
	// CanWait says that it can be waited for while nothing is free.
	CanWait    bool
	LimitUnits int64
}

// InDrop is the product as it is at a moment while the drop has it: with the drop's price and without a sale
// where there is none. Before the tease nobody hears of the drop.
func (p Product) InDrop(d Drop, now time.Time) Product {
	line, ok := d.Product(p.ID)
	phase := d.PhaseAt(now)
	if !ok || phase == PhaseDraft {
		return p
	}
	p.Price = d.PriceAt(line, p.Price, now)
	p.Drop = &ProductDrop{ID: d.ID, Slug: d.Slug, Name: d.Name, Mode: d.Mode, Phase: phase, Paused: d.Paused(now), OpensAt: d.OpensAt, ForSale: d.ForSaleAt(now), LineClosed: d.LineClosedAt != nil,
		CanWait: d.CheckWaitlist(now, time.UTC) == nil, LimitUnits: d.LimitUnits}
	return p
}

// DropCode is an access code; its text is not known.
type DropCode struct {
	Label   string
	MaxUses int64
	Uses    int64
}
