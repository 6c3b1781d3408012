package orderbook

import (
	"cmp"
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// What staff have to look at, as events of an order.
const (
	eventOverLimit = "over_limit" // one card paid for more than one household may have
	eventReview    = "review"     // many units for one building, or many pickups under one name
)

// reviewedPickups is the number of pickup orders under one name from which on staff review them.
const reviewedPickups = 3

// unitsByDrop adds up an order's units by the drop in which they were sold.
func unitsByDrop(order shop.Order) map[int64]int64 {
	units := map[int64]int64{}
	for _, line := range order.Lines {
		if line.DropID != nil {
			units[*line.DropID] += line.Quantity
		}
	}
	return units
}

// CountPaid counts a paid order of a drop under its card, building and name. It refuses
// nothing, because families share cards and neighbours share buildings: above a limit the
// order is put on hold until staff have looked at it.
func (r *OrderUnits) CountPaid(ctx context.Context, tx *store.Tx, order *shop.Order, payer string) error {
	units := unitsByDrop(*order)
	if len(units) == 0 {
		return nil
	}
	ids := make([]int64, 0, len(units))
	for id := range units {
		ids = append(ids, id)
	}
	drops, err := tx.Drops.LockAll(ctx, ids)
	if err != nil {
		return err
	}
	keys := r.keys.paid(*order, payer)
	known, err := tx.Purchases.Of(ctx, ids, ByKind(keys))
	if err != nil {
		return err
	}
	events := map[string]bool{}
	counts := map[store.PurchaseKey]int64{}
	var purchases []store.Purchase
	for id, n := range units {
		for _, k := range keys {
			key := store.PurchaseKey{DropID: id, Kind: k.Kind, Key: k.Key}
			add := n
			switch k.Kind {
			case shop.CardKind:
				events[eventOverLimit] = events[eventOverLimit] || n > drops[id].UnitsLeft(known.Under(key))
			case shop.BuildingKind:
				events[eventReview] = events[eventReview] || known.Units[key]+n > drops[id].BuildingLimit()
			case shop.NameKind: // counts orders
				add = 1
				events[eventReview] = events[eventReview] || known.Units[key]+1 >= reviewedPickups
			}
			counts[key] = add
			purchases = append(purchases, store.Purchase{PurchaseKey: key, Units: add})
		}
	}
	if _, err := tx.Purchases.Count(ctx, counts, false); err != nil {
		return err
	}
	if err := tx.Purchases.Add(ctx, order.ID, purchases); err != nil {
		return err
	}
	return r.holdForReview(ctx, tx, order, events)
}

// holdForReview puts an order on hold until staff decide. What was handed over stays so: only the event tells staff then,
// as it does where the status is switched off.
func (r *OrderUnits) holdForReview(ctx context.Context, tx *store.Tx, order *shop.Order, events map[string]bool) error {
	settings, err := r.settings.Get(ctx)
	if err != nil {
		return err
	}
	now := r.now()
	for _, kind := range []string{eventOverLimit, eventReview} {
		if !events[kind] {
			continue
		}
		if order.CanHold(settings.Orders) {
			moved, err := tx.Orders.Move(ctx, *order, shop.StatusOnHold, now)
			if err != nil {
				return err
			}
			if moved {
				order.Status = shop.StatusOnHold
			}
		}
		if err := RecordEvent(ctx, tx, *order, shop.OrderEvent{At: now, Actor: "shop", Kind: kind}); err != nil {
			return err
		}
	}
	return nil
}

// soldInDrop is a product as its drop sells it at a moment. It refuses when the drop
// does not sell free units to everybody then.
func (r *OrderUnits) soldInDrop(ctx context.Context, reader *store.Reader, product shop.Product, now time.Time) (shop.Product, error) {
	id, inDrop, err := reader.Drops.ActiveOf(ctx, product.ID)
	if err != nil || !inDrop {
		return product, err
	}
	drop, err := reader.Drops.ByID(ctx, id)
	if err != nil {
		return product, err
	}
	settings, err := r.settings.Get(ctx)
	if err != nil {
		return product, err
	}
	if err := drop.CheckSale(now, false, settings.DropZone()); err != nil {
		return product, err
	}
	return product.InDrop(drop, now), nil
}

// countAgain counts an order that is reserved again in its drops, within their limits.
func (r *OrderUnits) countAgain(ctx context.Context, tx *store.Tx, order shop.Order) error {
	units := unitsByDrop(order)
	if len(units) == 0 {
		return nil
	}
	keys := r.keys.Limited(r.keys.Of(order.Email, order.UserID).MailboxKey, order.Phone, order.Address, order.Fulfillment)
	counts := map[store.PurchaseKey]int64{}
	var purchases []store.Purchase
	for id, n := range units {
		drop, err := tx.Drops.Lock(ctx, id)
		if err != nil {
			return err
		}
		known, err := tx.Purchases.Of(ctx, []int64{id}, ByKind(keys))
		if err != nil {
			return err
		}
		for _, k := range keys {
			key := store.PurchaseKey{DropID: id, Kind: k.Kind, Key: k.Key}
			if n > drop.UnitsLeft(known.Under(key)) {
				return drop.TooManyUnits()
			}
			counts[key] = n
			purchases = append(purchases, store.Purchase{PurchaseKey: key, Units: n})
		}
	}
	if ok, err := tx.Purchases.Count(ctx, counts, true); err != nil || !ok {
		return cmp.Or(err, store.ErrStartOver)
	}
	return tx.Purchases.Add(ctx, order.ID, purchases)
}
