package waitlist

import (
	"context"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Confirm makes an entry count, with the rank it had from joining, and offers it a unit if one is free. Opening the link
// proves that somebody reads the mailbox. A drop sends one such email per mailbox, so it confirms all entries of the mailbox
// in that drop. An entry made without an account is added to the account with this address if that is signed in.
func (w *Service) Confirm(ctx context.Context, token string, user *shop.User, client shop.Client) (Place, error) {
	id, err := w.entryOf(confirmPurpose, token)
	if err != nil {
		return Place{}, err
	}
	if err := w.count("waitlist-confirm "+strconv.FormatInt(id, 10), client); err != nil { // limited because every call locks the stock
		return Place{}, err
	}
	var place Place
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		opened, err := tx.Waitlist.ByID(ctx, id)
		if err != nil {
			return err
		}
		entries := []shop.WaitlistEntry{opened}
		if opened.DropID != nil && opened.MailboxKey != "" {
			if entries, err = tx.Waitlist.OfMailbox(ctx, *opened.DropID, opened.MailboxKey); err != nil {
				return err
			}
		}
		for _, e := range entries { // by product: stocks are locked in the order of their ids
			if _, err := w.c.Units.Lock(ctx, tx, e.ProductID); err != nil {
				return err
			}
		}
		for _, e := range entries {
			if err := w.prove(ctx, tx, e.ID, user); err != nil {
				return err
			}
			if e.ProductID == opened.ProductID { // whoever left and joined again has another entry
				opened.ID = e.ID
			}
		}
		if opened, err = tx.Waitlist.ByID(ctx, opened.ID); err != nil {
			return err
		}
		place, err = placeOf(ctx, tx, opened)
		return err
	})
	return place, err
}

// prove makes an entry count. The caller has locked the stock of its product.
func (w *Service) prove(ctx context.Context, tx *store.Tx, id int64, user *shop.User) error {
	entry, err := tx.Waitlist.ByID(ctx, id)
	if err != nil {
		return err
	}
	if user != nil && entry.UserID == nil && w.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(user.Email)) == entry.MailboxKey {
		if err := tx.Waitlist.Claim(ctx, entry, user.ID); err != nil {
			return err
		}
	}
	proven, err := tx.Waitlist.Prove(ctx, id, w.c.Now())
	if err != nil || !proven {
		return err
	}
	return w.c.Units.ReleaseUnits(ctx, tx, entry.ProductID, 0)
}

// Leave takes an entry off the waitlist. An offer it has goes to the next.
func (w *Service) Leave(ctx context.Context, token string, client shop.Client) error {
	id, err := w.entryOf(leavePurpose, token)
	if err != nil {
		return err
	}
	if err := w.count("waitlist-leave "+strconv.FormatInt(id, 10), client); err != nil {
		return err
	}
	return w.c.Store.Write(ctx, func(tx *store.Tx) error { _, err := w.leave(ctx, tx, id, shop.WaitlistLeft); return err })
}

// leave moves an entry to a final state and returns it as it was before. An entry that is already in one does not change.
func (w *Service) leave(ctx context.Context, tx *store.Tx, id int64, to shop.WaitlistState) (shop.WaitlistEntry, error) {
	entry, err := w.lockEntry(ctx, tx, id)
	if err != nil || entry.State != shop.WaitlistWaiting && entry.State != shop.WaitlistOffered {
		return entry, err
	}
	if _, err := tx.Waitlist.Move(ctx, entry, to, entry.Units, time.Time{}, w.c.Now()); err != nil {
		return entry, err
	}
	if entry.State == shop.WaitlistOffered && entry.ReservationID != nil {
		_, err = w.c.Units.EndReservation(ctx, tx, *entry.ReservationID)
	}
	return entry, err
}

// lockEntry reads an entry after locking the stock of its product, which every
// change of the product's waitlist does first.
func (w *Service) lockEntry(ctx context.Context, tx *store.Tx, id int64) (shop.WaitlistEntry, error) {
	entry, err := tx.Waitlist.ByID(ctx, id)
	if err != nil {
		return entry, err
	}
	if _, err := w.c.Units.Lock(ctx, tx, entry.ProductID); err != nil {
		return entry, err
	}
	return tx.Waitlist.ByID(ctx, id)
}

func (w *Service) entryOf(purpose, token string) (int64, error) {
	text, err := w.c.Keys.ReadToken(purpose, token)
	if err != nil {
		return 0, shop.Errorf(shop.NotFound, "This link is not valid.")
	}
	return strconv.ParseInt(text, 10, 64)
}
