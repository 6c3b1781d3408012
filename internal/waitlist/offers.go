package waitlist

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Offer reserves up to units of a product for those who wait, in order, and mails
// them in the same transaction. The first passed units have been offered passedOn
// times before. drop is the drop that has the product; from its tease until some time
// after its end only those who joined in it are next. The caller has locked it and the
// product's stock and takes the reserved units out of it.
func (w *Service) Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64, drop *shop.Drop) (reserved int64, err error) {
	settings, err := w.c.Settings(ctx)
	if err != nil || !settings.Orders.Waitlist {
		return 0, err
	}
	now := w.c.Now()
	if drop != nil && !drop.HasWaitlistAt(now) {
		drop = nil
	}
	if drop != nil && !drop.OffersAt(now) {
		return 0, nil
	}
	product := shop.Product{}
	for reserved < units {
		entry, most, waiting, err := w.next(ctx, tx, productID, drop, now)
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
			if line, ok := drop.Line(productID); ok {
				r.Price = drop.PriceAt(line, product.Price, now)
			}
		}
		if reserved < passed {
			r.PassedOn = passedOn
		}
		if r.ID, err = tx.Reservations.Create(ctx, r, now); err != nil {
			return reserved, err
		}
		if _, err := tx.Waitlist.Offer(ctx, entry.ID, r.ID, now); err != nil {
			return reserved, err
		}
		if err := w.mailOffer(ctx, tx, settings, product, entry, r); err != nil {
			return reserved, err
		}
		if err := w.c.Webhooks.WaitlistOffered(ctx, tx, product, r); err != nil {
			return reserved, err
		}
		reserved += r.Units
	}
	return reserved, nil
}

// next is who is offered the next unit, and how many units they may have.
func (w *Service) next(ctx context.Context, tx *store.Tx, productID int64, drop *shop.Drop, now time.Time) (entry shop.WaitlistEntry, most int64, waiting bool, err error) {
	if drop == nil {
		entry, waiting, err = tx.Waitlist.Next(ctx, productID, now)
		return entry, entry.Units, waiting, err
	}
	if entry, waiting, err = tx.Waitlist.NextInDrop(ctx, productID, *drop, now); err != nil || !waiting {
		return entry, 0, waiting, err
	}
	has, err := tx.Purchases.Of(ctx, []int64{drop.ID}, map[string][]string{shop.MailboxKind: {entry.MailboxKey}})
	key := store.PurchaseKey{DropID: drop.ID, Kind: shop.MailboxKind, Key: entry.MailboxKey}
	return entry, drop.LimitUnits - has.Units[key] - has.Reserved[key], true, err
}

// mailOffer is sent once per reservation, in the transaction that makes it.
func (w *Service) mailOffer(ctx context.Context, tx *store.Tx, settings shop.Settings, product shop.Product, entry shop.WaitlistEntry, r shop.Reservation) error {
	return w.c.Outbox.QueueEmail(ctx, tx, entry.Email, outbox.OfferEmail{Product: product.Name, Units: r.Units, Wanted: entry.Units,
		Until: settings.TimeWords(r.ExpiresAt), URL: w.c.PublicURL + "/reservation/" + w.c.Units.Token(r.ID),
		LeaveURL: w.c.PublicURL + "/waitlist/leave?token=" + w.c.Keys.Token(leavePurpose, shop.IDText(entry.ID))}, "offer-"+shop.IDText(r.ID))
}

// Used records that units of an offer were bought. Somebody who wanted more units than
// were offered keeps their place and waits for the rest.
func (w *Service) Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error {
	entry, offered, err := tx.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	state, rest := shop.WaitlistWaiting, entry.Units-units
	if rest < 1 {
		state, rest = shop.WaitlistBought, entry.Units
	}
	_, err = tx.Waitlist.Move(ctx, entry, state, rest, time.Time{}, w.c.Now())
	return err
}

// Ended records that an offer was not used: the entry gets no other one. In a drop offers
// are also made during the quiet hours (the night). Somebody whose offer ended then keeps
// their place and gets no offer until the quiet hours are over.
func (w *Service) Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error {
	entry, offered, err := tx.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return err
	}
	settings, err := w.c.Settings(ctx)
	if err != nil {
		return err
	}
	now := w.c.Now()
	state, rests := shop.WaitlistPassed, time.Time{}
	if unanswered := !now.Before(r.ExpiresAt); unanswered && r.DropID != nil {
		if awake := settings.QuietHours().End(r.ExpiresAt); awake.After(r.ExpiresAt) {
			state, rests = shop.WaitlistWaiting, awake
		}
	}
	_, err = tx.Waitlist.Move(ctx, entry, state, entry.Units, rests, now)
	return err
}

// settleAtOnce is how many entries one transaction ends.
const settleAtOnce = 500

// Settle ends the entries that still wait some time after the end of a drop, and tells
// those who proved their address. Open offers may still be used. From then on those who
// waited before the drop are next again. It is a task of the drop.
func (w *Service) Settle(ctx context.Context, drop shop.Drop) error {
	for more := true; more; {
		err := w.c.Store.Write(ctx, func(tx *store.Tx) error {
			d, err := tx.Drops.Lock(ctx, drop.ID)
			if err != nil {
				return err
			}
			if more, err = w.endWaiting(ctx, tx, d); err != nil || more {
				return err
			}
			if first, err := tx.DropTasks.Finish(ctx, d.ID, shop.TaskSettle, w.c.Now()); err != nil || !first {
				return err
			}
			tx.Emit(shop.Event{Type: shop.EventDrop, ID: d.ID})
			for _, line := range drops.InLockOrder(d.Products) {
				if err := w.c.Units.ReleaseUnits(ctx, tx, line.ProductID, 0); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endWaiting ends some of the entries. more says that there may be others.
func (w *Service) endWaiting(ctx context.Context, tx *store.Tx, drop shop.Drop) (more bool, err error) {
	waiting, err := tx.Waitlist.InDrop(ctx, drop.ID, settleAtOnce)
	if err != nil {
		return false, err
	}
	now := w.c.Now()
	products := map[int64]string{}
	for _, e := range waiting {
		state := shop.WaitlistEnded
		if e.Bought {
			state = shop.WaitlistBought
		}
		if err := tx.Waitlist.End(ctx, e.EntryID, state, now); err != nil {
			return false, err
		}
		if !e.Proven || e.Email == "" {
			continue
		}
		if _, known := products[e.ProductID]; !known {
			product, err := tx.Products.ByID(ctx, e.ProductID)
			if err != nil {
				return false, err
			}
			products[e.ProductID] = product.Name
		}
		email := outbox.DropOverEmail{Drop: drop.Name, Product: products[e.ProductID], URL: w.c.PublicURL + "/drop/" + drop.Slug}
		if err := w.c.Outbox.QueueEmail(ctx, tx, e.Email, email, "drop-over-"+shop.IDText(e.EntryID)); err != nil {
			return false, err
		}
	}
	return len(waiting) == settleAtOnce, nil
}

// Wanted is how many units the owner of an offer waits for, the offered ones included.
func (w *Service) Wanted(ctx context.Context, r shop.Reservation) (int64, error) {
	entry, offered, err := w.c.Store.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return r.Units, err
	}
	return entry.Units, nil
}
