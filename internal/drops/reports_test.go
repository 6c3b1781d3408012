package drops_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// The tests in this file recreate what users of other shops and ticket systems reported. Their names carry the
// number of the report; others are with the subject that they are about.

// pretix/pretix#1163 and #1405: whoever cancelled an order that was made with a voucher of the waiting list got another one,
// or could use the same again.
func TestPretix1163And1405TheUnitOfACancelledOrderGoesToTheNext(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		c.wait(id, "ben@example.com", 1)
		c.setStock(id, 1)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		order, err := c.order(checkout("ada@example.com", 8_00, id, 1, token))
		if err != nil {
			t.Fatal(err)
		}
		c.elsewhere()
		if err := c.Orders.Cancel(t.Context(), order.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "ben offered" || free != 0 {
			t.Errorf("after the order was cancelled: %q, %d free", got, free)
		}
		_, err = c.order(checkout("ada@example.com", 8_00, id, 1, token))
		wantCode(t, err, shop.ReservationExpired)
		mailed[outbox.OfferEmail](c, "ben@example.com")
		if n := len(allMailed[outbox.OfferEmail](c, "ada@example.com")); n != 1 {
			t.Errorf("ada got %d offers, want 1", n)
		}
	})
}

// pretix/pretix#1238: 60 units that were set aside and never existed were given to the waiting list when that ended.
func TestPretix1238NoMoreIsOfferedThanThereIs(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(2)
		var sold []shop.Order
		for i := range 2 {
			order, err := c.order(checkout(fmt.Sprintf("buyer%d@example.com", i), 8_00, id, 1))
			if err != nil {
				t.Fatal(err)
			}
			sold = append(sold, order)
		}
		for _, name := range []string{"ada", "ben", "cem"} {
			c.wait(id, name+"@example.com", 1)
		}
		for _, kept := range []int64{60, 0} {
			if _, _, err := c.Catalog.ChangeProducts(t.Context(), []catalog.BulkChange{{IDs: []int64{id}, Set: shop.ProductPatch{SafetyStock: &kept}}}, staff); err != nil {
				t.Fatal(err)
			}
			if got := c.states(id); got != "ada waiting, ben waiting, cem waiting" {
				t.Errorf("with %d units kept back that are not there: %q", kept, got)
			}
		}
		if err := c.Orders.Cancel(t.Context(), sold[0].Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ada offered, ben waiting, cem waiting" {
			t.Errorf("after one unit came back: %q", got)
		}
	})
}

// pretix/pretix#2119: the last on the list was served first, because the price had changed since the others joined.
// fossasia/eventyay#1253: neither a cancelled order nor a larger count sent an email, and links did not work.
func TestPretix2119AndEventyay1253WhoWaitsLongestIsMailedWhateverFreesAUnit(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(1)
		sold, err := c.order(checkout("buyer@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		c.wait(id, "ada@example.com", 1)
		if _, _, err := c.Catalog.ChangeProducts(t.Context(), price(id, 9_50), staff); err != nil {
			t.Fatal(err)
		}
		c.wait(id, "ben@example.com", 1)
		c.wait(id, "cem@example.com", 1)
		if err := c.Orders.Cancel(t.Context(), sold.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ada offered, ben waiting, cem waiting" {
			t.Errorf("after an order was cancelled: %q", got)
		}
		c.setStock(id, 1)
		if got := c.states(id); got != "ada offered, ben offered, cem waiting" {
			t.Errorf("after the count was raised: %q", got)
		}
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			token := tokenOf(mailed[outbox.OfferEmail](c, email).URL)
			if order, err := c.order(checkout(email, 9_50, id, 1, token)); err != nil || order.Lines[0].Price != 9_50 {
				t.Errorf("with the mailed link %s bought %+v, %v", email, order.Lines, err)
			}
		}
		if n := len(allMailed[outbox.OfferEmail](c, "cem@example.com")); n != 0 {
			t.Errorf("cem, for whom nothing is there, got %d offers", n)
		}
	})
}

// woocommerce/woocommerce#67354: the last unit was held for somebody who came back and was told that it is sold out.
func TestWoo67354NobodyIsBlockedByTheirOwnHold(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(1)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits, d.EarlyShare, d.Products[0].Units = 1, 100, 1 })
		c.to(*d.EarlyAt)
		first, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		again, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com"))) // another device, another session
		if err != nil || again.ID != first.ID || c.free(id) != 0 {
			t.Fatalf("the second time: %+v, %v", again, err)
		}
		quoted, err := c.Orders.Quote(t.Context(), orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: 1}}, Fulfillment: shop.Pickup, Reserved: []string{token}})
		if err != nil || len(quoted.Problems) > 0 {
			t.Errorf("quoted %v, %v", quoted.Problems, err)
		}
		order, err := c.order(inDrop("ada@example.com", id, 1, token))
		if err != nil {
			t.Fatal(err)
		}
		if url, err := c.Payments.Pay(t.Context(), order); err != nil || url == "" { // came back without having paid
			t.Errorf("to pay: %q, %v", url, err)
		}
	})
}

// PrestaShop/PrestaShop#16370, woocommerce/woocommerce#26108, nopSolutions/nopCommerce#7790: guests got around a limit per customer.
func TestPresta16370Woo26108AndNop7790GuestsCountTowardsALimit(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		one, stock := int64(1), int64(10)
		p, err := c.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Rare Mochi", Slug: "rare-mochi", Description: "Soft.", Price: 8_00, InStock: true, Stock: &stock, MaxPerCustomer: &one}, staff)
		if err != nil {
			t.Fatal(err)
		}
		ada, ben := c.signUp("ada"), c.signUp("ben")
		for n, buy := range []struct {
			email string
			user  *shop.User
			code  shop.Code
		}{
			{"ada@example.com", nil, ""},
			{"Ada+again@example.com", nil, shop.OutOfStock}, // a guest again
			{"ada@example.com", &ada.User, shop.OutOfStock}, // with an account of the same address
			{"ben@example.com", &ben.User, ""},
			{"b.e.n@example.com", &ben.User, shop.OutOfStock}, // the account with another address
			{"ben@example.com", nil, shop.OutOfStock},         // without the account
			{"cem@example.com", nil, ""},
		} {
			_, err := c.Orders.Place(t.Context(), checkout(buy.email, 8_00, p.ID, 1), fmt.Sprintf("limit-key-%d", n), orders.Buyer{User: buy.user, Client: nobody})
			if shop.CodeOf(err) != buy.code {
				t.Errorf("%d: %s, signed in %t: %v, want %q", n, buy.email, buy.user != nil, err, buy.code)
			}
		}
		if free := c.free(p.ID); free != 7 {
			t.Errorf("%d free, want 7", free)
		}
	})
}

// medusajs/medusa#16502: two lines of one cart that need the same units were each compared with all that was left.
func TestMedusa16502TwoLinesOfOneProductAreAddedUp(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(3)
		twice := checkout("ada@example.com", 32_00, id, 2)
		twice.Lines = append(twice.Lines, twice.Lines[0])
		if _, err := c.place(twice); shop.CodeOf(err) == "" {
			t.Errorf("four units of three: %v, want a refusal", err)
		}
		if free := c.free(id); free != 3 {
			t.Errorf("%d free, want 3", free)
		}
	})
}

// downBank does not answer in time while it is down.
type downBank struct {
	*bank
	down atomic.Bool
}

func (b *downBank) Start(ctx context.Context, c payment.Charge) (payment.Started, error) {
	if b.down.Load() {
		return payment.Started{}, context.DeadlineExceeded
	}
	return b.bank.Start(ctx, c)
}

// emfcamp/Website#1901: all was sold within seconds, the payment provider did not answer in time, and baskets were lost.
func TestEmf1901AnOrderSurvivesAPaymentProviderThatTimesOut(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		provider := &downBank{bank: newBank()}
		shoptest.SetProvider(c.Store, "demo", provider)
		provider.down.Store(true)
		id := c.product(2)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits, d.Products[0].Units = 1, 2 })
		c.to(d.OpensAt)
		var placed []shop.Order
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			order, err := c.order(inDrop(email, id, 1))
			if err != nil {
				t.Fatalf("while the provider does not answer: %v", err)
			}
			placed = append(placed, order)
		}
		_, err := c.order(inDrop("cem@example.com", id, 1))
		wantCode(t, err, shop.OutOfStock)
		c.move(time.Minute)
		provider.down.Store(false)
		for i, order := range placed {
			if url, err := c.Payments.Pay(t.Context(), c.orderNow(order)); err != nil || url == "" {
				t.Fatalf("after it is back: %q, %v", url, err)
			}
			if paid := c.payOnline(provider.bank, order, fmt.Sprint("card-", i)); paid.Payment != shop.Paid || !paid.Reserved {
				t.Errorf("%s is %s, with its units %t", order.Email, paid.Payment, paid.Reserved)
			}
		}
		c.checkInvariants()
	})
}
