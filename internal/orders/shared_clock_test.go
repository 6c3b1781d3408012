package orders_test

import (
	"fmt"
	"testing"
	"time"

	sharedclock "github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// wrongClocks opens three instances on one PostgreSQL whose machines' clocks are 5 s apart.
func wrongClocks(t *testing.T, change ...func(*services.Config)) []*testShop {
	t.Helper()
	location := storetest.Location(t, store.Postgres)
	bank, err := demo.New(t.TempDir(), "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	var instances []*testShop
	for _, off := range []time.Duration{-5 * time.Second, 0, 5 * time.Second} {
		a := shoptest.On(t, storetest.Open(t, location), func(c *services.Config) {
			c.Clock = sharedclock.New(func() time.Time { return time.Now().Add(off) }, c.Store.DatabaseTime)
			if err := c.Clock.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, apply := range change {
				apply(c)
			}
			shoptest.SetProvider(c.Store, "demo", bank)
		})
		instances = append(instances, &testShop{a, bank, newClock()})
	}
	return instances
}

func databaseTime(t *testing.T, r *testShop) time.Time {
	t.Helper()
	now, err := r.Store.DatabaseTime(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return now
}

func TestInstancesWithWrongClocksAgreeOnTheTime(t *testing.T) {
	t.Parallel()
	for i, r := range wrongClocks(t) {
		before := databaseTime(t, r)
		now := r.Now()
		after := databaseTime(t, r)
		if now.Before(before.Add(-time.Second)) || now.After(after.Add(time.Second)) {
			t.Errorf("instance %d says %v between %v and %v", i, now, before, after)
		}
	}
}

// Whoever places an order and whoever ends its hold, the hold is as long as it should be.
func TestNoHoldEndsEarlyOnAnInstanceWithAWrongClock(t *testing.T) {
	t.Parallel()
	const hold, exactness = 2 * time.Second, time.Second
	instances := wrongClocks(t, func(c *services.Config) { c.ReservationTime = hold })
	type held struct {
		order       shop.Order
		early, late time.Time // when it was placed
	}
	var orders []held
	for i, r := range instances {
		id := r.product(t, fmt.Sprintf("Waves %d", i), 450, units(1))
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.Email = fmt.Sprintf("buyer%d@example.com", i)
		early := databaseTime(t, r)
		placed, err := r.place(c, fmt.Sprintf("key-0000000%d", i))
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, held{placed.Order, early, databaseTime(t, r)})
	}
	for i, o := range orders {
		if until := *o.order.ReservedUntil; until.Before(o.early.Add(hold-exactness)) || until.After(o.late.Add(hold+exactness)) {
			t.Errorf("instance %d: placed at %v, held until %v", i, o.late, until)
		}
		other := instances[(i+1)%len(instances)]
		for ended := false; !ended; {
			if _, err := other.Payments.ReleaseExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			ended = !other.order(t, o.order.Number).Reserved
			now := databaseTime(t, other)
			if ended && now.Before(o.early.Add(hold-exactness)) {
				t.Errorf("the hold of instance %d ended %v early", i, o.early.Add(hold).Sub(now))
			}
			if !ended && now.After(o.late.Add(hold+15*time.Second)) {
				t.Fatalf("the hold of instance %d does not end", i)
			}
		}
	}
}

// Instances share the time of the next free slot: one whose clock is behind must not wait for the difference.
func TestAWrongClockDoesNotSlowPaymentsDown(t *testing.T) {
	t.Parallel()
	instances := wrongClocks(t)
	start := time.Now()
	for i := range instances { // the one that is ahead first
		r := instances[len(instances)-1-i]
		if err := ratelimit.PerSecond(r.Store, r.Clock.Now, "bank", func() int { return 20 })(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if waited := time.Since(start); waited > 4*time.Second {
		t.Errorf("three calls took %v", waited)
	}
}
