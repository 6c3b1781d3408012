package drops_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
)

const password = "snacks for everyone"

func (c *testShop) signUp(name string) shop.Session {
	c.t.Helper()
	_, session, err := c.Accounts.SignUp(c.t.Context(), shop.SignUp{Username: name, Email: name + "@example.com", Password: password}, shop.Client{IP: "192.0.2.1"})
	if err != nil {
		c.t.Fatal(err)
	}
	return session
}

// waitAs joins with an account and opens the mailed link.
func (c *testShop) waitAs(session shop.Session, id, units int64) {
	c.t.Helper()
	user := session.User
	if _, err := c.Waitlist.Join(c.t.Context(), id, user.Email, units, "", &user, shop.Client{IP: "127.0.0.1"}); err != nil {
		c.t.Fatal(err)
	}
	c.confirm(user.Email)
}

func (c *testShop) confirm(email string) {
	c.t.Helper()
	c.elsewhere()
	if _, err := c.Waitlist.Confirm(c.t.Context(), tokenOf(mailed[outbox.WaitlistEmail](c, email).ConfirmURL), nil, nobody); err != nil {
		c.t.Fatal(err)
	}
}

func TestAnExportListsPlacesAndReservations(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		ada := c.signUp("ada")
		empty, err := c.Accounts.Export(t.Context(), ada.User.ID, shop.Client{IP: "192.0.2.1"})
		if err != nil || empty.Waitlist == nil || empty.Reservations == nil || len(empty.Waitlist)+len(empty.Reservations) != 0 {
			t.Errorf("before joining: %v, %v, %v", empty.Waitlist, empty.Reservations, err)
		}
		c.waitAs(ada, id, 2)
		c.setStock(id, 1)
		out, err := c.Accounts.Export(t.Context(), ada.User.ID, shop.Client{IP: "192.0.2.1"})
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Waitlist) != 1 || out.Waitlist[0].Product != "Yuzu Kombucha" || out.Waitlist[0].Units != 2 || out.Waitlist[0].State != "offered" || !out.Waitlist[0].LinkOpened {
			t.Errorf("the export's waitlist is %+v", out.Waitlist)
		}
		if len(out.Reservations) != 1 || out.Reservations[0].Product != "Yuzu Kombucha" || out.Reservations[0].Units != 1 || out.Reservations[0].State != "held" || out.Reservations[0].Price != "8.00" {
			t.Errorf("the export's reservations are %+v", out.Reservations)
		}
	})
}

func TestDeletingAnAccountGivesItsUnitsToTheNext(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		ada := c.signUp("ada")
		c.waitAs(ada, id, 2)
		c.wait(id, "ben@example.com", 1)
		c.setStock(id, 1)
		offer := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		if got := c.states(id); got != "ada offered, ben waiting" {
			t.Fatalf("the waitlist is %q", got)
		}
		if err := c.Accounts.DeleteAccount(t.Context(), ada, password, shop.Client{IP: "192.0.2.1"}); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ben offered" {
			t.Errorf("the waitlist is %q, want ben to have the unit", got)
		}
		if free := c.free(id); free != 0 {
			t.Errorf("%d units are free although ben has an offer", free)
		}
		r, err := c.Units.Reservation(t.Context(), offer)
		if err != nil || r.State != shop.ReservationEnded || r.Email != "" || r.MailboxKey != "" || r.UserID != nil {
			t.Errorf("the reservation is %+v, %v, want it ended and without the person", r, err)
		}
		entry, err := c.Store.Waitlist.ByID(t.Context(), 1)
		if err != nil || entry.State != shop.WaitlistEnded || entry.Email != "" || entry.MailboxKey != "" || entry.UserID != nil {
			t.Errorf("the entry is %+v, %v, want it ended and without the person", entry, err)
		}
	})
}

func TestACartKeepsALineWhoseUnitsAreHeld(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		ada := c.signUp("ada")
		c.waitAs(ada, id, 1)
		c.setStock(id, 1) // held for her, so nothing is free
		for name, put := range map[string]func() error{
			"set": func() error {
				return c.Carts.SetCartItem(t.Context(), ada.User.ID, shop.CartItem{ProductID: id, Quantity: 1})
			},
			"replace": func() error {
				return c.Carts.ReplaceCart(t.Context(), ada.User.ID, []shop.CartItem{{ProductID: id, Quantity: 1}})
			},
			"merge": func() error {
				return c.Carts.MergeCart(t.Context(), ada.User.ID, "merge", []shop.CartItem{{ProductID: id, Quantity: 1}}, true)
			},
		} {
			if err := put(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			cart, err := c.Carts.Cart(t.Context(), ada.User.ID)
			if err != nil || len(cart) != 1 || cart[0].Product.ID != id || cart[0].Quantity != 1 {
				t.Errorf("%s: the cart is %+v, %v", name, cart, err)
			}
		}
	})
}

func TestOnlyEntriesThatCountAreCounted(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		c.wait(id, "ben@example.com", 3)
		c.join(id, "typed@example.com", 1)
		counts, err := c.Waitlist.WaitingCounts(t.Context(), []int64{id, id + 1})
		if err != nil || len(counts) != 1 || counts[id] != 2 {
			t.Errorf("the counts are %v, %v, want 2 for product %d alone", counts, err, id)
		}
		if counts, err := c.Waitlist.WaitingCounts(t.Context(), nil); err != nil || len(counts) != 0 {
			t.Errorf("of no products: %v, %v", counts, err)
		}
	})
}
