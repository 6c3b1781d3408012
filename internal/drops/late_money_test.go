package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// payLate pays an order's page without the buyer coming back, and lets the shop ask.
func (c *testShop) payLate(b *bank, order shop.Order) shop.Order {
	c.t.Helper()
	now := c.payOnline(b, order, "card-of-"+order.Email)
	for now.Payment == shop.Paid && !now.Reserved { // another worker of the shop may be sending it
		if err := c.Payments.SendRefunds(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
		now = c.orderNow(now)
	}
	return now
}

func TestAnEndedOrderOfADropIsNotHeldAgain(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { end := c.now().Add(3 * time.Hour); d.EndsAt, d.LimitUnits = &end, 1 })
		c.to(d.OpensAt)
		order, err := c.order(inDrop("ada@example.com", id, 1))
		if err != nil {
			t.Fatal(err)
		}
		c.move(11 * time.Minute)
		c.endHolds()
		order = c.orderNow(order)
		_, err = c.Payments.Pay(t.Context(), order)
		wantMessage(t, err, shop.ReservationExpired, "Your hold is over")
		// Money that has come all the same takes a free unit.
		if paid := c.payLate(bank, order); paid.Payment != shop.Paid || !paid.Reserved || c.free(id) != 7 {
			t.Errorf("late money: %s, held %t, %d free", paid.Payment, paid.Reserved, c.free(id))
		}
		c.checkInvariants()
		_, err = c.order(inDrop("ada@example.com", id, 1))
		wantCode(t, err, shop.LimitReached)
	})
}

func TestLateMoneyGoesBackOutsideThePhaseAndTheLimits(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { end := c.now().Add(3 * time.Hour); d.EndsAt, d.LimitUnits = &end, 1 })
		c.to(d.OpensAt)
		place := func(email string) shop.Order {
			t.Helper()
			order, err := c.order(inDrop(email, id, 1))
			if err != nil {
				t.Fatal(err)
			}
			return order
		}
		twice := place("ada@example.com")
		c.move(11 * time.Minute)
		c.endHolds()
		c.payOnline(bank, place("ada@example.com"), "card-1")
		if late := c.payLate(bank, c.orderNow(twice)); late.Payment != shop.MoneyReturned || late.Reserved {
			t.Errorf("beyond the limit: %s, held %t", late.Payment, late.Reserved)
		}
		last := place("ben@example.com")
		c.to(*d.EndsAt)
		c.endHolds()
		if late := c.payLate(bank, c.orderNow(last)); late.Payment != shop.MoneyReturned || late.Reserved {
			t.Errorf("after the end: %s, held %t", late.Payment, late.Reserved)
		}
		if free := c.free(id); free != 7 {
			t.Errorf("%d free", free)
		}
		c.checkInvariants()
	})
}

func TestAHoldCanBePaidAfterTheEndAndInAPause(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { end := c.now().Add(3 * time.Hour); d.EndsAt, d.LimitUnits = &end, 1 })
		c.to(d.EndsAt.Add(-time.Minute))
		ada, err := c.order(inDrop("ada@example.com", id, 1))
		if err != nil {
			t.Fatal(err)
		}
		ben, err := c.order(inDrop("ben@example.com", id, 1))
		if err != nil {
			t.Fatal(err)
		}
		c.pause(d, true)
		if paid := c.payOnline(bank, ada, "card-1"); paid.Payment != shop.Paid {
			t.Errorf("in the pause: %s", paid.Payment)
		}
		c.to(d.EndsAt.Add(time.Minute))
		if paid := c.payOnline(bank, ben, "card-2"); paid.Payment != shop.Paid {
			t.Errorf("after the end: %s", paid.Payment)
		}
		c.checkInvariants()
	})
}
