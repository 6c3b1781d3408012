package waitingroom

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// linkAgainAfter is how long after an email with the link to a place the next one may be sent.
const linkAgainAfter = 10 * time.Minute

// lineMail lists who gets an email with the link to their place.
type lineMail struct {
	d     shop.Drop
	first []shop.QueueEntry // they have just joined
	again []shop.QueueEntry // somebody typed their address
}

// mailLinks mails links to places. Whoever typed an address may not be its owner, so a
// mailbox gets at most two of these emails for one drop, whichever line they are about.
func (n entries) mailLinks(ctx context.Context, tx *store.Tx, m lineMail, now time.Time) error {
	if len(m.first)+len(m.again) == 0 {
		return nil
	}
	var keys []string
	for _, list := range [][]shop.QueueEntry{m.first, m.again} {
		for _, e := range list {
			first, second := drops.LinkKeys(e.DropID, e.MailboxKey)
			keys = append(keys, first, second)
		}
	}
	queued, err := tx.Outbox.Times(ctx, keys)
	if err != nil {
		return err
	}
	settings, err := n.c.Settings(ctx)
	if err != nil {
		return err
	}
	var emails []outbox.Addressed
	add := func(e shop.QueueEntry, again bool) error {
		key, second := drops.LinkKeys(e.DropID, e.MailboxKey)
		if at, sent := queued[key]; sent {
			if again && now.Sub(at) < linkAgainAfter {
				return nil
			}
			key = second
		}
		if _, sent := queued[key]; sent {
			return nil
		}
		queued[key] = now
		to, err := n.c.Keys.Open(e.EmailSealed)
		if err != nil {
			return err
		}
		emails = append(emails, outbox.Addressed{To: to, Email: n.linkEmail(m.d, e, settings, now), UniqueKey: key})
		return nil
	}
	for _, e := range m.first {
		if err := add(e, false); err != nil {
			return err
		}
	}
	for _, e := range m.again {
		if err := add(e, true); err != nil {
			return err
		}
	}
	if len(emails) == 0 {
		return nil
	}
	return n.c.Outbox.QueueEmails(ctx, tx, emails...)
}

func (n entries) linkEmail(d shop.Drop, e shop.QueueEntry, settings shop.Settings, now time.Time) outbox.Email {
	if d.Mode == shop.DropDraw {
		return outbox.DrawEntryEmail{Drop: d.Name, Number: e.Number, Before: settings.FormatTime(*d.EndsAt), URL: n.url(d, e)}
	}
	email := outbox.LineEmail{Drop: d.Name, Number: e.Number, Early: e.Line == shop.EarlyLine, URL: n.url(d, e)}
	if due, ok := d.ShuffleDue(e.Line); ok && now.Before(due) {
		email.Before = settings.FormatTime(due)
	}
	return email
}

// EntryURL is the mailed link of a place.
func (w *Service) EntryURL(d shop.Drop, e shop.QueueEntry) string { return w.entries.url(d, e) }

func (n entries) url(d shop.Drop, e shop.QueueEntry) string {
	link := line.Link{DropID: e.DropID, Line: e.Line, MailboxKey: e.MailboxKey}
	page := "/line"
	if d.Mode == shop.DropDraw {
		page = "/draw"
	}
	return n.c.PublicURL + "/drop/" + d.Slug + page + "?entry=" + link.Seal(n.c.Keys)
}

const (
	// notifyBefore is how long before their turn people get the email that they asked for.
	notifyBefore = 3 * time.Minute
	maxNotified  = 500 // in one second
)

// notify mails those whose turn comes soon and for whom units are left. An address that
// is not confirmed gets no third email.
func (w *Service) notify(ctx context.Context, view *lineView, key lineKey) error {
	w.mu.Lock()
	from := max(w.notified[key], view.queue.Serving)
	w.mu.Unlock()
	soon := int64(view.perMin * notifyBefore.Minutes())
	to := min(view.queue.Serving+min(soon, 2*view.free()), view.queue.Joined, from+maxNotified)
	if from >= to {
		return nil
	}
	numbers := make([]int64, 0, to-from)
	for rank := from + 1; rank <= to; rank++ {
		if number, ok := view.ranks.Number(rank); ok {
			numbers = append(numbers, number)
		}
	}
	err := w.c.Store.Write(ctx, func(tx *store.Tx) error {
		waiting, err := tx.QueueEntries.Waiting(ctx, key.dropID, key.line, numbers)
		if err != nil {
			return err
		}
		var emails []outbox.Addressed
		var told []int64
		for _, number := range sortedNumbers(waiting) {
			e := waiting[number]
			if !e.Notify || !e.Proven || e.MailboxKey == "" {
				continue
			}
			address, err := w.c.Keys.Open(e.EmailSealed)
			if err != nil {
				return err
			}
			told = append(told, number)
			emails = append(emails, outbox.Addressed{To: address, Email: outbox.LineSoonEmail{Drop: view.drop.Name, URL: w.EntryURL(view.drop, e)},
				UniqueKey: "line-soon-" + shop.IDText(e.DropID) + "-" + string(e.Line) + "-" + e.MailboxKey})
		}
		if len(emails) == 0 {
			return nil
		}
		if err := tx.QueueEntries.MarkNotified(ctx, key.dropID, key.line, told); err != nil {
			return err
		}
		return w.c.Outbox.QueueEmails(ctx, tx, emails...)
	})
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.notified[key] = max(w.notified[key], to)
	return nil
}
