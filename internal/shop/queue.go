package shop

import "time"

// QueueLine is one of the two lines of a drop that is sold through a queue.
type QueueLine string

const (
	MainLine  QueueLine = "main"  // for everybody
	EarlyLine QueueLine = "early" // for those with early access, until the opening
)

// QueueState is what became of an entry in a line.
type QueueState string

const (
	QueueWaiting  QueueState = "waiting"
	QueueAdmitted QueueState = "admitted" // it fetched its pass, which lasts until PassExpiresAt
	QueueUsed     QueueState = "used"     // the pass was used by an order
	QueueLeft     QueueState = "left"
	QueueWon      QueueState = "won"  // of a draw
	QueueLost     QueueState = "lost" // of a draw
)

// Queue is a line of a drop.
type Queue struct {
	DropID        int64
	Line          QueueLine
	Joined        int64  // numbers given
	Shuffled      *int64 // how many of them were shuffled; nil: not yet
	Serving       int64  // ranks up to this one are called
	ServedAt      time.Time
	RefusedAt     time.Time  // the last join that was refused because too many waited
	ClosedAt      *time.Time // sold out
	SeedHash      string
	SeedSealed    string
	Seed          string // in hexadecimal; "" until it is public
	EntriesDigest string // in hexadecimal; "" before the list is fixed
	Version       int64
}

// Ready says whether the ranks of the line are known to everybody.
func (q Queue) Ready() bool { return q.Shuffled != nil && q.Seed != "" }

// QueueEntry is somebody's place in a line.
type QueueEntry struct {
	ID            int64
	DropID        int64
	Line          QueueLine
	Number        int64
	MailboxKey    string // "" after the account was deleted
	EmailSealed   string
	UserID        *int64
	DomainKey     string // "" is not limited
	NetworkKey    string
	Network48Key  string
	ReceiptHash   string
	TicketVersion int64
	Proven        bool // a mailed link was opened
	Tier          int64
	Notify        bool
	Rejoined      bool
	EnterNext     bool // of a draw: whoever does not win wants to be in the next one
	JoinedAt      time.Time
	CalledAt      *time.Time
	PassExpiresAt *time.Time
	State         QueueState
}

// PassValid says whether the entry has a pass that can be used now. A pass does not expire while its drop is paused.
func (e QueueEntry) PassValid(d Drop, now time.Time) bool {
	if e.State != QueueAdmitted || e.PassExpiresAt == nil {
		return false
	}
	if d.Paused(now) && d.PausedAt != nil {
		now = *d.PausedAt
	}
	return now.Before(*e.PassExpiresAt)
}

// LineBegins is when a line begins to be served. ok is false when the drop does not have the line.
func (d Drop) LineBegins(line QueueLine) (at time.Time, ok bool) {
	switch {
	case d.Mode != DropQueue:
		return time.Time{}, false
	case line == MainLine:
		return d.OpensAt, true
	case line == EarlyLine && d.EarlyAt != nil:
		return *d.EarlyAt, true
	}
	return time.Time{}, false
}

// LineOpens is when a line can be joined: some time before it begins, but not before the tease. A draw can be entered from its opening on.
func (d Drop) LineOpens(line QueueLine) (at time.Time, ok bool) {
	if d.Mode == DropDraw && line == MainLine {
		return d.OpensAt, true
	}
	begins, ok := d.LineBegins(line)
	at = begins.Add(-QueueBefore)
	if at.Before(d.TeasedAt) {
		at = d.TeasedAt
	}
	return at, ok
}

// ShuffleDue is when a line is shuffled, unless joins are being refused at that moment.
func (d Drop) ShuffleDue(line QueueLine) (at time.Time, ok bool) {
	begins, ok := d.LineBegins(line)
	return begins.Add(d.ShuffleTime), ok
}

// LineOver says whether the clock or staff have ended a line. A main line may also be closed because all is sold.
func (d Drop) LineOver(line QueueLine, now time.Time) bool {
	switch d.PhaseAt(now) {
	case PhaseDraft, PhaseEnded, PhaseAwarding:
		return true
	}
	return line == EarlyLine && !now.Before(d.OpensAt)
}

// QueueProof is what is public of a line's shuffle.
type QueueProof struct {
	Line          QueueLine
	SeedHash      string
	EntriesDigest string // "" before the list is fixed
	Seed          string // "" until it is public
}
