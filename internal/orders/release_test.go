package orders_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestABuyerGoesBackOnAnOrderThatWaits(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(2))
		if _, err := r.Catalog.CreatePromotion(ctx, shop.Promotion{Code: "ONCE", Kind: shop.PercentOff, Value: 50, Enabled: true, MaxUses: units(1)}, staff); err != nil {
			t.Fatal(err)
		}
		if err := r.Settings.Save(ctx, settings.Change{Values: map[string]string{"status_cancelled": "disabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		c := checkout(8_24, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.PromoCode = "ONCE"
		placed, err := r.place(c, "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		ref := r.payRef(t, placed.Order)
		released, err := r.Orders.Release(ctx, placed.Order)
		if err != nil || released.Status != shop.StatusCancelled || released.Reserved || released.AwaitsPayment() || r.stock(t, id) != 2 {
			t.Fatalf("%+v %v", released, err)
		}
		if outcome, err := r.bank.Lookup(ctx, ref); err != nil || outcome.State != shop.PaymentStateFailed {
			t.Errorf("the pay page is still open: %+v %v", outcome, err)
		}
		_, err = r.Orders.Release(ctx, placed.Order)
		wantCode(t, err, shop.Conflict)
		if left := r.stock(t, id); left != 2 {
			t.Errorf("%d left", left)
		}
		if _, err := r.Payments.Pay(ctx, placed.Order); shop.CodeOf(err) != shop.Conflict {
			t.Errorf("paid after all: %v", err)
		}
		if _, err := r.place(c, "key-00000002"); err != nil {
			t.Errorf("the code did not come back: %v", err)
		}
		// Money that came all the same goes back.
		r.wantRefund(t, released, ref)
	})
}

func TestWhatIsPaidIsNotReleased(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(2))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.bank.Pay(r.payRef(t, placed.Order)); err != nil { // no message has come yet
			t.Fatal(err)
		}
		_, err = r.Orders.Release(t.Context(), placed.Order)
		wantCode(t, err, shop.Conflict)
		if o := r.order(t, placed.Order.Number); o.Payment != shop.Paid || !o.Reserved {
			t.Errorf("%+v", o)
		}
		late, _ := r.lapse(t, checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000002")
		if released, err := r.Orders.Release(t.Context(), late); err != nil || released.AwaitsPayment() || r.stock(t, id) != 1 {
			t.Errorf("%+v %v", released, err)
		}
	})
}
