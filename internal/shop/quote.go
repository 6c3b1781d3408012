package shop

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"
)

// Fulfillment is how goods reach the shopper.
type Fulfillment string

const (
	Delivery Fulfillment = "delivery"
	Pickup   Fulfillment = "pickup"
)

// The ways of delivery.
const (
	Standard = "standard"
	Express  = "express"
)

// Basket is what somebody wants to buy and how it should reach them. Products
// are as the shop knows them now; nothing in them came from a browser.
type Basket struct {
	Lines       []BasketLine
	Fulfillment Fulfillment
	Method      string
	State       string // of the address; "" while it is not known
	Promo       *Promotion
}

// BasketLine is one product and how many of it.
type BasketLine struct {
	Product  Product
	Quantity int64
	Reserved int64  // of them set aside for the buyer already
	DropID   *int64 // the drop in which it is sold
}

// InDrop is the line with price and id of the drop d, if d sells its product at that moment; the zero value of d is no drop.
func (l BasketLine) InDrop(d Drop, now time.Time) BasketLine {
	if d.SaleAt(now) == SaleUsual {
		return l
	}
	id := d.ID // &d.ID would move the whole drop to the heap
	l.Product, l.DropID = l.Product.InDrop(d, now), &id
	return l
}

// Reserve takes units of the line from a reservation of the buyer, at the reservation's price; the zero value of r is none.
// priced is the line as it is sold: two lines when the reserved units have another price or another drop than the rest.
func (l BasketLine) Reserve(r Reservation) (line BasketLine, priced []BasketLine) {
	l.Reserved = max(0, min(r.Units, l.Quantity))
	held, rest := l, l
	held.Quantity, held.Product.Price, held.DropID = l.Reserved, r.Price, r.DropID
	rest.Quantity, rest.Reserved = l.Quantity-l.Reserved, 0
	switch {
	case l.Reserved == 0, rest.Quantity > 0 && r.Price == l.Product.Price && SameUnits(r.DropID, l.DropID):
		return l, []BasketLine{l}
	case rest.Quantity == 0:
		return l, []BasketLine{held}
	}
	return l, []BasketLine{held, rest}
}

// Rules are the shop's terms at one moment.
type Rules struct {
	ShippingFee Cents
	ExpressFee  Cents
	FreeFrom    *Cents // goods of this worth ship free; nil: never
	HomeState   string // where the shop stands: what is picked up there is taxed there
	Tax         TaxRules
}

// RulesOf reads the terms from the settings and the table of tax rates.
func RulesOf(s Settings, rates map[string]int64) Rules {
	return Rules{ShippingFee: s.Shipping.Fee, ExpressFee: s.Shipping.ExpressFee, FreeFrom: s.Shipping.FreeFrom, HomeState: s.Store.State,
		Tax: TaxRules{Calculation: s.Tax.Calculation, Rate: int64(s.Tax.Rate), ByState: rates, Included: s.Tax.PricesInclude}}
}

// Quote is what a basket costs. Its parts always add up:
// Total = Subtotal - Discount + Shipping, + Tax unless prices include it, and
// the lines' discounts and taxes are those of the whole.
type Quote struct {
	Lines       []QuoteLine
	Subtotal    Cents
	Discount    Cents
	Shipping    Cents
	Tax         Cents
	TaxIncluded bool
	TaxKnown    bool // false: the address is still to come
	Total       Cents
	PromoCode   string
}

// QuoteLine is one line's share.
type QuoteLine struct {
	BasketLine
	Discount Cents
	Tax      Cents
}

// maxGoods is far above any real basket and far below what an int64 holds:
// sums are cut there instead of overflowing.
const maxGoods Cents = 1 << 53

// worth is the price of the line's units. A quantity or a price below zero counts as none.
func (l BasketLine) worth() Cents {
	price, n := l.Product.Price, l.Quantity
	if price <= 0 || n <= 0 {
		return 0
	}
	if n > int64(maxGoods/price) {
		return maxGoods
	}
	return price.Times(n)
}

// worths are those of all lines, none beyond what is left below maxGoods.
func (b Basket) worths() []int64 {
	var sum Cents
	worths := make([]int64, len(b.Lines))
	for i, line := range b.Lines {
		worth := min(line.worth(), maxGoods-sum)
		worths[i] = int64(worth)
		sum += worth
	}
	return worths
}

// Goods is the worth of the lines before any discount.
func (b Basket) Goods() Cents {
	var sum int64
	for _, worth := range b.worths() {
		sum += worth
	}
	return Cents(sum)
}

// QuoteFor adds up a basket under the rules. A promotion that does not grant
// anything now is left out; whether to refuse it is the caller's choice. It
// takes any input: what no shop can mean (units, prices or rates below zero) counts as none.
func QuoteFor(b Basket, r Rules, now time.Time) Quote {
	q := Quote{Subtotal: b.Goods(), TaxIncluded: r.Tax.Included, TaxKnown: true}
	freeShipping := r.FreeFrom != nil && q.Subtotal >= *r.FreeFrom
	if p := b.Promo; p != nil && p.Grants(q.Subtotal, now) {
		q.PromoCode, q.Discount = p.Code, p.Discount(q.Subtotal)
		freeShipping = freeShipping || p.Kind == FreeShipping
	}
	if len(b.Lines) > 0 {
		q.Shipping = r.shipping(b, freeShipping)
	}
	weights := b.worths()
	discounts := spread(int64(q.Discount), weights)
	for i, line := range b.Lines {
		q.Lines = append(q.Lines, QuoteLine{BasketLine: line, Discount: Cents(discounts[i])})
		weights[i] -= discounts[i]
	}
	state := b.State
	if b.Fulfillment == Pickup {
		state = r.HomeState
	}
	rate, known := r.Tax.RateFor(state)
	q.TaxKnown = known
	q.Tax = r.Tax.On(q.Subtotal-q.Discount, rate)
	for i, tax := range spread(int64(q.Tax), weights) {
		q.Lines[i].Tax = Cents(tax)
	}
	q.Total = q.Subtotal - q.Discount + q.Shipping
	if !q.TaxIncluded {
		q.Total += q.Tax
	}
	return q
}

// shipping is the fee. With free shipping, express costs the difference between the two fees.
func (r Rules) shipping(b Basket, free bool) Cents {
	if b.Fulfillment == Pickup {
		return 0
	}
	fee := max(0, min(r.ShippingFee, maxGoods))
	if b.Method == Express {
		fee = max(0, min(r.ExpressFee, maxGoods))
	}
	if free {
		fee = max(0, fee-max(0, r.ShippingFee))
	}
	return fee
}

// spread divides a sum over weights to the cent: each share is rounded down and
// the cents left over go to the largest remainders, the earlier line first. No
// share is above its weight as long as the sum is not above theirs. Nothing is
// spread when the sum or a weight is below zero.
func spread(sum int64, weights []int64) []int64 {
	shares := make([]int64, len(weights))
	var all int64
	for _, w := range weights {
		if w < 0 || all > math.MaxInt64-w {
			return shares
		}
		all += w
	}
	if all == 0 || sum <= 0 {
		return shares
	}
	rest := sum
	order := make([]int, len(weights))
	remainders := make([]uint64, len(weights))
	for i, w := range weights {
		hi, lo := bits.Mul64(uint64(sum), uint64(w))
		share, remainder := bits.Div64(hi, lo, uint64(all))
		shares[i], remainders[i], order[i] = int64(share), remainder, i
		rest -= int64(share)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:rest] {
		shares[i]++
	}
	return shares
}

// percentOf is part/whole of an amount. One rule holds for every percentage, discounts and taxes alike: it is taken
// once, of the sum of the goods, and rounded to the nearest cent, half a cent up. Half a cent of a discount is so the
// shopper's; for sales tax the states prescribe the same rounding.
func percentOf(amount Cents, part, whole int64) Cents {
	return Cents(mulDivRound(int64(amount), part, whole))
}

// mulDivRound is a*b/c with halves rounded up, without overflow in between. It is 0 unless
// a, b and c are above zero, and the largest number when the result is larger.
func mulDivRound(a, b, c int64) int64 {
	if a <= 0 || b <= 0 || c <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c/2), 0)
	if hi += carry; hi >= uint64(c) {
		return math.MaxInt64
	}
	n, _ := bits.Div64(hi, lo, uint64(c))
	return int64(min(n, math.MaxInt64))
}

// LineProblem says why a line cannot be bought as it is.
type LineProblem struct {
	ProductID int64
	Kind      string // gone, sold_out, too_few, limit, or the code of a drop's refusal
	Message   string
	Most      int64 // how many can be bought
}

// CheckLine is nil when that many of the product can be bought now.
func CheckLine(line BasketLine) *LineProblem {
	p, free := line.Product, line.Product.Free()
	bad := func(kind string, most int64, message string) *LineProblem {
		return &LineProblem{ProductID: p.ID, Kind: kind, Message: message, Most: most}
	}
	switch {
	case line.Quantity < 1:
		return bad("limit", 0, "Choose at least one of "+p.Name+".")
	case !p.InStock() && line.Reserved == 0:
		return bad("sold_out", 0, p.Name+" is sold out.")
	case p.MaxPerOrder != nil && line.Quantity > *p.MaxPerOrder && (free == nil || *p.MaxPerOrder <= *free+line.Reserved):
		return bad("limit", *p.MaxPerOrder, fmt.Sprintf("At most %d of %s per order.", *p.MaxPerOrder, p.Name))
	case free != nil && line.Quantity-line.Reserved > *free:
		return bad("too_few", *free+line.Reserved, fmt.Sprintf("Only %d of %s left.", *free+line.Reserved, p.Name))
	}
	return nil
}

// CheckCustomer is nil when somebody who bought that many before may have these too.
func CheckCustomer(line BasketLine, bought int64) *LineProblem {
	p := line.Product
	if p.MaxPerCustomer == nil || line.Quantity <= *p.MaxPerCustomer-bought {
		return nil
	}
	return &LineProblem{ProductID: p.ID, Kind: "limit", Message: fmt.Sprintf("%s is limited to %d per customer.", p.Name, *p.MaxPerCustomer),
		Most: max(0, *p.MaxPerCustomer-bought)}
}

// Gone is the problem of a line whose product is not in the shop any more.
func Gone(productID int64) *LineProblem {
	return &LineProblem{ProductID: productID, Kind: "gone", Message: "This product is not in the shop any more."}
}
