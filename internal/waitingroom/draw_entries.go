package waitingroom

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CheckEntry refuses to let anybody enter a draw while it does not take entries.
func (w *Service) CheckEntry(ctx context.Context, d shop.Drop, q shop.Queue, now time.Time) error {
	settings, err := w.c.Settings(ctx)
	if err != nil {
		return err
	}
	return d.CheckEntry(q, now, settings.DropZone())
}

// mayCount refuses to confirm or withdraw an entry after the close, or beyond the number of entries that may count. The caller
// has locked the queue, so that opening a link and the close cannot happen at the same time.
func (w *Service) mayCount(ctx context.Context, tx *store.Tx, q shop.Queue) error {
	d, err := tx.Drops.ByID(ctx, q.DropID)
	if err != nil {
		return err
	}
	if err := w.CheckEntry(ctx, d, q, w.c.Now()); err != nil {
		return err
	}
	return DrawFull(ctx, &tx.Reader, d, q)
}

// DrawFull refuses entries of a draw beyond the number that may count.
func DrawFull(ctx context.Context, r *store.Reader, d shop.Drop, q shop.Queue) error {
	if d.Mode != shop.DropDraw || q.Joined < shop.MaxDrawEntries { // while fewer have joined at all, no query is needed
		return nil
	}
	n, err := r.Draws.CountingEntries(ctx, d.ID)
	if err == nil && n >= shop.MaxDrawEntries {
		return shop.Errorf(shop.Conflict, "This draw is full.")
	}
	return err
}

// CarriedEntry is an entry in a draw for somebody who did not win an earlier one. Their mailbox stays confirmed.
func (w *Service) CarriedEntry(dropID int64, from shop.QueueEntry, email string, number int64, now time.Time) shop.QueueEntry {
	r := &joinRequest{key: lineKey{dropID, shop.MainLine}, email: email, mailboxKey: from.MailboxKey, proven: true, userID: from.UserID}
	entry := w.entries.newEntry(r, number, now)
	entry.NetworkKey, entry.Network48Key = from.NetworkKey, from.Network48Key
	return entry
}

func errAlreadyQueued(d shop.Drop) error {
	if d.Mode == shop.DropDraw {
		return shop.Errorf(shop.AlreadyQueued, "This address is in the draw already. We mailed its link.")
	}
	return shop.Errorf(shop.AlreadyQueued, "This address is in line already. We mailed its link.")
}
