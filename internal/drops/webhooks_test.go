package drops_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// A drop is told from its opening to its end, each event in the transaction of what it tells about: nothing is sent here.
func TestWebhooksHearOfADropAndItsOrders(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		hook, _, err := c.Webhooks.Add(t.Context(), shop.Webhook{URL: "https://receiver.invalid/", Format: shop.WebhookStandard, Events: slices.Clone(shop.WebhookEvents)}, staff)
		if err != nil {
			t.Fatal(err)
		}
		id := c.product(2)
		d := c.earlyDrop(id, func(d *shop.Drop) {
			end := c.now().Add(3 * time.Hour)
			d.EndsAt, d.EarlyAt, d.EarlyAccess, d.LimitUnits, d.Products[0].Units = &end, nil, shop.EarlyNone, 1, 2
		})
		run := func() {
			t.Helper()
			if err := c.Drops.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		buy := func(email string) shop.Order {
			t.Helper()
			order, err := c.order(inDrop(email, id, 1))
			if err != nil {
				t.Fatal(err)
			}
			return order
		}
		c.to(d.OpensAt)
		run()
		c.payOnline(bank, buy("ada@example.com"), "card-1")
		late := buy("bob@example.com")
		c.wait(id, "cleo@example.com", 1)
		c.move(11 * time.Minute)
		c.endHolds() // the unit of the order that was not paid goes to who waits
		offer := tokenOf(mailed[outbox.OfferEmail](c, "cleo@example.com").URL)
		last, err := c.order(inDrop("cleo@example.com", id, 1, offer))
		if err != nil {
			t.Fatal(err)
		}
		last = c.payOnline(bank, last, "card-3")
		if err := c.Orders.Cancel(t.Context(), last.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		c.payOnline(bank, buy("dora@example.com"), "card-4") // sold out again: that is not told
		c.to(*d.EndsAt)
		run()

		if err := c.Store.Write(t.Context(), func(tx *store.Tx) error { return c.Webhooks.DrawDone(t.Context(), tx, d) }); err != nil {
			t.Fatal(err)
		}

		list, _, err := c.Store.Webhooks.Deliveries(t.Context(), hook.ID, 100, "")
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(list)
		var got []string
		reasons := map[string]string{}
		for _, delivery := range list {
			got = append(got, string(delivery.Event))
			text, err := c.Keys.Open(delivery.Payload)
			if err != nil {
				t.Fatal(err)
			}
			var message struct {
				Type      string
				Timestamp time.Time
				Data      struct {
					Order  struct{ Number string }
					Reason string
				}
			}
			if err := json.Unmarshal([]byte(text), &message); err != nil || message.Type != string(delivery.Event) || message.Timestamp.IsZero() {
				t.Errorf("%v: %s", err, text)
			}
			if strings.Contains(text, "@example.com") {
				t.Errorf("a buyer is named: %s", text)
			}
			if message.Type == string(shop.WebhookOrderCancelled) {
				reasons[message.Data.Order.Number] = message.Data.Reason
			}
		}
		want := "drop.opened order.paid waitlist.offered order.cancelled order.paid drop.sold_out order.cancelled order.paid drop.ended draw.done"
		if strings.Join(got, " ") != want {
			t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
		}
		if reasons[late.Number] != "expired" || reasons[last.Number] != "staff" {
			t.Errorf("%v", reasons)
		}
	})
}
