package waitingroom

import (
	"context"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// GivenPass is the right to reserve units until a time.
type GivenPass struct {
	Pass      string
	ExpiresAt time.Time
	Left      time.Duration
}

// passesPerTicket limits how often a ticket may ask for a pass. The page of the line asks less often.
var passesPerTicket = ratelimit.Limit{Times: 90, Per: time.Minute}

// Pass gives a called person a pass while there are fewer unused passes than free units. A second request returns the same pass.
func (w *Service) Pass(ctx context.Context, slug, sealed string) (given GivenPass, err error) {
	d, err := w.drop(ctx, slug)
	if err != nil {
		return given, err
	}
	ticket, err := w.entries.readTicket(d, sealed)
	if err != nil {
		return given, err
	}
	if d.Mode != shop.DropQueue {
		return given, shop.Errorf(shop.Conflict, "This drop has no line.")
	}
	if err := w.limits.Take(fmt.Sprint("pass ", d.ID, ticket.Line, ticket.Number, ticket.Version, ticket.MailboxKey), passesPerTicket); err != nil {
		return given, err
	}
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, d.ID)
		if err != nil {
			return err
		}
		units, err := tx.Drops.Units(ctx, d)
		if err != nil {
			return err
		}
		q, err := tx.Queues.Lock(ctx, d.ID, ticket.Line)
		if err != nil {
			return err
		}
		entry, err := EntryOf(ctx, &tx.Reader, ticket)
		if err != nil {
			return err
		}
		now := w.c.Now()
		if err := w.mayPass(ctx, tx, &lineView{drop: d, queue: q, units: units}, entry, now); err != nil {
			return err
		}
		if entry.State == shop.QueueWaiting {
			expires := now.Add(d.PassTime)
			if _, err := tx.QueueEntries.Admit(ctx, entry.ID, expires, now); err != nil {
				return err
			}
			entry.PassExpiresAt = &expires
		}
		pass := line.Pass{DropID: d.ID, Line: q.Line, Number: entry.Number, Version: entry.TicketVersion, MailboxKey: entry.MailboxKey}
		given = GivenPass{pass.Seal(w.c.Keys), *entry.PassExpiresAt, entry.PassExpiresAt.Sub(now)}
		return nil
	})
	return given, err
}

// mayPass refuses an entry that cannot get a pass now.
func (w *Service) mayPass(ctx context.Context, tx *store.Tx, v *lineView, e shop.QueueEntry, now time.Time) error {
	switch {
	case v.drop.LineOver(v.queue.Line, now):
		return shop.Errorf(shop.NotOpen, "This drop is over.")
	case v.drop.Paused(now):
		return shop.Errorf(shop.DropPaused, "Paused for a moment")
	case e.PassValid(v.drop, now):
		return nil
	case e.State != shop.QueueWaiting:
		return errPassExpired()
	case v.queue.ClosedAt != nil:
		return shop.Errorf(shop.OutOfStock, "All of it is sold.")
	}
	rank, ok, err := w.rank(ctx, v.queue, e.Number)
	if err != nil {
		return err
	}
	_, without, err := tx.QueueEntries.ValidPasses(ctx, v.drop.ID, v.queue.Line, now)
	if err != nil {
		return err
	}
	if !ok || rank > v.queue.Serving || without >= v.free() {
		return shop.Errorf(shop.NotYourTurn, "It is not your turn yet.")
	}
	return nil
}

// rank is the rank of a number. ok is false while it has none.
func (w *Service) rank(ctx context.Context, q shop.Queue, number int64) (rank int64, ok bool, err error) {
	if !q.Ready() {
		return 0, false, nil
	}
	ranks, err := w.loadRanks(ctx, q)
	if err != nil {
		return 0, false, err
	}
	rank, ok = ranks.Rank(number)
	return rank, ok, nil
}

// Leave gives up a place. If the mailbox is not confirmed, the place may be somebody else's and stays: only the browser forgets it.
func (w *Service) Leave(ctx context.Context, slug, sealed string) error {
	d, err := w.drop(ctx, slug)
	if err != nil {
		return err
	}
	ticket, err := w.entries.readTicket(d, sealed)
	if err != nil {
		return err
	}
	return w.c.Store.Write(ctx, func(tx *store.Tx) error {
		q, err := tx.Queues.Lock(ctx, d.ID, ticket.Line)
		if err != nil {
			return err
		}
		entry, err := EntryOf(ctx, &tx.Reader, ticket)
		if err != nil || !entry.Proven {
			return err
		}
		if d.Mode == shop.DropDraw {
			if err := w.mayCount(ctx, tx, q); err != nil {
				return err
			}
		}
		_, err = tx.QueueEntries.Leave(ctx, entry.ID)
		return err
	})
}

// Rank is the rank of a ticket of the main line; see waitlist.Tickets.
func (w *Service) Rank(ctx context.Context, tx *store.Tx, d shop.Drop, sealed, mailboxKey string) (rank int64, proven bool, err error) {
	ticket, err := w.entries.readTicket(d, sealed)
	if err != nil {
		return 0, false, err
	}
	if ticket.Line != shop.MainLine || ticket.MailboxKey != mailboxKey {
		return 0, false, line.NotFound()
	}
	entry, err := EntryOf(ctx, &tx.Reader, ticket)
	if err != nil {
		return 0, false, err
	}
	q, err := tx.Queues.OfDrop(ctx, d.ID, shop.MainLine)
	if err != nil {
		return 0, false, err
	}
	rank, ok, err := w.rank(ctx, q, entry.Number)
	if !ok {
		rank = entry.Number // it was not shuffled, or left before
	}
	return rank, entry.Proven, err
}

func errPassExpired() error { return shop.Errorf(shop.PassExpired, "Your turn is over.") }
