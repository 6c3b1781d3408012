package orders

import (
	"cmp"
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// checkAllowed refuses a checkout that the settings do not allow, before it is queued.
func checkAllowed(c shop.Checkout, settings *shop.Settings, buyer Buyer) error {
	if buyer.User == nil && !settings.Customers.GuestsMayOrder() {
		return shop.Errorf(shop.Unauthorized, "Please log in or create an account to check out.")
	}
	if err := c.Check(); err != nil {
		return err
	}
	if c.Notes != "" && !settings.Orders.Notes {
		return shop.FieldError(shop.Invalid, "notes", "The shop does not take notes right now.")
	}
	return nil
}

// validate checks everything about one checkout against the state of this moment
// and counts it in. It refuses with a shop error and then changes nothing.
func (b *orderBatch) validate(ctx context.Context, j *job) (*store.NewOrder, error) {
	basket, uses, err := b.checkLines(j)
	if err != nil {
		return nil, err
	}
	if j.checkout.PromoCode != "" {
		if basket.Promo, err = b.checkPromo(ctx, j, basket.Goods()); err != nil {
			return nil, err
		}
	}
	quote := shop.QuoteFor(basket, j.rules, b.at)
	if quote.Total > shop.MaxPrice {
		return nil, shop.FieldError(shop.Invalid, "lines", "An order of this size is beyond the web shop. Please contact us.")
	}
	if quote.Total != j.checkout.ExpectedTotal {
		return nil, shop.FieldError(shop.TotalChanged, "expected_total", "The total has changed to "+j.settings.Payments.Format(quote.Total)+". Please look at it again.")
	}
	if err := j.checkPayable(quote.Total); err != nil {
		return nil, err
	}
	if err := b.checkDropOrder(j, basket, quote.Total); err != nil {
		return nil, err
	}
	if quote.Total > 0 {
		if err := b.checkHolds(j, len(uses) > 0); err != nil {
			return nil, err
		}
	}
	purchases, err := b.checkPurchases(ctx, j, basket, uses)
	if err != nil {
		return nil, err
	}
	if err := b.limits.count(j); err != nil {
		return nil, err
	}
	order := b.newOrder(j, quote)
	b.count(j, order, basket, uses)
	b.countPurchases(j, order, purchases, uses)
	return order, nil
}

// How many unpaid orders may hold units at a time.
const (
	maxHoldsPerBuyer   = 2
	maxHoldsPerNetwork = 30
)

// checkHolds refuses an order of somebody who lets too many others wait for their
// payment. Units that were set aside for the buyer are theirs to order.
func (b *orderBatch) checkHolds(j *job, fromReservation bool) error {
	held := b.holds.ByMailbox[j.buyer.MailboxKey]
	if j.userID != nil {
		held = b.holds.ByUser[*j.userID]
	}
	if held >= maxHoldsPerBuyer && !fromReservation ||
		j.buyer.Network != "" && b.holds.ByNetwork[j.buyer.Network] >= maxHoldsPerNetwork ||
		j.buyer.Network48 != "" && b.holds.ByNetwork[j.buyer.Network48] >= maxHoldsPerNetwork*shop.WiderNetwork {
		return shop.Errorf(shop.TooManyUnpaid, "Orders are waiting for payment. Pay or cancel one of them first.")
	}
	return nil
}

// countHold counts an accepted order that is not paid yet.
func (b *orderBatch) countHold(j *job, order *store.NewOrder) {
	if order.Payment != shop.Unpaid {
		return
	}
	b.holds.ByMailbox[j.buyer.MailboxKey]++
	if j.userID != nil {
		b.holds.ByUser[*j.userID]++
	}
	b.holds.ByNetwork[j.buyer.Network]++
	b.holds.ByNetwork[j.buyer.Network48]++
}

// checkLines looks up the products of a checkout and refuses those that cannot be
// bought as asked, naming all of them. Units come from the buyer's reservations
// first, at their price.
func (b *orderBatch) checkLines(j *job) (shop.Basket, []reservations.ReservationUse, error) {
	c := j.checkout
	basket := shop.Basket{Fulfillment: c.Fulfillment, Method: c.Method, State: c.Address.State}
	reserved, err := b.reservationsOf(j)
	if err != nil {
		return basket, nil, err
	}
	var uses []reservations.ReservationUse
	problems, code := shop.Problems{}, shop.Code("")
	refuse := func(productID int64, message string) { problems.Check(false, "lines."+shop.IDText(productID), message) }
	for _, line := range c.Lines {
		product, ok := b.products[line.ProductID]
		if !ok || !product.Published(b.at) {
			refuse(line.ProductID, shop.Gone(line.ProductID).Message)
			continue
		}
		if product.Stock != nil {
			left := *product.Stock - b.taken[product.ID]
			product.Stock = &left
		}
		r, held := reserved[product.ID]
		drop := b.drops[b.dropOf[product.ID]]
		item, priced := shop.BasketLine{Product: product, Quantity: line.Quantity}.InDrop(drop, b.at).Reserve(r)
		basket.Lines = append(basket.Lines, priced...)
		if held {
			uses = append(uses, reservations.ReservationUse{Reservation: r, Taken: item.Reserved})
		}
		if refusal := b.checkDrop(j, item, drop, r); refusal != nil {
			code = cmp.Or(code, shop.CodeOf(refusal))
			refuse(product.ID, refusal.Error())
			continue
		}
		problem := shop.CheckLine(item)
		if problem == nil {
			if problem, err = b.checkCustomerLimit(j, item); err != nil {
				return basket, nil, err
			}
		}
		if problem != nil {
			refuse(product.ID, problem.Message)
		}
	}
	if len(problems) > 0 {
		messages := make([]string, len(problems))
		for i, problem := range problems {
			messages[i] = problem.Message
		}
		return basket, nil, &shop.Error{Code: cmp.Or(code, shop.OutOfStock), Message: strings.Join(messages, " "), Fields: problems}
	}
	return basket, uses, nil
}

// reservationsOf are the reservations that an order names, by product. One that is
// over is refused, one of another mailbox does not exist for this buyer.
func (b *orderBatch) reservationsOf(j *job) (map[int64]shop.Reservation, error) {
	out := map[int64]shop.Reservation{}
	for _, id := range j.reserved {
		r, ok := b.reserved[id]
		switch {
		case !ok: // gone, or used by an order of this batch
			return nil, reservations.ErrReservationOver
		case r.MailboxKey != j.buyer.MailboxKey:
			return nil, shop.FieldError(shop.NotFound, "email", "These units are held for another email address.")
		case !r.Usable(b.at):
			return nil, reservations.ErrReservationOver
		}
		out[r.ProductID] = r
	}
	return out, nil
}

// checkCustomerLimit checks a product's limit per customer over all their orders. To a guest its result
// reveals what the owner of the typed address has bought, so the guard limits how often it is given.
func (b *orderBatch) checkCustomerLimit(j *job, line shop.BasketLine) (*shop.LineProblem, error) {
	if line.Product.MaxPerCustomer == nil {
		return nil, nil
	}
	if err := b.guard.allowDisclosure(j); err != nil {
		return nil, err
	}
	problem := shop.CheckCustomer(line, orderbook.UnitsOf(b.bought, line.Product.ID, j.buyer))
	if problem != nil {
		b.guard.recordDisclosure(j, "product "+shop.IDText(line.Product.ID))
	}
	return problem, nil
}

// checkPromo finds the code among those locked by this batch and checks its limits.
func (b *orderBatch) checkPromo(ctx context.Context, j *job, goods shop.Cents) (*shop.Promotion, error) {
	if err := b.guard.allowPromo(j.client); err != nil {
		return nil, err
	}
	promo, ok := b.promos[shop.PromoKey(j.checkout.PromoCode)]
	promo.Uses += b.used[promo.ID]
	if !ok || !promo.Grants(goods, b.at) {
		b.guard.recordWrongPromo(j.client, j.checkout.PromoCode)
		return nil, shop.BadPromo()
	}
	if promo.MaxPerCustomer == nil {
		return &promo, nil
	}
	if err := b.guard.allowDisclosure(j); err != nil {
		return nil, err
	}
	key := customerPromo{j.customerKey, promo.ID}
	if _, known := b.usedBy[key]; !known {
		n, err := b.tx.Promotions.UsesBy(ctx, promo.ID, j.customerKey)
		if err != nil {
			return nil, err
		}
		b.usedBy[key] = n
	}
	if promo.UsedUpBy(b.usedBy[key]) {
		b.guard.recordDisclosure(j, "promo "+shop.IDText(promo.ID))
		return nil, shop.BadPromo()
	}
	return &promo, nil
}

// checkPayable refuses a total that cannot be paid in the chosen way, before anybody is asked for money.
func (j *job) checkPayable(total shop.Cents) error {
	if total == 0 {
		return nil
	}
	if j.noProvider != nil {
		return j.noProvider
	}
	if total < j.minimum {
		return shop.FieldError(shop.BelowMinimum, "payment_method", "This way to pay starts at "+j.settings.Payments.Format(j.minimum)+". Please choose another.")
	}
	return nil
}
