package orders_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestARefusedRefundNamesWhatIsLeft(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		staff := audit.Actor{Name: "staff"}
		id := r.product(t, "Waves", 450, units(5))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		refuse := func(amount shop.Cents, want string) {
			t.Helper()
			err := r.Payments.Refund(t.Context(), placed.Order.Number, amount, "", staff)
			if wantCode(t, err, shop.Conflict); !strings.Contains(err.Error(), want) {
				t.Errorf("refused with %q, want %q", err, want)
			}
		}
		refuse(1_00, "no more than $0.00") // nothing was paid
		if err := r.bank.Pay(r.payRef(t, placed.Order)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Payments.Check(t.Context(), placed.Order); err != nil {
			t.Fatal(err)
		}
		refuse(10_50, "no more than $10.49")
	})
}

func TestACancelledOrderIsRefundedAndItsUnitsReturn(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		staff := audit.Actor{Name: "staff"}
		id := r.product(t, "Waves", 450, units(5))
		buy := func(key string) shop.Order {
			placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), key)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.bank.Pay(r.payRef(t, placed.Order)); err != nil {
				t.Fatal(err)
			}
			o, err := r.Payments.Check(ctx, placed.Order)
			if err != nil || o.Payment != shop.Paid {
				t.Fatalf("%+v %v", o, err)
			}
			return o
		}
		cancelled := buy("key-00000001")
		if err := r.Orders.Cancel(ctx, cancelled.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		wantCode(t, r.Orders.Cancel(ctx, cancelled.Number, "", staff), shop.Conflict)
		if err := r.Payments.SendRefunds(ctx); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return r.order(t, cancelled.Number).Payment == shop.MoneyReturned })
		if o := r.order(t, cancelled.Number); o.Reserved || o.Refunded != 10_49 || r.stock(t, id) != 5 {
			t.Fatalf("%+v", o)
		}
		partly := buy("key-00000002")
		if err := r.Payments.Refund(ctx, partly.Number, 5_00, "one bag was crushed", staff); err != nil {
			t.Fatal(err)
		}
		wantCode(t, r.Payments.Refund(ctx, partly.Number, 5_50, "", staff), shop.Conflict)
		if err := r.Payments.Refund(ctx, partly.Number, 5_49, "", staff); err != nil {
			t.Fatal(err)
		}
		if err := r.Payments.SendRefunds(ctx); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return r.order(t, partly.Number).Payment == shop.MoneyReturned })
		if o := r.order(t, partly.Number); o.Status != shop.StatusRefunded || r.stock(t, id) != 5 {
			t.Fatalf("%+v", o)
		}

		// A shop that does not use the status: what is not handed over is cancelled, what is stays so.
		if err := r.Settings.Save(ctx, settings.Change{Values: map[string]string{"status_refunded": "disabled"}}, staff); err != nil {
			t.Fatal(err)
		}
		for handed, want := range map[bool]shop.Status{false: shop.StatusCancelled, true: shop.StatusCompleted} {
			order := buy(fmt.Sprintf("key-handed-%v", handed))
			left := r.stock(t, id)
			if handed {
				if err := r.Orders.Move(ctx, orders.Move{Number: order.Number, To: shop.StatusCompleted}, staff); err != nil {
					t.Fatal(err)
				}
			} else {
				left++
			}
			if err := r.Payments.Refund(ctx, order.Number, order.Total, "", staff); err != nil {
				t.Fatal(err)
			}
			if err := r.Payments.SendRefunds(ctx); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return r.order(t, order.Number).Payment == shop.MoneyReturned })
			if o := r.order(t, order.Number); o.Status != want || r.stock(t, id) != left {
				t.Errorf("handed over %v: %s with %d units left", handed, o.Status, r.stock(t, id))
			}
		}
	})
}

func TestARefundThatCannotBeWrittenDownStopsNoOther(t *testing.T) {
	eachIdleShop(t, func(t *testing.T, r *testShop) {
		location := storetest.LocationOf(r.Store)
		var paid []shop.Order
		for i, name := range []string{"Waves", "Clouds"} {
			id := r.product(t, name, 450, units(5))
			placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), fmt.Sprintf("key-0000000%d", i))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.bank.Pay(r.payRef(t, placed.Order)); err != nil {
				t.Fatal(err)
			}
			order, err := r.Payments.Check(t.Context(), placed.Order)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 { // its units cannot be offered to those who wait for them, so they cannot come back
				storetest.Exec(t, location, fmt.Sprintf(`INSERT INTO waitlist_entries (product_id, email, mailbox_key, units, proven_at, state, created_at, updated_at)
					VALUES (%d, 'ada@example.com', 'ada', 1, 1, 'waiting', 1, 1)`, id))
				storetest.Exec(t, location, fmt.Sprintf("UPDATE products SET images = 'no JSON' WHERE id = %d", id))
			}
			paid = append(paid, order)
		}
		err := r.Store.Write(t.Context(), func(tx *store.Tx) error { // both are due at once
			for _, order := range paid {
				if err := r.Payments.AskRefund(t.Context(), tx, order, order.Total, "", audit.Actor{Name: "staff"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		storetest.Exec(t, location, fmt.Sprintf("UPDATE refunds SET next_at = 0 WHERE order_id = %d", paid[0].ID))
		if err := r.Payments.SendRefunds(t.Context()); err == nil {
			t.Error("the refund that cannot be written down is not reported")
		}
		if o := r.order(t, paid[1].Number); o.Payment != shop.MoneyReturned {
			t.Errorf("the other order is %s, want %s", o.Payment, shop.MoneyReturned)
		}
	})
}

func waitFor(t testing.TB, ready func() bool) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !ready() {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen within 10 s")
		}
		time.Sleep(10 * time.Millisecond)
	}
}
