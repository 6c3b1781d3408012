package orders

import (
	"context"
	"maps"
	"time"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// dropGuess maps products to their drops, as read before anything is locked; it may be
// outdated. nil: not read yet.
type dropGuess map[int64]int64

// dropUnits is a product in a drop.
type dropUnits struct{ dropID, productID int64 }

// lockDrops locks the drops of the products and reservations before anything else is
// locked, and then reads the time: whether a drop is open is decided by the database's
// clock at a moment when nobody can change the drop.
func (b *orderBatch) lockDrops(ctx context.Context, productIDs, reserved []int64, known *dropGuess) error {
	if *known == nil {
		guess, err := b.guessDrops(ctx, productIDs)
		if err != nil {
			return err
		}
		*known = guess
	}
	b.dropOf = *known
	ids, err := b.tx.Drops.OfReservations(ctx, reserved)
	if err != nil {
		return err
	}
	for _, id := range b.dropOf {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	if b.drops, err = b.tx.Drops.LockAll(ctx, ids); err != nil {
		return err
	}
	b.at, err = b.units.LockedNow(ctx, b.tx)
	return err
}

// guessDrops asks this process's index, which costs no query.
func (b *orderBatch) guessDrops(ctx context.Context, productIDs []int64) (dropGuess, error) {
	guess := dropGuess{}
	index, err := b.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range productIDs {
		if d, ok := index.OfProduct(id); ok {
			guess[id] = d.ID
		}
	}
	return guess, nil
}

// checkDrops makes sure, now that stock is locked and no drop can take or give up a
// product, that the right drops are locked. If not, the transaction starts over.
func (b *orderBatch) checkDrops(ctx context.Context, productIDs []int64, known *dropGuess) error {
	now, err := b.tx.Drops.OfProducts(ctx, productIDs)
	if err != nil {
		return err
	}
	if !maps.Equal(now, b.dropOf) {
		*known = now
		return store.ErrStartOver
	}
	return nil
}

// countEarly counts the units of an accepted order that are sold before the opening.
// Those of reservations were counted when they were reserved.
func (b *orderBatch) countEarly(basket shop.Basket) {
	for _, line := range basket.Lines {
		drop := b.drops[b.dropOf[line.Product.ID]]
		if rest := line.Quantity - line.Reserved; rest > 0 && drop.SaleAt(b.at) == shop.SaleEarlyPass {
			b.early[dropUnits{drop.ID, line.Product.ID}] += rest
		}
	}
}

func (b *orderBatch) takeEarlyUnits(ctx context.Context) error {
	for of, units := range b.early {
		drop := b.drops[of.dropID]
		product, _ := drop.Product(of.productID)
		ok, err := b.tx.Drops.TakeEarlyUnits(ctx, of.dropID, of.productID, units, drop.EarlyQuota(product))
		if err != nil {
			return err
		}
		if !ok {
			return store.ErrStartOver
		}
	}
	return nil
}

// holdTime is how long an order waits for its payment: as long as the drop with the
// shortest time allows.
func (b *orderBatch) holdTime(order shop.Order) time.Duration {
	shortest := time.Duration(0)
	for _, line := range order.Lines {
		if line.DropID == nil {
			continue
		}
		if d := b.drops[*line.DropID].HoldTime; shortest == 0 || d < shortest {
			shortest = d
		}
	}
	if shortest == 0 {
		return b.orderUnits.Time
	}
	return shortest
}

// use turns a reservation into units of an order.
func (b *orderBatch) use(ctx context.Context, use reservations.ReservationUse) error {
	var drop *shop.Drop
	if d, ok := b.drops[b.dropOf[use.ProductID]]; ok {
		drop = &d
	}
	return b.units.Use(ctx, b.tx, use, drop, b.at)
}

// holding is the units that unpaid orders of this batch hold under one buyer key, and when the last of these holds ends.
type holding struct {
	units int64
	until time.Time
}

// unpaidUnits is the units that unpaid orders of earlier batches hold under one buyer key, and when the last of these holds
// ends; ends is false when one of them never does.
type unpaidUnits struct {
	units int64
	until time.Time
	ends  bool
}

// prolonging is reservations that get more time.
type prolonging struct {
	ids   []int64
	until time.Time
}

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
