package orders

import (
	"context"
	"errors"
	"time"

	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// orderWriter decides on batches of jobs and writes what was accepted.
type orderWriter struct {
	store      *store.Store
	now        func() time.Time
	units      *reservations.Units
	guard      *enumerationGuard
	limits     *orderLimits
	emails     *orderbook.OrderEmails
	orderUnits *orderbook.OrderUnits
	keys       orderbook.BuyerKeys
	passes     reservations.Passes
	dropIndex  *catalog.DropIndexCache
	webhooks   *webhooks.Service
}

// orderBatch is the state of one transaction: read and locked at its start, counted
// down in memory as orders are accepted, written at its end in guarded statements.
type orderBatch struct {
	*orderWriter
	tx       *store.Tx
	at       time.Time
	earlier  map[string]store.PlacedOrder // by idempotency key
	products map[int64]shop.Product
	promos   map[string]shop.Promotion
	accepted []*store.NewOrder
	byKey    map[string]acceptedOrder
	taken    map[int64]int64 // units by product
	used     map[int64]int64 // uses by promotion
	bought   []store.BoughtUnits
	holds    store.HoldCounts
	reserved map[int64]shop.Reservation // by id
	uses     []reservations.ReservationUse
	usedBy   map[customerPromo]int64

	dropOf    map[int64]int64     // drop by product
	drops     map[int64]shop.Drop // locked, by id
	early     map[dropUnits]int64 // units sold before the opening
	purchases store.Purchases
	counted   map[store.PurchaseKey]int64 // units to add to the counters
	lifted    map[store.PurchaseKey]int64 // the same, of orders without limits
	holding   map[store.PurchaseKey]holding
	unpaid    map[store.PurchaseKey]unpaidUnits // read when somebody is refused
	prolonged []prolonging
}

type acceptedOrder struct {
	job   *job
	order *store.NewOrder
}

type customerPromo struct {
	customer string
	promo    int64
}

// placeBatch decides on one batch and writes it in one transaction. It ends when the database goes away.
func (w *orderWriter) placeBatch(ctx context.Context, jobs []*job) (results []batch.Result[result], err error) {
	ctx, done := w.store.WhileAnswers(ctx)
	defer done()
	var known dropGuess
	err = w.store.Write(ctx, func(tx *store.Tx) error {
		results = make([]batch.Result[result], len(jobs)) // the transaction may run again
		b, err := w.openBatch(ctx, tx, jobs, &known)
		if err != nil {
			return err
		}
		for i, j := range jobs {
			results[i].Value, results[i].Err = b.decide(ctx, j)
			if refusal := results[i].Err; refusal != nil && shop.CodeOf(refusal) == "" {
				return refusal // not a refusal but a failure
			}
		}
		if err := b.write(ctx); err != nil {
			return err
		}
		for i, j := range jobs { // orders have their numbers now
			if results[i].Err == nil && results[i].Value.number == "" {
				results[i].Value.number = b.byKey[j.key].order.Number
			}
		}
		return nil
	})
	if err != nil && errors.Is(context.Cause(ctx), store.ErrAway) {
		err = store.ErrAway // the statement only knows that it was cancelled
	}
	return results, err
}

// openBatch reads and locks what the jobs are about.
func (w *orderWriter) openBatch(ctx context.Context, tx *store.Tx, jobs []*job, known *dropGuess) (*orderBatch, error) {
	b := &orderBatch{orderWriter: w, tx: tx, at: w.now(), byKey: map[string]acceptedOrder{}, taken: map[int64]int64{}, used: map[int64]int64{},
		usedBy: map[customerPromo]int64{}, early: map[dropUnits]int64{}, counted: map[store.PurchaseKey]int64{}, lifted: map[store.PurchaseKey]int64{},
		holding: map[store.PurchaseKey]holding{}, unpaid: map[store.PurchaseKey]unpaidUnits{}}
	var keys, codes []string
	var ids, reserved []int64
	buyers := make([]store.Buyer, 0, len(jobs))
	for _, j := range jobs {
		keys, buyers = append(keys, j.key), append(buyers, j.buyer)
		reserved = append(reserved, j.reserved...)
		for _, line := range j.checkout.Lines {
			ids = append(ids, line.ProductID)
		}
		if j.checkout.PromoCode != "" {
			codes = append(codes, shop.PromoKey(j.checkout.PromoCode))
		}
	}
	var err error
	if b.holds, err = tx.OrderHolds.Count(ctx, buyers); err != nil {
		return nil, err
	}
	if b.earlier, err = tx.Orders.PlacedBefore(ctx, keys); err != nil {
		return nil, err
	}
	if err := b.lockDrops(ctx, ids, reserved, known); err != nil {
		return nil, err
	}
	if b.products, err = tx.Products.ForSale(ctx, ids); err != nil {
		return nil, err
	}
	if err := b.checkDrops(ctx, ids, known); err != nil {
		return nil, err
	}
	if b.promos, err = tx.Promotions.ForUse(ctx, codes); err != nil {
		return nil, err
	}
	if b.reserved, err = tx.Reservations.ForUse(ctx, reserved); err != nil {
		return nil, err
	}
	var limited []int64
	for id, p := range b.products {
		if p.MaxPerCustomer != nil {
			limited = append(limited, id)
		}
	}
	if b.bought, err = tx.Purchases.UnitsBought(ctx, limited, buyers); err != nil {
		return nil, err
	}
	return b, b.readPurchases(ctx, jobs)
}

var errKeyReused = shop.Errorf(shop.KeyReused, "This order was sent before with other contents. Please start again.")

// decide accepts or refuses one job. The same request under the same key is the same
// order, whether it was placed before or comes twice in this batch.
func (b *orderBatch) decide(ctx context.Context, j *job) (result, error) {
	if earlier, ok := b.earlier[j.key]; ok {
		if !j.requestHash.matches(earlier.RequestHash) {
			return result{}, errKeyReused
		}
		return result{number: earlier.Number}, nil
	}
	if twin, ok := b.byKey[j.key]; ok {
		if !j.requestHash.matches(twin.job.requestHash.String()) {
			return result{}, errKeyReused
		}
		return result{}, nil
	}
	order, err := b.validate(ctx, j)
	if err != nil {
		return result{}, err
	}
	b.byKey[j.key] = acceptedOrder{j, order}
	b.accepted = append(b.accepted, order)
	return result{order: order}, nil
}

// count takes an accepted order's units and promo use off what the next jobs see.
func (b *orderBatch) count(j *job, order *store.NewOrder, basket shop.Basket, uses []reservations.ReservationUse) {
	for i, line := range basket.Lines {
		if line.Product.Stock != nil {
			order.Lines[i].Counted = true
			if free := line.Quantity - line.Reserved; free > 0 {
				b.taken[line.Product.ID] += free
			}
		}
		if line.Product.MaxPerCustomer != nil {
			b.bought = append(b.bought, store.BoughtUnits{ProductID: line.Product.ID, Buyer: j.buyer, Units: line.Quantity})
		}
	}
	b.countEarly(basket)
	for _, use := range uses {
		delete(b.reserved, use.ID)
		use.Order = order
		b.uses = append(b.uses, use)
	}
	b.countHold(j, order)
	if basket.Promo != nil {
		order.PromoID = basket.Promo.ID
		b.used[basket.Promo.ID]++
		b.usedBy[customerPromo{j.customerKey, basket.Promo.ID}]++
	}
}

// write stores what was accepted. The statements are guarded although the rows are
// locked: a wrong count must fail here, not in the warehouse.
func (b *orderBatch) write(ctx context.Context) error {
	if err := b.tx.Stock.Take(ctx, b.taken); err != nil {
		return errors.Join(reservations.ErrRaceLost, err)
	}
	if err := b.takeEarlyUnits(ctx); err != nil {
		return err
	}
	for id, n := range b.used {
		ok, err := b.tx.Promotions.Use(ctx, id, n)
		if err != nil {
			return err
		}
		if !ok {
			return reservations.ErrRaceLost
		}
	}
	if err := b.tx.Orders.Insert(ctx, b.accepted, b.at); err != nil {
		return err
	}
	if err := b.writePurchases(ctx); err != nil { // before units go on to others, who have limits, too
		return err
	}
	for _, use := range b.uses {
		if err := b.use(ctx, use); err != nil {
			return err
		}
	}
	for id, n := range b.taken {
		before := *b.products[id].Free()
		if err := b.units.EmitStock(ctx, b.tx, id, before, before-n); err != nil {
			return err
		}
	}
	var confirmable []shop.Order // those that wait for no payment provider
	for _, order := range b.accepted {
		orderbook.EmitOrder(b.tx, order.ID, order.UserID)
		if order.Provider == "" {
			confirmable = append(confirmable, order.Order)
		}
	}
	for _, order := range b.accepted {
		if order.Payment == shop.Paid { // it costs nothing
			if err := b.orderUnits.CountPaid(ctx, b.tx, &order.Order, ""); err != nil {
				return err
			}
			if err := b.webhooks.OrderPaid(ctx, b.tx, order.Order); err != nil {
				return err
			}
		}
	}
	return b.emails.Confirm(ctx, b.tx, confirmable...)
}

// pickupCodeLetters is the length of the code that is read out at pickup.
const pickupCodeLetters = 6

// newOrder freezes a quote into an order.
func (b *orderBatch) newOrder(j *job, quote shop.Quote) *store.NewOrder {
	c := j.checkout
	order := &store.NewOrder{IdempotencyKey: j.key, RequestHash: j.requestHash.String(), CustomerKey: j.customerKey, Buyer: j.buyer, Provider: j.provider}
	order.Order = shop.Order{UserID: j.userID, Email: c.Email, Name: c.Name, Phone: c.Phone, Fulfillment: c.Fulfillment, Method: c.Method,
		Address: c.Address, Status: j.settings.Orders.DefaultStatus, Payment: shop.Unpaid, PaymentMethod: c.Payment,
		Currency: j.settings.Payments.Currency, Subtotal: quote.Subtotal, Discount: quote.Discount, Shipping: quote.Shipping, Tax: quote.Tax,
		Total: quote.Total, TaxIncluded: quote.TaxIncluded, PromoCode: quote.PromoCode, Notes: c.Notes, Reserved: true}
	for i, line := range quote.Lines {
		id := line.Product.ID
		order.Lines = append(order.Lines, shop.OrderLine{Position: int64(i + 1), ProductID: &id, Name: line.Product.Name,
			ImageURL: line.Product.Thumb(), Price: line.Product.Price, Quantity: line.Quantity, Discount: line.Discount, Tax: line.Tax, DropID: line.DropID})
	}
	if c.Fulfillment == shop.Pickup {
		order.PickupCode = secrets.Code(pickupCodeLetters)
	}
	switch {
	case quote.Total == 0:
		order.Payment, order.PaymentMethod, order.Provider = shop.Paid, shop.PayFree, ""
	case j.provider != "":
		until := b.at.Add(b.holdTime(order.Order))
		order.ReservedUntil = &until
	case c.Payment == shop.PayManual:
		until := j.settings.Orders.In(order.Order).ManualHoldEnd(b.at, j.userID != nil)
		order.ReservedUntil = &until
	}
	return order
}
