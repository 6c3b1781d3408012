// Package waitlist is who waits for a sold-out product and is offered the units that come back.
package waitlist

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// The purposes of the waitlist's mailed tokens.
const (
	confirmPurpose = "waitlist confirm"
	leavePurpose   = "waitlist leave"
)

var (
	callsPerNetwork  = ratelimit.Limit{Times: 20, Per: time.Hour}
	emailsPerMailbox = ratelimit.Limit{Times: 3, Per: 24 * time.Hour}
)

// Service is who waits for sold-out products. Units that come back are offered to
// them in turn by Offers, each offer with a reservation of real units.
type Service struct {
	c Config
}

// Config is what the waitlist needs of the rest of the program.
type Config struct {
	Store     *store.Store
	Outbox    *outbox.Service
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Keys      *secrets.Keys
	Units     drops.Units
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
	Tickets   Tickets
}

// Tickets knows the places in the lines of drops.
type Tickets interface {
	// Rank is the rank of a ticket of the drop's main line, and whether its mailbox is
	// proven. It refuses with not_found a ticket that is forged, replaced or of another
	// drop or mailbox.
	Rank(ctx context.Context, tx *store.Tx, drop shop.Drop, ticket, mailboxKey string) (rank int64, proven bool, err error)
}

// New makes the waitlist of one shop.
func New(c Config) *Service { return &Service{c: c} }

// Place is somebody's place on the waitlist of a product.
type Place struct {
	ProductID int64
	State     shop.WaitlistState
	Before    int64 // entries that count and are offered units earlier
	Counts    bool  // the mailed link was opened
}

// Join puts a mailbox on the waitlist of a counted product that is sold out, and mails it
// a link. The place counts once the link was opened. Joining again with the same mailbox
// gives the same place. In a drop with a line, places are ordered by the rank of the line's
// ticket; people without a ticket come after all who have one.
func (w *Service) Join(ctx context.Context, productID int64, email string, units int64, ticket string, user *shop.User, client shop.Client) (Place, error) {
	if !shop.ValidEmail(email) {
		return Place{}, shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := w.count("waitlist", client); err != nil {
		return Place{}, err
	}
	settings, err := w.c.Settings(ctx)
	if err != nil {
		return Place{}, err
	}
	if !settings.Orders.Waitlist {
		return Place{}, shop.Errorf(shop.Conflict, "The waitlist is closed.")
	}
	key := w.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email))
	mayMail, err := ratelimit.Allowed(w.c.Limits.Take("waitlist mailbox "+key, emailsPerMailbox))
	if err != nil {
		return Place{}, err
	}
	var place Place
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		now := w.c.Now()
		product, drop, err := w.soldOut(ctx, tx, productID, settings.DropZone(), now)
		if err != nil {
			return err
		}
		wanted := product
		if drop != nil {
			wanted = product.InDrop(*drop, now)
		}
		most := shop.MaxWaitlistUnits(wanted)
		if units < 1 || units > most {
			return shop.FieldError(shop.Invalid, "units", "Choose from 1 to "+shop.IDText(most)+".")
		}
		entry, waiting, err := tx.Waitlist.OpenEntry(ctx, productID, key)
		if err != nil {
			return err
		}
		counted := entry.Proven
		if !waiting {
			passed, err := tx.Waitlist.PassedOfferSince(ctx, productID, key, now.Add(-shop.WaitlistBar))
			if err != nil {
				return err
			}
			if passed {
				return shop.Errorf(shop.Conflict, "This address let an offer pass. It can join again 30 days later.")
			}
			entry = shop.WaitlistEntry{ProductID: productID, Email: email, MailboxKey: key, Units: units, State: shop.WaitlistWaiting}
			if user != nil {
				entry.UserID = &user.ID
			}
			if err := w.rank(ctx, tx, drop, ticket, &entry); err != nil {
				return err
			}
			if entry.ID, err = tx.Waitlist.Create(ctx, entry, now); err != nil {
				return err
			}
		} else if !entry.Proven {
			if err := w.provenByTicket(ctx, tx, drop, ticket, &entry); err != nil {
				return err
			}
		}
		if entry.Proven && !counted {
			if _, err := tx.Waitlist.Prove(ctx, entry.ID, now); err != nil {
				return err
			}
		}
		if mayMail && !entry.Proven {
			if err := w.mailConfirmation(ctx, tx, product, entry); err != nil {
				return err
			}
		}
		if place, err = placeOf(ctx, tx, entry); err != nil {
			return err
		}
		if own := user != nil && entry.UserID != nil && *entry.UserID == user.ID; waiting && !own {
			// Anybody can type an address, so the response does not say what its owner has done.
			place.State, place.Counts = shop.WaitlistWaiting, false
		}
		return nil
	})
	return place, err
}

// count counts a request under its network and the wider one around it.
func (w *Service) count(action string, client shop.Client) error {
	network, wider := client.LimitedNetworks()
	for _, n := range []shop.Network{{Name: network, Share: 1}, {Name: wider, Share: shop.WiderNetwork}} {
		if n.Name == "" {
			continue
		}
		limit := ratelimit.Limit{Times: callsPerNetwork.Times * n.Share, Per: callsPerNetwork.Per}
		if err := w.c.Limits.TakeFrom(client, action, "address", n.Name, limit); err != nil {
			return err
		}
	}
	return nil
}

// rank gives a new entry its place in the drop.
func (w *Service) rank(ctx context.Context, tx *store.Tx, drop *shop.Drop, ticket string, entry *shop.WaitlistEntry) error {
	if drop == nil {
		return nil
	}
	entry.DropID = &drop.ID
	if drop.Mode != shop.DropQueue {
		return nil
	}
	entry.Rank = shop.LastRank
	if ticket == "" {
		return nil
	}
	var err error
	entry.Rank, entry.Proven, err = w.c.Tickets.Rank(ctx, tx, *drop, ticket, entry.MailboxKey)
	return err
}

// provenByTicket makes an older entry count when somebody joins again with a ticket whose mailbox is confirmed.
func (w *Service) provenByTicket(ctx context.Context, tx *store.Tx, drop *shop.Drop, ticket string, entry *shop.WaitlistEntry) error {
	if drop == nil || drop.Mode != shop.DropQueue || ticket == "" {
		return nil
	}
	var err error
	_, entry.Proven, err = w.c.Tickets.Rank(ctx, tx, *drop, ticket, entry.MailboxKey)
	return err
}

// soldOut finds a product that is sold out and locks its stock. drop is nil unless the
// product is in a drop that has a waitlist of its own.
func (w *Service) soldOut(ctx context.Context, tx *store.Tx, productID int64, zone *time.Location, now time.Time) (product shop.Product, drop *shop.Drop, err error) {
	if drop, err = w.c.Units.Lock(ctx, tx, productID); err != nil {
		return product, nil, err
	}
	if drop != nil && !drop.HasWaitlistAt(now) {
		drop = nil
	}
	product, err = tx.Products.ByID(ctx, productID)
	if err == nil && !product.Published(now) {
		err = shop.Errorf(shop.NotFound, "Product not found.")
	}
	if err == nil && drop != nil {
		err = drop.CheckWaitlist(now, zone)
	}
	switch free := product.Free(); {
	case err != nil:
	case free == nil:
		err = shop.Errorf(shop.Conflict, "There is no waitlist for this product.")
	case product.InStockFlag && *free > 0:
		err = shop.Errorf(shop.Conflict, "This product is in stock. You can buy it now.")
	}
	return product, drop, err
}

// mailConfirmation mails the link that makes a place count. In a drop a mailbox gets one such email for all its products.
func (w *Service) mailConfirmation(ctx context.Context, tx *store.Tx, product shop.Product, entry shop.WaitlistEntry) error {
	id, uniqueKey := shop.IDText(entry.ID), ""
	if entry.DropID != nil {
		_, uniqueKey = drops.LinkKeys(*entry.DropID, entry.MailboxKey)
	}
	return w.c.Outbox.QueueEmail(ctx, tx, entry.Email, outbox.WaitlistEmail{Product: product.Name, Units: entry.Units,
		ConfirmURL: w.c.PublicURL + "/waitlist/confirm?token=" + w.c.Keys.Token(confirmPurpose, id),
		LeaveURL:   w.c.PublicURL + "/waitlist/leave?token=" + w.c.Keys.Token(leavePurpose, id)}, uniqueKey)
}

func placeOf(ctx context.Context, tx *store.Tx, entry shop.WaitlistEntry) (Place, error) {
	before, err := tx.Waitlist.CountBefore(ctx, entry)
	return Place{ProductID: entry.ProductID, State: entry.State, Before: before, Counts: entry.Proven}, err
}

// maxListed is how many entries of one product staff see.
const maxListed = 1_000

// Entries lists who waits for a product or has an offer, in order.
func (w *Service) Entries(ctx context.Context, productID int64) ([]shop.WaitlistEntry, error) {
	if _, err := w.c.Store.Products.ByID(ctx, productID); err != nil {
		return nil, err
	}
	return w.c.Store.Waitlist.Open(ctx, productID, maxListed)
}

// WaitingCounts counts the entries that wait and count, for those of the products that have any.
func (w *Service) WaitingCounts(ctx context.Context, productIDs []int64) (map[int64]int64, error) {
	return w.c.Store.Waitlist.Counts(ctx, productIDs)
}

// Remove takes an entry off a product's waitlist on behalf of staff.
func (w *Service) Remove(ctx context.Context, productID, id int64, by audit.Actor) error {
	return w.c.Store.Write(ctx, func(tx *store.Tx) error {
		entry, err := tx.Waitlist.ByID(ctx, id)
		if err != nil {
			return err
		}
		if entry.ProductID != productID {
			return shop.Errorf(shop.NotFound, "Waitlist entry not found.")
		}
		if entry, err = w.leave(ctx, tx, id, shop.WaitlistLeft); err != nil {
			return err
		}
		facts := map[string]any{"email": entry.Email, "units": entry.Units, "state": entry.State}
		return w.c.Audit.Record(ctx, tx, by, "delete", "waitlist", shop.IDText(productID), facts, nil)
	})
}

// Wanted is how many units the owner of an offer waits for, the offered ones included.
func (w *Service) Wanted(ctx context.Context, r shop.Reservation) (int64, error) {
	entry, offered, err := w.c.Store.Waitlist.OfReservation(ctx, r.ID)
	if err != nil || !offered {
		return r.Units, err
	}
	return entry.Units, nil
}
