package shop

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// Whatever comes in, adding up does not panic, and no sum falls below zero.
func TestQuoteForTakesAnyInput(t *testing.T) {
	edges := []int64{0, 1, -1, 2, 99, 100, -100, 1_000_000, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, 1 << 53, 1 << 62, -(1 << 62)}
	dice := rand.New(rand.NewPCG(14, 4))
	pick := func() int64 { return edges[dice.IntN(len(edges))] }
	for n := range 20_000 {
		basket := Basket{Fulfillment: []Fulfillment{Delivery, Pickup, "drone"}[dice.IntN(3)], Method: []string{Standard, Express, ""}[dice.IntN(3)],
			State: []string{"CA", "", "??"}[dice.IntN(3)]}
		for range dice.IntN(5) {
			basket.Lines = append(basket.Lines, BasketLine{Product: Product{Price: Cents(pick())}, Quantity: pick()})
		}
		if dice.IntN(2) == 0 {
			basket.Promo = &Promotion{Code: "X", Enabled: true, Kind: []PromoKind{PercentOff, AmountOff, FreeShipping}[dice.IntN(3)], Value: pick(), Minimum: Cents(pick())}
		}
		free := Cents(pick())
		rules := Rules{ShippingFee: Cents(pick()), ExpressFee: Cents(pick()), FreeFrom: &free, Tax: TaxRules{
			Calculation: []string{"automatic", "manual", "fixed", "none"}[dice.IntN(4)], Rate: pick(), ByState: map[string]int64{"CA": pick()}, Included: dice.IntN(2) == 0}}
		q := QuoteFor(basket, rules, time.Unix(0, 0))
		if q.Subtotal < 0 || q.Discount < 0 || q.Shipping < 0 || q.Tax < 0 || q.Total < 0 || q.Discount > q.Subtotal {
			t.Fatalf("try %d: %+v under %+v gives %+v", n, basket, rules, q)
		}
		for _, line := range basket.Lines {
			if line.Quantity < 1 && CheckLine(line) == nil {
				t.Fatalf("%d units can be bought", line.Quantity)
			}
		}
	}
}

func TestALineBelowZeroTakesNothingOffTheOthers(t *testing.T) {
	snack := Product{Price: 500}
	q := QuoteFor(Basket{Lines: []BasketLine{{Product: snack, Quantity: 2}, {Product: snack, Quantity: -1}}}, Rules{}, time.Unix(0, 0))
	if q.Subtotal != 1000 || q.Total != 1000 {
		t.Errorf("subtotal %s, total %s, want 10.00", q.Subtotal, q.Total)
	}
}
