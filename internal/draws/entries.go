package draws

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Entry is somebody's entry in a draw.
func (s *Service) Entry(ctx context.Context, d shop.Drop, ticket line.Ticket) (waitingroom.EntryStatus, error) {
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
		out.TimeLeft, out.WinEndsAt, out.Reservation = r.ExpiresAt.Sub(now), &r.ExpiresAt, s.c.Units.Token(r.ID)
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
func (s *Service) Result(ctx context.Context, slug string) (Result, error) {
	at := clock.At(ctx, s.c.Now)
	index, err := s.catalog.Drops(ctx)
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
func (s *Service) EntriesCSV(ctx context.Context, slug string) (string, error) {
	index, err := s.catalog.Drops(ctx)
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

// enterNext enters people who did not win an earlier draw, and asked for it, in a draw that is open. Their mailbox stays confirmed.
func (s *Service) enterNext(ctx context.Context, all []shop.Drop, to shop.Drop) error {
	var failed error
	for _, from := range all {
		if !to.DrawnAfter(from, s.c.Now()) {
			continue
		}
		for more := true; more; {
			err := s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
				more, err = s.enterSome(ctx, tx, from, to.ID)
				return err
			})
			if err != nil {
				failed = errors.Join(failed, err)
				break
			}
		}
	}
	return failed
}

func (s *Service) enterSome(ctx context.Context, tx *store.Tx, from shop.Drop, toID int64) (more bool, err error) {
	for _, id := range []int64{min(from.ID, toID), max(from.ID, toID)} {
		if _, err := tx.Queues.Lock(ctx, id, shop.MainLine); err != nil {
			return false, err
		}
	}
	entries, err := tx.Draws.EntriesForNext(ctx, from.ID, awardAtOnce)
	if err != nil || len(entries) == 0 {
		return false, err
	}
	to, err := tx.Drops.ByID(ctx, toID)
	if err != nil {
		return false, err
	}
	q, err := tx.Queues.OfDrop(ctx, toID, shop.MainLine)
	if err != nil {
		return false, err
	}
	now := s.c.Now()
	refusal := s.room.CheckEntry(ctx, to, q, now)
	if refusal == nil {
		refusal = waitingroom.DrawFull(ctx, &tx.Reader, to, q)
	}
	if refusal != nil {
		if shop.CodeOf(refusal) == "" {
			return false, refusal
		}
		return false, nil // they wait for another draw
	}
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return false, err
	}
	var mailboxes []string
	for _, e := range entries {
		mailboxes = append(mailboxes, e.MailboxKey)
	}
	known, _, err := tx.QueueEntries.Known(ctx, toID, shop.MainLine, mailboxes, nil)
	if err != nil {
		return false, err
	}
	var added []shop.QueueEntry
	var emails []outbox.Addressed
	var done []int64
	for _, e := range entries {
		done = append(done, e.Number)
		there, enteredAlready := known[e.MailboxKey]
		switch {
		case e.MailboxKey == "": // forgotten since
		case enteredAlready && !there.Proven:
			if _, err := waitingroom.Prove(ctx, tx, there, there.UserID, now); err != nil {
				return false, err
			}
		case !enteredAlready:
			email, err := s.c.Keys.Open(e.EmailSealed)
			if err != nil {
				return false, err
			}
			next := s.room.CarriedEntry(toID, e, email, q.Joined+int64(len(added))+1, now)
			added = append(added, next)
			emails = append(emails, outbox.Addressed{To: email, UniqueKey: "entered-" + shop.IDText(toID) + "-" + e.MailboxKey,
				Email: outbox.DrawEntryEmail{Drop: to.Name, Number: next.Number, Before: settings.TimeWords(*to.EndsAt), URL: s.room.EntryURL(to, next), Carried: true}})
		}
	}
	if err := tx.QueueEntries.Add(ctx, q, added); err != nil {
		return false, err
	}
	if err := tx.Draws.EnteredNext(ctx, from.ID, done); err != nil {
		return false, err
	}
	return len(entries) == awardAtOnce, s.c.Outbox.QueueEmails(ctx, tx, emails...)
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
func (s *Service) Figures(ctx context.Context, d shop.Drop) (f Figures, err error) {
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
