package orders_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// A lapsed order can be paid again for a day, if it would cost the same today.
func TestALapsedOrderIsPaidAgainOnlyWhileItsQuoteHolds(t *testing.T) {
	change := func(values map[string]string) func(*testing.T, *register, int64) {
		return func(t *testing.T, r *register, _ int64) { r.set(t, values) }
	}
	edit := func(do func(*shop.ProductInput)) func(*testing.T, *register, int64) {
		return func(t *testing.T, r *register, id int64) {
			in := shop.ProductInput{Name: "Waves", Slug: "waves", Description: "Crunchy.", Price: 10_00, InStock: true, Stock: units(5)}
			do(&in)
			now, err := r.Store.Products.ByID(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Catalog.ChangeProduct(t.Context(), id, now.Version, in, staff); err != nil {
				t.Fatal(err)
			}
		}
	}
	promo := func(do func(*shop.Promotion)) func(*testing.T, *register, int64) {
		return func(t *testing.T, r *register, _ int64) {
			p, err := r.Store.Promotions.ByCode(t.Context(), "HYPE")
			if err != nil {
				t.Fatal(err)
			}
			do(&p)
			if _, err := r.Catalog.ChangePromotion(t.Context(), p, staff); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*testing.T, *register, int64)
		code   shop.Code
	}{
		"nothing changed":      {func(*testing.T, *register, int64) {}, ""},
		"23 hours later":       {func(_ *testing.T, r *register, _ int64) { r.at.move(23 * time.Hour) }, ""},
		"25 hours later":       {func(_ *testing.T, r *register, _ int64) { r.at.move(25 * time.Hour) }, shop.Expired},
		"300 days later":       {func(_ *testing.T, r *register, _ int64) { r.at.move(300 * 24 * time.Hour) }, shop.Expired},
		"a higher price":       {edit(func(in *shop.ProductInput) { in.Price = 12_00 }), shop.TotalChanged},
		"a lower price":        {edit(func(in *shop.ProductInput) { in.Price = 8_00 }), shop.TotalChanged},
		"not sold any more":    {edit(func(in *shop.ProductInput) { in.InStock = false }), shop.OutOfStock},
		"sold out":             {edit(func(in *shop.ProductInput) { in.Stock = units(0) }), shop.OutOfStock},
		"fewer per order":      {edit(func(in *shop.ProductInput) { in.MaxPerOrder = units(1) }), shop.OutOfStock},
		"shipping":             {change(map[string]string{"shipping_fee": "7.50"}), shop.TotalChanged},
		"tax":                  {change(map[string]string{"tax_calculation": "fixed", "tax_rate": "5"}), shop.TotalChanged},
		"a promotion is off":   {promo(func(p *shop.Promotion) { p.Enabled = false }), shop.PromoInvalid},
		"a promotion is over":  {promo(func(p *shop.Promotion) { end := p.StartsAt.Add(time.Minute); p.EndsAt = &end }), shop.PromoInvalid},
		"a smaller promotion":  {promo(func(p *shop.Promotion) { p.Value = 5 }), shop.TotalChanged},
		"a promotion for more": {promo(func(p *shop.Promotion) { p.Minimum = 50_00 }), shop.PromoInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			eachRegister(t, func(t *testing.T, r *register) {
				id := r.product(t, "Waves", 10_00, units(5))
				start := r.at.now().Add(-time.Hour)
				err := r.Store.Write(t.Context(), func(tx *store.Tx) error {
					_, err := tx.Promotions.Create(t.Context(), shop.Promotion{Code: "HYPE", Kind: shop.PercentOff, Value: 10, Enabled: true, StartsAt: &start}, r.at.now())
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				checkout := checkout(23_99, shop.CheckoutLine{ProductID: id, Quantity: 2})
				checkout.PromoCode = "hype"
				order, ref := r.lapse(t, checkout, "key-00000001")
				c.change(t, r, id)
				order = r.order(t, order.Number)
				with, err := r.Payments.WithPayment(t.Context(), order)
				if err != nil || with.Payable != (c.code == "") || shop.CodeOf(with.Refusal) != c.code {
					t.Errorf("the page says payable %v, refused %v, %v; want %q", with.Payable, with.Refusal, err, c.code)
				}
				left := r.stock(t, id)
				payURL, err := r.Payments.Pay(t.Context(), order)
				if shop.CodeOf(err) != c.code || (payURL == "") != (c.code != "") {
					t.Errorf("paying again: %q, %v; want %q", payURL, err, c.code)
				}
				if c.code == "" {
					return
				}
				if now := r.order(t, order.Number); now.Reserved || r.stock(t, id) != left {
					t.Errorf("a refused order holds units: %+v", now)
				}
				r.wantRefund(t, order, ref) // a pay page that was still open somewhere
			})
		})
	}
}
