package orders_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// testShop is a shop with a demo provider and a clock that the test moves.
type testShop struct {
	*services.Services
	bank *demo.Provider
	at   *clock
}

func eachShop(t *testing.T, test func(t *testing.T, r *testShop)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, openShop(t, s, newClock())) })
}

func openShop(t testing.TB, s *store.Store, at *clock) *testShop {
	t.Helper()
	bank, err := demo.New(t.TempDir(), "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	return shopAt(t, s, at, bank)
}

func shopAt(t testing.TB, s *store.Store, at *clock, bank *demo.Provider) *testShop {
	t.Helper()
	return &testShop{shoptest.On(t, s, configOf(at, bank)), bank, at}
}

func configOf(at *clock, bank *demo.Provider) func(*services.Config) {
	return func(c *services.Config) {
		c.Now = at.now
		shoptest.SetProvider(c.Store, "demo", bank)
		shoptest.SetProvider(c.Store, "manual", manual.Provider{})
	}
}

// eachIdleShop is eachShop without background work, which could do what the test is about before the test does.
func eachIdleShop(t *testing.T, test func(t *testing.T, r *testShop)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		bank, err := demo.New(t.TempDir(), "http://shop.test")
		if err != nil {
			t.Fatal(err)
		}
		at := newClock()
		test(t, &testShop{shoptest.Idle(t, s, configOf(at, bank)), bank, at})
	})
}

func (r *testShop) product(t testing.TB, name string, price shop.Cents, stock *int64, change ...func(*shop.ProductInput)) int64 {
	t.Helper()
	in := shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Crunchy.", Price: price, InStock: true, Stock: stock}
	for _, c := range change {
		c(&in)
	}
	p, err := r.Catalog.CreateProduct(context.Background(), in, audit.Actor{Name: "staff"})
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}

func units(n int64) *int64 { return &n }

// checkout is a delivery to Oregon, where nothing is taxed, paid by card.
func checkout(total shop.Cents, lines ...shop.CheckoutLine) shop.Checkout {
	return shop.Checkout{Lines: lines, Email: "maya@example.com", Name: "Maya Torres", Fulfillment: shop.Delivery, Method: shop.Standard,
		Address: shop.Address{Line1: "1 Main St", City: "Portland", State: "OR", Zip: "97205"}, Payment: shop.PayCard, ExpectedTotal: total}
}

// freeCheckout collects a product that costs nothing: such orders wait for no payment.
func freeCheckout(id int64) shop.Checkout {
	c := checkout(0, shop.CheckoutLine{ProductID: id, Quantity: 1})
	c.Fulfillment, c.Payment = shop.Pickup, shop.PayFree
	return c
}

func (r *testShop) place(c shop.Checkout, key string) (orders.Placed, error) {
	return r.Orders.Place(context.Background(), c, key, orders.Buyer{})
}

func (r *testShop) stock(t testing.TB, id int64) int64 {
	t.Helper()
	p, err := r.Store.Products.ByID(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return *p.Stock
}

func (r *testShop) order(t testing.TB, number string) shop.Order {
	t.Helper()
	o, err := r.Store.Orders.ByNumber(context.Background(), number)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// payRef is the provider's name of an order's newest payment.
func (r *testShop) payRef(t testing.TB, o shop.Order) string {
	t.Helper()
	payments, err := r.Store.Payments.OfOrder(context.Background(), o.ID)
	if err != nil || len(payments) == 0 {
		t.Fatalf("no payment: %v", err)
	}
	return payments[len(payments)-1].Ref
}

func wantCode(t testing.TB, err error, code shop.Code) {
	t.Helper()
	if shop.CodeOf(err) != code {
		t.Fatalf("got %v, want %s", err, code)
	}
}

func TestAnOrderIsFrozenNumberedAndHeld(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Seaweed Waves", 450, units(5))
		placed, err := r.place(checkout(14_99, shop.CheckoutLine{ProductID: id, Quantity: 1}, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		o := r.order(t, placed.Order.Number)
		if o.Number != "ORD-001" || o.Total != 14_99 || o.Status != shop.StatusPending || o.Payment != shop.Unpaid || !o.Reserved || o.ReservedUntil == nil ||
			o.ReservedUntil.Sub(r.at.now()) != shop.ReservationTime || len(o.Lines) != 1 || o.Lines[0].Quantity != 2 || !o.Lines[0].Counted || placed.PayURL == "" {
			t.Fatalf("%+v", o)
		}
		if left := r.stock(t, id); left != 3 {
			t.Errorf("%d left, want 3", left)
		}
		if _, err := r.Orders.ForBuyer(t.Context(), o.Number, placed.Key, nil); err != nil {
			t.Error(err)
		}
		_, err = r.Orders.ForBuyer(t.Context(), o.Number, "guess", nil)
		wantCode(t, err, shop.NotFound)
	})
}

// SQLite would not find an order under such a key again, and PostgreSQL does not store it.
func TestAKeyThatIsNoTextIsRefused(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		p := r.product(t, "Mochi", 450, units(3))
		c := checkout(10_49, shop.CheckoutLine{ProductID: p, Quantity: 1})
		_, err := r.place(c, "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8")
		wantCode(t, err, shop.Invalid)
	})
}

func TestTheSameKeyGivesTheSameOrder(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(5))
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		first, err := r.place(c, "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		again, err := r.place(c, "key-00000001")
		if err != nil || again.Order.Number != first.Order.Number || again.Key != first.Key || again.PayURL != first.PayURL {
			t.Fatalf("%+v %v", again, err)
		}
		c.Name = "Somebody Else"
		_, err = r.place(c, "key-00000001")
		wantCode(t, err, shop.KeyReused)
		if left := r.stock(t, id); left != 4 {
			t.Errorf("%d left, want 4", left)
		}
	})
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		few := r.product(t, "Few", 450, units(2))
		off := r.product(t, "Off", 450, nil, func(p *shop.ProductInput) { p.InStock = false })
		limited := r.product(t, "Limited", 450, units(50), func(p *shop.ProductInput) { p.MaxPerOrder, p.MaxPerCustomer = units(3), units(4) })
		two := func(id, n int64, total shop.Cents) shop.Checkout {
			return checkout(total, shop.CheckoutLine{ProductID: id, Quantity: n})
		}
		if _, err := r.place(two(limited, 3, 19_49), "key-limit-1"); err != nil {
			t.Fatal(err)
		}
		manualOff := two(few, 1, 10_49)
		manualOff.Payment = shop.PayPayPal
		promo := two(few, 1, 10_49)
		promo.PromoCode = "NOPE"
		cases := []struct {
			name string
			c    shop.Checkout
			code shop.Code
		}{
			{"too many", two(few, 3, 19_49), shop.OutOfStock},
			{"two lines of one product", checkout(19_49, shop.CheckoutLine{ProductID: few, Quantity: 2}, shop.CheckoutLine{ProductID: few, Quantity: 1}), shop.OutOfStock},
			{"not for sale", two(off, 1, 10_49), shop.OutOfStock},
			{"no such product", two(999, 1, 10_49), shop.OutOfStock},
			{"over the limit per order", two(limited, 4, 23_99), shop.OutOfStock},
			{"over the limit per customer", two(limited, 2, 14_99), shop.OutOfStock},
			{"another total", two(few, 1, 10_48), shop.TotalChanged},
			{"a way to pay that is off", manualOff, shop.Invalid},
			{"an unknown code", promo, shop.PromoInvalid},
			{"nothing", checkout(0), shop.Invalid},
		}
		for i, c := range cases {
			_, err := r.place(c.c, fmt.Sprintf("key-refused-%d", i))
			if shop.CodeOf(err) != c.code {
				t.Errorf("%s: %v, want %s", c.name, err, c.code)
			}
		}
		if r.stock(t, few) != 2 || r.stock(t, limited) != 47 {
			t.Error("a refused order took units")
		}
		placed, err := r.place(two(few, 1, 10_49), "key-after-all")
		if err != nil || placed.Order.Number != "ORD-002" {
			t.Errorf("%s %v: a refused order used a number", placed.Order.Number, err)
		}
	})
}

func TestGuestsAreTurnedAwayWhenTheSettingsSaySo(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, nil)
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		for _, values := range []map[string]string{{"guest_checkout": "disabled"}, {"guest_checkout": "enabled", "customer_account_creation": "required"}} {
			if err := r.Settings.Save(t.Context(), settings.Change{Values: values}, audit.Actor{Name: "staff"}); err != nil {
				t.Fatal(err)
			}
			_, err := r.place(c, "key-00000001")
			wantCode(t, err, shop.Unauthorized)
		}
		_, session, err := r.Accounts.SignUp(t.Context(), shop.SignUp{Username: "maya", Email: "maya@example.com", Password: "battery horse"}, shop.Client{})
		if err != nil {
			t.Fatal(err)
		}
		placed, err := r.Orders.Place(t.Context(), c, "key-00000001", orders.Buyer{User: &session.User})
		if err != nil || placed.Order.UserID == nil || *placed.Order.UserID != session.User.ID {
			t.Fatalf("%+v %v", placed, err)
		}
		if _, err := r.Orders.ForBuyer(t.Context(), placed.Order.Number, "", &session.User); err != nil {
			t.Error(err)
		}
	})
}

func TestPaymentSettlesOnceAndLateMoneyGoesBack(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(1))
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		slow, err := r.place(c, "key-slow-0001")
		if err != nil {
			t.Fatal(err)
		}
		ref := r.payRef(t, slow.Order)
		r.at.move(shop.ReservationTime - time.Second)
		if n, err := r.Payments.ReleaseExpired(ctx); err != nil || n != 0 {
			t.Fatalf("released %d before the time, %v", n, err)
		}
		r.at.move(2 * time.Second)
		if n, err := r.Payments.ReleaseExpired(ctx); err != nil || n > 1 { // the background may have been faster
			t.Fatal(n, err)
		}
		if o := r.order(t, slow.Order.Number); o.Reserved || o.Status != shop.StatusCancelled || r.stock(t, id) != 1 {
			t.Fatalf("%+v", o)
		}
		c.Email = "fast@example.com"
		fast, err := r.place(c, "key-fast-0001")
		if err != nil {
			t.Fatal(err)
		}
		fastRef := r.payRef(t, fast.Order)
		if err := r.bank.Pay(fastRef); err != nil {
			t.Fatal(err)
		}
		if o, err := r.Payments.Check(ctx, fast.Order); err != nil || o.Payment != shop.Paid || o.ReservedUntil != nil {
			t.Fatalf("%+v %v", o, err)
		}
		// The money of the slow one comes now, although its page was closed.
		late := payment.Outcome{Ref: ref, CaptureRef: ref, State: shop.PaymentStatePaid, Amount: 10_49, Currency: "USD"}
		for range 3 {
			if err := r.Payments.Settle(ctx, "demo", late); err != nil {
				t.Fatal(err)
			}
		}
		refunds, err := r.Store.Refunds.OfOrder(ctx, slow.Order.ID)
		if err != nil || len(refunds) != 1 || refunds[0].Amount != 10_49 {
			t.Fatalf("%+v %v", refunds, err)
		}
		// Whether it went through by now is up to the background and the bank, which never saw this money.
		if left := r.stock(t, id); left != 0 {
			t.Fatalf("%d left", left)
		}
	})
}

func TestALatePaymentFillsItsOrderWhileUnitsAreLeft(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(3))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		ref := r.payRef(t, placed.Order)
		r.at.move(shop.ReservationTime + time.Second)
		if _, err := r.Payments.ReleaseExpired(ctx); err != nil {
			t.Fatal(err)
		}
		if err := r.Payments.Settle(ctx, "demo", payment.Outcome{Ref: ref, CaptureRef: ref, State: shop.PaymentStatePaid, Amount: 10_49, Currency: "usd"}); err != nil {
			t.Fatal(err)
		}
		if o := r.order(t, placed.Order.Number); o.Payment != shop.Paid || o.Status != shop.StatusPending || !o.Reserved || r.stock(t, id) != 2 {
			t.Fatalf("%+v", o)
		}
	})
}

func TestAnUnpaidOrderCanBePaidAgain(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(1))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.bank.Decline(r.payRef(t, placed.Order)); err != nil {
			t.Fatal(err)
		}
		url, err := r.Payments.Pay(ctx, placed.Order)
		if err != nil || url == placed.PayURL {
			t.Fatalf("%s %v: a declined page was offered again", url, err)
		}
		r.at.move(shop.ReservationTime + time.Second)
		if _, err := r.Payments.ReleaseExpired(ctx); err != nil {
			t.Fatal(err)
		}
		if url, err = r.Payments.Pay(ctx, r.order(t, placed.Order.Number)); err != nil {
			t.Fatal(err)
		}
		o := r.order(t, placed.Order.Number)
		if !o.Reserved || r.stock(t, id) != 0 {
			t.Fatalf("not held again: %+v", o)
		}
		if err := r.bank.Pay(r.payRef(t, o)); err != nil {
			t.Fatal(err)
		}
		r.at.move(2 * time.Minute)
		if err := r.Payments.Reconcile(ctx); err != nil { // the tab was closed
			t.Fatal(err)
		}
		if o = r.order(t, o.Number); o.Payment != shop.Paid {
			t.Fatalf("%s: %+v", url, o)
		}
		_, err = r.Payments.Pay(ctx, o)
		wantCode(t, err, shop.Conflict)
	})
}
