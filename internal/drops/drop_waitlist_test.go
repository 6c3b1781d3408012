package drops_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// soldOutDrop is a drop in mode open whose units are all sold and paid, one to each
// buyer.
func (c *testShop) soldOutDrop(units int64, change func(*shop.Drop)) (d shop.Drop, id int64, sold []shop.Order) {
	c.t.Helper()
	c.untaxed()
	c.pay("manual", manual.Provider{})
	id = c.product(units)
	d = c.earlyDrop(id, func(d *shop.Drop) {
		d.LimitUnits, d.PayAtPickup, d.Products[0].Units = 1, true, units
		if change != nil {
			change(d)
		}
	})
	c.to(d.OpensAt)
	for i := range units {
		in := inDrop(fmt.Sprintf("buyer%d@example.com", i), id, 1)
		in.Payment = shop.PayManual
		order, err := c.order(in)
		if err != nil {
			c.t.Fatal(err)
		}
		if err := c.Payments.MarkPaid(c.t.Context(), order.Number, staff); err != nil {
			c.t.Fatal(err)
		}
		sold = append(sold, order)
	}
	return d, id, sold
}

// refund gives the money of an order back, and with it its unit.
func (c *testShop) refund(order shop.Order) {
	c.t.Helper()
	c.elsewhere()
	if err := c.Payments.Refund(c.t.Context(), order.Number, order.Total, "", staff); err != nil {
		c.t.Fatal(err)
	}
	for c.orderNow(order).Payment != shop.MoneyReturned {
		if err := c.Payments.SendRefunds(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

func TestTheWaitlistOfADropOpensWithIt(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "old@example.com", 1) // waited before the drop
		c.setStock(id, 8)
		entries, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil || len(entries) != 1 || entries[0].State != shop.WaitlistOffered {
			t.Fatalf("%+v, %v", entries, err)
		}
		if err := c.Units.ReleaseReservation(t.Context(), tokenOf(mailed[outbox.OfferEmail](c, "old@example.com").URL)); err != nil {
			t.Fatal(err)
		}
		d := c.earlyDrop(id, nil)
		join := func(email string, units int64) error {
			_, err := c.Waitlist.Join(t.Context(), id, email, units, "", nil, shop.Client{IP: "127.0.0.1"})
			return err
		}
		c.to(d.TeasedAt)
		wantCode(t, join("ada@example.com", 1), shop.NotOpen)
		c.to(d.OpensAt)
		wantCode(t, join("ada@example.com", 1), shop.Conflict) // there are free units
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.Mode = shop.DropQueue; return nil })
		c.setStock(id, 0)
		wantMessage(t, join("ada@example.com", 1), shop.Conflict, "line is still open")
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.Mode = shop.DropOpen; return nil })
		wantCode(t, join("ada@example.com", 3), shop.Invalid) // two per household
		if err := join("ada@example.com", 2); err != nil {
			t.Error(err)
		}
	})
}

func TestOnlyEntriesOfTheDropAreOfferedItsUnits(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(2)
		c.untaxed()
		c.pay("manual", manual.Provider{})
		d := c.earlyDrop(id, func(d *shop.Drop) {
			end := c.now().Add(2 * time.Hour)
			d.EndsAt, d.LimitUnits, d.PayAtPickup, d.Products[0].Units = &end, 1, true, 2
		})
		c.to(d.OpensAt)
		c.waitsSince(id, "old@example.com", nil, 0)
		if err := c.Units.OfferFreeUnits(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "old waiting" {
			t.Fatalf("%q: the older entry does not rest", got)
		}
		var sold []shop.Order
		for i := range 2 {
			in := inDrop(fmt.Sprintf("buyer%d@example.com", i), id, 1)
			in.Payment = shop.PayManual
			order, err := c.order(in)
			if err != nil {
				t.Fatal(err)
			}
			sold = append(sold, order)
		}
		c.wait(id, "buyer0@example.com", 1) // has all that one household may have
		c.wait(id, "ada@example.com", 1)
		c.pause(d, true)
		if err := c.Orders.Cancel(t.Context(), sold[1].Number, "", staff); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "old waiting, buyer0 waiting, ada waiting" {
			t.Errorf("in the pause: %q", got)
		}
		c.pause(d, false)
		if err := c.Units.OfferFreeUnits(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "old waiting, buyer0 waiting, ada offered" {
			t.Errorf("after it: %q", got)
		}
		offer := mailed[outbox.OfferEmail](c, "ada@example.com")
		r, err := c.Units.Reservation(t.Context(), tokenOf(offer.URL))
		if err != nil || r.DropID == nil || r.Price != 6_00 || !r.ExpiresAt.Equal(c.now().Add(35*time.Minute)) {
			t.Errorf("offered %+v, %v", r, err)
		}
		in := inDrop("ada@example.com", id, 1, tokenOf(offer.URL))
		in.Payment = shop.PayManual
		if _, err := c.order(in); err != nil {
			t.Error(err)
		}
		c.checkInvariants()
	})
}

// waitsSince puts an entry on the waitlist that counts.
func (c *testShop) waitsSince(id int64, email string, dropID *int64, rank int64) {
	c.t.Helper()
	err := c.Store.Write(c.t.Context(), func(tx *store.Tx) error {
		entry := shop.WaitlistEntry{ProductID: id, DropID: dropID, Email: email, MailboxKey: c.mailbox(email), Units: 1, Rank: rank, State: shop.WaitlistWaiting}
		entryID, err := tx.Waitlist.Create(c.t.Context(), entry, c.now())
		if err != nil {
			return err
		}
		_, err = tx.Waitlist.Prove(c.t.Context(), entryID, c.now())
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *testShop) pause(d shop.Drop, paused bool) {
	c.t.Helper()
	c.editDrop(d.ID, func(tx *store.Tx, d *shop.Drop) error {
		if now := c.now(); paused {
			d.PausedAt = &now
			return nil
		}
		defer func() { d.PausedAt = nil }()
		return c.Units.ResumeDrop(c.t.Context(), tx, *d, c.now())
	})
}

func TestAnOfferOfADropThatEndsAtNightGoesOnAndTheEntryRests(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		_, id, sold := c.soldOutDrop(2, nil)
		for _, name := range []string{"ada", "ben", "cem"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.to(time.Date(2026, 11, 17, 3, 0, 0, 0, losAngeles).Add(-35 * time.Minute))
		c.refund(sold[0])
		if got := c.states(id); got != "ada offered, ben waiting, cem waiting" {
			t.Fatalf("before the night: %q", got)
		}
		c.move(35 * time.Minute) // 3:00
		if got := c.states(id); got != "ada waiting, ben offered, cem waiting" {
			t.Errorf("at three: %q, want the unit with the next and Ada in her place", got)
		}
		c.move(35 * time.Minute)
		c.move(35 * time.Minute) // all three slept through it: now it is for everybody
		if got, free := c.states(id), c.free(id); got != "ada waiting, ben waiting, cem waiting" || free != 1 {
			t.Errorf("at ten past four: %q, %d free", got, free)
		}
		c.to(time.Date(2026, 11, 17, 14, 25, 0, 0, losAngeles))
		c.refund(sold[1])
		if got := c.states(id); got != "ada offered, ben waiting, cem waiting" {
			t.Errorf("in the afternoon: %q", got)
		}
		c.move(35 * time.Minute) // 15:00
		if got := c.states(id); got != "ben offered, cem waiting" {
			t.Errorf("at three in the afternoon: %q", got)
		}
		_, err := c.order(func() shop.Checkout { in := inDrop("eve@example.com", id, 1); in.Payment = shop.PayManual; return in }())
		if err != nil { // takes the unit that nobody wanted
			t.Fatal(err)
		}
		_, err = c.Waitlist.Join(t.Context(), id, "ada@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantMessage(t, err, shop.Conflict, "30 days")
		c.checkInvariants()
	})
}

// pretix/pretix#681 and #1031: vouchers were sent when all was over.
func TestPretix681And1031UnitsThatComeBackAreOfferedUntil72HoursAfterTheEnd(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		d, id, sold := c.soldOutDrop(3, func(d *shop.Drop) { end := d.OpensAt.Add(time.Hour); d.EndsAt = &end })
		for _, name := range []string{"ada", "ben", "cem"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.to(d.EndsAt.Add(71 * time.Hour))
		c.refund(sold[0])
		if got := c.states(id); got != "ada offered, ben waiting, cem waiting" {
			t.Errorf("71 hours after the end: %q", got)
		}
		in := inDrop("ada@example.com", id, 1, tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL))
		in.Payment = shop.PayManual
		order, err := c.order(in)
		if err != nil {
			t.Fatalf("a held reservation is accepted after the end: %v", err)
		}
		if err := c.Payments.MarkPaid(t.Context(), order.Number, staff); err != nil { // unpaid, it would hold its unit for an hour only
			t.Fatal(err)
		}
		c.to(d.EndsAt.Add(73 * time.Hour))
		c.runTasks()
		if over := mailed[outbox.DropOverEmail](c, "ben@example.com"); over.Product != "Yuzu Kombucha" {
			t.Errorf("mailed %+v", over)
		}
		c.refund(sold[1])
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("73 hours after the end: %q, %d free", got, free)
		}
		c.runTasks()
		if mails := allMailed[outbox.DropOverEmail](c, "ben@example.com"); len(mails) != 1 {
			t.Errorf("%d emails say that the drop is over", len(mails))
		}
		c.checkInvariants()
	})
}

func TestUnitsOfADropWithALineGoToTheLineWhileItIsOpen(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(1)
		d := c.queueDrop(id, 1, 1)
		c.waitsSince(id, "ada@example.com", &d.ID, 7)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ben@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Units.ReleaseReservation(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "ada waiting" || free != 1 {
			t.Errorf("while the line is open: %q, %d free", got, free)
		}
		if err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Queues.Close(t.Context(), d.ID, shop.MainLine, c.now())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := c.Units.OfferFreeUnits(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "ada offered" || free != 0 {
			t.Errorf("after it closed: %q, %d free", got, free)
		}
	})
}

func TestAProductSaysUntilWhenItsDrawCannotBeWaitedFor(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(1)
		d := c.drawDrop(id, 1)
		ends, _ := d.WaitlistEndsAt()
		look := func() (canWait bool, until time.Time) {
			t.Helper()
			ctx, validity := clock.WithValidity(t.Context())
			p, err := c.Catalog.PublicProduct(ctx, id)
			if err != nil || p.Drop == nil || p.Drop.Phase != shop.PhaseEnded {
				t.Fatalf("the product is %+v in %+v (%v)", p, p.Drop, err)
			}
			return p.Drop.CanWait, validity.Until()
		}
		c.move(ends.Sub(c.now()) - time.Minute)
		if canWait, until := look(); canWait || !until.Equal(ends) {
			t.Errorf("before its end it can be waited for: %t, which is right until %v, want %v", canWait, until, ends)
		}
		c.move(time.Minute)
		if canWait, until := look(); !canWait || !until.IsZero() {
			t.Errorf("afterwards it can be waited for: %t, which is right until %v", canWait, until)
		}
	})
}
