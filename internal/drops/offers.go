package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Offer reserves up to units of a product for those who wait, in order, and mails
// them in the same transaction. The first passed units have been offered passedOn
// times before. The caller has locked the product's stock and takes the reserved
// units out of it.
func (w *Waitlist) Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64) (reserved int64, err error) {
	settings, err := w.c.Settings(ctx)
	if err != nil || !settings.Orders.Waitlist {
		return 0, err
	}
	now := w.c.Now()
	product := shop.Product{}
	for reserved < units {
		entry, waiting, err := tx.NextWaiting(ctx, productID, now)
		if err != nil || !waiting {
			return reserved, err
		}
		if product.ID == 0 {
			if product, err = tx.Product(ctx, productID); err != nil || !product.InStockFlag {
				return reserved, err
			}
		}
		r := shop.Reservation{ProductID: productID, Kind: shop.Offer, Units: min(entry.Units, units-reserved), Price: product.Price,
			MailboxKey: entry.MailboxKey, Email: entry.Email, UserID: entry.UserID, ExpiresAt: settings.OfferEnd(now, false)}
		if reserved < passed {
			r.PassedOn = passedOn
		}
		if r.ID, err = tx.CreateReservation(ctx, r, now); err != nil {
			return reserved, err
		}
		if _, err := tx.OfferToEntry(ctx, entry.ID, r.ID, now); err != nil {
			return reserved, err
		}
		if err := w.mailOffer(ctx, tx, settings, product, entry, r); err != nil {
			return reserved, err
		}
		reserved += r.Units
	}
	return reserved, nil
}

// mailOffer is sent once per reservation, in the transaction that makes it.
func (w *Waitlist) mailOffer(ctx context.Context, tx *store.Tx, settings shop.Settings, product shop.Product, entry shop.WaitlistEntry, r shop.Reservation) error {
	until := r.ExpiresAt.In(settings.DropZone())
	return w.c.Outbox.QueueEmail(ctx, tx, entry.Email, outbox.OfferEmail{Product: product.Name, Units: r.Units, Wanted: entry.Units,
		Until: until.Format("Monday, January 2 at 3:04 PM MST"), URL: w.c.PublicURL + "/reservation/" + w.c.Units.Token(r.ID),
		LeaveURL: w.c.PublicURL + "/waitlist/leave?token=" + w.c.Keys.Token(leavePurpose, idText(entry.ID))}, "offer-"+idText(r.ID))
}

// Used notes that units of an offer were bought. Whoever wanted more than was
// offered waits on in their place for the rest.
func (w *Waitlist) Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error {
	entry, offered, err := tx.WaitlistEntryOffered(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	state, rest := shop.WaitlistWaiting, entry.Units-units
	if rest < 1 {
		state, rest = shop.WaitlistBought, entry.Units
	}
	_, err = tx.MoveWaitlistEntry(ctx, entry, state, rest, time.Time{}, w.c.Now())
	return err
}

// Ended notes that an offer was not used: the entry has had its turn.
func (w *Waitlist) Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error {
	entry, offered, err := tx.WaitlistEntryOffered(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	_, err = tx.MoveWaitlistEntry(ctx, entry, shop.WaitlistPassed, entry.Units, time.Time{}, w.c.Now())
	return err
}

// Wanted is how many units the owner of an offer waits for, the offered ones included.
func (w *Waitlist) Wanted(ctx context.Context, r shop.Reservation) (int64, error) {
	entry, offered, err := w.c.Store.WaitlistEntryOffered(ctx, r.ID)
	if err != nil || !offered {
		return r.Units, err
	}
	return entry.Units, nil
}
