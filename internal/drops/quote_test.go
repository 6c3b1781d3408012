package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// quoteKinds are the total of a quote and the kinds of its problems.
func (c *testShop) quoteKinds(id, quantity int64, pass string, tokens ...string) string {
	c.t.Helper()
	q, err := c.Orders.Quote(c.t.Context(), orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: quantity}}, Fulfillment: shop.Pickup,
		Pass: pass, Reserved: tokens})
	if err != nil {
		c.t.Fatal(err)
	}
	out := q.Total.String()
	for _, p := range q.Problems {
		out += " " + p.Kind
	}
	return out
}

func TestAQuoteNamesWhatTheDropRefuses(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(10)
		d := c.earlyDrop(id, nil)
		for _, step := range []struct {
			at   time.Time
			pass string
			want string
		}{
			{c.now(), "", "8.00"},
			{d.TeasedAt, "", "8.00 not_open"},
			{*d.EarlyAt, "", "6.00 not_open"},
			{*d.EarlyAt, c.earlyPass(d, "ada@example.com"), "6.00"},
			{*d.EarlyAt, c.earlyPass(shop.Drop{ID: d.ID + 1}, "ada@example.com"), "6.00 not_found"},
			{d.OpensAt, "", "6.00"},
		} {
			c.to(step.at)
			if got := c.quoteKinds(id, 1, step.pass); got != step.want {
				t.Errorf("at %v with pass %t: %s, want %s", step.at, step.pass != "", got, step.want)
			}
		}
	})
}

func TestAQuoteSaysThatTheEarlyUnitsAreGone(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, nil) // 8 units, a quarter of them early
		c.to(*d.EarlyAt)
		first := inDrop("ada@example.com", id, 1)
		first.Pass = c.earlyPass(d, "ada@example.com")
		if _, err := c.order(first); err != nil {
			t.Fatal(err)
		}
		pass := c.earlyPass(d, "ben@example.com")
		if got := c.quoteKinds(id, 1, pass); got != "6.00" {
			t.Errorf("the last early unit: %s", got)
		}
		if got := c.quoteKinds(id, 2, pass); got != "12.00 not_open" {
			t.Errorf("one more than the last early unit: %s", got)
		}
		more := inDrop("ben@example.com", id, 2)
		more.Pass = pass
		_, err := c.order(more)
		wantMessage(t, err, shop.NotOpen, "The early units are gone.")
	})
}

// A withdrawn drop sells nothing any more, and keeps nothing from being sold as usual.
func TestUnitsHeldInADropThatIsWithdrawnCanBeOrdered(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, nil)
		c.to(*d.EarlyAt)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		now, err := c.Store.Drops.ByID(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Drops.Withdraw(t.Context(), d.ID, now.Version, staff); err != nil {
			t.Fatal(err)
		}
		if got := c.quoteKinds(id, 1, "", token); got != "6.00" {
			t.Errorf("quoted as %s", got)
		}
		order, err := c.order(inDrop("ada@example.com", id, 1, token))
		if err != nil || order.Total != 6_00 {
			t.Errorf("ordered for %s, %v", order.Total, err)
		}
		if usual, err := c.order(inDrop("ben@example.com", id, 1)); err != nil || usual.Total != 8_00 || usual.Lines[0].DropID != nil {
			t.Errorf("the others: %+v, %v, want a sale as usual", usual.Lines, err)
		}
		c.checkInvariants()
	})
}
