package shop

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func line(id int64, price Cents, quantity int64) BasketLine {
	return BasketLine{Product: Product{ID: id, Price: price, InStockFlag: true}, Quantity: quantity}
}

func amountOf(c Cents) *Cents { return &c }

func TestQuoteCases(t *testing.T) {
	rules := RulesOf(SettingsFrom(map[string]string{"tax_rate": "5"}), map[string]int64{"CA": 72_500, "TX": 62_500, "OR": 0})
	with := func(change func(*Rules)) Rules {
		r := rules
		change(&r)
		return r
	}
	two := []BasketLine{line(1, 450, 2), line(2, 29_99, 1)} // 38.99
	later, earlier := noon.Add(time.Hour), noon.Add(-time.Hour)
	cases := []struct {
		name                           string
		basket                         Basket
		rules                          Rules
		discount, shipping, tax, total Cents
		taxKnown                       bool
	}{
		{"an empty basket costs nothing", Basket{Fulfillment: Delivery}, rules, 0, 0, 0, 0, false},
		{"address not known yet", Basket{Lines: two, Fulfillment: Delivery}, rules, 0, 5_99, 0, 44_98, false},
		{"California", Basket{Lines: two, Fulfillment: Delivery, State: "CA"}, rules, 0, 5_99, 2_83, 47_81, true},
		{"a state without sales tax", Basket{Lines: two, Fulfillment: Delivery, State: "OR"}, rules, 0, 5_99, 0, 44_98, true},
		{"a state not in the table has the setting's rate", Basket{Lines: two, Fulfillment: Delivery, State: "NY"}, rules, 0, 5_99, 1_95, 46_93, true},
		{"express", Basket{Lines: two, Fulfillment: Delivery, Method: Express, State: "OR"}, rules, 0, 14_99, 0, 53_98, true},
		{"pickup is taxed at the shop", Basket{Lines: two, Fulfillment: Pickup, State: "OR"}, rules, 0, 0, 2_83, 41_82, true},
		{"a fixed rate needs no address", Basket{Lines: two, Fulfillment: Delivery},
			with(func(r *Rules) { r.Tax.Calculation = "fixed" }), 0, 5_99, 1_95, 46_93, true},
		{"manual goes by the table", Basket{Lines: two, Fulfillment: Delivery, State: "CA"},
			with(func(r *Rules) { r.Tax.Calculation = "manual" }), 0, 5_99, 2_83, 47_81, true},
		{"manual taxes no other state", Basket{Lines: two, Fulfillment: Delivery, State: "NY"},
			with(func(r *Rules) { r.Tax.Calculation = "manual" }), 0, 5_99, 0, 44_98, true},
		{"manual needs the address", Basket{Lines: two, Fulfillment: Delivery},
			with(func(r *Rules) { r.Tax.Calculation = "manual" }), 0, 5_99, 0, 44_98, false},
		{"no tax", Basket{Lines: two, Fulfillment: Delivery, State: "CA"},
			with(func(r *Rules) { r.Tax.Calculation = "none" }), 0, 5_99, 0, 44_98, true},
		{"prices include tax", Basket{Lines: two, Fulfillment: Delivery, State: "CA"},
			with(func(r *Rules) { r.Tax.Included = true }), 0, 5_99, 2_64, 44_98, true},
		{"below the threshold", Basket{Lines: two, Fulfillment: Delivery, State: "OR"},
			with(func(r *Rules) { r.FreeFrom = amountOf(39_00) }), 0, 5_99, 0, 44_98, true},
		{"at the threshold", Basket{Lines: two, Fulfillment: Delivery, State: "OR"},
			with(func(r *Rules) { r.FreeFrom = amountOf(38_99) }), 0, 0, 0, 38_99, true},
		{"free shipping pays the difference for express", Basket{Lines: two, Fulfillment: Delivery, Method: Express, State: "OR"},
			with(func(r *Rules) { r.FreeFrom = amountOf(0) }), 0, 9_00, 0, 47_99, true},
		{"percent off, before tax", Basket{Lines: two, Fulfillment: Delivery, State: "TX",
			Promo: &Promotion{Code: "TEN", Kind: PercentOff, Value: 10, Enabled: true}}, rules, 3_90, 5_99, 2_19, 43_27, true},
		{"an amount never makes goods cheaper than nothing", Basket{Lines: two, Fulfillment: Delivery, State: "TX",
			Promo: &Promotion{Code: "BIG", Kind: AmountOff, Value: 100_00, Enabled: true}}, rules, 38_99, 5_99, 0, 5_99, true},
		{"free shipping code", Basket{Lines: two, Fulfillment: Delivery, State: "OR",
			Promo: &Promotion{Code: "SHIP", Kind: FreeShipping, Enabled: true}}, rules, 0, 0, 0, 38_99, true},
		{"a code that is off", Basket{Lines: two, Fulfillment: Delivery, State: "OR",
			Promo: &Promotion{Code: "OFF", Kind: PercentOff, Value: 50}}, rules, 0, 5_99, 0, 44_98, true},
		{"a code below its minimum", Basket{Lines: two, Fulfillment: Delivery, State: "OR",
			Promo: &Promotion{Code: "MIN", Kind: PercentOff, Value: 50, Minimum: 39_00, Enabled: true}}, rules, 0, 5_99, 0, 44_98, true},
		{"a code of tomorrow", Basket{Lines: two, Fulfillment: Delivery, State: "OR",
			Promo: &Promotion{Code: "SOON", Kind: PercentOff, Value: 50, StartsAt: &later, Enabled: true}}, rules, 0, 5_99, 0, 44_98, true},
		{"a code that is over", Basket{Lines: two, Fulfillment: Delivery, State: "OR",
			Promo: &Promotion{Code: "OVER", Kind: PercentOff, Value: 50, EndsAt: &earlier, Enabled: true}}, rules, 0, 5_99, 0, 44_98, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			q := QuoteFor(c.basket, c.rules, noon)
			if q.Discount != c.discount || q.Shipping != c.shipping || q.Tax != c.tax || q.Total != c.total || q.TaxKnown != c.taxKnown {
				t.Errorf("got discount %s, shipping %s, tax %s, total %s, tax known %v; want %s, %s, %s, %s, %v",
					q.Discount, q.Shipping, q.Tax, q.Total, q.TaxKnown, c.discount, c.shipping, c.tax, c.total, c.taxKnown)
			}
		})
	}
}

// TestQuoteAddsUp asks ten thousand random baskets whether their parts are the whole.
func TestQuoteAddsUp(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 28))
	calculations := []string{"automatic", "manual", "fixed", "none"}
	for range 10_000 {
		var b Basket
		for i := range random.IntN(12) {
			b.Lines = append(b.Lines, line(int64(i), Cents(random.Int64N(1<<random.IntN(27))), 1+random.Int64N(1<<random.IntN(13))))
		}
		b.Fulfillment = []Fulfillment{Delivery, Pickup}[random.IntN(2)]
		b.Method = []string{Standard, Express}[random.IntN(2)]
		b.State = []string{"", "CA", "NY"}[random.IntN(3)]
		if random.IntN(4) > 0 {
			b.Promo = &Promotion{Code: "X", Kind: []PromoKind{PercentOff, AmountOff, FreeShipping}[random.IntN(3)], Value: 1 + random.Int64N(100), Enabled: true}
			if b.Promo.Kind == AmountOff {
				b.Promo.Value = random.Int64N(1 << random.IntN(30))
			}
		}
		r := Rules{HomeState: "CA", ShippingFee: Cents(random.IntN(2000)), ExpressFee: Cents(random.IntN(3000)),
			Tax: TaxRules{Calculation: calculations[random.IntN(4)], Rate: random.Int64N(1_000_001), ByState: map[string]int64{"CA": random.Int64N(200_000)}, Included: random.IntN(2) == 0}}
		if random.IntN(2) == 0 {
			r.FreeFrom = amountOf(Cents(random.IntN(10_000)))
		}
		checkAddsUp(t, b, QuoteFor(b, r, noon))
	}
}

func checkAddsUp(t *testing.T, b Basket, q Quote) {
	t.Helper()
	var subtotal, discount, tax Cents
	for i, l := range q.Lines {
		worth := l.Product.Price.Times(l.Quantity)
		subtotal, discount, tax = subtotal+worth, discount+l.Discount, tax+l.Tax
		if l.Discount < 0 || l.Discount > worth || l.Tax < 0 {
			t.Fatalf("line %d of %+v: discount %s of %s, tax %s", i, b, l.Discount, worth, l.Tax)
		}
	}
	total := q.Subtotal - q.Discount + q.Shipping
	if !q.TaxIncluded {
		total += q.Tax
	}
	if len(q.Lines) != len(b.Lines) || subtotal != q.Subtotal || discount != q.Discount || tax != q.Tax || total != q.Total || q.Total < 0 || q.Shipping < 0 {
		t.Fatalf("does not add up: %+v gives %+v", b, q)
	}
}

func TestSpreadGivesTheCentsToTheLargestRemainders(t *testing.T) {
	got := spread(100, []int64{1, 1, 1})
	if got[0] != 34 || got[1] != 33 || got[2] != 33 {
		t.Errorf("100 over three equal lines: %v", got)
	}
	got = spread(10, []int64{0, 999, 1})
	if got[0] != 0 || got[1] != 10 || got[2] != 0 {
		t.Errorf("10 over 0, 999, 1: %v", got)
	}
}

func TestCheckoutSumsTheLinesOfOneProduct(t *testing.T) {
	c := Checkout{Lines: []CheckoutLine{{1, 2}, {2, 1}, {1, 3}}, Fulfillment: Pickup, Address: Address{Line1: "gone"}}
	c.Clean()
	if len(c.Lines) != 2 || c.Lines[0] != (CheckoutLine{1, 5}) || c.Address.Line1 != "" {
		t.Errorf("got %+v", c)
	}
}

func TestCheckoutNamesEveryField(t *testing.T) {
	c := Checkout{Fulfillment: Delivery, Email: "nobody", Phone: "12"}
	c.Clean()
	err, ok := errors.AsType[*Error](c.Check())
	if !ok {
		t.Fatal("accepted")
	}
	var fields []string
	for _, problem := range err.Fields {
		fields = append(fields, problem.Field)
	}
	want := []string{"lines", "email", "name", "phone", "line1", "city", "state", "zip", "payment_method"}
	if !slices.Equal(fields, want) {
		t.Errorf("named %v, want %v in the order of the form", fields, want)
	}
}

func TestEveryPercentageIsRoundedToTheNearestCentWithHalvesUp(t *testing.T) {
	discount := func(goods Cents, percent int64) Cents {
		return Promotion{Kind: PercentOff, Value: percent}.Discount(goods)
	}
	onTop, within := TaxRules{}, TaxRules{Included: true}
	for _, c := range []struct {
		what      string
		got, want Cents
	}{
		{"10% off 38.99 is 3.899", discount(38_99, 10), 3_90},
		{"10% off 0.25 is 0.025", discount(25, 10), 3},
		{"10% off 0.24 is 0.024", discount(24, 10), 2},
		{"33% off 0.01 is 0.0033", discount(1, 33), 0},
		{"100% off is all", discount(38_99, 100), 38_99},
		{"10% of 0.25 on top is 0.025", onTop.On(25, 100_000), 3},
		{"10% of 0.24 on top is 0.024", onTop.On(24, 100_000), 2},
		{"100% within 0.01 is 0.005", within.On(1, 1_000_000), 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, c.got, c.want)
		}
	}
}
