package draws

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Results tells how draws and their entries stand. It changes nothing, so it is made before those who need it: the waiting
// room, which Service needs, and NextBuyers.
type Results struct {
	c     ResultsConfig
	ranks line.RanksCache
}

// ResultsConfig is what Results need of the rest of the program.
type ResultsConfig struct {
	Store     *store.Store
	DropIndex *catalog.DropIndexCache
	Keys      *secrets.Keys
	Now       func() time.Time
}

// NewResults makes them.
func NewResults(c ResultsConfig) *Results { return &Results{c: c} }

// Entry is somebody's entry in a draw.
func (s *Results) Entry(ctx context.Context, d shop.Drop, ticket line.Ticket) (waitingroom.EntryStatus, error) {
	e, err := waitingroom.EntryOf(ctx, &s.c.Store.Reader, ticket)
	if err != nil {
		return waitingroom.EntryStatus{}, err
	}
	q, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
	if err != nil {
		return waitingroom.EntryStatus{}, err
	}
	now := s.c.Now()
	out := waitingroom.EntryStatus{Number: e.Number, Line: e.Line, State: e.State, Proven: e.Proven, EnterNext: e.EnterNext}
	out.MayJoin = e.State == shop.QueueLeft && !e.Rejoined && d.PhaseAt(now) == shop.PhaseLive && q.Shuffled == nil
	if q.Ready() && e.Proven {
		ranks, err := s.ranksOf(ctx, &s.c.Store.Reader, q)
		if err != nil {
			return out, err
		}
		if rank, ok := ranks.Rank(e.Number); ok && e.Number <= *q.Shuffled {
			out.Rank = &rank
			if e.Tier > 0 {
				out.Tier = &e.Tier
			}
		}
	}
	if e.State != shop.QueueWon || len(d.Products) == 0 {
		return out, nil
	}
	r, held, err := s.c.Store.Reservations.Held(ctx, d.Products[0].ProductID, e.MailboxKey)
	if err == nil && held && r.Kind == shop.Win && r.Usable(now) {
		out.TimeLeft, out.WinEndsAt, out.Reservation = r.ExpiresAt.Sub(now), &r.ExpiresAt, reservations.Token(s.c.Keys, r.ID)
	} else if err == nil {
		out.State = waitingroom.StateExpired
	}
	return out, err
}

// Result is what everybody may know of a draw.
type Result struct {
	Drop    shop.Drop
	Proof   shop.QueueProof
	Entries int64 // that count
	Winners []Winner
	Check   string // a program that finds the ranks again; "" before the seed is public
}

// Winner is an entry that won.
type Winner struct {
	shop.Winner
	Rank int64
}

// drawCountAge is how old the number of entries may be that is shown while a draw takes them.
const drawCountAge = 5 * time.Second

//go:embed check.py
var checkScript string

// Result is the public state of a draw.
func (s *Results) Result(ctx context.Context, slug string) (Result, error) {
	at := clock.At(ctx, s.c.Now)
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return Result{}, err
	}
	d, ok := index.BySlug(slug, at)
	if !ok || d.Mode != shop.DropDraw {
		return Result{}, shop.Errorf(shop.NotFound, "Draw not found.")
	}
	if next, changes := d.NextChange(at); changes {
		clock.ValidUntil(ctx, next)
	}
	q, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
	if err != nil {
		return Result{}, err
	}
	switch phase := d.PhaseAt(at); {
	case phase == shop.PhaseAwarding && !q.Ready(): // the seed is public in a moment
		clock.FreshUntil(ctx, at.Add(time.Second))
	case phase == shop.PhaseLive || phase == shop.PhaseAwarding:
		clock.FreshUntil(ctx, at.Add(drawCountAge))
	}
	out := Result{Drop: d, Proof: shop.QueueProof{Line: q.Line, SeedHash: q.SeedHash, EntriesDigest: q.EntriesDigest, Seed: q.Seed}}
	if out.Entries, err = s.c.Store.Draws.CountingEntries(ctx, d.ID); err != nil || !q.Ready() {
		return out, err
	}
	out.Check = CheckScript(out.Proof)
	winners, err := s.c.Store.Draws.Winners(ctx, d.ID, s.c.Now())
	if err != nil {
		return out, err
	}
	ranks, err := s.ranksOf(ctx, &s.c.Store.Reader, q)
	if err != nil {
		return out, err
	}
	byRank := make([]Winner, 0, len(winners))
	for _, w := range winners {
		rank, _ := ranks.Rank(w.Number)
		byRank = append(byRank, Winner{w, rank})
	}
	slices.SortFunc(byRank, func(a, b Winner) int { return cmp.Compare(a.Rank, b.Rank) })
	out.Winners = byRank
	return out, nil
}

// CheckScript is a program that anybody can run beside entries.csv to find the ranks of a draw again.
func CheckScript(p shop.QueueProof) string {
	return strings.NewReplacer("SEED_HASH", p.SeedHash, "SEED", p.Seed, "DIGEST", p.EntriesDigest).Replace(checkScript)
}

// EntriesCSV is the list that a draw was made from.
func (s *Results) EntriesCSV(ctx context.Context, slug string) (string, error) {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return "", err
	}
	d, ok := index.BySlug(slug, s.c.Now())
	if !ok || d.Mode != shop.DropDraw {
		return "", shop.Errorf(shop.NotFound, "Draw not found.")
	}
	q, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
	if err == nil && q.EntriesDigest == "" {
		err = shop.Errorf(shop.NotFound, "This draw has not closed yet.")
	}
	if err != nil {
		return "", err
	}
	return s.c.Store.Queues.PublishedList(ctx, d.ID, shop.MainLine)
}

// Figures are the numbers of a draw for staff.
type Figures struct {
	Entries     int64 // that count
	Unconfirmed int64 // the mailed link was not opened
	Withdrawn   int64
	Open        int64 // wins that can be bought
	Bought      int64
	Passed      int64
	Done        bool
}

// Figures counts the entries and wins of a draw.
func (s *Results) Figures(ctx context.Context, d shop.Drop) (f Figures, err error) {
	all, counting, withdrawn, err := s.c.Store.Draws.Counts(ctx, d.ID)
	if err != nil {
		return f, err
	}
	f.Entries, f.Withdrawn, f.Unconfirmed = counting, withdrawn, all-counting-withdrawn
	winners, err := s.c.Store.Draws.Winners(ctx, d.ID, s.c.Now())
	if err != nil {
		return f, err
	}
	for _, w := range winners {
		switch w.State {
		case shop.WinOpen:
			f.Open++
		case shop.WinBought:
			f.Bought++
		case shop.WinPassed:
			f.Passed++
		}
	}
	f.Done, err = s.c.Store.DropTasks.Done(ctx, d.ID, shop.TaskDraw)
	return f, err
}

// ranksOf gives the ranks of a draw whose seed is public: those in memory, or computed from the stored list.
func (s *Results) ranksOf(ctx context.Context, r *store.Reader, q shop.Queue) (*line.Ranks, error) {
	if known := s.ranks.Get(q.Seed); known != nil {
		return known, nil
	}
	var list []line.Listed
	err := r.Queues.EachPart(ctx, q.DropID, q.Line, func(content string) error {
		some, err := line.Parse(content)
		for i := range some {
			some[i].ReceiptHash = "" // not needed, and it would keep the whole text in memory
		}
		list = append(list, some...)
		return err
	})
	if err != nil {
		return nil, err
	}
	ranks, err := line.Shuffle(list, q.Seed, q.EntriesDigest, *q.Shuffled)
	if err != nil {
		return nil, err
	}
	s.ranks.Put(q.Seed, ranks)
	return ranks, nil
}
