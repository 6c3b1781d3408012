package waitingroom

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// LineStatus is the same for everybody in a line. Browsers compute how many are ahead of them from it and their rank.
type LineStatus struct {
	Now           time.Time
	Line          shop.QueueLine
	Name          string // of the drop
	Phase         shop.Phase
	DropOpensAt   time.Time
	HasEarly      bool      // there is a line for those with early access
	ProductID     int64     // 0 unless the drop has exactly one product
	LineOpensAt   time.Time // from when on it can be joined
	OpensAt       time.Time // when it begins to be served
	ShuffleAt     time.Time
	Joined        int64
	Shuffled      *int64
	Serving       int64
	RatePerMinute float64
	Paused        bool
	Closed        bool // for good: all is sold, or the line is over
	Free          int64
	Held          int64
	Poll          time.Duration
}

// maxStatusAge is how old a status may be before the database counts as away, or the line as broken.
const maxStatusAge = 6 * time.Second

// Status returns the status of a line from memory. While the database is away it says that the line is paused.
func (w *Service) Status(ctx context.Context, slug string, name shop.QueueLine) (LineStatus, error) {
	view, err := w.view(ctx, slug, name)
	if err != nil {
		return LineStatus{}, err
	}
	now := w.c.Now()
	d, q := view.drop, view.queue
	s := LineStatus{Now: now, Line: name, Name: d.Name, Phase: d.PhaseAt(now), Joined: q.Joined, Serving: q.Serving, RatePerMinute: view.perMin,
		Paused: d.Paused(now) || view.outdated(now), Closed: q.ClosedAt != nil || d.LineOver(name, now), Free: view.free(), Held: view.units.Held}
	s.DropOpensAt, s.HasEarly = d.OpensAt, d.HasEarlyLine()
	if len(d.Products) == 1 {
		s.ProductID = d.Products[0].ProductID
	}
	if q.Ready() {
		s.Shuffled = q.Shuffled
	}
	s.LineOpensAt, _ = d.LineOpens(name)
	s.OpensAt, _ = d.LineBegins(name)
	s.ShuffleAt, _ = d.ShuffleDue(name)
	s.Poll = time.Duration(line.Poll(q.Joined-q.Serving)) * time.Second
	return s, nil
}

// The states of an entry that only its owner sees, beside those that are stored.
const (
	StateNext    shop.QueueState = "next"    // called, and waiting for a free unit
	StateExpired shop.QueueState = "expired" // the pass was not used in time
)

// EntryStatus is somebody's place.
type EntryStatus struct {
	Number    int64
	Line      shop.QueueLine
	Rank      *int64 // nil before the shuffle
	Tier      *int64
	State     shop.QueueState
	Proven    bool
	MayJoin   bool // may join a second time
	TimeLeft  time.Duration
	WinEndsAt *time.Time // of an open win
	// Reservation is the token with which the winner of a draw buys; "" without an open win.
	Reservation string
	EnterNext   bool // in a draw: enters the next one too when this one is not won
}

// Entry finds the place of a ticket.
func (w *Service) Entry(ctx context.Context, slug, sealed string) (EntryStatus, error) {
	d, err := w.drop(ctx, slug)
	if err != nil {
		return EntryStatus{}, err
	}
	ticket, err := w.entries.readTicket(d, sealed)
	if err != nil {
		return EntryStatus{}, err
	}
	if d.Mode == shop.DropDraw {
		return w.c.Draws.Entry(ctx, d, ticket)
	}
	view, err := w.view(ctx, slug, ticket.Line)
	if err != nil {
		return EntryStatus{}, err
	}
	e, err := EntryOf(ctx, &w.c.Store.Reader, ticket)
	if err != nil {
		return EntryStatus{}, err
	}
	now := w.c.Now()
	out := EntryStatus{Number: e.Number, Line: e.Line, State: e.State, Proven: e.Proven}
	rank, ok, err := w.rank(ctx, view.queue, e.Number)
	if err != nil {
		return out, err
	}
	if ok {
		out.Rank = &rank
		if view.queue.Shuffled != nil && e.Number <= *view.queue.Shuffled && e.Tier > 0 {
			out.Tier = &e.Tier
		}
	}
	switch {
	case e.State == shop.QueueWaiting && ok && rank <= view.queue.Serving:
		out.State = StateNext
	case e.State == shop.QueueAdmitted && e.PassValid(view.drop, now) && !view.drop.LineOver(e.Line, now):
		out.TimeLeft = e.PassExpiresAt.Sub(now)
	case e.State == shop.QueueAdmitted:
		out.State = StateExpired
	}
	out.MayJoin = !e.Rejoined && (out.State == StateExpired || out.State == shop.QueueLeft) && view.queue.ClosedAt == nil && !view.drop.LineOver(e.Line, now)
	return out, nil
}

// OfAccount lists the places that an account took.
func (w *Service) OfAccount(ctx context.Context, userID int64) ([]shop.QueueEntry, error) {
	return w.c.Store.QueueEntries.OfUser(ctx, userID)
}

// ForgetAccount takes an account out of its lines. The caller deletes it in this transaction.
func (w *Service) ForgetAccount(ctx context.Context, tx *store.Tx, userID int64) error {
	return tx.QueueEntries.Anonymize(ctx, userID)
}

const (
	forgetNetworksAfter  = 7 * 24 * time.Hour
	forgetMailboxesAfter = 90 * 24 * time.Hour
)

// forgetEvery is how often forgetOld runs.
var forgetEvery = ratelimit.Limit{Times: 1, Per: time.Hour}

// forgetOld deletes what identifies people in lines of drops that are long over.
func (w *Service) forgetOld(ctx context.Context) {
	now := w.c.Now()
	if w.limits.Take("forget queue keys", forgetEvery) != nil {
		return
	}
	index, err := w.c.DropIndex.Get(ctx)
	if err != nil {
		slog.Warn("drops whose line entries can be anonymized not read", "error", err)
		return
	}
	for _, d := range index.All() {
		end, ends := d.EndAt()
		if !ends || now.Sub(end) < forgetNetworksAfter || d.Mode == shop.DropOpen {
			continue
		}
		err := w.c.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.QueueEntries.ForgetNetworks(ctx, d.ID)
			if err == nil && now.Sub(end) >= forgetMailboxesAfter {
				_, err = tx.QueueEntries.ForgetMailboxes(ctx, d.ID)
			}
			return err
		})
		if err != nil {
			slog.Warn("line entries not anonymized", "drop", d.ID, "error", err)
		}
	}
}
