package drops_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// checkout is a pickup that is paid at the shop: nothing is taxed or shipped.
func checkout(email string, total shop.Cents, id, quantity int64, tokens ...string) shop.Checkout {
	return shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: quantity}}, Email: email, Name: "Ada Lovelace", Fulfillment: shop.Pickup,
		Payment: shop.PayManual, ExpectedTotal: total, Reservations: tokens}
}

func (c *testShop) untaxed() {
	c.t.Helper()
	if err := c.Settings.Save(c.t.Context(), settings.Change{Values: map[string]string{"tax_calculation": "none"}}, staff); err != nil {
		c.t.Fatal(err)
	}
}

// untaxedEverywhere sets it on one instance and waits until all of them know.
func untaxedEverywhere(shops []*testShop) {
	shops[0].untaxed()
	for _, c := range shops {
		for known := false; !known; time.Sleep(time.Millisecond) {
			set, err := c.Settings.Get(c.t.Context())
			if err != nil {
				c.t.Fatal(err)
			}
			known = set.Tax.Calculation == "none"
		}
	}
}

// keys makes every order another.
var keys atomic.Int64

func (c *testShop) place(checkout shop.Checkout, client ...string) (shop.Order, error) {
	buyer := orders.Buyer{Client: shop.Client{IP: "127.0.0.1"}}
	if len(client) > 0 {
		buyer.Client.IP = client[0]
	}
	placed, err := c.Orders.Place(c.t.Context(), checkout, fmt.Sprintf("waitlist-key-%d", keys.Add(1)), buyer)
	return placed.Order, err
}

func TestAnOfferIsBoughtAtItsPriceByItsMailboxOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(0)
		c.wait(id, "ada@example.com", 2)
		c.wait(id, "ben@example.com", 1)
		c.setStock(id, 2)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		dearer := shop.Cents(9_50)
		if _, _, err := c.Catalog.ChangeProducts(t.Context(), price(id, dearer), staff); err != nil {
			t.Fatal(err)
		}
		_, err := c.place(checkout("cem@example.com", dearer, id, 1))
		wantCode(t, err, shop.OutOfStock) // both are Ada's
		_, err = c.place(checkout("cem@example.com", 8_00, id, 1, token))
		wantCode(t, err, shop.NotFound)
		_, err = c.place(checkout("ada@example.com", 8_00, id, 1, forged(token)))
		wantCode(t, err, shop.NotFound)
		quoted, err := c.Orders.Quote(t.Context(), orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: 2}}, Fulfillment: shop.Pickup, Reserved: []string{token}})
		if err != nil || quoted.Total != 16_00 || len(quoted.Problems) > 0 {
			t.Errorf("quoted %d with %v, %v", quoted.Total, quoted.Problems, err)
		}
		order, err := c.place(checkout("Ada+snacks@example.com", 8_00, id, 1, token))
		if err != nil {
			t.Fatal(err)
		}
		if line := order.Lines[0]; line.Price != 8_00 || line.Quantity != 1 || !line.Counted {
			t.Errorf("bought %+v", line)
		}
		// The unit she left goes to the next, and she waits on for it.
		if got := c.states(id); got != "ada waiting, ben offered" && got != "ada offered, ben waiting" {
			t.Errorf("the waitlist is %q", got)
		}
		_, err = c.place(checkout("ada@example.com", 8_00, id, 1, token))
		wantCode(t, err, shop.ReservationExpired)
	})
}

func TestAnExpiredOfferIsUnusableAtOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		c.setStock(id, 1)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		c.mu.Lock()
		c.at = c.at.Add(48 * time.Hour) // nothing has ended it yet
		c.mu.Unlock()
		_, err := c.place(checkout("ada@example.com", 8_00, id, 1, token))
		wantCode(t, err, shop.ReservationExpired)
	})
}

func TestUnpaidOrdersAreLimitedPerMailboxAndNetwork(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(1_000)
		for i := range 2 {
			if _, err := c.place(checkout(fmt.Sprintf("a.d.a+%d@gmail.com", i), 8_00, id, 1)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.place(checkout("ada@googlemail.com", 8_00, id, 1))
		wantCode(t, err, shop.TooManyUnpaid)
		for i := range 30 {
			if _, err := c.place(checkout(fmt.Sprintf("guest%d@example.com", i), 8_00, id, 1), "203.0.113.7"); err != nil {
				t.Fatal(err)
			}
		}
		_, err = c.place(checkout("late@example.com", 8_00, id, 1), "203.0.113.7")
		wantCode(t, err, shop.TooManyUnpaid)
		if _, err := c.place(checkout("other@example.com", 8_00, id, 1), "203.0.113.8"); err != nil {
			t.Errorf("another network: %v", err)
		}
	})
}

// The limits of unpaid orders hold over all instances.
func TestUnpaidOrdersAreLimitedOverAllInstances(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			off := make([]time.Duration, 1)
			if engine == store.Postgres {
				off = make([]time.Duration, 3)
			}
			shops, _ := instances(t, storetest.Location(t, engine), off...)
			untaxedEverywhere(shops)
			id := shops[0].product(10_000)
			allKnow(shops)
			for _, c := range []struct {
				what       string
				sent, most int
				from       func(i int) (email, ip string)
			}{
				{"a mailbox", 6, 2, func(i int) (string, string) {
					return fmt.Sprintf("ada+%d@example.com", i), fmt.Sprintf("203.0.113.%d", i)
				}},
				{"a network", 40, 30, func(i int) (string, string) { return fmt.Sprintf("guest%d@example.com", i), "198.51.100.7" }},
				{"an IPv6 /48", 306, 300, func(i int) (string, string) {
					return fmt.Sprintf("site%d@example.com", i), fmt.Sprintf("2001:db8:7:%x::1", i)
				}},
			} {
				var mu sync.Mutex
				codes := map[shop.Code]int{}
				var all sync.WaitGroup
				for i := range c.sent {
					all.Go(func() {
						email, ip := c.from(i)
						_, err := shops[i%len(shops)].place(checkout(email, 8_00, id, 1), ip)
						mu.Lock()
						defer mu.Unlock()
						codes[shop.CodeOf(err)]++
						if err != nil && shop.CodeOf(err) == "" {
							t.Error(err)
						}
					})
				}
				all.Wait()
				if codes[""] != c.most || codes[shop.TooManyUnpaid] != c.sent-c.most {
					t.Errorf("%d orders of %s: %v, want %d to be held", c.sent, c.what, codes, c.most)
				}
			}
		})
	}
}

func TestAnOrderPaidAtTheShopHoldsItsUnitsForTheHoursOfTheSetting(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(3)
		left, err := c.place(checkout("ada@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		moved, err := c.place(checkout("ben@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		if left.CanPay(c.now()) || left.ReservedUntil == nil {
			t.Errorf("payable: %t, held until %v", left.CanPay(c.now()), left.ReservedUntil)
		}
		if err := c.Orders.Move(t.Context(), orders.Move{Number: moved.Number, To: shop.StatusProcessing, From: moved.Status}, staff); err != nil {
			t.Fatal(err)
		}
		c.move(48*time.Hour + time.Second)
		c.soonFree(id, 2)
		for number, want := range map[string]shop.Status{left.Number: shop.StatusCancelled, moved.Number: shop.StatusProcessing} {
			if o, err := c.Store.Orders.ByNumber(t.Context(), number); err != nil || o.Status != want {
				t.Errorf("%s is %s, %v, want %s", number, o.Status, err, want)
			}
		}
	})
}

// soonFree waits for the shop's own work to give units back, which takes it at most 10 seconds.
func (c *testShop) soonFree(id, units int64) {
	c.t.Helper()
	for begun := time.Now(); c.free(id) != units; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			c.t.Fatalf("%d units are free 10 s after their time was over, want %d", c.free(id), units)
		}
	}
}

func TestAnEmailAboutAnOrderThatIsOverAsksForNothing(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		if err := c.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"tax_calculation": "none", "manual_confirm": "enabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		id := c.product(2)
		expired, err := c.place(checkout("ada@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		cancelled, err := c.place(checkout("ben@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		if told := mailed[outbox.OrderConfirmationEmail](c, "ada@example.com").Order; told.HeldUntil == "" || told.ConfirmURL == "" || told.PaymentNote == "" {
			t.Fatalf("the first confirmation says %+v", told)
		}
		if err := c.Orders.Cancel(t.Context(), cancelled.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if told := mailed[outbox.OrderStatusEmail](c, "ben@example.com").Order; told.PaymentNote != "" {
			t.Errorf("the email about the cancellation says %q", told.PaymentNote)
		}
		c.move(time.Hour + time.Second)
		c.soonFree(id, 2)
		if err := c.Orders.ResendEmail(t.Context(), expired.Number, "confirmation", staff); err != nil {
			t.Fatal(err)
		}
		all := allMailed[outbox.OrderConfirmationEmail](c, "ada@example.com")
		if len(all) != 2 {
			t.Fatalf("%d confirmations, want the one that staff sent again, too", len(all))
		}
		if told := all[1].Order; told.HeldUntil != "" || told.ConfirmURL != "" || told.PaymentNote != "" {
			t.Errorf("sent again when the units had gone back: held until %q, confirm at %q, %q", told.HeldUntil, told.ConfirmURL, told.PaymentNote)
		}
	})
}

func TestAGuestConfirmsAnOrderPaidAtTheShopByEmail(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		if err := c.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"tax_calculation": "none", "manual_confirm": "enabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		id := c.product(2)
		forgotten, err := c.place(checkout("ada@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		confirmed, err := c.place(checkout("ben@example.com", 8_00, id, 1))
		if err != nil {
			t.Fatal(err)
		}
		told := mailed[outbox.OrderConfirmationEmail](c, "ben@example.com").Order
		if !strings.Contains(told.HeldUntil, "1:00 PM") { // an hour after noon in Los Angeles
			t.Errorf("the confirmation says that it is held until %q", told.HeldUntil)
		}
		url := told.ConfirmURL
		_, err = c.Orders.Confirm(t.Context(), forgotten.Number, tokenOf(url))
		wantCode(t, err, shop.NotFound) // the key of another order
		if o, err := c.Orders.Confirm(t.Context(), confirmed.Number, tokenOf(url)); err != nil || !o.ReservedUntil.Equal(confirmed.CreatedAt.Add(48*time.Hour)) {
			t.Errorf("held until %v, %v", o.ReservedUntil, err)
		}
		c.move(time.Hour + time.Second)
		c.soonFree(id, 1) // the unit of the order that was not confirmed
		for number, want := range map[string]shop.Status{forgotten.Number: shop.StatusCancelled, confirmed.Number: shop.StatusPending} {
			if o, err := c.Store.Orders.ByNumber(t.Context(), number); err != nil || o.Status != want {
				t.Errorf("%s is %s, %v, want %s", number, o.Status, err, want)
			}
		}
	})
}
