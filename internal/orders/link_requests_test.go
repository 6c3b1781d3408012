package orders_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// Without a database there is nothing that the time of the answer could tell.
func TestARequestForALinkIsAnsweredWithoutLookingForTheOrder(t *testing.T) {
	t.Parallel()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	service := orders.New(orders.Config{Limits: ratelimit.New(time.Now), Keys: orderbook.NewBuyerKeys(keys), Now: time.Now})
	ask := func(n int) error {
		return service.EmailLink(t.Context(), fmt.Sprintf("ORD-%03d", n), "maya@example.com", shop.Client{IP: fmt.Sprintf("198.51.%d.%d", n/250, n%250)})
	}
	for n := range 1000 {
		if err := ask(n); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, ask(1000), shop.Busy) // memory is bounded
}

func TestRequestsForALinkAreAnsweredWhenTheShopStops(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		const asked = 12
		running, stop := context.WithCancel(t.Context())
		defer stop()
		answering := false
		st.OnStatement(func(string) {
			if answering { // in the middle of the first answer
				stop()
			}
		})
		at := newClock()
		r := &testShop{Services: shoptest.Idle(t, st, func(c *services.Config) { c.Now = at.now }), at: at}
		id := r.product(t, "Mochi", 0, units(asked))
		for n := range asked {
			c := freeCheckout(id)
			c.Email = fmt.Sprintf("buyer%d@example.com", n)
			placed, err := r.place(c, fmt.Sprintf("key-%08d", n))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Orders.EmailLink(t.Context(), placed.Order.Number, c.Email, shop.Client{IP: "127.0.0.1"}); err != nil {
				t.Fatal(err)
			}
		}
		emails := func() int64 {
			return storetest.Number(t, storetest.LocationOf(st), "SELECT COUNT(*) FROM outbox")
		}
		before := emails()
		answering = true
		r.Orders.RunLinkRequests(running)
		if sent := emails() - before; sent != asked {
			t.Errorf("%d of %d requests were answered", sent, asked)
		}
	})
}
