package drops_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// controlledDrop is a live drop in mode open whose orders are paid at the shop.
func (c *testShop) controlledDrop(product, units int64) shop.Drop {
	c.t.Helper()
	c.untaxed()
	d := c.scheduledDrop(product, func(d *shop.Drop) {
		d.Mode, d.PayAtPickup, d.EarlyAccess, d.Products[0].Units = shop.DropOpen, true, shop.EarlyNone, units
	})
	c.move(48 * time.Hour)
	return d
}

// buyer is a pickup order of a household of its own.
func buyer(n int, product int64) shop.Checkout {
	order := checkout(fmt.Sprintf("buyer%d@example.com", n), 8_00, product, 1)
	order.Phone, order.Name = fmt.Sprintf("415555%04d", n), fmt.Sprintf("Buyer %c%c", 'a'+rune(n/26), 'a'+rune(n%26))
	return order
}

func (c *testShop) buy(n int, product int64) shop.Order {
	c.t.Helper()
	order, err := c.place(buyer(n, product))
	if err != nil {
		c.t.Fatal(err)
	}
	return order
}

func (c *testShop) payInHand(order shop.Order) {
	c.t.Helper()
	if err := c.Payments.MarkPaid(c.t.Context(), order.Number, staff); err != nil {
		c.t.Fatal(err)
	}
}

// must fails the test when an action of staff failed, and returns its drop.
func (c *testShop) must(d drops.StaffDrop, err error) shop.Drop {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return d.Drop
}

func TestAPausedDropSellsNothingUntilItIsResumed(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.controlledDrop(id, 8)
		unpaid := c.buy(1, id)
		stale := d.Version
		d = c.must(c.Drops.Pause(t.Context(), d.ID, d.Version, staff))
		_, err := c.place(buyer(2, id))
		wantCode(t, err, shop.DropPaused)
		c.payInHand(unpaid) // what waits for payment can be paid
		_, err = c.Drops.Resume(t.Context(), d.ID, stale, staff)
		wantCode(t, err, shop.Stale)
		_, err = c.Drops.Pause(t.Context(), d.ID, d.Version, staff)
		wantCode(t, err, shop.Conflict)
		d = c.must(c.Drops.Resume(t.Context(), d.ID, d.Version, staff))
		if d.PausedAt != nil {
			t.Error("it is still paused")
		}
		c.buy(2, id)
	})
}

func TestOfTwoActionsAtOnceOneIsTooLate(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.controlledDrop(c.product(10), 8)
		results := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := c.Drops.Pause(t.Context(), d.ID, d.Version, staff)
				results <- err
			}()
		}
		first, second := <-results, <-results
		if first != nil {
			first, second = second, first
		}
		if first != nil || shop.CodeOf(second) != shop.Stale {
			t.Errorf("of two pauses at once: %v and %v", first, second)
		}
	})
}

func TestUnitsAreAddedFromThoseKeptBackFirst(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.controlledDrop(id, 7)
		d = c.must(c.Drops.AddUnits(t.Context(), d.ID, d.Version, id, 2, staff))
		p, err := c.Catalog.Product(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if *p.Stock != 10 || p.SafetyStock != 1 || d.Products[0].Units != 9 {
			t.Errorf("after 2 more of 3 kept back: stock %d, %d kept back, %d units", *p.Stock, p.SafetyStock, d.Products[0].Units)
		}
		d = c.must(c.Drops.AddUnits(t.Context(), d.ID, d.Version, id, 5, staff))
		if p, err = c.Catalog.Product(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if *p.Stock != 14 || p.SafetyStock != 0 || d.Products[0].Units != 14 || c.free(id) != 14 {
			t.Errorf("after 5 more: stock %d, %d kept back, %d units, %d free", *p.Stock, p.SafetyStock, d.Products[0].Units, c.free(id))
		}
		_, err = c.Drops.AddUnits(t.Context(), d.ID, d.Version, 4711, 1, staff)
		wantCode(t, err, shop.NotFound)
		_, err = c.Drops.AddUnits(t.Context(), d.ID, d.Version, id, 0, staff)
		wantCode(t, err, shop.Invalid)
	})
}

func TestAnEndedDropSellsNothingAndItsHoldsCanBePaid(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.controlledDrop(id, 8)
		unpaid := c.buy(1, id)
		d = c.must(c.Drops.Pause(t.Context(), d.ID, d.Version, staff))
		d = c.must(c.Drops.End(t.Context(), d.ID, d.Version, staff))
		if d.PausedAt != nil || d.PhaseAt(c.now()) != shop.PhaseEnded {
			t.Errorf("the drop is %+v", d)
		}
		_, err := c.place(buyer(2, id))
		wantCode(t, err, shop.NotOpen)
		c.payInHand(unpaid)
		_, err = c.Drops.End(t.Context(), d.ID, d.Version, staff)
		wantCode(t, err, shop.Conflict)
	})
}

func TestEveryActionOnADropIsInTheAuditLog(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.controlledDrop(id, 7)
		order := c.buy(1, id)
		c.payInHand(order)
		rate := int64(120)
		d = c.must(c.Drops.Pause(t.Context(), d.ID, d.Version, staff))
		d = c.must(c.Drops.Resume(t.Context(), d.ID, d.Version, staff))
		d = c.must(c.Drops.SetRate(t.Context(), d.ID, d.Version, &rate, staff))
		d = c.must(c.Drops.AddUnits(t.Context(), d.ID, d.Version, id, 1, staff))
		d = c.must(c.Drops.PassOn(t.Context(), d.ID, d.Version, []string{order.Number}, staff))
		c.must(c.Drops.End(t.Context(), d.ID, d.Version, staff))
		entries, _, err := c.Audit.List(t.Context(), shop.AuditFilter{Entity: "drop"}, 50, "")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, e := range entries {
			seen[e.Action]++
			if e.Action != "create" && e.Before == e.After {
				t.Errorf("%s says the same before and after", e.Action)
			}
		}
		for _, action := range []string{"create", "schedule", "pause", "resume", "rate", "add units", "pass on", "end"} {
			if seen[action] != 1 {
				t.Errorf("%d audit entries of %s", seen[action], action)
			}
		}
	})
}

func TestOrdersThatArePassedOnAreRefundedAndTheirBuyersStayOut(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		const many = 20
		id := c.product(many)
		d := c.controlledDrop(id, many)
		var numbers []string
		for n := range many {
			order := c.buy(n, id)
			c.payInHand(order)
			numbers = append(numbers, order.Number)
		}
		for n := range many {
			c.wait(id, fmt.Sprintf("next%d@example.com", n), 1)
		}
		other, err := c.Drops.Create(t.Context(), c.aDrop(id, func(d *shop.Drop) { d.Slug, d.Products = "other", nil }), staff)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Drops.PassOn(t.Context(), other.ID, other.Version, numbers, staff)
		wantCode(t, err, shop.NotFound)
		_, err = c.Drops.PassOn(t.Context(), d.ID, d.Version, append(numbers, "SD-0"), staff)
		wantCode(t, err, shop.NotFound)
		if free := c.free(id); free != 0 {
			t.Fatalf("a refused action freed %d units", free)
		}
		d = c.passOnBrokenOff(d, id, numbers)
		for _, number := range numbers {
			order, err := c.Store.Orders.ByNumber(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			if order.Refunded != order.Total || order.Reserved {
				t.Errorf("%s: refunded %d of %d, holds units: %t", number, order.Refunded, order.Total, order.Reserved)
			}
		}
		offered := strings.Count(c.states(id), " offered")
		if offered != many || c.free(id) != 0 {
			t.Errorf("%d of %d units are offered to the next, %d free", offered, many, c.free(id))
		}
		c.must(c.Drops.AddUnits(t.Context(), d.ID, d.Version, id, many, staff))
		for n := range many {
			_, err := c.place(buyer(n, id))
			wantCode(t, err, shop.LimitReached)
		}
		if _, err := c.place(buyer(99, id)); err != nil {
			t.Errorf("another buyer: %v", err)
		}
	})
}

// 'Cancel and pass on' is a cancellation by staff: where that is switched off, it is refused.
func TestNothingIsPassedOnWhereCancellingIsSwitchedOff(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(1)
		d := c.controlledDrop(id, 1)
		order := c.buy(1, id)
		c.payInHand(order)
		c.wait(id, "next@example.com", 1)
		c.set(map[string]string{"status_cancelled": "disabled"})
		_, err := c.Drops.PassOn(t.Context(), d.ID, d.Version, []string{order.Number}, staff)
		wantCode(t, err, shop.Conflict)
		now, err := c.Store.Orders.ByNumber(t.Context(), order.Number)
		if err != nil {
			t.Fatal(err)
		}
		if now.Refunded != 0 || !now.Reserved || now.Status != order.Status || c.free(id) != 0 || strings.Contains(c.states(id), "offered") {
			t.Errorf("a refused action changed the order to %+v, %d free, waiting: %s", now, c.free(id), c.states(id))
		}
		c.set(map[string]string{"status_cancelled": "enabled"})
		if _, err := c.Drops.PassOn(t.Context(), d.ID, d.Version, []string{order.Number}, staff); err != nil {
			t.Errorf("switched on again: %v", err)
		}
	})
}

// passOnBrokenOff presses 'Cancel and pass on' again and again and breaks it off a little later each time, as a killed
// process does, until it is done. Each time all of it happened or nothing.
func (c *testShop) passOnBrokenOff(d shop.Drop, id int64, numbers []string) shop.Drop {
	c.t.Helper()
	broken := 0
	for wait := 500 * time.Microsecond; ; wait = wait * 3 / 2 {
		ctx, stop := context.WithTimeout(c.t.Context(), wait)
		_, err := c.Drops.PassOn(ctx, d.ID, d.Version, numbers, staff)
		stop()
		refunded := 0
		for _, number := range numbers {
			order, err := c.Store.Orders.ByNumber(c.t.Context(), number)
			if err != nil {
				c.t.Fatal(err)
			}
			if order.Refunded == order.Total {
				refunded++
			}
		}
		offered := strings.Count(c.states(id), " offered")
		if refunded != offered || refunded != 0 && refunded != len(numbers) || err == nil && refunded == 0 {
			c.t.Fatalf("broken off after %v (%v): %d of %d orders are refunded, %d units are with the next", wait, err, refunded, len(numbers), offered)
		}
		if refunded > 0 {
			break
		}
		broken++
	}
	if broken == 0 {
		c.t.Error("nothing was broken off")
	}
	return c.must(c.Drops.Get(c.t.Context(), d.ID))
}

func TestReviewGroupsPaidOrdersByWhatTheyShare(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.controlledDrop(id, 10)
		for n, email := range []string{"a@own.example.org", "b@own.example.org", "c@own.example.org", "d@gmail.com", "e@gmail.com"} {
			order := buyer(n, id)
			order.Email = email
			placed, err := c.place(order, fmt.Sprintf("203.0.113.%d", n+1))
			if err != nil {
				t.Fatal(err)
			}
			if n != 2 {
				c.payInHand(placed)
			}
		}
		groups, err := c.Drops.Review(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) != 1 || groups[0].Kind != "domain" || len(groups[0].Orders) != 2 {
			t.Errorf("the groups are %+v", groups)
		}
		_, err = c.Drops.Review(t.Context(), 4711)
		wantCode(t, err, shop.NotFound)
	})
}

func TestTheSumsOfTheFiguresEqualTheOrders(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(20)
		d := c.controlledDrop(id, 20)
		for n := range 9 {
			order := c.buy(n, id)
			switch n % 3 {
			case 0:
				c.payInHand(order)
			case 1:
				if err := c.Orders.Cancel(t.Context(), order.Number, "", staff); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 2 {
			_, err := c.place(buyer(0, id))
			wantCode(t, err, shop.LimitReached)
		}
		c.move(time.Minute) // the counts of a while ago are not used any more
		second := c.now().Truncate(time.Second).Add(-time.Second)
		if err := c.DropMetrics.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.move(5 * time.Second)
		list, next, err := c.DropMetrics.Metrics(t.Context(), d.ID, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		var sum [shop.DropFigures]int64
		for _, m := range list {
			for i, n := range m.Counts {
				sum[i] += n
			}
		}
		want := map[shop.DropFigure]int64{shop.DropPlaced: 9, shop.DropPaid: 3, shop.DropAbandoned: 3, shop.DropLimited: 2, shop.DropErrors: 0}
		for figure, n := range want {
			if sum[figure] != n {
				t.Errorf("figure %d sums up to %d, want %d", figure, sum[figure], n)
			}
		}
		last := list[len(list)-1]
		if last.Held != 3 || last.Free != 14 || last.KeptBack != 0 {
			t.Errorf("held %d, free %d, kept back %d", last.Held, last.Free, last.KeptBack)
		}
		if !last.Second.Equal(second) || !next.Equal(second) || last.ClockOffset != -1500*time.Millisecond {
			t.Errorf("the second that began at %v with a clock 1.5 s behind was stored as %v and %v; next %v", second, last.Second, last.ClockOffset, next)
		}
		if more, _, err := c.DropMetrics.Metrics(t.Context(), d.ID, next); err != nil || len(more) != 0 {
			t.Errorf("%d rows after the last, %v", len(more), err)
		}
	}, func(config *services.Config) {
		config.Clock = clock.New(func() time.Time { return testStart }, func(context.Context) (time.Time, error) { return testStart.Add(-1500 * time.Millisecond), nil })
		if err := config.Clock.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// An instance whose notice was lost reads the row.
func TestAnInstanceThatMissedAPauseReadsIt(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.controlledDrop(c.product(10), 8)
		known := func() bool {
			index, err := c.DropIndex.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return index.All()[0].PausedAt != nil
		}
		if known() {
			t.Fatal("it is paused")
		}
		// A write without an event: what an instance sees when the notification is lost.
		err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
			now := c.now()
			d.PausedAt = &now
			return tx.Drops.Change(t.Context(), d, now)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.DropMetrics.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !known() {
			t.Error("the pause is not known after reading the row")
		}
	})
}

func TestAPauseWorksOnAllInstancesWithinASecond(t *testing.T) {
	location := storetest.Location(t, store.Postgres)
	instances := make([]*services.Services, 3)
	for i := range instances {
		instances[i] = shoptest.On(t, storetest.Open(t, location))
	}
	c := &testShop{Services: instances[0], t: t}
	c.at = time.Now()
	draft, err := c.Drops.Create(t.Context(), c.aDrop(c.product(10), func(d *shop.Drop) {
		d.TeasedAt, d.OpensAt, d.EarlyAccess = time.Now(), time.Now().Add(time.Second), shop.EarlyNone
	}), staff)
	if err != nil {
		t.Fatal(err)
	}
	d := c.must(c.Drops.Schedule(t.Context(), draft.ID, draft.Version, staff))
	begun := time.Now()
	c.must(c.Drops.Pause(t.Context(), d.ID, d.Version, staff))
	for i, instance := range instances {
		for paused := false; !paused; {
			index, err := instance.DropIndex.Get(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			paused = len(index.All()) == 1 && index.All()[0].PausedAt != nil
			if took := time.Since(begun); took > time.Second {
				t.Fatalf("instance %d knows of the pause after %s: %t", i, took, paused)
			}
		}
	}
}
