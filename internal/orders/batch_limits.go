package orders

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// holding is what orders of this batch that are not paid hold under a key.
type holding struct {
	units int64
	until time.Time
}

// unpaidUnits is what unpaid orders of earlier batches hold under a key; ends is false when one of them has no end.
type unpaidUnits struct {
	units int64
	until time.Time
	ends  bool
}

// unpaidUnder reads it once in a batch, however many orders of a household are refused.
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

// prolonging is reservations that get more time.
type prolonging struct {
	ids   []int64
	until time.Time
}

// prolongBy is how long a reservation outlives the hold that keeps its owner from ordering.
const prolongBy = 2 * time.Minute

// readPurchases reads what the buyers of this batch have bought and reserved in its
// drops, in one query.
func (b *orderBatch) readPurchases(ctx context.Context, jobs []*job) error {
	if len(b.drops) == 0 {
		return nil
	}
	var keys []orderbook.BuyerKey
	for _, j := range jobs {
		j.limitedKeys = b.keys.Limited(j.buyer.MailboxKey, j.checkout.Phone, j.checkout.Address, j.checkout.Fulfillment)
		keys = append(keys, j.limitedKeys...)
	}
	ids := make([]int64, 0, len(b.drops))
	for id := range b.drops {
		ids = append(ids, id)
	}
	var err error
	b.purchases, err = b.tx.Purchases.Of(ctx, ids, orderbook.ByKind(keys))
	return err
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

// checkLimit refuses with limit_reached, or with limit_held when an unpaid order of
// the same phone or household is what is in the way.
func (b *orderBatch) checkLimit(ctx context.Context, j *job, p dropPurchase, uses []reservations.ReservationUse) error {
	var over []store.PurchaseKey
	for _, k := range j.limitedKeys {
		key := store.PurchaseKey{DropID: p.drop.ID, Kind: k.Kind, Key: k.Key}
		bought := b.purchases.Units[key]
		if k.Kind == shop.MailboxKind { // units reserved for them count too, except those that this order uses
			bought += b.purchases.Reserved[key] - usedIn(p.drop.ID, uses)
		}
		switch {
		case b.purchases.Barred[key], p.units > p.drop.LimitUnits, k.Kind == shop.MailboxKind && bought+p.units > p.drop.LimitUnits:
			return p.drop.TooManyUnits()
		case bought+p.units > p.drop.LimitUnits:
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
		if !earlier.ends || b.purchases.Units[key]-earlier.units-here.units+p.units > p.drop.LimitUnits {
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

func usedIn(dropID int64, uses []reservations.ReservationUse) (units int64) {
	for _, use := range uses {
		if use.DropID != nil && *use.DropID == dropID {
			units += use.Units
		}
	}
	return units
}

// countPurchases counts an accepted order for the jobs after it.
func (b *orderBatch) countPurchases(j *job, order *store.NewOrder, purchases []dropPurchase, uses []reservations.ReservationUse) {
	for _, p := range purchases {
		counters := b.counted
		mailbox := store.PurchaseKey{DropID: p.drop.ID, Kind: shop.MailboxKind, Key: j.buyer.MailboxKey}
		if p.lifted {
			counters = b.lifted
			delete(b.purchases.Exceptions, mailbox)
		}
		b.purchases.Reserved[mailbox] -= usedIn(p.drop.ID, uses)
		for _, k := range j.limitedKeys {
			key := store.PurchaseKey{DropID: p.drop.ID, Kind: k.Kind, Key: k.Key}
			b.purchases.Units[key] += p.units
			counters[key] += p.units
			if order.Payment == shop.Unpaid && order.ReservedUntil != nil {
				h := b.holding[key]
				h.units += p.units
				if order.ReservedUntil.After(h.until) {
					h.until = *order.ReservedUntil
				}
				b.holding[key] = h
			}
			order.Purchases = append(order.Purchases, store.Purchase{PurchaseKey: key, Units: p.units})
		}
		order.Lifted = append(order.Lifted, liftedIn(p)...)
	}
}

func liftedIn(p dropPurchase) []int64 {
	if p.lifted {
		return []int64{p.drop.ID}
	}
	return nil
}

// writePurchases writes what was counted, in one guarded statement.
func (b *orderBatch) writePurchases(ctx context.Context) error {
	for _, p := range b.prolonged {
		if err := b.tx.Reservations.Prolong(ctx, p.ids, p.until, b.at); err != nil {
			return err
		}
	}
	ok, err := b.tx.Purchases.Count(ctx, b.counted, true)
	if err != nil {
		return err
	}
	if !ok { // lost a race
		return store.ErrStartOver
	}
	if _, err := b.tx.Purchases.Count(ctx, b.lifted, false); err != nil {
		return err
	}
	inDrop := map[int64][]string{} // mailboxes by drop
	for _, order := range b.accepted {
		for _, id := range order.Lifted {
			if _, err := b.tx.Purchases.UseException(ctx, id, order.Buyer.MailboxKey, order.ID); err != nil {
				return err
			}
		}
		for _, p := range order.Purchases {
			if p.Kind == shop.MailboxKind {
				inDrop[p.DropID] = append(inDrop[p.DropID], p.Key)
			}
		}
	}
	for id, mailboxes := range inDrop {
		if b.drops[id].Mode != shop.DropQueue {
			continue
		}
		if err := b.passes.Used(ctx, b.tx, id, mailboxes, b.at); err != nil {
			return err
		}
	}
	return nil
}
