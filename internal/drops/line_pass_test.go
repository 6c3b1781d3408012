package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// everybodyIn is a line whose people have all been called.
func (c *testShop) everybodyIn(d shop.Drop, people int) []waitingroom.Joined {
	c.t.Helper()
	c.moveTo(d.OpensAt.Add(-time.Minute))
	all := c.joinAll(d, people)
	c.moveTo(d.OpensAt.Add(d.ShuffleTime))
	c.moveTo(c.now().Add(time.Second))
	return all
}

func TestUnitsAreLeftForPassesThatHaveNoneYet(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(7, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt, d.LimitUnits = shop.EarlyNone, nil, 4 })
		var passes []string
		for _, j := range c.everybodyIn(d, 4) {
			given, err := c.pass(d, j)
			if err != nil {
				t.Fatal(err)
			}
			passes = append(passes, given.Pass)
		}
		for i, want := range []int64{4, 1, 1} { // 7 free and 3 others without units, then 3 and 2, then 2 and 1
			r, _, err := c.Carts.Reserve(t.Context(), reserve(d.Products[0].ProductID, 4, passes[i], from(i).IP))
			if err != nil || r.Units != want {
				t.Errorf("person %d asks for 4 and gets %d, not %d (%v)", i+1, r.Units, want, err)
			}
		}
		c.must(c.Drops.AddUnits(t.Context(), d.ID, d.Version, d.Products[0].ProductID, 3, staff))
		r, _, err := c.Carts.Reserve(t.Context(), reserve(d.Products[0].ProductID, 4, passes[3], from(3).IP))
		if err != nil || r.Units != 4 {
			t.Errorf("the last, whom nobody waits behind, gets %d of 4 (%v)", r.Units, err)
		}
	})
}

func TestCallsForAPassAreLimited(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil })
		all := c.everybodyIn(d, 2)
		for range 90 {
			if _, err := c.pass(d, all[0]); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.pass(d, all[0])
		refused(t, "the 91st call of a minute", err, shop.TooMany)
		if _, err := c.pass(d, all[1]); err != nil {
			t.Errorf("somebody else: %v", err)
		}
	})
}
