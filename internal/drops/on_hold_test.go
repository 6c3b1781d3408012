package drops_test

import (
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestAnOrderThatWasHandedOverIsNotPutOnHoldWhenItIsPaid(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits, d.PayAtPickup = 1, true })
		c.to(d.OpensAt)
		pickup := func(email, method string) shop.Order {
			t.Helper()
			in := inDrop(email, id, 1)
			in.Name, in.Payment = "Ada Lovelace", method
			order, err := c.order(in)
			if err != nil {
				t.Fatal(err)
			}
			return order
		}
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			c.payOnline(bank, pickup(email, shop.PayCard), "card-of-"+email)
		}
		third := pickup("cem@example.com", shop.PayManual)
		if err := c.Orders.Move(t.Context(), orders.Move{Number: third.Number, To: shop.StatusPickedUp, From: third.Status}, staff); err != nil {
			t.Fatal(err)
		}
		if err := c.Payments.MarkPaid(t.Context(), third.Number, staff); err != nil {
			t.Fatal(err)
		}
		if now := c.orderNow(third); now.Status != shop.StatusPickedUp {
			t.Errorf("it was handed over, and when it is paid it becomes %s", now.Status)
		}
		if events := c.events(third); !strings.Contains(events, "review") {
			t.Errorf("staff are not told to look at it: %s", events)
		}
		if err := c.Orders.Cancel(t.Context(), third.Number, "", staff); shop.CodeOf(err) != shop.Conflict {
			t.Errorf("cancelling it: %v, want a conflict", err)
		}
		if free := c.free(id); free != 5 {
			t.Errorf("%d units are free, want 5", free)
		}
		c.checkInvariants()
	})
}

func TestNoOrderIsPutOnHoldWhereThatIsSwitchedOff(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		if err := c.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"status_on-hold": "disabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 1 })
		c.to(d.OpensAt)
		var last shop.Order
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			order, err := c.order(inDrop(email, id, 1))
			if err != nil {
				t.Fatal(err)
			}
			last = c.payOnline(bank, order, "one-card")
		}
		if last.Payment != shop.Paid || last.Status != shop.StatusPending {
			t.Errorf("it is %s and %s, want it paid and pending", last.Payment, last.Status)
		}
		if events := c.events(last); !strings.Contains(events, "over_limit") {
			t.Errorf("staff are not told: %s", events)
		}
	})
}
