package drops_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// exec changes the database behind the back of the shop.
func (c *testShop) exec(format string, args ...any) {
	c.t.Helper()
	storetest.Exec(c.t, storetest.LocationOf(c.Store), fmt.Sprintf(format, args...))
}

// setClock moves the clock and does nothing else.
func (c *testShop) setClock(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// productNamed is a product with a name of its own.
func (c *testShop) productNamed(name string, stock int64) int64 {
	c.t.Helper()
	p, err := c.Catalog.CreateProduct(c.t.Context(), shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Sour.", Price: 8_00, InStock: true, Stock: &stock}, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	return p.ID
}

// unreadable makes a product one that nothing can read.
func (c *testShop) unreadable(id int64) {
	c.exec("UPDATE products SET images = 'no JSON' WHERE id = %d", id)
}

func TestALineThatCannotBeReadStopsNoOther(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		good := c.lineDrop(10, func(d *shop.Drop) { d.Slug, d.EarlyAccess, d.EarlyAt = "second", shop.EarlyNone, nil })
		c.exec("UPDATE products SET slug = 'second'")                                                   // the next drop sells one with the usual slug
		broken := c.lineDrop(10, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil }) // made later: it is read first
		c.moveTo(good.OpensAt.Add(-time.Minute))
		c.joinProven(good, 1)
		c.joinProven(broken, 1)
		c.moveTo(good.OpensAt.Add(20 * time.Second))
		c.exec("UPDATE queues SET seed = 'no seed' WHERE drop_id = %d", broken.ID)
		c.setClock(good.OpensAt.Add(30 * time.Second))
		if err := c.WaitingRoom.Tick(t.Context()); err == nil {
			t.Error("the line that cannot be read is not reported")
		}
		q, err := c.Store.Queues.OfDrop(t.Context(), good.ID, shop.MainLine)
		if err != nil || q.Serving != 1 {
			t.Errorf("the other line is served up to rank %d, want 1 (%v)", q.Serving, err)
		}
		if s, err := c.WaitingRoom.Status(t.Context(), good.Slug, shop.MainLine); err != nil || s.Paused {
			t.Errorf("the other line is paused: %v (%v)", s.Paused, err)
		}
		if s, err := c.WaitingRoom.Status(t.Context(), broken.Slug, shop.MainLine); err != nil || !s.Paused {
			t.Errorf("the line that cannot be read is paused: %v, want true (%v)", s.Paused, err)
		}
	})
}

func TestADrawThatFailsStopsNoOther(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		first, second := c.productNamed("First", 1), c.productNamed("Second", 1)
		draws := []shop.Drop{c.drawDrop(first, 1), c.drawDrop(second, 1)}
		c.moveTo(draws[0].OpensAt)
		for i, d := range draws {
			c.enter(d, personsEmail(i))
		}
		for _, d := range draws { // no unit is left when the winners are chosen
			c.exec("UPDATE stock SET quantity = 0 WHERE product_id = %d", d.Products[0].ProductID)
		}
		c.moveTo(*draws[0].EndsAt)
		for _, d := range draws {
			c.exec("UPDATE stock SET quantity = 1 WHERE product_id = %d", d.Products[0].ProductID)
		}
		index, err := c.DropIndex.Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		c.unreadable(index.All()[0].Products[0].ProductID) // of the draw that comes first
		if err := c.Draws.Tick(t.Context()); err == nil {
			t.Error("the draw that fails is not reported")
		}
		if winners := c.result(index.All()[1]).Winners; len(winners) != 1 {
			t.Errorf("%d won in the other draw, want 1", len(winners))
		}
	})
}

func TestAReservationThatCannotBeEndedStopsNoneBehindIt(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		first, second := c.productNamed("First", 0), c.productNamed("Second", 0)
		for _, id := range []int64{first, second} {
			c.wait(id, fmt.Sprintf("has%d@example.com", id), 1)
			c.wait(id, fmt.Sprintf("next%d@example.com", id), 1)
			c.setStock(id, 1)
		}
		c.unreadable(first)
		c.setClock(c.now().Add(30 * 24 * time.Hour))
		if _, err := c.Units.EndExpired(t.Context()); err == nil {
			t.Error("the reservation that cannot be ended is not reported")
		}
		want := fmt.Sprintf("next%d offered", second)
		if got := c.states(second); got != want {
			t.Errorf("the waitlist of the other product is %q, want %q", got, want)
		}
	})
}

func TestAProductWhoseUnitsCannotBeOfferedStopsNoOther(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		first, second := c.productNamed("First", 0), c.productNamed("Second", 0)
		for _, id := range []int64{first, second} {
			c.wait(id, fmt.Sprintf("next%d@example.com", id), 1)
			c.exec("UPDATE stock SET quantity = 1 WHERE product_id = %d", id)
		}
		c.unreadable(first)
		if err := c.Units.OfferFreeUnits(t.Context()); err == nil {
			t.Error("the product whose units cannot be offered is not reported")
		}
		want := fmt.Sprintf("next%d offered", second)
		if got := c.states(second); got != want {
			t.Errorf("the waitlist of the other product is %q, want %q", got, want)
		}
	})
}
