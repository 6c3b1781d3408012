package drops_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// spelling writes one household in many ways.
func spelling(n int) shop.Address {
	numbers := []string{"120", " 120", "0120", "１２０"}
	streets := []string{"North Main Street", "N Main St", "n. main st.", "N  MAIN  STREET", "Nórth Main Str"}
	units := []string{"Apt 4B", "#4b", "Unit 4-B", "apartment 4 b", "4B"}
	a := shop.Address{Line1: numbers[n%4] + " " + streets[n/4%5], Line2: units[n/20%5], City: "Los Angeles", State: "CA", Zip: "90046"}
	if n%3 == 0 {
		a.Line1, a.Line2 = a.Line1+", "+a.Line2, ""
	}
	if n%2 == 0 {
		a.Zip = "90046-1234"
	}
	return a
}

func delivered(c shop.Checkout, a shop.Address) shop.Checkout {
	c.Fulfillment, c.Method, c.Address = shop.Delivery, shop.Standard, a
	return c
}

// sizeOf is how large a test is; SNACKDROP_STEPS makes it larger, see bench.
func sizeOf(t *testing.T, usual int) int {
	text := os.Getenv("SNACKDROP_STEPS")
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOneHouseholdInManySpellingsGetsItsLimit(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			off := make([]time.Duration, 1)
			if engine == store.Postgres {
				off = make([]time.Duration, 3)
			}
			shops, _ := instances(t, storetest.Location(t, engine), off...)
			c := shops[0]
			untaxedEverywhere(shops)
			id := c.product(2_000)
			d := c.soon(id, 2_000, 3, 2*time.Second)
			d = c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.HoldTime = 10 * time.Minute; return nil })
			allKnow(shops)
			for c.Now().Before(d.OpensAt) {
				time.Sleep(time.Millisecond)
			}
			n := sizeOf(t, 150)
			var mu sync.Mutex
			codes := map[shop.Code]int{}
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() {
					in := delivered(inDrop(fmt.Sprintf("buyer%d@example.com", i), id, 1), spelling(i))
					_, err := shops[i%len(shops)].order(in, fmt.Sprintf("93.184.%d.%d", i/250, i%250))
					mu.Lock()
					defer mu.Unlock()
					codes[shop.CodeOf(err)]++
					if err != nil && shop.CodeOf(err) == "" {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if codes[""] != 3 || codes[shop.LimitHeld] != n-3 {
				t.Errorf("of %d orders: %v, want 3 sold", n, codes)
			}
			t.Logf("%d orders of one household at %d instances: %d units sold", n, len(shops), codes[""])
			c.checkInvariants()
		})
	}
}

func TestLimitsCountMailboxPhoneAndHousehold(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(100)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 1 })
		c.to(d.OpensAt)
		home := spelling(0)
		first, err := c.order(delivered(inDrop("ada@example.com", id, 1), home))
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.order(inDrop("Ada+2@example.com", id, 1))
		wantMessage(t, err, shop.LimitReached, "Limited to 1 per household in this drop.") // a mailbox is refused at once
		c.payOnline(bank, first, "card-1")
		other := inDrop("ben@example.com", id, 1)
		other.Phone = phoneOf("ada@example.com")
		_, err = c.order(other)
		wantCode(t, err, shop.LimitReached)
		_, err = c.order(delivered(inDrop("cem@example.com", id, 1), spelling(7)))
		wantCode(t, err, shop.LimitReached)
		_, err = c.order(inDrop("dua@example.com", id, 2))
		wantCode(t, err, shop.LimitReached)
		next := home
		next.Line2 = "Apt 5"
		if next.Line2 == home.Line2 {
			t.Fatal("the same home")
		}
		next.Line1 = "120 N Main St"
		if _, err := c.order(delivered(inDrop("eve@example.com", id, 1), next)); err != nil {
			t.Errorf("a neighbour: %v", err)
		}
		// A cancelled order gives its units back to the household.
		if err := c.Orders.Cancel(t.Context(), first.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if _, err := c.order(delivered(inDrop("cem@example.com", id, 1), spelling(7))); err != nil {
			t.Errorf("after the order was cancelled: %v", err)
		}
		c.checkInvariants()
	})
}

func TestARefundedOrderGivesItsLimitBack(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(100)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 1 })
		c.to(d.OpensAt)
		order, err := c.order(inDrop("ada@example.com", id, 1))
		if err != nil {
			t.Fatal(err)
		}
		order = c.payOnline(bank, order, "card-1")
		if order.Payment != shop.Paid {
			t.Fatalf("the order is %s", order.Payment)
		}
		c.refund(order)
		if _, err := c.order(inDrop("ada@example.com", id, 1)); err != nil {
			t.Errorf("after the refund: %v", err)
		}
		c.checkInvariants()
	})
}

func TestAnUnpaidOrderOfTheHouseholdHoldsItsLimit(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(100)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits, d.EarlyShare = 1, 100 })
		c.to(*d.EarlyAt)
		home := spelling(0)
		in := func(email string, tokens ...string) shop.Checkout {
			return delivered(inDrop(email, id, 1, tokens...), home)
		}
		if _, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com"))); err != nil {
			t.Fatal(err)
		}
		c.move(28 * time.Minute) // two minutes before the opening; the reservation would end six minutes after it
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		unpaid := in("ada@example.com")
		unpaid.Pass = c.earlyPass(d, "ada@example.com")
		held, err := c.order(unpaid)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.order(in("ben@example.com", token))
		wantMessage(t, err, shop.LimitHeld, "Somebody is checking out for this address. Try again at "+held.ReservedUntil.In(losAngeles).Format("3:04 PM MST")+".")
		r, err := c.Units.Reservation(t.Context(), token)
		if err != nil || !r.ExpiresAt.Equal(held.ReservedUntil.Add(2*time.Minute)) || !r.Prolonged {
			t.Errorf("the reservation ends %v, %v, want two minutes after %v", r.ExpiresAt, err, held.ReservedUntil)
		}
		prolonged := r.ExpiresAt
		c.to(*held.ReservedUntil)
		c.endHolds()
		next, err := c.order(in("dua@example.com"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.order(in("ben@example.com", token))
		wantCode(t, err, shop.LimitHeld)
		if r, err = c.Units.Reservation(t.Context(), token); err != nil || !r.ExpiresAt.Equal(prolonged) {
			t.Errorf("prolonged again, until %v, %v", r.ExpiresAt, err)
		}
		if err := c.Orders.Cancel(t.Context(), next.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		bought, err := c.order(in("ben@example.com", token))
		if err != nil {
			t.Fatalf("after the hold ended: %v", err)
		}
		c.payOnline(bank, bought, "card-2")
		_, err = c.order(in("cem@example.com"))
		wantCode(t, err, shop.LimitReached)
		c.checkInvariants()
	})
}

var losAngeles, _ = time.LoadLocation("America/Los_Angeles")

func (c *testShop) endHolds() {
	c.t.Helper()
	w := &walk{testShop: c}
	w.endHolds()
}

func (c *testShop) events(order shop.Order) string {
	c.t.Helper()
	events, err := c.Store.Orders.Events(c.t.Context(), order.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.Kind)
	}
	return strings.Join(kinds, " ")
}

func TestManyPaidUnitsOfOneBuildingNameOrCardGoBeforeStaff(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(100)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits, d.Products[0].Units = 1, 100 })
		c.to(d.OpensAt)
		paid := func(in shop.Checkout, payer string) shop.Order {
			t.Helper()
			order, err := c.order(in)
			if err != nil {
				t.Fatal(err)
			}
			return c.payOnline(bank, order, payer)
		}
		for i := range 5 {
			a := spelling(1)
			a.Line1, a.Line2 = "9 Elm Street", fmt.Sprintf("Apt %d", i+1)
			order := paid(delivered(inDrop(fmt.Sprintf("neighbour%d@example.com", i), id, 1), a), fmt.Sprintf("own-card-%d", i))
			if held := order.Status == shop.StatusOnHold; held != (i >= 3) || strings.Contains(c.events(order), "review") != (i >= 3) || order.Payment != shop.Paid {
				t.Errorf("unit %d of the building: %s, %s, %s", i+1, order.Status, order.Payment, c.events(order))
			}
		}
		for i := range 4 {
			in := inDrop(fmt.Sprintf("alias%d@example.com", i), id, 1)
			in.Name = []string{"Ádá Lovelace", "ada lovelace", "ADA  LOVELACE", "Ada-Lovelace"}[i]
			order := paid(in, fmt.Sprintf("pickup-card-%d", i))
			if held := order.Status == shop.StatusOnHold; held != (i >= 2) || strings.Contains(c.events(order), "review") != (i >= 2) {
				t.Errorf("pickup %d of one name: %s, %s", i+1, order.Status, c.events(order))
			}
		}
		for i := range 2 {
			order := paid(inDrop(fmt.Sprintf("shared%d@example.com", i), id, 1), "one-card")
			if held := order.Status == shop.StatusOnHold; held != (i == 1) || strings.Contains(c.events(order), "over_limit") != (i == 1) {
				t.Errorf("order %d of one card: %s, %s", i+1, order.Status, c.events(order))
			}
		}
		c.checkInvariants()
	})
}

func TestStaffLiftTheLimitsForOneOrderAndBarKeys(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(100)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 1 })
		c.to(d.OpensAt)
		home := spelling(0)
		if _, err := c.order(delivered(inDrop("ada@example.com", id, 1), home)); err != nil {
			t.Fatal(err)
		}
		_, err := c.order(delivered(inDrop("ben@example.com", id, 1), home))
		wantCode(t, err, shop.LimitHeld)
		lift := func(email string) {
			t.Helper()
			err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Purchases.AddException(t.Context(), d.ID, c.mailbox(email), "staff", c.now())
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		lift("ben@example.com")
		_, err = c.order(delivered(inDrop("ben@example.com", id, 2), home))
		wantCode(t, err, shop.LimitReached) // of at most units per household
		if _, err := c.order(delivered(inDrop("ben@example.com", id, 1), home)); err != nil {
			t.Fatal(err)
		}
		_, err = c.order(delivered(inDrop("ben@example.com", id, 1), home))
		wantCode(t, err, shop.LimitReached) // one order
		err = c.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Purchases.BarKeys(t.Context(), []store.PurchaseKey{{DropID: d.ID, Kind: shop.MailboxKind, Key: c.mailbox("cem@example.com")}}, "staff", c.now())
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.order(inDrop("cem@example.com", id, 1))
		wantCode(t, err, shop.LimitReached)
		c.checkInvariants()
	})
}

// A drop that was withdrawn has no end: its keys are deleted all the same.
func TestNetworkKeysOfAWithdrawnDropAreDeleted(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.EarlyShare, d.Products[0].Units = 100, 10 })
		c.to(*d.EarlyAt)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com"), "2001:db8:1:1::1"))
		if err != nil {
			t.Fatal(err)
		}
		c.must(c.Drops.Withdraw(t.Context(), d.ID, d.Version, staff))
		for _, days := range []time.Duration{6, 8} {
			c.to(d.EarlyAt.Add(days * 24 * time.Hour))
			if err := c.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(t.Context(), c.now()) }); err != nil {
				t.Fatal(err)
			}
			if r, err := c.Units.Reservation(t.Context(), token); err != nil || (r.Network48 != "") != (days < 7) || r.State != shop.ReservationEnded {
				t.Errorf("after %d days: network %q, %s, %v", days, r.Network48, r.State, err)
			}
		}
		if free := c.free(id); free != 10 {
			t.Errorf("%d free", free)
		}
	})
}

// invariants are the contradictions that the store finds.
func (c *testShop) invariants() []string {
	c.t.Helper()
	var problems []string
	err := c.Store.Write(c.t.Context(), func(tx *store.Tx) (err error) {
		problems, err = tx.CheckInvariants(c.t.Context())
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return problems
}

func (c *testShop) checkInvariants() {
	c.t.Helper()
	if problems := c.invariants(); len(problems) > 0 {
		c.t.Errorf("invariants: %v", problems)
	}
}

// Keys of networks are deleted 7 days after the end of a drop, those of buyers 90 days after it.
func TestBuyerKeysAreDeletedSomeTimeAfterTheEnd(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		end := c.now().Add(3 * time.Hour)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.EndsAt, d.EarlyShare = &end, 100 })
		c.to(*d.EarlyAt)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com"), "2001:db8:1:1::1"))
		if err != nil {
			t.Fatal(err)
		}
		c.to(d.OpensAt)
		order, err := c.order(inDrop("ada@example.com", id, 1), "203.0.113.5")
		if err != nil {
			t.Fatal(err)
		}
		c.payOnline(bank, order, "card-1")
		const day = 24 * time.Hour
		for _, step := range []struct {
			after    time.Duration
			keys     int
			networks bool
		}{{6 * day, 4, true}, {8 * day, 4, false}, {89 * day, 4, false}, {91 * day, 0, false}} { // mailbox, phone, name and card
			c.to(end.Add(step.after))
			if err := c.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(t.Context(), c.now()) }); err != nil {
				t.Fatal(err)
			}
			keys, err := c.Store.Purchases.OfOrder(t.Context(), order.ID)
			if err != nil || len(keys) != step.keys {
				t.Errorf("%v after the end there are %d keys, %v, want %d", step.after, len(keys), err, step.keys)
			}
			paid, err := c.Store.Orders.PaidInDrop(t.Context(), d.ID)
			if err != nil || len(paid) != 1 || (paid[0].Keys["network"] != "") != step.networks {
				t.Errorf("%v after the end the orders are %+v, %v", step.after, paid, err)
			}
			r, err := c.Units.Reservation(t.Context(), token)
			if err != nil || (r.Network != "") != step.networks || (r.Network48 != "") != step.networks {
				t.Errorf("%v after the end the reservation's networks are %q and %q, %v", step.after, r.Network, r.Network48, err)
			}
		}
		c.checkInvariants()
	})
}
