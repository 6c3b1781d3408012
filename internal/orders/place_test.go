package orders_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestAPlacedOrderIsFoundAgainUnderOtherSettings(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(5))
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.Notes = "Ring twice."
		first, err := r.place(c, "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range []map[string]string{{"guest_checkout": "disabled"}, {"order_notes_enabled": "disabled"}, {"accept_credit_cards": "disabled"}} {
			if err := r.Settings.Save(t.Context(), settings.Change{Values: change}, staff); err != nil {
				t.Fatal(err)
			}
			again, err := r.place(c, "key-00000001")
			if err != nil || again.Order.Number != first.Order.Number || again.Key != first.Key || again.PayURL != first.PayURL {
				t.Fatalf("%v: %+v %v", change, again, err)
			}
			other := c
			other.Name = "Somebody else"
			_, err = r.place(other, "key-00000001")
			wantCode(t, err, shop.KeyReused)
			_, err = r.place(c, "key-of-another-order")
			if err == nil {
				t.Errorf("%v changed nothing", change)
			}
		}
		if left := r.stock(t, id); left != 4 {
			t.Errorf("%d left", left)
		}
	})
}

// choosy is a bank that does not take small coins.
type choosy struct{ *demo.Provider }

func (choosy) Minimum(string) shop.Cents { return 50 }

func TestATotalBelowTheProvidersMinimumIsRefusedBeforeItIsAsked(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		shoptest.SetProvider(r.Store, "demo", choosy{r.bank})
		id := r.product(t, "Gum", 49, units(5))
		c := checkout(49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.Fulfillment = shop.Pickup
		if err := r.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"tax_calculation": "none", "accept_manual": "enabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		_, err := r.place(c, "key-00000001")
		wantCode(t, err, shop.BelowMinimum)
		if left := r.stock(t, id); left != 5 {
			t.Errorf("a refused order holds units: %d left", left)
		}
		c.Payment = shop.PayManual
		if _, err := r.place(c, "key-00000002"); err != nil {
			t.Error(err)
		}
		c = checkout(98, shop.CheckoutLine{ProductID: id, Quantity: 2})
		c.Fulfillment = shop.Pickup
		if placed, err := r.place(c, "key-00000003"); err != nil || placed.PayURL == "" {
			t.Errorf("%+v %v", placed, err)
		}
	})
}

func TestNothingToPayNeedsNoProvider(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(5))
		if _, err := r.Catalog.CreatePromotion(ctx, shop.Promotion{Code: "GIFT", Kind: shop.PercentOff, Value: 100, Enabled: true}, staff); err != nil {
			t.Fatal(err)
		}
		off := map[string]string{"accept_credit_cards": "disabled", "accept_paypal": "disabled", "accept_manual": "disabled"}
		if err := r.Settings.Save(ctx, settings.Change{Values: off}, staff); err != nil {
			t.Fatal(err)
		}
		c := checkout(4_50, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.Fulfillment, c.Payment = shop.Pickup, shop.PayFree
		if err := r.Settings.Save(ctx, settings.Change{Values: map[string]string{"tax_calculation": "none"}}, staff); err != nil {
			t.Fatal(err)
		}
		_, err := r.place(c, "key-00000001") // it is not free without the code
		wantCode(t, err, shop.Invalid)
		c.PromoCode, c.ExpectedTotal = "gift", 0
		placed, err := r.place(c, "key-00000002")
		if err != nil || placed.PayURL != "" || placed.Order.Payment != shop.Paid || placed.Order.PaymentMethod != shop.PayFree || placed.Order.ReservedUntil != nil {
			t.Fatalf("%+v %v", placed, err)
		}
		if payments, err := r.Store.Payments.OfOrder(ctx, placed.Order.ID); err != nil || len(payments) != 0 {
			t.Errorf("%d payments, %v", len(payments), err)
		}
		if err := r.Orders.Cancel(ctx, placed.Order.Number, "", staff); err != nil || r.stock(t, id) != 5 {
			t.Errorf("%v, %d left", err, r.stock(t, id))
		}
	})
}

// Money that comes while an order is cancelled is kept with the order or goes back; it is never kept without one.
func TestAPaymentAndACancellationAtTheSameMoment(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		const orders = 20
		id := r.product(t, "Waves", 450, units(orders))
		var wait sync.WaitGroup
		for i := range orders {
			c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
			c.Email = fmt.Sprintf("buyer%d@example.com", i)
			placed, err := r.place(c, fmt.Sprintf("key-%08d", i))
			if err != nil {
				t.Fatal(err)
			}
			ref := r.payRef(t, placed.Order)
			if err := r.bank.Pay(ref); err != nil {
				t.Fatal(err)
			}
			outcome := payment.Outcome{Ref: ref, CaptureRef: ref, State: shop.PaymentStatePaid, Amount: 10_49, Currency: "USD"}
			wait.Go(func() {
				if err := r.Payments.Settle(context.Background(), "demo", outcome); err != nil {
					t.Error(err)
				}
			})
			wait.Go(func() {
				if err := r.Orders.Cancel(context.Background(), placed.Order.Number, "", staff); err != nil && shop.CodeOf(err) != shop.Stale {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		for range 100 {
			r.at.move(time.Hour)
			if err := r.Payments.SendRefunds(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		sold := int64(0)
		for n := range orders {
			o := r.order(t, shop.OrderNumber(int64(n+1)))
			switch {
			case o.Payment == shop.Paid && o.Status == shop.StatusPending && o.Reserved:
				sold++
			case o.Payment != shop.MoneyReturned || o.Reserved:
				t.Errorf("%s is %s, %s, held %v", o.Number, o.Status, o.Payment, o.Reserved)
			}
		}
		if left := r.stock(t, id); left+sold != orders {
			t.Errorf("%d sold, %d left", sold, left)
		}
	})
}

func TestTwoClicksOnAnOrderWhoseTimeWasOver(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(3), func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) })
		order, _ := r.lapse(t, checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		pages := make(chan string, 8)
		var wait sync.WaitGroup
		for range cap(pages) {
			wait.Go(func() {
				page, err := r.Payments.Pay(context.Background(), order)
				if err != nil {
					t.Error(err)
				}
				pages <- page
			})
		}
		wait.Wait()
		first := <-pages
		for range cap(pages) - 1 {
			if other := <-pages; other != first || first == "" {
				t.Errorf("%q and %q", first, other)
			}
		}
		if left := r.stock(t, id); left != 2 {
			t.Errorf("%d left", left)
		}
	})
}

// Cached pages stay valid in a rush: of the stock they show only whether a product is sold out.
func TestARushMovesTheCountAndNotTheCatalogue(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(3))
		version, tick := r.Versions.Catalog(), r.Versions.StockRevision()
		buy := func(key string) shop.Order {
			c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
			c.Email = key + "@example.com"
			placed, err := r.place(c, key)
			if err != nil {
				t.Fatal(err)
			}
			return placed.Order
		}
		buy("key-00000001")
		buy("key-00000002")
		waitFor(t, func() bool { return r.Versions.StockRevision() > tick })
		if r.Versions.Catalog() != version {
			t.Error("a sale flushed the pages")
		}
		last := buy("key-00000003")
		waitFor(t, func() bool { return r.Versions.Catalog() > version })
		version = r.Versions.Catalog()
		if err := r.Orders.Cancel(t.Context(), last.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return r.Versions.Catalog() > version })
	})
}
