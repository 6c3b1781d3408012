package orders_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

var staff = audit.Actor{Name: "staff"}

// lapse places an order by card and lets its time run out.
func (r *testShop) lapse(t *testing.T, c shop.Checkout, key string) (order shop.Order, ref string) {
	t.Helper()
	placed, err := r.place(c, key)
	if err != nil {
		t.Fatal(err)
	}
	ref = r.payRef(t, placed.Order)
	r.at.move(shop.ReservationTime + time.Second)
	if _, err := r.Payments.ReleaseExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	return placed.Order, ref
}

// wantRefund lets the money of a lapsed order come, and expects it to go back.
func (r *testShop) wantRefund(t *testing.T, order shop.Order, ref string) {
	t.Helper()
	if err := r.Payments.Settle(t.Context(), "demo", payment.Outcome{Ref: ref, CaptureRef: ref, State: shop.PaymentStatePaid, Amount: order.Total, Currency: "USD"}); err != nil {
		t.Fatal(err)
	}
	refunds, err := r.Store.Refunds.OfOrder(t.Context(), order.ID)
	if err != nil || len(refunds) != 1 || shop.Cents(refunds[0].Amount) != order.Total {
		t.Errorf("the money did not go back: %+v %v", refunds, err)
	}
	if now := r.order(t, order.Number); now.Reserved {
		t.Errorf("units were given: %+v", now)
	}
}

func TestALapsedOrderDoesNotGetAroundALimit(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(9), func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) })
		c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
		first, ref := r.lapse(t, c, "key-first-0001")
		if _, err := r.place(c, "key-second-001"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Payments.Pay(t.Context(), r.order(t, first.Number)); shop.CodeOf(err) == "" {
			t.Errorf("paying the first again: %v", err)
		}
		r.wantRefund(t, first, ref)
		if left := r.stock(t, id); left != 8 {
			t.Errorf("%d left", left)
		}
	})
}

func TestALapsedOrderIsRefusedWhenItsCodeOrProductIsGone(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(9))
		promo, err := r.Catalog.CreatePromotion(ctx, shop.Promotion{Code: "HALF", Kind: shop.PercentOff, Value: 50, Enabled: true}, staff)
		if err != nil {
			t.Fatal(err)
		}
		c := checkout(8_24, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.PromoCode = "half"
		coded, codedRef := r.lapse(t, c, "key-coded-0001")
		if err := r.Catalog.DeletePromotion(ctx, promo.ID, staff); err != nil {
			t.Fatal(err)
		}
		r.wantRefund(t, coded, codedRef)
		plain, plainRef := r.lapse(t, checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-plain-0001")
		if err := r.Catalog.DeleteProduct(ctx, id, staff); err != nil {
			t.Fatal(err)
		}
		r.wantRefund(t, plain, plainRef)
	})
}

func TestAnOrderThatWaitsForItsMoneyIsNotWorkedOn(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(1))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, r.Orders.Move(t.Context(), orders.Move{Number: placed.Order.Number, To: shop.StatusProcessing}, staff), shop.Conflict)
		moved, err := r.Orders.MoveToNext(t.Context(), []string{placed.Order.Number}, []shop.Status{shop.StatusReadyForPickup, shop.StatusReadyForDelivery}, staff)
		if err != nil || len(moved.Moved) != 0 {
			t.Errorf("%+v %v", moved, err)
		}
	})
}

// stubborn is a bank that refuses the first refund of an amount, however often it is asked for it.
type stubborn struct {
	*demo.Provider
	amount shop.Cents

	mu      sync.Mutex
	refused string // the refund's key
}

func (b *stubborn) Refund(ctx context.Context, refund payment.RefundRequest) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if refund.Amount == b.amount && (b.refused == "" || b.refused == refund.Key) {
		b.refused = refund.Key
		return "", errors.Join(payment.ErrRefused, errors.New("not this one"))
	}
	return b.Provider.Refund(ctx, refund)
}

func TestAnOrderIsRefundedWhenAllItsMoneyIsBackAndNotBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r := openShop(t, s, newClock())
		bank := &stubborn{Provider: r.bank, amount: 10_00}
		shoptest.SetProvider(r.Store, "demo", bank)
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(1))
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.bank.Pay(r.payRef(t, placed.Order)); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Payments.Check(ctx, placed.Order); err != nil {
			t.Fatal(err)
		}
		number := placed.Order.Number
		ask := func(amount shop.Cents) {
			t.Helper()
			if err := r.Payments.Refund(ctx, number, amount, "", staff); err != nil {
				t.Fatal(err)
			}
		}
		settled := func() shop.Order {
			t.Helper()
			for range 200 {
				r.at.move(time.Hour)
				if err := r.Payments.SendRefunds(ctx); err != nil {
					t.Fatal(err)
				}
				refunds, err := r.Store.Refunds.OfOrder(ctx, placed.Order.ID)
				if err != nil {
					t.Fatal(err)
				}
				asked := 0
				for _, refund := range refunds {
					if refund.State == "asked" {
						asked++
					}
				}
				if asked == 0 {
					return r.order(t, number)
				}
			}
			t.Fatal("refunds never end")
			return shop.Order{}
		}
		ask(49)
		ask(10_00)
		if o := settled(); o.Payment != shop.Paid || o.Refunded != 49 || r.stock(t, id) != 0 {
			t.Fatalf("a part was refused, and the order is %s, %s, $%s back", o.Payment, o.Status, o.Refunded)
		}
		ask(10_00)
		if o := settled(); o.Payment != shop.MoneyReturned || o.Status != shop.StatusRefunded || r.stock(t, id) != 1 {
			t.Fatalf("all is back, and the order is %s, %s", o.Payment, o.Status)
		}
	})
}

func TestAFullQueueRefusesAtOnceAndChangesNothing(t *testing.T) {
	eachIdleShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(1))
		release := r.Orders.FillQueue()
		defer release()
		_, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		wantCode(t, err, shop.Busy)
		if left := r.stock(t, id); left != 1 {
			t.Errorf("%d left", left)
		}
	})
}

func TestOrdersThatCannotBeEndedStopNoOther(t *testing.T) {
	eachIdleShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 450, units(20))
		var last shop.Order
		for i := range 12 {
			c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
			c.Email = fmt.Sprintf("buyer%d@example.com", i)
			placed, err := r.place(c, fmt.Sprintf("key-%08d", i))
			if err != nil {
				t.Fatal(err)
			}
			last = placed.Order
		}
		at := storetest.LocationOf(r.Store)
		// What the end of a hold writes is refused for all orders but the last.
		storetest.Exec(t, at, "INSERT INTO order_events (order_id, at, actor, kind) SELECT id, 1, 'test', 'hold_ended' FROM orders WHERE id <> "+shop.IDText(last.ID))
		storetest.Exec(t, at, "CREATE UNIQUE INDEX one_end ON order_events (order_id) WHERE kind = 'hold_ended'")
		r.at.move(shop.ReservationTime + time.Second)
		if n, err := r.Payments.ReleaseExpired(t.Context()); err != nil || n != 1 {
			t.Errorf("%d orders were ended (%v), want 1", n, err)
		}
		if left := r.stock(t, id); left != 9 {
			t.Errorf("%d units are free, want 9", left)
		}
	})
}
