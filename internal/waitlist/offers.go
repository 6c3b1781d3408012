package waitlist

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Offers reserves units for those who wait, in transactions of those who give units back. It moves no units itself, so it is made
// before reservations.Units, which Service needs.
type Offers struct{ c OffersConfig }

// OffersConfig is what Offers need of the rest of the program.
type OffersConfig struct {
	Outbox    *outbox.Service
	Keys      *secrets.Keys
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
	Webhooks  *webhooks.Service
}

// NewOffers makes them.
func NewOffers(c OffersConfig) *Offers { return &Offers{c} }

// Offer reserves up to units of a product for those who wait, in order, and mails
// them in the same transaction. The first passed units have been offered passedOn
// times before. drop is the drop that has the product; from its tease until some time
// after its end only those who joined in it are next. The caller has locked it and the
// product's stock and takes the reserved units out of it.
func (o *Offers) Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64, drop *shop.Drop) (reserved int64, err error) {
	settings, err := o.c.Settings(ctx)
	if err != nil || !settings.Orders.Waitlist {
		return 0, err
	}
	now := o.c.Now()
	if drop != nil && !drop.HasWaitlistAt(now) {
		drop = nil
	}
	if drop != nil && !drop.OffersAt(now) {
		return 0, nil
	}
	product := shop.Product{}
	for reserved < units {
		entry, most, waiting, err := o.next(ctx, tx, productID, drop, now)
		if err != nil || !waiting {
			return reserved, err
		}
		if product.ID == 0 {
			if product, err = tx.Products.ByID(ctx, productID); err != nil || !product.InStockFlag || !product.Published(now) {
				return reserved, err
			}
		}
		r := shop.Reservation{ProductID: productID, Kind: shop.Offer, Units: min(entry.Units, most, units-reserved), Price: product.Price,
			MailboxKey: entry.MailboxKey, Email: entry.Email, UserID: entry.UserID, ExpiresAt: settings.OfferEnd(now, drop != nil)}
		if drop != nil {
			r.DropID = &drop.ID
			if line, ok := drop.Product(productID); ok {
				r.Price = drop.PriceAt(line, product.Price, now)
			}
		}
		if reserved < passed {
			r.PassedOn = passedOn
		}
		if r, err = tx.Reservations.Create(ctx, r, now); err != nil {
			return reserved, err
		}
		if _, err := tx.Waitlist.Offer(ctx, entry.ID, r.ID, now); err != nil {
			return reserved, err
		}
		if err := o.mailOffer(ctx, tx, settings, product, entry, r); err != nil {
			return reserved, err
		}
		if err := o.c.Webhooks.WaitlistOffered(ctx, tx, product, r); err != nil {
			return reserved, err
		}
		reserved += r.Units
	}
	return reserved, nil
}

// next is who is offered the next unit, and how many units they may have.
func (o *Offers) next(ctx context.Context, tx *store.Tx, productID int64, drop *shop.Drop, now time.Time) (entry shop.WaitlistEntry, most int64, waiting bool, err error) {
	if drop == nil {
		entry, waiting, err = tx.Waitlist.Next(ctx, productID, now)
		return entry, entry.Units, waiting, err
	}
	if entry, waiting, err = tx.Waitlist.NextInDrop(ctx, productID, *drop, now); err != nil || !waiting {
		return entry, 0, waiting, err
	}
	known, err := tx.Purchases.Of(ctx, []int64{drop.ID}, map[string][]string{shop.MailboxKind: {entry.MailboxKey}})
	key := store.PurchaseKey{DropID: drop.ID, Kind: shop.MailboxKind, Key: entry.MailboxKey}
	return entry, drop.UnitsLeft(known.Under(key)), true, err
}

// mailOffer is sent once per reservation, in the transaction that makes it.
func (o *Offers) mailOffer(ctx context.Context, tx *store.Tx, settings shop.Settings, product shop.Product, entry shop.WaitlistEntry, r shop.Reservation) error {
	return o.c.Outbox.QueueEmail(ctx, tx, entry.Email, outbox.OfferEmail{Product: product.Name, Units: r.Units, Wanted: entry.Units,
		Until: settings.FormatTime(r.ExpiresAt), URL: o.c.PublicURL + "/reservation/" + reservations.Token(o.c.Keys, r.ID),
		LeaveURL: o.c.PublicURL + "/waitlist/leave?token=" + o.c.Keys.Token(leavePurpose, shop.IDText(entry.ID))}, "offer-"+shop.IDText(r.ID))
}

// Used records that units of an offer were bought. Somebody who wanted more units than
// were offered keeps their place and waits for the rest.
func (o *Offers) Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error {
	entry, offered, err := tx.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	state, rest := shop.WaitlistWaiting, entry.Units-units
	if rest < 1 {
		state, rest = shop.WaitlistBought, entry.Units
	}
	_, err = tx.Waitlist.Move(ctx, entry, state, rest, time.Time{}, o.c.Now())
	return err
}

// Ended records that an offer was not used: the entry gets no other one. In a drop offers
// are also made during the quiet hours (the night). Somebody whose offer ended then keeps
// their place and gets no offer until the quiet hours are over.
func (o *Offers) Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error {
	entry, offered, err := tx.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	settings, err := o.c.Settings(ctx)
	if err != nil {
		return err
	}
	now := o.c.Now()
	state, rests := shop.WaitlistPassed, time.Time{}
	if unanswered := !now.Before(r.ExpiresAt); unanswered && r.DropID != nil {
		if awake := settings.QuietHours().End(r.ExpiresAt); awake.After(r.ExpiresAt) {
			state, rests = shop.WaitlistWaiting, awake
		}
	}
	_, err = tx.Waitlist.Move(ctx, entry, state, entry.Units, rests, now)
	return err
}
