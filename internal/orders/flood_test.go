package orders_test

import (
	"context"
	"fmt"
	"sync"
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

func (r *register) products(t testing.TB, n int) []int64 {
	t.Helper()
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = r.product(t, fmt.Sprint("Snack ", i), 10, units(100_000))
	}
	return ids
}

func (r *register) set(t testing.TB, values map[string]string) {
	t.Helper()
	if err := r.Settings.Save(context.Background(), settings.Change{Values: values}, staff); err != nil {
		t.Fatal(err)
	}
}

// queuedEmails counts what waits to be sent.
func (r *register) queuedEmails(t testing.TB) int {
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
	eachRegister(t, func(t *testing.T, r *register) {
		r.set(t, map[string]string{"tax_calculation": "none"})
		ids := r.products(t, shop.MaxLines)
		var wait sync.WaitGroup
		for i := range 128 {
			wait.Go(func() {
				c := bigCheckout(ids)
				c.Email = fmt.Sprintf("buyer%d@example.com", i)
				if _, err := r.place(c, fmt.Sprintf("big-key-%d", i)); err != nil {
					t.Errorf("order %d: %v", i, err)
				}
			})
		}
		wait.Wait()
		if left := r.stock(t, ids[99]); left != 100_000-128 {
			t.Errorf("%d left, want %d", left, 100_000-128)
		}
	})
}

func TestAStatementHasNeverTooManyVariables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r := openRegister(t, s, newClock())
		ids := r.products(t, shop.MaxLines)
		var batch []*store.NewOrder
		for i := range 400 { // more than any limit of either database in one statement
			order := &store.NewOrder{IdempotencyKey: fmt.Sprint("chunk-key-", i)}
			order.Order = shop.Order{Email: "maya@example.com", Name: "Maya", Fulfillment: shop.Pickup, Status: shop.StatusPending, Payment: shop.Unpaid,
				PaymentMethod: shop.PayManual, Currency: "USD"}
			for n, id := range ids {
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
		last, err := s.Orders.ByNumber(t.Context(), batch[399].Number)
		if err != nil || len(last.Lines) != shop.MaxLines || last.ID != batch[399].ID {
			t.Errorf("the last order has %d lines, %v", len(last.Lines), err)
		}
	})
}

func TestAnOrderLimitPerNetwork(t *testing.T) {
	eachRegister(t, func(t *testing.T, r *register) {
		id := r.product(t, "Waves", 0, units(10_000))
		n := 0
		place := func(ip string) error {
			n++
			c := freeCheckout(id)
			c.Email = fmt.Sprintf("buyer%d@example.com", n)
			_, err := r.Orders.Place(context.Background(), c, fmt.Sprintf("network-key-%d", n), from(ip))
			return err
		}
		for range 120 {
			if err := place("192.0.2.1"); err != nil {
				t.Fatalf("order %d of a network: %v", n, err)
			}
		}
		wantCode(t, place("192.0.2.1"), shop.TooMany)
		if left := r.stock(t, id); left != 10_000-120 {
			t.Errorf("a refused order took units: %d left", left)
		}
		for _, ip := range []string{"192.0.2.2", "127.0.0.1", "2001:db8:1:1::1"} {
			if err := place(ip); err != nil {
				t.Errorf("an order of %s: %v", ip, err)
			}
		}
		for range 200 {
			if err := place("10.0.0.1"); err != nil {
				t.Fatalf("a private address is limited: %v", err)
			}
		}
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
	eachRegister(t, func(t *testing.T, r *register) {
		r.set(t, map[string]string{"tax_calculation": "none", "order_confirmation_email": "disabled"})
		id := r.product(t, "Waves", 0, nil)
		var mu sync.Mutex
		var wait sync.WaitGroup
		outcomes := map[shop.Code]int{}
		for worker := range 20 {
			wait.Go(func() {
				for i := worker; i < 1_300; i += 20 {
					c := freeCheckout(id)
					c.Email = fmt.Sprintf("buyer%d@example.com", i)
					_, err := r.Orders.Place(context.Background(), c, fmt.Sprintf("site-key-%d", i), from(fmt.Sprintf("2001:db8:7:%x::1", i)))
					mu.Lock()
					outcomes[shop.CodeOf(err)]++
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		if placed, refused := outcomes[""], outcomes[shop.TooMany]; placed != 1_200 || refused != 100 {
			t.Errorf("a /48 placed %d orders and was refused %d, want 1200 and 100", placed, refused)
		}
	})
}

func TestOrdersForOneMailboxAreLimitedWhateverItsSpelling(t *testing.T) {
	eachRegister(t, func(t *testing.T, r *register) {
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
	eachRegister(t, func(t *testing.T, r *register) {
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
