package drops_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func (c *testShop) offerFreeUnits() {
	c.t.Helper()
	if err := c.Units.OfferFreeUnits(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func (c *testShop) set(values map[string]string) {
	c.t.Helper()
	if err := c.Settings.Save(c.t.Context(), settings.Change{Values: values}, staff); err != nil {
		c.t.Fatal(err)
	}
}

// Units that are free are offered as soon as nothing stands against it any more.
func TestUnitsAreOfferedWhenNothingStandsAgainstItAnyMore(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		patch := func(p shop.ProductPatch) {
			t.Helper()
			if _, _, err := c.Catalog.ChangeProducts(t.Context(), []catalog.BulkChange{{IDs: []int64{id}, Set: p}}, staff); err != nil {
				t.Fatal(err)
			}
		}
		zero, one := int64(0), int64(1)
		later, off, on := c.now().Add(time.Hour), false, true
		for i, state := range []struct {
			what          string
			prevent, undo func()
		}{
			{"the waitlist is switched off", func() { c.set(map[string]string{"waitlist": "disabled"}) }, func() { c.set(map[string]string{"waitlist": "enabled"}) }},
			{"the product is switched off", func() { patch(shop.ProductPatch{InStock: &off}) }, func() { patch(shop.ProductPatch{InStock: &on}) }},
			{"the unit is kept back", func() { patch(shop.ProductPatch{SafetyStock: &one}) }, func() { patch(shop.ProductPatch{SafetyStock: &zero}) }},
			{"the product is not public yet", func() { patch(shop.ProductPatch{PublishedAt: &later}) }, func() { c.to(later) }},
		} {
			name := []string{"ada", "ben", "cem", "dua"}[i]
			c.wait(id, name+"@example.com", 1)
			state.prevent()
			c.setStock(id, 1)
			c.offerFreeUnits()
			if got := c.states(id); got != name+" waiting" {
				t.Errorf("%s: %q", state.what, got)
			}
			state.undo()
			c.offerFreeUnits()
			if got, free := c.states(id), c.free(id); got != name+" offered" || free != 0 {
				t.Errorf("not any more that %s: %q, %d free", state.what, got, free)
			}
			entries, err := c.Waitlist.Entries(t.Context(), id)
			if err != nil || len(entries) != 1 {
				t.Fatal(entries, err)
			}
			if err := c.Waitlist.Remove(t.Context(), id, entries[0].ID, staff); err != nil { // the unit is free again
				t.Fatal(err)
			}
			c.setStock(id, 0)
		}
		c.set(map[string]string{"waitlist": "disabled"})
		_, err := c.Waitlist.Join(t.Context(), id, "eve@example.com", 1, "", nil, nobody)
		wantCode(t, err, shop.Conflict)
	})
}

// Whom staff keep out of a drop could not buy what is offered to them.
func TestWhoIsKeptOutOfADropIsOfferedNothing(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d, id, sold := c.soldOutDrop(1, nil)
		c.wait(id, "eve@example.com", 1)
		c.wait(id, "ada@example.com", 1)
		err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Purchases.BarKeys(t.Context(), []store.PurchaseKey{{DropID: d.ID, Kind: shop.MailboxKind, Key: c.mailbox("eve@example.com")}}, "staff", c.now())
		})
		if err != nil {
			t.Fatal(err)
		}
		c.refund(sold[0])
		if got := c.states(id); got != "eve waiting, ada offered" {
			t.Errorf("the waitlist is %q", got)
		}
		c.checkInvariants()
	})
}

// The links of the waitlist's emails lock the stock whenever they are opened.
func TestOpeningTheLinksOfTheWaitlistIsLimited(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(0)
		c.join(id, "ada@example.com", 1)
		mail := mailed[outbox.WaitlistEmail](c, "ada@example.com")
		client := shop.Client{IP: "203.0.113.9"}
		for name, open := range map[string]func(shop.Client, string) error{
			"confirm": func(from shop.Client, token string) error {
				_, err := c.Waitlist.Confirm(t.Context(), token, nil, from)
				return err
			},
			"leave": func(from shop.Client, token string) error { return c.Waitlist.Leave(t.Context(), token, from) },
		} {
			token := tokenOf(map[string]string{"confirm": mail.ConfirmURL, "leave": mail.LeaveURL}[name])
			for _, wrong := range []string{forged(token), tokenOf(map[string]string{"leave": mail.ConfirmURL, "confirm": mail.LeaveURL}[name])} {
				wantCode(t, open(client, wrong), shop.NotFound) // forged, and of the other link
			}
			for n := range 20 {
				if err := open(client, token); err != nil {
					t.Fatalf("%s %d: %v", name, n+1, err)
				}
			}
			wantCode(t, open(client, token), shop.TooMany)
			if err := open(shop.Client{IP: "203.0.113.10"}, token); err != nil {
				t.Errorf("%s from another network: %v", name, err)
			}
		}
	})
}
