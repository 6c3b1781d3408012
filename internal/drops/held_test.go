package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Open pages hear how many units others hold: an unpaid order's units are held until it is paid.
func TestPagesHearOfHeldUnits(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, nil)
		want := func(what string, free, held int64) {
			t.Helper()
			var counts map[int64]events.Count
			err := c.Hub.CorrectHeld(func() (read map[int64]events.Count, err error) {
				counts, err = c.PublicDrops.OpenCounts(t.Context())
				return counts, err
			})
			if err != nil || counts[id] != (events.Count{Free: free, Held: held}) {
				t.Errorf("%s: %+v, %v, want %d free and %d held", what, counts, err, free, held)
			}
		}
		if counts, err := c.PublicDrops.OpenCounts(t.Context()); err != nil || len(counts) != 0 {
			t.Errorf("before the opening: %+v, %v", counts, err)
		}
		stream, err := c.Hub.Open(events.Listener{})
		if err != nil {
			t.Fatal(err)
		}
		c.to(d.OpensAt)
		// An event of the product that arrives while the counts are read is newer than them: then they are read once more.
		for heard := false; !heard; {
			want("at the opening", 8, 0)
			select {
			case e := <-stream.C:
				heard = e.Type == shop.EventStock && e.ID == id && e.Held != nil && *e.Units == 8
			case <-time.After(100 * time.Millisecond):
			}
		}
		order, err := c.order(inDrop("ada@example.com", id, 2))
		if err != nil {
			t.Fatal(err)
		}
		for heard := false; !heard; {
			e := <-stream.C
			if e.Type == shop.EventStock && e.ID == id && *e.Units == 6 {
				if heard = true; e.Held == nil || *e.Held != 2 {
					t.Errorf("the event of the order says %s", e.Text)
				}
			}
		}
		want("after an order", 6, 2)
		c.payOnline(bank, order, "card")
		want("after its payment", 6, 0)
		for heard := false; !heard; {
			e := <-stream.C
			heard = e.Type == shop.EventStock && e.ID == id && e.Held != nil && *e.Held == 0
		}
	})
}
