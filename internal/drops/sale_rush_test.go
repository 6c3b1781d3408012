package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// version is the catalogue version as the database has it.
func (c *testShop) version() int64 {
	c.t.Helper()
	v, err := c.Store.CatalogVersion(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

func TestTheLastUnitOfADropDoesNotEmptyCaches(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(1)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.Products[0].Units = 1 })
		c.to(d.OpensAt.Add(10 * time.Minute))
		c.runTasks()
		before := c.version()
		for range 20 {
			order, err := c.order(inDrop("ada@example.com", id, 1))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Orders.Release(t.Context(), order); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.order(inDrop("ada@example.com", id, 1)); err != nil {
			t.Fatal(err)
		}
		c.move(29 * time.Second)
		c.say()
		if now := c.version(); now != before {
			t.Errorf("the version moved %d times in the rush", now-before)
		}
		c.move(2 * time.Second)
		c.say()
		c.say()
		if now := c.version(); now != before+1 {
			t.Errorf("the version moved %d times after it, want once", now-before)
		}
	})
}

// What one instance has seen of the last unit, the others know at once, and one of them tells caches when it is over.
func TestTheLastUnitIsRightOnAllInstances(t *testing.T) {
	t.Parallel()
	location, clock := storetest.Location(t, store.Postgres), shoptest.NewClock(time.Now())
	open := func(t *testing.T) *testShop {
		s := shoptest.On(t, storetest.Open(t, location), func(c *services.Config) { c.Now = clock.Now })
		newBank(s)
		return &testShop{Services: s, t: t, at: clock.Now()}
	}
	one, two := open(t), open(t)
	one.untaxed()
	id := one.product(1)
	d := one.earlyDrop(id, func(d *shop.Drop) { d.Products[0].Units = 1 })
	clock.Set(d.OpensAt.Add(10 * time.Minute))
	before := one.version()
	t.Run("an instance that ends", func(t *testing.T) {
		if _, err := open(t).order(inDrop("ada@example.com", id, 1)); err != nil {
			t.Fatal(err)
		}
	})
	for _, c := range []*testShop{one, two} {
		if free := c.free(id); free != 0 {
			t.Errorf("%d free", free)
		}
		_, err := c.order(inDrop("ben@example.com", id, 1))
		wantCode(t, err, shop.OutOfStock)
		c.say()
	}
	if now := one.version(); now != before {
		t.Errorf("the version moved %d times in the rush", now-before)
	}
	clock.Set(clock.Now().Add(31 * time.Second))
	one.say()
	two.say()
	if now := two.version(); now != before+1 {
		t.Errorf("the version moved %d times after it, want once", now-before)
	}
	for _, c := range []*testShop{one, two} { // their caches have heard of it
		c.knows(before + 1)
	}
}

func (c *testShop) say() {
	c.t.Helper()
	if err := c.Units.PublishSoldOut(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func TestNothingEmptiesCachesWithinTwoMinutesOfAnOpening(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		other, err := c.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Plum Chips", Slug: "plum-chips", Description: "Salty.", Price: 4_00, InStock: true, Stock: new(int64(2))}, staff)
		if err != nil {
			t.Fatal(err)
		}
		d := c.earlyDrop(id, nil)
		buy := func(email string) {
			t.Helper()
			if _, err := c.order(inDrop(email, other.ID, 2)); err != nil {
				t.Fatal(err)
			}
		}
		c.to(d.OpensAt.Add(-time.Minute))
		c.runTasks()
		before := c.version()
		buy("ada@example.com")
		if now := c.version(); now != before {
			t.Errorf("the version moved %d times a minute before the opening", now-before)
		}
		c.to(d.OpensAt.Add(3 * time.Minute))
		c.say()
		c.setStock(other.ID, 2)
		before = c.version()
		buy("ben@example.com")
		if now := c.version(); now != before+1 {
			t.Errorf("the version moved %d times three minutes after it, want at once", now-before)
		}
	})
}
