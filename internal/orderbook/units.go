// Package orderbook has what belongs to an order whoever works on it, package orders or package payments: the units that it
// took and their counts for limits, its buyer's keys, its timeline, its emails and its links. Placing orders and moving money
// do not belong here.
package orderbook

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// OrderUnits takes units and promo uses for orders and gives them back.
type OrderUnits struct {
	settings *settings.Service
	units    *reservations.Units
	keys     BuyerKeys
	now      func() time.Time
	Time     time.Duration // how long units stay reserved for an unpaid order
}

// NewOrderUnits makes what takes units for orders and gives them back.
func NewOrderUnits(s *settings.Service, units *reservations.Units, keys BuyerKeys, now func() time.Time, reserved time.Duration) *OrderUnits {
	return &OrderUnits{settings: s, units: units, keys: keys, now: now, Time: reserved}
}

// Release gives back what an order took: units and the use of a promo code. The
// caller has changed the order's row, so that nobody releases it twice.
func (r *OrderUnits) Release(ctx context.Context, tx *store.Tx, order shop.Order) error {
	units := countedUnits(order)
	ids := slices.Sorted(maps.Keys(units)) // stocks are locked by id: see Products.ForSale
	if len(ids) > 1 {
		if err := r.units.LockDrops(ctx, tx, ids...); err != nil {
			return err
		}
	}
	if order.InDrop() { // before the units go to the next person, who may be of the same household
		if err := r.returnPurchases(ctx, tx, order); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := r.units.ReleaseUnits(ctx, tx, id, units[id]); err != nil {
			return err
		}
	}
	return tx.Promotions.ReleaseUse(ctx, order.ID)
}

// returnPurchases subtracts an order's units from the counters of its buyer in drops and,
// before the opening, from the units sold early.
func (r *OrderUnits) returnPurchases(ctx context.Context, tx *store.Tx, order shop.Order) error {
	var ids []int64
	for _, line := range order.Lines {
		if line.DropID != nil {
			ids = append(ids, *line.DropID)
		}
	}
	drops, err := tx.Drops.LockAll(ctx, ids)
	if err != nil {
		return err
	}
	now := r.now()
	for _, line := range order.Lines {
		if line.DropID == nil || line.ProductID == nil {
			continue
		}
		drop := drops[*line.DropID]
		if err := reservations.ReturnEarly(ctx, tx, &drop, drop.ID, *line.ProductID, line.Quantity, now); err != nil {
			return err
		}
	}
	return tx.Purchases.Return(ctx, order.ID)
}

// ReleaseOnce releases the units that an order holds, if it still holds them.
func (r *OrderUnits) ReleaseOnce(ctx context.Context, tx *store.Tx, order shop.Order) error {
	dropped, err := tx.OrderHolds.End(ctx, order.ID)
	if err != nil || !dropped {
		return err
	}
	return r.Release(ctx, tx, order)
}

// ReReserve reserves the units of an order again after its time to pay ran out. It refuses, and changes nothing,
// when that is too long ago, when the order would not cost the same today, when the units have gone to others,
// when the buyer has meanwhile bought as much as a limit allows, or when somebody cancelled the order. For an order of a
// drop it does so only if the money has already arrived (moneyCame).
func (r *OrderUnits) ReReserve(ctx context.Context, tx *store.Tx, order shop.Order, moneyCame bool) error {
	return tx.Savepoint(ctx, func() error {
		if err := r.lockProducts(ctx, tx, order); err != nil {
			return err
		}
		now, err := r.units.LockedNow(ctx, tx)
		if err != nil {
			return err
		}
		if order.AwaitsPayment() { // else it was cancelled, see below
			if err := r.CheckReReserve(ctx, &tx.Reader, order, moneyCame, now); err != nil {
				return err
			}
		}
		settings, err := r.settings.Get(ctx)
		if err != nil {
			return err
		}
		reserved, err := tx.OrderHolds.ReReserve(ctx, order.ID, settings.Orders.DefaultStatus, now.Add(r.Time), now)
		if err != nil {
			return err
		}
		if !reserved {
			return shop.Errorf(shop.Conflict, "This order was cancelled.")
		}
		if err := r.takeUnits(ctx, tx, order); err != nil {
			return err
		}
		if err := r.countAgain(ctx, tx, order); err != nil {
			return err
		}
		if err := reusePromo(ctx, tx, order); err != nil {
			return err
		}
		return RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: "shop", Kind: "held_again"})
	})
}

// lockProducts keeps others from selling an order's products until the transaction ends.
func (r *OrderUnits) lockProducts(ctx context.Context, tx *store.Tx, order shop.Order) error {
	ids := make([]int64, 0, len(order.Lines))
	for _, line := range order.Lines {
		if line.ProductID != nil {
			ids = append(ids, *line.ProductID)
		}
	}
	if err := r.units.LockDrops(ctx, tx, ids...); err != nil {
		return err
	}
	_, err := tx.Products.ForSale(ctx, ids)
	return err
}

// CheckReReserve refuses a lapsed order that its buyer could not place today, for the
// same money. It changes nothing.
func (r *OrderUnits) CheckReReserve(ctx context.Context, reader *store.Reader, order shop.Order, moneyCame bool, now time.Time) error {
	if err := order.CheckPay(now); err != nil {
		return err
	}
	if order.InDrop() && !moneyCame {
		return reservations.ErrReservationOver
	}
	basket, err := r.basketOf(ctx, reader, order, now)
	if err != nil {
		return err
	}
	if order.PromoCode != "" {
		promo, err := reader.Promotions.ByCode(ctx, order.PromoCode)
		if err != nil && shop.CodeOf(err) != shop.NotFound {
			return err
		}
		if err != nil || !promo.Grants(basket.Goods(), now) { // deleted, switched off, over or used up since
			return shop.BadPromo()
		}
		basket.Promo = &promo
	}
	rules, err := r.settings.Rules(ctx)
	if err != nil {
		return err
	}
	settings, err := r.settings.Get(ctx)
	if err != nil {
		return err
	}
	return order.CheckQuote(shop.QuoteFor(basket, rules, now), settings.Payments.Currency)
}

// basketOf is an order's basket at today's prices. It refuses when the buyer could not
// order these products now.
func (r *OrderUnits) basketOf(ctx context.Context, reader *store.Reader, order shop.Order, now time.Time) (shop.Basket, error) {
	basket := shop.Basket{Fulfillment: order.Fulfillment, Method: order.Method, State: order.Address.State}
	id := func(line shop.OrderLine) int64 {
		if line.ProductID == nil {
			return 0
		}
		return *line.ProductID
	}
	products, err := ProductsByID(ctx, reader, order.Lines, id)
	if err != nil {
		return basket, err
	}
	for _, line := range order.Lines {
		product, ok := products[id(line)]
		if !ok || !product.Published(now) {
			return basket, shop.Errorf(shop.OutOfStock, "%s is not sold any more.", line.Name)
		}
		if product, err = r.soldInDrop(ctx, reader, product, now); err != nil {
			return basket, err
		}
		item := shop.BasketLine{Product: product, Quantity: line.Quantity}
		problem := shop.CheckLine(item)
		if problem == nil && product.MaxPerCustomer != nil {
			buyer := r.keys.Of(order.Email, order.UserID)
			bought, err := reader.Purchases.UnitsBought(ctx, []int64{product.ID}, []store.Buyer{buyer})
			if err != nil {
				return basket, err
			}
			problem = shop.CheckCustomer(item, UnitsOf(bought, product.ID, buyer))
		}
		if problem != nil {
			return basket, shop.Errorf(shop.OutOfStock, "%s", problem.Message)
		}
		basket.Lines = append(basket.Lines, item)
	}
	return basket, nil
}

// reusePromo takes the use of an order's promo code again, if its limits still allow that.
func reusePromo(ctx context.Context, tx *store.Tx, order shop.Order) error {
	if order.PromoCode == "" {
		return nil
	}
	key := shop.PromoKey(order.PromoCode)
	found, err := tx.Promotions.ForUse(ctx, []string{key})
	if err != nil {
		return err
	}
	promo, ok := found[key]
	if !ok { // deleted since
		return shop.BadPromo()
	}
	customer := shop.EmailKey(order.Email)
	if order.UserID != nil {
		account, err := tx.Accounts.ByID(ctx, *order.UserID)
		if err != nil {
			return err
		}
		customer = shop.EmailKey(account.Email)
	}
	used, err := tx.Promotions.UsesBy(ctx, promo.ID, customer)
	if err != nil {
		return err
	}
	if promo.UsedUpBy(used) {
		return shop.BadPromo()
	}
	ok, err = tx.Promotions.Use(ctx, promo.ID, 1)
	if err != nil {
		return err
	}
	if !ok {
		return shop.BadPromo()
	}
	return tx.Promotions.CreateUse(ctx, order.ID, promo.ID, customer)
}

// countedUnits are an order's units of products that were counted when it was placed.
func countedUnits(order shop.Order) map[int64]int64 {
	units := map[int64]int64{}
	for _, line := range order.Lines {
		if line.Counted && line.ProductID != nil {
			units[*line.ProductID] += line.Quantity
		}
	}
	return units
}

// takeUnits takes an order's counted units out of the stock and tells open pages.
func (r *OrderUnits) takeUnits(ctx context.Context, tx *store.Tx, order shop.Order) error {
	units := countedUnits(order)
	if err := tx.Stock.Take(ctx, units); err != nil {
		return err
	}
	for id, n := range units {
		product, err := tx.Products.ByID(ctx, id)
		if err != nil {
			return err
		}
		if free := product.Free(); free != nil {
			if err := r.units.EmitStock(ctx, tx, id, *free+n, *free); err != nil {
				return err
			}
		}
	}
	return nil
}

// ProductsByID looks up the products that the lines name.
func ProductsByID[Line any](ctx context.Context, r *store.Reader, lines []Line, productID func(Line) int64) (map[int64]shop.Product, error) {
	ids := make([]int64, len(lines))
	for i, line := range lines {
		ids[i] = productID(line)
	}
	products, err := r.Products.ByIDs(ctx, ids)
	byID := make(map[int64]shop.Product, len(products))
	for _, p := range products {
		byID[p.ID] = p
	}
	return byID, err
}

// UnitsOf adds up what a buyer has ordered of a product.
func UnitsOf(bought []store.BoughtUnits, productID int64, buyer store.Buyer) (units int64) {
	for _, b := range bought {
		if b.ProductID == productID && b.By(buyer) {
			units += b.Units
		}
	}
	return units
}
