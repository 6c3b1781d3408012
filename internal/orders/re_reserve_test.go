package orders_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// lapsedOrder is a lapsed order in a shop where something has changed since.
type lapsedOrder struct {
	*testShop
	id    int64 // of the product
	promo string
}

// edit changes the product.
func (r *lapsedOrder) edit(t *testing.T, do func(*shop.ProductInput)) {
	t.Helper()
	now, err := r.Store.Products.ByID(t.Context(), r.id)
	if err != nil {
		t.Fatal(err)
	}
	in := shop.ProductInput{Name: now.Name, Slug: now.Slug, Description: "Crunchy.", Price: 10_00, InStock: true, Stock: units(5)}
	do(&in)
	if _, err := r.Catalog.ChangeProduct(t.Context(), r.id, now.Version, in, staff); err != nil {
		t.Fatal(err)
	}
}

// changePromo changes the promotion.
func (r *lapsedOrder) changePromo(t *testing.T, do func(*shop.Promotion)) {
	t.Helper()
	p, err := r.Store.Promotions.ByCode(t.Context(), r.promo)
	if err != nil {
		t.Fatal(err)
	}
	do(&p)
	if _, err := r.Catalog.ChangePromotion(t.Context(), p, staff); err != nil {
		t.Fatal(err)
	}
}

// A lapsed order can be paid again for a day, if it would cost the same today.
func TestALapsedOrderIsPaidAgainOnlyWhileItsQuoteHolds(t *testing.T) {
	change := func(values map[string]string) func(*testing.T, *lapsedOrder) {
		return func(t *testing.T, r *lapsedOrder) {
			r.set(t, values)
			t.Cleanup(func() {
				r.set(t, map[string]string{"shipping_fee": "5.99", "tax_calculation": "automatic", "tax_rate": "0"})
			})
		}
	}
	later := func(d time.Duration) func(*testing.T, *lapsedOrder) {
		return func(_ *testing.T, r *lapsedOrder) { r.at.move(d) }
	}
	edit := func(do func(*shop.ProductInput)) func(*testing.T, *lapsedOrder) {
		return func(t *testing.T, r *lapsedOrder) { r.edit(t, do) }
	}
	promo := func(do func(*shop.Promotion)) func(*testing.T, *lapsedOrder) {
		return func(t *testing.T, r *lapsedOrder) { r.changePromo(t, do) }
	}
	cases := []struct {
		name   string
		change func(*testing.T, *lapsedOrder)
		code   shop.Code
	}{
		{"nothing changed", later(0), ""},
		{"23 hours later", later(23 * time.Hour), ""},
		{"25 hours later", later(25 * time.Hour), shop.Expired},
		{"300 days later", later(300 * 24 * time.Hour), shop.Expired},
		{"a higher price", edit(func(in *shop.ProductInput) { in.Price = 12_00 }), shop.TotalChanged},
		{"a lower price", edit(func(in *shop.ProductInput) { in.Price = 8_00 }), shop.TotalChanged},
		{"not sold any more", edit(func(in *shop.ProductInput) { in.InStock = false }), shop.OutOfStock},
		{"sold out", edit(func(in *shop.ProductInput) { in.Stock = units(0) }), shop.OutOfStock},
		{"fewer per order", edit(func(in *shop.ProductInput) { in.MaxPerOrder = units(1) }), shop.OutOfStock},
		{"shipping", change(map[string]string{"shipping_fee": "7.50"}), shop.TotalChanged},
		{"tax", change(map[string]string{"tax_calculation": "fixed", "tax_rate": "5"}), shop.TotalChanged},
		{"a promotion is off", promo(func(p *shop.Promotion) { p.Enabled = false }), shop.PromoInvalid},
		{"a promotion is over", promo(func(p *shop.Promotion) { end := p.StartsAt.Add(time.Minute); p.EndsAt = &end }), shop.PromoInvalid},
		{"a smaller promotion", promo(func(p *shop.Promotion) { p.Value = 5 }), shop.TotalChanged},
		{"a promotion for more", promo(func(p *shop.Promotion) { p.Minimum = 50_00 }), shop.PromoInvalid},
	}
	eachShop(t, func(t *testing.T, shared *testShop) {
		for i, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				r := &lapsedOrder{shared, shared.product(t, fmt.Sprint("Waves ", i), 10_00, units(5)), fmt.Sprint("HYPE", i)}
				start := r.at.now().Add(-time.Hour)
				err := r.Store.Write(t.Context(), func(tx *store.Tx) error {
					_, err := tx.Promotions.Create(t.Context(), shop.Promotion{Code: r.promo, Kind: shop.PercentOff, Value: 10, Enabled: true, StartsAt: &start}, r.at.now())
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				checkout := checkout(23_99, shop.CheckoutLine{ProductID: r.id, Quantity: 2})
				checkout.Email, checkout.PromoCode = fmt.Sprintf("maya%d@example.com", i), fmt.Sprint("hype", i)
				order, ref := r.lapse(t, checkout, fmt.Sprintf("key-%08d", i))
				c.change(t, r)
				r.wantPayable(t, order, ref, c.code)
			})
		}
	})
}

// wantPayable expects a lapsed order to be paid again, or refused with a code. A refused one holds nothing, and its money goes back.
func (r *lapsedOrder) wantPayable(t *testing.T, order shop.Order, ref string, code shop.Code) {
	t.Helper()
	order = r.order(t, order.Number)
	with, err := r.Payments.WithPayment(t.Context(), order)
	if err != nil || with.Payable != (code == "") || shop.CodeOf(with.Refusal) != code {
		t.Errorf("the page says payable %v, refused %v, %v; want %q", with.Payable, with.Refusal, err, code)
	}
	left := r.stock(t, r.id)
	payURL, err := r.Payments.Pay(t.Context(), order)
	if shop.CodeOf(err) != code || (payURL == "") != (code != "") {
		t.Errorf("paying again: %q, %v; want %q", payURL, err, code)
	}
	if code == "" {
		return
	}
	if now := r.order(t, order.Number); now.Reserved || r.stock(t, r.id) != left {
		t.Errorf("a refused order holds units: %+v", now)
	}
	r.wantRefund(t, order, ref) // a pay page that was still open somewhere
}
