package shop

import (
	"cmp"
	"fmt"
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
}

// Rules are the shop's terms at one moment.
type Rules struct {
	ShippingFee Cents
	ExpressFee  Cents
	FreeFrom    *Cents // goods of this worth ship free; nil: never
	Tax         TaxRules
}

// RulesOf reads the terms from the settings and the table of tax rates.
func RulesOf(s Settings, rates map[string]int64) Rules {
	return Rules{ShippingFee: s.Shipping.Fee, ExpressFee: s.Shipping.ExpressFee, FreeFrom: s.Shipping.FreeFrom,
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

// Goods is the worth of the lines before any discount.
func (b Basket) Goods() Cents {
	var sum Cents
	for _, line := range b.Lines {
		sum += line.Product.Price.Times(line.Quantity)
	}
	return sum
}

// QuoteFor adds up a basket under the rules. A promotion that does not grant
// anything now is left out; whether to refuse it is the caller's choice.
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
	weights := make([]int64, len(b.Lines))
	for i, line := range b.Lines {
		weights[i] = int64(line.Product.Price.Times(line.Quantity))
	}
	discounts := spread(int64(q.Discount), weights)
	for i, line := range b.Lines {
		q.Lines = append(q.Lines, QuoteLine{BasketLine: line, Discount: Cents(discounts[i])})
		weights[i] -= discounts[i]
	}
	state := b.State
	if b.Fulfillment == Pickup {
		state = HomeState
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

// shipping: whoever ships free and wants it express pays what express costs more.
func (r Rules) shipping(b Basket, free bool) Cents {
	if b.Fulfillment == Pickup {
		return 0
	}
	fee := r.ShippingFee
	if b.Method == Express {
		fee = r.ExpressFee
	}
	if free {
		fee = max(0, fee-r.ShippingFee)
	}
	return fee
}

// spread divides a sum over weights to the cent: each share is rounded down and
// the cents left over go to the largest remainders, the earlier line first. No
// share is above its weight as long as the sum is not above theirs.
func spread(sum int64, weights []int64) []int64 {
	shares := make([]int64, len(weights))
	var all int64
	for _, w := range weights {
		all += w
	}
	if all == 0 || sum == 0 {
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

// mulDiv is a*b/c rounded down, without overflow in between, for a, b >= 0 and c > 0.
func mulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	n, _ := bits.Div64(hi, lo, uint64(c))
	return int64(n)
}

// mulDivRound is the same with halves rounded up.
func mulDivRound(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	n, _ := bits.Div64(hi+carry, lo, uint64(c))
	return int64(n)
}

// LineProblem says why a line cannot be bought as it is.
type LineProblem struct {
	ProductID int64
	Kind      string // gone, sold_out, too_few or limit
	Message   string
	Most      int64 // how many can be bought
}

// CheckLine is nil when that many of the product can be bought now.
func CheckLine(line BasketLine) *LineProblem {
	p := line.Product
	bad := func(kind string, most int64, message string) *LineProblem {
		return &LineProblem{ProductID: p.ID, Kind: kind, Message: message, Most: most}
	}
	switch {
	case !p.InStock():
		return bad("sold_out", 0, p.Name+" is sold out.")
	case p.MaxPerOrder != nil && line.Quantity > *p.MaxPerOrder && (p.Stock == nil || *p.MaxPerOrder <= *p.Stock):
		return bad("limit", *p.MaxPerOrder, fmt.Sprintf("At most %d of %s per order.", *p.MaxPerOrder, p.Name))
	case p.Stock != nil && line.Quantity > *p.Stock:
		return bad("too_few", *p.Stock, fmt.Sprintf("Only %d of %s left.", *p.Stock, p.Name))
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
