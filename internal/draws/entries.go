package draws

import (
	"context"
	"errors"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

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
				Email: outbox.DrawEntryEmail{Drop: to.Name, Number: next.Number, Before: settings.FormatTime(*to.EndsAt), URL: s.room.EntryURL(to, next), Carried: true}})
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
