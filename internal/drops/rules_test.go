package drops_test

import (
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// A card that staff bar is one above its limit: nothing is refused, and staff look at the order.
func TestABarredCardGoesBeforeStaff(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 2 })
		c.to(d.OpensAt)
		err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Purchases.BarKeys(t.Context(), []store.PurchaseKey{{DropID: d.ID, Kind: shop.CardKind, Key: c.Keys.BuyerKey(shop.CardKind, "barred")}}, "staff", c.now())
		})
		if err != nil {
			t.Fatal(err)
		}
		for card, status := range map[string]shop.Status{"barred": shop.StatusOnHold, "another": shop.StatusPending} {
			order, err := c.order(inDrop(card+"@example.com", id, 1))
			if err != nil {
				t.Fatal(err)
			}
			order = c.payOnline(bank, order, card)
			if order.Payment != shop.Paid || order.Status != status || strings.Contains(c.events(order), "over_limit") != (card == "barred") {
				t.Errorf("paid with the %s card: %s, %s, %s", card, order.Payment, order.Status, c.events(order))
			}
		}
		c.checkInvariants()
	})
}

// 72 hours after the end whoever bought a part of what they waited for has bought; the others' places have ended.
func TestAPlaceThatWasPartlyBoughtIsBoughtInTheEnd(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		d, id, sold := c.soldOutDrop(2, func(d *shop.Drop) { end := d.OpensAt.Add(time.Hour); d.EndsAt, d.LimitUnits = &end, 2 })
		c.wait(id, "ada@example.com", 2)
		c.wait(id, "ben@example.com", 1)
		places, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil || len(places) != 2 {
			t.Fatal(places, err)
		}
		c.refund(sold[0])
		in := inDrop("ada@example.com", id, 1, tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL))
		in.Payment = shop.PayManual
		if _, err := c.order(in); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ada waiting, ben waiting" {
			t.Errorf("after one of two was bought: %q", got)
		}
		c.to(d.EndsAt.Add(73 * time.Hour))
		c.runTasks()
		for i, want := range []shop.WaitlistState{shop.WaitlistBought, shop.WaitlistEnded} {
			if e, err := c.Store.Waitlist.ByID(t.Context(), places[i].ID); err != nil || e.State != want {
				t.Errorf("%s: %s, %v, want %s", e.Email, e.State, err, want)
			}
			mailed[outbox.DropOverEmail](c, places[i].Email)
		}
	})
}

func TestRemovingSomebodyFromAWaitlistIsInTheAuditLog(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 2)
		places, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil || len(places) != 1 {
			t.Fatal(places, err)
		}
		if err := c.Waitlist.Remove(t.Context(), id, places[0].ID, staff); err != nil {
			t.Fatal(err)
		}
		entries, _, err := c.Audit.List(t.Context(), shop.AuditFilter{Entity: "waitlist"}, 10, "")
		if err != nil || len(entries) != 1 {
			t.Fatalf("%+v, %v, want one entry", entries, err)
		}
		e := entries[0]
		if e.Actor != "staff" || e.Action != "delete" || e.EntityID != shop.IDText(id) || !strings.Contains(string(e.Before), "ada@example.com") || !strings.Contains(string(e.Before), "waiting") {
			t.Errorf("recorded %+v", e)
		}
	})
}

// From the tease of a drop on those who waited before it rest. When it is withdrawn they are next at once.
func TestAWithdrawnDropLooksForThoseWhoWaitedBeforeIt(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(8)
		d := c.earlyDrop(id, nil)
		c.to(d.TeasedAt)
		c.waitsSince(id, "ada@example.com", nil, 0)
		c.offerFreeUnits()
		if got, free := c.states(id), c.free(id); got != "ada waiting" || free != 8 {
			t.Fatalf("after the tease: %q, %d free", got, free)
		}
		c.must(c.Drops.Withdraw(t.Context(), d.ID, d.Version, staff))
		if got, free := c.states(id), c.free(id); got != "ada offered" || free != 7 {
			t.Errorf("after it was withdrawn: %q, %d free", got, free)
		}
		if r, err := c.Units.Reservation(t.Context(), tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)); err != nil || r.DropID != nil || r.Price != 8_00 {
			t.Errorf("offered %+v, %v, want it outside of the drop", r, err)
		}
	})
}

// What came back in a pause is offered by the action that ends it.
func TestAResumedDropOffersWhatCameBackInThePause(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d, id, sold := c.soldOutDrop(1, nil)
		c.wait(id, "ada@example.com", 1)
		now, err := c.Drops.Get(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		paused := c.must(c.Drops.Pause(t.Context(), d.ID, now.Version, staff))
		c.refund(sold[0])
		c.offerFreeUnits()
		if got := c.states(id); got != "ada waiting" {
			t.Errorf("in the pause: %q", got)
		}
		c.must(c.Drops.Resume(t.Context(), d.ID, paused.Version, staff))
		if got, free := c.states(id), c.free(id); got != "ada offered" || free != 0 {
			t.Errorf("after it: %q, %d free", got, free)
		}
	})
}

// The time to pay is the shortest of the drops that an order buys in.
func TestAnOrderOfTwoDropsIsHeldForTheShorterTime(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		other, err := c.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Plum Chips", Slug: "plum-chips", Description: "Salty.", Price: 4_00, InStock: true, Stock: new(int64(9))}, staff)
		if err != nil {
			t.Fatal(err)
		}
		id := c.product(9)
		d := c.earlyDrop(id, nil) // 10 minutes
		c.earlyDrop(other.ID, func(d *shop.Drop) { d.Name, d.HoldTime = "Plum Box", 5*time.Minute })
		c.to(d.OpensAt)
		in := inDrop("ada@example.com", id, 1)
		in.Lines = append(in.Lines, shop.CheckoutLine{ProductID: other.ID, Quantity: 1})
		order, err := c.order(in)
		if err != nil || order.ReservedUntil == nil || !order.ReservedUntil.Equal(c.now().Add(5*time.Minute)) {
			t.Errorf("held until %v, %v, want 5 minutes", order.ReservedUntil, err)
		}
	})
}

// A pass may ask for reservations 20 times a minute, wherever it asks.
func TestCallsWithOnePassAreCountedOverAllInstances(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(8)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.EarlyShare = 100 })
		c.to(*d.EarlyAt)
		allowed := 0
		for range c.all {
			c.elsewhere()
			for calls := 0; ; calls++ {
				_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com")))
				if err != nil {
					wantCode(t, err, shop.TooMany)
					break
				}
				if allowed++; allowed >= 20 {
					time.Sleep(300 * time.Millisecond) // instances tell each other every 250 ms
				}
			}
		}
		if allowed < 20 || allowed > 20+3*(len(c.all)-1) {
			t.Errorf("%d calls were allowed at %d instances, want 20 and hardly more", allowed, len(c.all))
		}
	})
}

// The keys of networks and domains in a line are deleted 7 days after the end of its drop.
func TestNetworkAndDomainKeysOfALineAreDeleted(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5, func(d *shop.Drop) { end := d.OpensAt.Add(time.Hour); d.EndsAt = &end })
		c.moveTo(d.OpensAt.Add(-time.Minute))
		c.stand(d, "ada@snacks.example", func(in *waitingroom.JoinInput) { in.Client = shop.Client{IP: "2001:db8:1:1::1"} })
		for _, days := range []time.Duration{6, 8} {
			c.to(d.EndsAt.Add(days * 24 * time.Hour))
			if err := c.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(t.Context(), c.now()) }); err != nil {
				t.Fatal(err)
			}
			e, err := c.Store.QueueEntries.ByNumber(t.Context(), d.ID, shop.MainLine, 1)
			if err != nil {
				t.Fatal(err)
			}
			for what, key := range map[string]string{"domain": e.DomainKey, "network": e.NetworkKey, "wider network": e.Network48Key} {
				if (key != "") != (days < 7) {
					t.Errorf("%d days after the end the key of the %s is %q", days, what, key)
				}
			}
		}
	})
}

// linksMailed counts the emails about drops that went to a mailbox whose owner has not opened a link.
func (c *testShop) linksMailed(email string) int {
	c.t.Helper()
	return len(allMailed[outbox.ReminderEmail](c, email)) + len(allMailed[outbox.LineEmail](c, email)) + len(allMailed[outbox.WaitlistEmail](c, email))
}

// However often an address is typed and wherever, one drop sends it at most two links until one of them is opened.
func TestNoMailboxGetsAThirdLinkForOneDrop(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		d := c.lineDrop(1, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil })
		id := d.Products[0].ProductID
		const email = "ada@example.com"
		for range 3 {
			if err := c.Mailings.Remind(t.Context(), d.Slug, email, from(1)); err != nil {
				t.Fatal(err)
			}
		}
		mailed[outbox.ReminderEmail](c, email)
		c.moveTo(d.OpensAt.Add(-shop.QueueBefore))
		ben := c.stand(d, "ben@example.com", func(in *waitingroom.JoinInput) { in.Proof = c.proof(d, "ben@example.com") })
		c.stand(d, email)
		link := mailed[outbox.LineEmail](c, email).URL
		for range 2 {
			c.moveTo(c.now().Add(11 * time.Minute))
			_, err := c.tryJoin(d, email)
			refused(t, "the address again", err, shop.AlreadyQueued)
		}
		c.moveTo(d.OpensAt.Add(d.ShuffleTime))
		c.moveTo(c.now().Add(time.Second))
		given, err := c.pass(d, ben)
		if err != nil {
			t.Fatal(err)
		}
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, given.Pass))
		if err != nil {
			t.Fatal(err)
		}
		order, err := c.order(inDrop("ben@example.com", id, 1, token))
		if err != nil {
			t.Fatal(err)
		}
		c.payOnline(bank, order, "card-1")
		c.tick()
		place, err := c.Waitlist.Join(t.Context(), id, email, 1, "", nil, nobody)
		if err != nil || place.Counts {
			t.Fatalf("on the waitlist: %+v, %v", place, err)
		}
		if n := c.linksMailed(email); n != 2 {
			t.Errorf("%d links were mailed, want 2", n)
		}
		_, entry, _ := strings.Cut(link, "?entry=") // the link of the line proves the mailbox as well
		opened, err := c.WaitingRoom.OpenLink(t.Context(), d.Slug, entry, nil)
		if err != nil {
			t.Fatal(err)
		}
		if place, err = c.Waitlist.Join(t.Context(), id, email, 1, opened.Ticket, nil, nobody); err != nil {
			t.Fatal(err)
		}
		if e, _, err := c.entryOn(id, email); err != nil || !e.Proven {
			t.Errorf("with the ticket of a proven mailbox the place is %+v, %v", e, err)
		}
	})
}

// A drop mails one link for all its products on whose waitlists somebody is; opening it lets all of their places count.
func TestOneLinkCountsForAllProductsOfADrop(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		c.pay("manual", manual.Provider{})
		other, err := c.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Plum Chips", Slug: "plum-chips", Description: "Salty.", Price: 4_00, InStock: true, Stock: new(int64(1))}, staff)
		if err != nil {
			t.Fatal(err)
		}
		id := c.product(1)
		d := c.earlyDrop(id, func(d *shop.Drop) {
			d.PayAtPickup, d.Products[0].Units = true, 1
			d.Products = append(d.Products, shop.DropProduct{ProductID: other.ID, Units: 1})
		})
		c.to(d.OpensAt)
		in := inDrop("buyer@example.com", id, 1)
		in.Payment, in.Lines = shop.PayManual, append(in.Lines, shop.CheckoutLine{ProductID: other.ID, Quantity: 1})
		sold, err := c.order(in)
		if err != nil {
			t.Fatal(err)
		}
		c.join(id, "ada@example.com", 1)
		link := tokenOf(mailed[outbox.WaitlistEmail](c, "ada@example.com").ConfirmURL)
		c.confirm("ada@example.com")
		c.join(other.ID, "ada@example.com", 1)
		if got := c.states(other.ID); got != "ada waiting" {
			t.Errorf("the second waitlist is %q", got)
		}
		if e, _, err := c.entryOn(other.ID, "ada@example.com"); err != nil || e.Proven {
			t.Errorf("the second place is %+v, %v: a typed address makes it count", e, err)
		}
		if n := c.linksMailed("ada@example.com"); n != 1 {
			t.Errorf("%d links were mailed, want 1", n)
		}
		if _, err := c.Waitlist.Confirm(t.Context(), link, nil, nobody); err != nil { // the same link again
			t.Fatal(err)
		}
		if err := c.Orders.Cancel(t.Context(), sold.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		for _, product := range []int64{id, other.ID} {
			if got := c.states(product); got != "ada offered" {
				t.Errorf("after units of both came back: %q", got)
			}
		}
	})
}

// A place that was taken without an account belongs to the account with its address whose owner opens the mailed link, and
// to no other: anybody can sign up with any address.
func TestAGuestsPlaceBelongsToTheAccountThatOpensItsLink(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "Ada+snacks@example.com", 1)
		ada, eve := c.signUp("ada"), c.signUp("eve")
		waiting := func(user shop.User) int {
			t.Helper()
			out, err := c.Accounts.Export(t.Context(), user.ID, shop.Client{IP: "192.0.2.1"})
			if err != nil {
				t.Fatal(err)
			}
			return len(out.Waitlist) + len(out.Reservations)
		}
		if n := waiting(ada.User); n != 0 {
			t.Errorf("the export of an account that has proven nothing lists %d places", n)
		}
		c.setStock(id, 1)
		link := tokenOf(mailed[outbox.WaitlistEmail](c, "Ada+snacks@example.com").ConfirmURL)
		for _, user := range []shop.User{eve.User, ada.User} {
			if _, err := c.Waitlist.Confirm(t.Context(), link, &user, nobody); err != nil {
				t.Fatal(err)
			}
		}
		if of, ofEve := waiting(ada.User), waiting(eve.User); of != 2 || ofEve != 0 {
			t.Errorf("the exports list %d and %d, want the place and its offer with the owner of the address", of, ofEve)
		}
		if err := c.Accounts.DeleteAccount(t.Context(), ada, password, shop.Client{IP: "192.0.2.1"}); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("after the account was deleted: %q, %d free", got, free)
		}
		entry, err := c.Store.Waitlist.ByID(t.Context(), 1)
		if err != nil || entry.State != shop.WaitlistEnded || entry.Email != "" || entry.MailboxKey != "" {
			t.Errorf("the place is %+v, %v, want it ended and without the person", entry, err)
		}
	})
}
