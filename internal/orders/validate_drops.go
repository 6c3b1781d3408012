package orders

import (
	"context"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// LinePassPurpose is the purpose of the tokens with which package waitingroom gives out passes of a line.
const LinePassPurpose = "line pass"

// readPass returns the early access that the pass of an order gives. A pass of a line
// gives none: its owner has reserved units with it before. A forged pass is refused.
func (s *Service) readPass(token string) (shop.EarlyPass, error) {
	if token == "" {
		return shop.EarlyPass{}, nil
	}
	if dropID, mailbox, ok := reservations.ReadEarlyPass(s.keys.Secrets, token); ok {
		return shop.EarlyPass{DropID: dropID, MailboxKey: mailbox}, nil
	}
	if _, err := s.keys.Secrets.ReadToken(LinePassPurpose, token); err == nil {
		return shop.EarlyPass{}, nil
	}
	return shop.EarlyPass{}, shop.ErrPassUnknown
}

// checkDrop refuses a line that drops do not sell now to this buyer. r is the buyer's reservation, if line.Reserved is above 0.
func (b *orderBatch) checkDrop(j *job, line shop.BasketLine, drop shop.Drop, r shop.Reservation) error {
	in := shop.DropLine{BasketLine: line, Drop: drop, EarlyUnits: b.early[dropUnits{drop.ID, line.Product.ID}], Held: r,
		Pass: j.early, MailboxKey: j.buyer.MailboxKey}
	if r.DropID != nil {
		in.HeldIn = b.drops[*r.DropID]
	}
	return in.Check(b.at, j.settings.DropZone())
}

// dropsOf are the drops in which something of a basket is sold, by id.
func (b *orderBatch) dropsOf(basket shop.Basket) []shop.Drop {
	var found []shop.Drop
	for _, line := range basket.Lines {
		if line.DropID != nil && !slices.ContainsFunc(found, func(d shop.Drop) bool { return d.ID == *line.DropID }) {
			found = append(found, b.drops[*line.DropID])
		}
	}
	return found
}

// checkDropOrder refuses what drops ask of an order as a whole.
func (b *orderBatch) checkDropOrder(j *job, basket shop.Basket, total shop.Cents) error {
	for _, d := range b.dropsOf(basket) {
		if shop.PhoneValue(j.checkout.Phone) == "" {
			return shop.FieldError(shop.Invalid, "phone", "Enter a phone number. Every order of a drop needs one.")
		}
		if total > 0 && j.checkout.Payment == shop.PayManual && !d.PayAtPickup {
			return shop.FieldError(shop.Invalid, "payment_method", "This drop is paid online. Please choose another way to pay.")
		}
	}
	return nil
}

// dropPurchase is what an order buys in one drop.
type dropPurchase struct {
	drop   shop.Drop
	units  int64
	lifted bool // staff lifted the limits for it
}

// checkPurchases checks the limit of units per household of the drops in which an order buys.
func (b *orderBatch) checkPurchases(ctx context.Context, j *job, basket shop.Basket, uses []reservations.ReservationUse) ([]dropPurchase, error) {
	var out []dropPurchase
	for _, d := range b.dropsOf(basket) {
		p := dropPurchase{drop: d}
		for _, line := range basket.Lines {
			if line.DropID != nil && *line.DropID == d.ID {
				p.units += line.Quantity
			}
		}
		if err := b.guard.allowDisclosure(j); err != nil {
			return nil, err
		}
		p.lifted = p.units <= d.LimitUnits && b.purchases.Exceptions[store.PurchaseKey{DropID: d.ID, Kind: shop.MailboxKind, Key: j.buyer.MailboxKey}]
		if !p.lifted {
			if err := b.checkLimit(ctx, j, p, uses); err != nil {
				if shop.CodeOf(err) != "" {
					b.guard.recordDisclosure(j, "drop "+shop.IDText(d.ID))
				}
				return nil, err
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// prolongBy is how long a reservation outlives the hold that keeps its owner from ordering.
const prolongBy = 2 * time.Minute

// checkLimit refuses with limit_reached, or with limit_held when an unpaid order of
// the same phone or household is what is in the way.
func (b *orderBatch) checkLimit(ctx context.Context, j *job, p dropPurchase, uses []reservations.ReservationUse) error {
	var over []store.PurchaseKey
	for _, k := range j.limitedKeys {
		key := store.PurchaseKey{DropID: p.drop.ID, Kind: k.Kind, Key: k.Key}
		has := b.purchases.Under(key)
		if k.Kind == shop.MailboxKind { // units reserved for them count too, except those that this order uses
			has.Reserved -= usedIn(p.drop.ID, uses)
		}
		switch {
		case p.units <= p.drop.UnitsLeft(has):
		case has.Barred, p.units > p.drop.LimitUnits, k.Kind == shop.MailboxKind:
			return p.drop.TooManyUnits()
		default:
			over = append(over, key)
		}
	}
	if len(over) == 0 {
		return nil
	}
	var last time.Time
	for _, key := range over {
		earlier, err := b.unpaidUnder(ctx, key)
		if err != nil {
			return err
		}
		here := b.holding[key]
		has := b.purchases.Under(key)
		has.Ordered -= earlier.units + here.units
		if !earlier.ends || p.units > p.drop.UnitsLeft(has) {
			return p.drop.TooManyUnits()
		}
		for _, t := range []time.Time{earlier.until, here.until} {
			if t.After(last) {
				last = t
			}
		}
	}
	var ids []int64
	for _, use := range uses {
		if use.DropID != nil && *use.DropID == p.drop.ID {
			ids = append(ids, use.ID)
		}
	}
	b.prolonged = append(b.prolonged, prolonging{ids, last.Add(prolongBy)})
	return p.drop.UnitsHeld(last, j.settings.DropZone())
}

// unpaidUnder reads the unpaid units of a buyer key, once in a batch however many orders of a household are refused.
func (b *orderBatch) unpaidUnder(ctx context.Context, key store.PurchaseKey) (unpaidUnits, error) {
	u, known := b.unpaid[key]
	if known {
		return u, nil
	}
	var err error
	u.units, u.until, u.ends, err = b.tx.Purchases.Unpaid(ctx, key)
	b.unpaid[key] = u
	return u, err
}

func usedIn(dropID int64, uses []reservations.ReservationUse) (units int64) {
	for _, use := range uses {
		if use.DropID != nil && *use.DropID == dropID {
			units += use.Units
		}
	}
	return units
}
