package waitingroom

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Prove records that the owner of the mailbox opened its link. Tickets that somebody else got by typing the address
// become invalid.
func Prove(ctx context.Context, tx *store.Tx, e shop.QueueEntry, userID *int64, now time.Time) (shop.QueueEntry, error) {
	first, err := tx.QueueEntries.Prove(ctx, e.ID, userID, now)
	if err != nil || !first {
		return e, err
	}
	return tx.QueueEntries.ByNumber(ctx, e.DropID, e.Line, e.Number)
}

// joinAgain puts somebody who left or let a pass expire at the end of the line, once per entry.
func (w *Service) joinAgain(ctx context.Context, d shop.Drop, sealed string) (joined Joined, err error) {
	ticket, err := w.entries.readTicket(d, sealed)
	if err != nil {
		return joined, err
	}
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		q, err := tx.Queues.Lock(ctx, d.ID, ticket.Line)
		if err != nil {
			return err
		}
		d, err := tx.Drops.ByID(ctx, d.ID)
		if err != nil {
			return err
		}
		entry, err := EntryOf(ctx, &tx.Reader, ticket)
		if err != nil {
			return err
		}
		now := w.c.Now()
		if entry.State == shop.QueueWaiting || entry.PassValid(d, now) { // it has a place
			joined = w.entries.joined(entry)
			return nil
		}
		if err := w.checkJoin(ctx, d, q, now); err != nil {
			return err
		}
		number, ok, err := tx.QueueEntries.Rejoin(ctx, q, entry.ID, now)
		if err != nil {
			return err
		}
		if !ok && d.Mode == shop.DropDraw {
			return shop.Errorf(shop.Conflict, "This entry was withdrawn twice.")
		}
		if !ok {
			return errPassExpired()
		}
		entry.Number = number
		joined = w.entries.joined(entry)
		return nil
	})
	return joined, err
}

// OpenLink gives the place to whoever opened the link that was mailed to it, and proves its mailbox.
func (w *Service) OpenLink(ctx context.Context, slug, token string, user *shop.User) (joined Joined, err error) {
	d, err := w.drop(ctx, slug)
	if err != nil {
		return joined, err
	}
	link, err := line.ReadLink(w.c.Keys, token)
	if err != nil {
		return joined, err
	}
	if link.DropID != d.ID {
		return joined, line.NotFound()
	}
	var userID *int64
	if user != nil {
		userID = &user.ID
	}
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		// Locked before the entry is read, so that opening the link and the shuffle cannot happen at the same time.
		q, err := tx.Queues.Lock(ctx, d.ID, link.Line)
		if err != nil {
			return err
		}
		entry, err := tx.QueueEntries.OfMailbox(ctx, d.ID, link.Line, link.MailboxKey)
		if err != nil {
			return err
		}
		if d.Mode == shop.DropDraw && !entry.Proven {
			if err := w.mayCount(ctx, tx, q); err != nil {
				return err
			}
		}
		if entry, err = Prove(ctx, tx, entry, userID, w.c.Now()); err != nil {
			return err
		}
		joined = w.entries.joined(entry)
		return nil
	})
	return joined, err
}

// readTicket reads a ticket of a drop.
func (n entries) readTicket(d shop.Drop, sealed string) (line.Ticket, error) {
	ticket, err := line.ReadTicket(n.c.Keys, sealed)
	if err == nil && ticket.DropID != d.ID {
		err = line.NotFound()
	}
	return ticket, err
}

// EntryOf finds the entry of a ticket. A ticket that was replaced finds none.
func EntryOf(ctx context.Context, r *store.Reader, t line.Ticket) (shop.QueueEntry, error) {
	entry, err := r.QueueEntries.ByNumber(ctx, t.DropID, t.Line, t.Number)
	if shop.CodeOf(err) == shop.NotFound || err == nil && (entry.TicketVersion != t.Version || entry.MailboxKey != t.MailboxKey) {
		return shop.QueueEntry{}, line.NotFound()
	}
	return entry, err
}
