package orders_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// bigCheckout is an order of 100 products, paid at the shop.
func bigCheckout(ids []int64) shop.Checkout {
	c := checkout(0)
	c.Fulfillment, c.Payment = shop.Pickup, shop.PayManual
	for _, id := range ids {
		c.Lines = append(c.Lines, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.ExpectedTotal += 10
	}
	return c
}

func (r *testShop) products(t testing.TB, n int) []int64 {
	t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = r.product(t, fmt.Sprint("Snack ", i), 10, units(100_000))
	}
	return ids
}

func (r *testShop) set(t testing.TB, values map[string]string) {
	t.Helper()
	if err := r.Settings.Save(context.Background(), settings.Change{Values: values}, staff); err != nil {
		t.Fatal(err)
	}
}

// queuedEmails counts what waits to be sent.
func (r *testShop) queuedEmails(t testing.TB) int {
	t.Helper()
	var rows []store.OutboxRow
	err := r.Store.Write(context.Background(), func(tx *store.Tx) (err error) {
		rows, err = tx.Outbox.Claim(context.Background(), 0, r.at.now(), r.at.now(), 10_000)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

func TestManyBigOrdersAtOnceAreAllPlaced(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		r.set(t, map[string]string{"tax_calculation": "none"})
		ids := r.products(t, shop.MaxLines)
		var wait sync.WaitGroup
		const many = 40 // what one statement takes is exceeded by three of them
		for i := range many {
			wait.Go(func() {
				c := bigCheckout(ids)
				c.Email = fmt.Sprintf("buyer%d@example.com", i)
				if _, err := r.place(c, fmt.Sprintf("big-key-%d", i)); err != nil {
					t.Errorf("order %d: %v", i, err)
				}
			})
		}
		wait.Wait()
		if left := r.stock(t, ids[99]); left != 100_000-many {
			t.Errorf("%d left, want %d", left, 100_000-many)
		}
	})
}

func TestAStatementHasNeverTooManyVariables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r := openShop(t, s, newClock())
		id := r.product(t, "Snack", 10, nil)
		var batch []*store.NewOrder
		const many, lines = 240, 30 // lines: more values than either database takes in one statement; orders: more than one statement of ours
		for i := range many {
			order := &store.NewOrder{IdempotencyKey: fmt.Sprint("chunk-key-", i)}
			order.Order = shop.Order{Email: "maya@example.com", Name: "Maya", Fulfillment: shop.Pickup, Status: shop.StatusPending, Payment: shop.Unpaid,
				PaymentMethod: shop.PayManual, Currency: "USD"}
			for n := range lines {
				order.Lines = append(order.Lines, shop.OrderLine{Position: int64(n + 1), ProductID: &id, Name: "Snack", Price: 10, Quantity: 1})
			}
			batch = append(batch, order)
		}
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for id := range int64(3_000) { // more events than PostgreSQL has columns in a statement
				tx.Emit(shop.Event{Type: shop.EventStock, ID: id})
			}
			return tx.Orders.Insert(t.Context(), batch, r.at.now())
		})
		if err != nil {
			t.Fatal(err)
		}
		last, err := s.Orders.ByNumber(t.Context(), batch[many-1].Number)
		if err != nil || len(last.Lines) != lines || last.ID != batch[many-1].ID {
			t.Errorf("the last order has %d lines, %v", len(last.Lines), err)
		}
	})
}

func TestAnOrderLimitPerNetwork(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 0, units(10_000))
		var n atomic.Int64
		place := func(ip string) error {
			i := n.Add(1)
			c := freeCheckout(id)
			c.Email = fmt.Sprintf("buyer%d@example.com", i)
			_, err := r.Orders.Place(context.Background(), c, fmt.Sprintf("network-key-%d", i), from(ip))
			return err
		}
		atOnce := func(times int, ip string) {
			t.Helper()
			var wait sync.WaitGroup
			for range times {
				wait.Go(func() {
					if err := place(ip); err != nil {
						t.Errorf("an order of %s: %v", ip, err)
					}
				})
			}
			wait.Wait()
		}
		if err := place("192.0.2.1"); err != nil {
			t.Fatal(err)
		}
		atOnce(119, "192.0.2.1")
		wantCode(t, place("192.0.2.1"), shop.TooMany)
		if left := r.stock(t, id); left != 10_000-120 {
			t.Errorf("a refused order took units: %d left", left)
		}
		for _, ip := range []string{"192.0.2.2", "127.0.0.1", "2001:db8:1:1::1"} {
			if err := place(ip); err != nil {
				t.Errorf("an order of %s: %v", ip, err)
			}
		}
		atOnce(130, "10.0.0.1") // a private address is not limited
		// The first order is still found under its key.
		c := freeCheckout(id)
		c.Email = "buyer1@example.com"
		if placed, err := r.Orders.Place(t.Context(), c, "network-key-1", from("192.0.2.1")); err != nil || placed.Order.Number != "ORD-001" {
			t.Errorf("the same request again: %q, %v", placed.Order.Number, err)
		}
		r.at.move(shop.ReservationTime)
		if err := place("192.0.2.1"); err != nil {
			t.Errorf("after the minute: %v", err)
		}
	})
}

func TestTheNetworksOfOneSiteAreLimitedTogether(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		r.set(t, map[string]string{"tax_calculation": "none", "order_confirmation_email": "disabled"})
		id := r.product(t, "Waves", 0, nil)
		var mu sync.Mutex
		var wait sync.WaitGroup
		outcomes := map[shop.Code]int{}
		network := func(i int) string { return fmt.Sprintf("2001:db8:7:%x::1", i) }
		const most, before, asked = 1_200, 1_170, 50
		for i := range before { // as if they had been placed
			r.Orders.CountOrder(shop.Client{IP: network(i)}, fmt.Sprintf("earlier%d@example.com", i))
		}
		for i := range asked {
			wait.Go(func() {
				c := freeCheckout(id)
				c.Email = fmt.Sprintf("buyer%d@example.com", i)
				_, err := r.Orders.Place(context.Background(), c, fmt.Sprintf("site-key-%d", i), from(network(before+i)))
				mu.Lock()
				defer mu.Unlock()
				outcomes[shop.CodeOf(err)]++
			})
		}
		wait.Wait()
		if placed, refused := before+outcomes[""], outcomes[shop.TooMany]; placed != most || refused != before+asked-most {
			t.Errorf("a /48 placed %d orders and was refused %d, want %d and %d", placed, refused, most, before+asked-most)
		}
	})
}

func TestOrdersForOneMailboxAreLimitedWhateverItsSpelling(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 0, nil)
		place := func(i int) error {
			c := freeCheckout(id)
			c.Email = fmt.Sprintf("ma.ya+%d@gmail.com", i)
			_, err := r.Orders.Place(t.Context(), c, fmt.Sprintf("mailbox-key-%d", i), from(fmt.Sprintf("192.0.2.%d", i)))
			return err
		}
		for i := range 30 {
			if err := place(i); err != nil {
				t.Fatalf("order %d: %v", i, err)
			}
		}
		wantCode(t, place(30), shop.TooMany)
		_, session, err := r.Accounts.SignUp(t.Context(), shop.SignUp{Username: "maya", Email: "maya@gmail.com", Password: "battery horse"}, shop.Client{})
		if err != nil {
			t.Fatal(err)
		}
		c := freeCheckout(id)
		c.Email = "maya@gmail.com"
		if _, err := r.Orders.Place(t.Context(), c, "own-key-1", orders.Buyer{User: &session.User, Client: shop.Client{IP: "192.0.2.99"}}); err != nil {
			t.Errorf("orders in their name keep a customer from ordering: %v", err)
		}
	})
}

func TestEmailsAboutOrdersToOneMailboxAreLimited(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		r.set(t, map[string]string{"tax_calculation": "none"})
		id := r.product(t, "Waves", 0, nil)
		var numbers []string
		for i := range 12 {
			c := freeCheckout(id)
			c.Email = fmt.Sprintf("victim+%d@example.com", i)
			placed, err := r.place(c, fmt.Sprintf("mail-key-%d", i))
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, placed.Order.Number)
		}
		for i, number := range numbers {
			order, err := r.Orders.StaffOrder(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			skipped := 0
			for _, event := range order.Events {
				if event.Kind == "mail_skipped" && event.Detail == "confirmation" {
					skipped++
				}
			}
			if want := max(0, min(1, i-9)); skipped != want {
				t.Errorf("order %d of one mailbox: %d emails skipped, want %d", i+1, skipped, want)
			}
		}
		if queued := r.queuedEmails(t); queued != 10 {
			t.Errorf("%d emails to one mailbox, want 10", queued)
		}
	})
}
