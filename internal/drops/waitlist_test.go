package drops_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func TestJoiningNeedsASoldOutProduct(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		ctx, client := t.Context(), shop.Client{IP: "127.0.0.1"}
		id := c.product(1)
		_, err := c.Waitlist.Join(ctx, id, "ada@example.com", 1, "", nil, client)
		wantCode(t, err, shop.Conflict)
		c.setStock(id, 0)
		_, err = c.Waitlist.Join(ctx, id, "not an address", 1, "", nil, client)
		wantCode(t, err, shop.Invalid)
		_, err = c.Waitlist.Join(ctx, id, "ada@example.com", 11, "", nil, client)
		wantCode(t, err, shop.Invalid)
		_, err = c.Waitlist.Join(ctx, id+1, "ada@example.com", 1, "", nil, client)
		wantCode(t, err, shop.NotFound)
		c.join(id, "Ada+tag@example.com", 1)
		c.join(id, "ada@example.com", 1) // the same mailbox
		if got := c.states(id); got != "Ada+tag waiting" {
			t.Errorf("the waitlist is %q", got)
		}
	})
}

func TestAStrangerDoesNotHearWhatTheOwnerOfAnAddressHasDone(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id, stranger := c.product(0), shop.Client{IP: "2001:db8:1:1::1"}
		c.wait(id, "ada@example.com", 1)
		c.setStock(id, 1)
		c.wait(id, "ben@example.com", 1)
		for _, email := range []string{"ada@example.com", "ben@example.com"} { // one has an offer, one waits
			place, err := c.Waitlist.Join(t.Context(), id, email, 1, "", nil, stranger)
			if err != nil || place.Counts || place.State != shop.WaitlistWaiting {
				t.Errorf("%s: %+v, %v", email, place, err)
			}
		}
	})
}

func TestJoiningIsLimitedPerNetworkAndTheWiderOne(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		for site := 1; ; site++ {
			joined, unavailable := 0, 0
			for i := range 300 { // fifteen networks of one site
				_, err := c.Waitlist.Join(t.Context(), id, fmt.Sprintf("guest%d.%d@example.com", site, i), 1, "", nil, shop.Client{IP: fmt.Sprintf("2001:db8:%x:%x::1", site, i/20)})
				switch {
				case err == nil:
					joined++
				case store.IsUnavailable(err): // the database took too long to count: the try may be counted or not
					unavailable++
				default:
					wantCode(t, err, shop.TooMany)
				}
			}
			if unavailable > 0 && site < 5 {
				continue // from another site
			}
			if joined != 200 {
				t.Errorf("%d joined, want 200", joined)
			}
			return
		}
	})
}

func TestAnUnopenedLinkGetsNoOfferAndDelaysNobody(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		n := sizeOf(t, 20)
		for i := range n {
			c.join(id, fmt.Sprintf("typed%d@example.com", i), 1)
		}
		c.wait(id, "ada@example.com", 1)
		c.setStock(id, 1)
		if offer := mailed[outbox.OfferEmail](c, "ada@example.com"); offer.Units != 1 {
			t.Errorf("offered %d units", offer.Units)
		}
		if free := c.free(id); free != 0 {
			t.Errorf("%d units are free although somebody has an offer", free)
		}
		t.Logf("%d places whose link was not opened, at %d instances: no offer, and nobody waited for them", n, len(c.all))
	})
}

func TestAnOfferThatLapsesGoesToTheNextAndNotToTheSame(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		for _, name := range []string{"ada", "ben", "cem", "dua"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.setStock(id, 1)
		for round, want := range []string{"ada offered, ben waiting, cem waiting, dua waiting", "ben offered, cem waiting, dua waiting", "cem offered, dua waiting"} {
			if got := c.states(id); got != want {
				t.Fatalf("round %d: %q, want %q", round, got, want)
			}
			if free := c.free(id); free != 0 {
				t.Errorf("round %d: %d free", round, free)
			}
			c.move(24 * time.Hour)
		}
		if got, free := c.states(id), c.free(id); got != "dua waiting" || free != 1 {
			t.Errorf("after three offers: %q and %d free, want the unit to be free", got, free)
		}
		_, err := c.Waitlist.Join(t.Context(), id, "a.d.a@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantCode(t, err, shop.Conflict) // there is a free unit
		c.setStock(id, 0)
		_, err = c.Waitlist.Join(t.Context(), id, "ada+again@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantCode(t, err, shop.Conflict) // barred for 30 days
		c.move(31 * 24 * time.Hour)
		c.join(id, "ada+again@example.com", 1)
	})
}

func TestGivingBackAndLeavingPassUnitsOn(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		for _, name := range []string{"ada", "ben", "cem"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.setStock(id, 1)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		if err := c.Units.ReleaseReservation(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.Units.ReleaseReservation(t.Context(), token), shop.ReservationExpired)
		wantCode(t, c.Units.ReleaseReservation(t.Context(), forged(token)), shop.NotFound)
		if err := c.Waitlist.Leave(t.Context(), tokenOf(mailed[outbox.OfferEmail](c, "ben@example.com").LeaveURL), nobody); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "cem offered" {
			t.Errorf("the waitlist is %q", got)
		}
		entries, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.Waitlist.Remove(t.Context(), id+1, entries[0].ID, staff), shop.NotFound)
		if err := c.Waitlist.Remove(t.Context(), id, entries[0].ID, staff); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("after staff removed the last: %q, %d free", got, free)
		}
	})
}

func TestNoOffersWhileSwitchedOff(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		off, on := false, true
		patch := func(flag *bool) {
			t.Helper()
			if _, _, err := c.Catalog.ChangeProducts(t.Context(), bulk(id, flag), staff); err != nil {
				t.Fatal(err)
			}
		}
		patch(&off)
		c.setStock(id, 1)
		if got := c.states(id); got != "ada waiting" {
			t.Errorf("switched off: %q", got)
		}
		patch(&on)
		if got := c.states(id); got != "ada offered" {
			t.Errorf("switched on: %q", got)
		}
		wantCode(t, c.Catalog.DeleteProduct(t.Context(), id, staff), shop.InUse)
	})
}

func TestOffersStandStillInQuietHours(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		c.move(9 * time.Hour) // 21:00, one hour before the quiet hours
		c.setStock(id, 1)
		c.move(21 * time.Hour) // 18:00 on the next day: 11 of 12 hours are over
		if got := c.states(id); got != "ada offered" {
			t.Errorf("after the night: %q", got)
		}
		c.move(66 * time.Minute)
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("after its time: %q, %d free", got, free)
		}
	})
}

// pretix/pretix#974: whoever needed two had to wait twice, and the first offer was over before the second came.
func TestPretix974WhoWantsTwoWaitsOnceForBoth(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(0)
		c.wait(id, "ada@example.com", 2)
		c.wait(id, "ben@example.com", 1)
		c.setStock(id, 1)
		offer := mailed[outbox.OfferEmail](c, "ada@example.com")
		if offer.Units != 1 || offer.Wanted != 2 {
			t.Errorf("offered %d of %d", offer.Units, offer.Wanted)
		}
		if _, err := c.order(checkout("ada@example.com", 8_00, id, 1, tokenOf(offer.URL))); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ada waiting, ben waiting" {
			t.Errorf("after buying one of two: %q", got)
		}
		c.wait(id, "cem@example.com", 2)
		c.setStock(id, 4) // one for the place that ada kept, one for ben and two at once for cem
		if got := c.states(id); got != "ada offered, ben offered, cem offered" {
			t.Errorf("after four units came: %q", got)
		}
		entries, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for i, units := range []int64{1, 1, 2} {
			if r, err := c.Store.Reservations.ByID(t.Context(), *entries[i].ReservationID); err != nil || r.Units != units {
				t.Errorf("%s was offered %d, %v, want %d", entries[i].Email, r.Units, err, units)
			}
		}
	})
}

func bulk(id int64, inStock *bool) []catalog.BulkChange {
	return []catalog.BulkChange{{IDs: []int64{id}, Set: shop.ProductPatch{InStock: inStock}}}
}

func price(id int64, price shop.Cents) []catalog.BulkChange {
	return []catalog.BulkChange{{IDs: []int64{id}, Set: shop.ProductPatch{Price: &price}}}
}
