package orders_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// rush lets many buyers run at few units through any number of instances of the
// shop. A third of those who got some walk away from the pay page.
func rush(t *testing.T, instances []*testShop, buyers, stock int64) {
	t.Helper()
	ctx := t.Context()
	first := instances[0]
	hot := first.product(t, "Hot Drop", 450, &stock)
	var mu sync.Mutex
	var orders []shop.Order
	refused := int64(0)
	var wait sync.WaitGroup
	for i := range buyers {
		wait.Go(func() {
			r := instances[i%int64(len(instances))]
			c := checkout(10_49, shop.CheckoutLine{ProductID: hot, Quantity: 1})
			c.Email = fmt.Sprintf("buyer%d@example.com", i)
			placed, err := r.place(c, fmt.Sprintf("rush-key-%d", i))
			for shop.CodeOf(err) == shop.Busy {
				placed, err = r.place(c, fmt.Sprintf("rush-key-%d", i))
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				orders = append(orders, placed.Order)
			case shop.CodeOf(err) == shop.OutOfStock:
				refused++
			default:
				t.Errorf("buyer %d: %v", i, err)
			}
		})
	}
	wait.Wait()
	if int64(len(orders)) != stock || refused != buyers-stock || first.stock(t, hot) != 0 {
		t.Fatalf("%d sold, %d refused, %d left; want %d, %d, 0", len(orders), refused, first.stock(t, hot), stock, buyers-stock)
	}
	seen := map[string]bool{}
	for _, o := range orders {
		seen[o.Number] = true
	}
	for n := range stock {
		if !seen[shop.OrderNumber(n+1)] {
			t.Errorf("there is no %s", shop.OrderNumber(n+1))
		}
	}
	for i, o := range orders {
		if i%3 == 2 {
			continue // walked away
		}
		wait.Go(func() {
			r := instances[i%len(instances)]
			ref := r.payRef(t, o)
			if err := r.bank.Pay(ref); err != nil {
				t.Error(err)
			}
			for range 2 { // the return and the webhook come at once, on any instance
				header, body, err := r.bank.Webhook(ref)
				if err == nil {
					err = instances[rand.IntN(len(instances))].Payments.Webhook(ctx, "demo", header, body)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	first.at.move(shop.ReservationTime + time.Second)
	for _, r := range instances {
		wait.Go(func() {
			if _, err := r.Payments.ReleaseExpired(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	waitFor(t, func() bool { // the instances' own workers release too, and may still be at it
		due, err := first.Store.OrderHolds.HasExpired(ctx, first.at.now())
		return err == nil && !due
	})
	var paid, released int64
	for _, o := range orders {
		now := first.order(t, o.Number)
		switch {
		case now.Payment == shop.Paid && now.Reserved:
			paid++
		case now.Payment == shop.Unpaid && !now.Reserved && now.Status == shop.StatusCancelled:
			released++
		default:
			t.Errorf("neither paid nor released: %+v", now)
		}
		payments, err := first.Store.Payments.OfOrder(ctx, o.ID)
		if err != nil || len(payments) != 1 {
			t.Errorf("%s has %d payments, %v", o.Number, len(payments), err)
		}
	}
	if paid+first.stock(t, hot) != stock || released != first.stock(t, hot) {
		t.Errorf("%d paid, %d released, %d free of %d", paid, released, first.stock(t, hot), stock)
	}
}

// vendurehq/vendure#3508: two who checked out at the same time both got the last unit.
func TestVendure3508ARushSellsExactlyWhatIsThere(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) { rush(t, []*testShop{r}, 300, 40) })
}

func TestARushOnThreeInstances(t *testing.T) {
	t.Parallel()
	location := storetest.Location(t, store.Postgres)
	bank, err := demo.New(t.TempDir(), "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	at := newClock()
	var instances []*testShop
	for range 3 {
		instances = append(instances, shopAt(t, storetest.Open(t, location), at, bank))
	}
	rush(t, instances, 300, 40)
}

// However often an order is sent, and to whichever instances, it is placed once. Another order under its key is refused.
func TestOneKeyAtThreeInstancesIsOneOrder(t *testing.T) {
	t.Parallel()
	location, at := storetest.Location(t, store.Postgres), newClock()
	var instances []*testShop
	for range 3 {
		instances = append(instances, openShop(t, storetest.Open(t, location), at))
	}
	id := instances[0].product(t, "Waves", 450, units(100))
	const keys, times = 4, 9
	numbers := make([]map[string]int, keys)
	var mu sync.Mutex
	var wait sync.WaitGroup
	for key := range keys {
		numbers[key] = map[string]int{}
		for i := range times {
			wait.Go(func() {
				c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
				c.Email = fmt.Sprintf("buyer%d@example.com", key)
				if i%3 == 2 { // somebody else's order under the same key
					c.Email = fmt.Sprintf("other%d@example.com", key)
				}
				placed, err := instances[(key+i)%3].place(c, fmt.Sprintf("one-key-%d", key))
				mu.Lock()
				defer mu.Unlock()
				if err != nil && shop.CodeOf(err) != shop.KeyReused {
					t.Errorf("key %d: %v", key, err)
				}
				if err == nil {
					numbers[key][placed.Order.Number]++
				}
			})
		}
	}
	wait.Wait()
	for key, got := range numbers {
		placed := 0
		for _, n := range got {
			placed += n
		}
		if len(got) != 1 || placed != times/3 && placed != 2*times/3 {
			t.Errorf("key %d gave %v, want one order, for everybody who sent the same", key, got)
		}
	}
	if left := instances[0].stock(t, id); left != 100-keys {
		t.Errorf("%d units left, want %d", left, 100-keys)
	}
}

func TestAPromoCodeIsUsedAsOftenAsAllowed(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id := r.product(t, "Waves", 10_00, nil)
		err := r.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Promotions.Create(t.Context(), shop.Promotion{Code: "HYPE", Kind: shop.PercentOff, Value: 10, MaxUses: units(10),
				MaxPerCustomer: units(1), Enabled: true}, r.at.now())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		used := []shop.Order{}
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() {
				c := checkout(14_99, shop.CheckoutLine{ProductID: id, Quantity: 1})
				c.Email, c.PromoCode = fmt.Sprintf("buyer%d@example.com", i%150), "hype"
				placed, err := r.place(c, fmt.Sprintf("promo-key-%d", i))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					used = append(used, placed.Order)
				} else if shop.CodeOf(err) != shop.PromoInvalid {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		uses := func() int64 {
			promo, err := r.Store.Promotions.ByCode(t.Context(), "hype")
			if err != nil {
				t.Fatal(err)
			}
			return promo.Uses
		}
		if len(used) != 10 || uses() != 10 {
			t.Fatalf("%d orders, %d uses", len(used), uses())
		}
		if err := r.Orders.Cancel(t.Context(), used[0].Number, "", audit.Actor{Name: "staff"}); err != nil {
			t.Fatal(err)
		}
		if uses() != 9 {
			t.Errorf("%d uses after a cancellation", uses())
		}
	})
}

func TestWebhooksReplayedShuffledForgedAndWrong(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, units(20))
		type message struct {
			header http.Header
			body   []byte
		}
		var messages []message
		var orders []shop.Order
		for i := range 5 {
			c := checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1})
			c.Email = fmt.Sprintf("buyer%d@example.com", i)
			placed, err := r.place(c, fmt.Sprintf("hook-key-%d", i))
			if err != nil {
				t.Fatal(err)
			}
			ref := r.payRef(t, placed.Order)
			if i < 4 {
				err = r.bank.Pay(ref)
			} else {
				err = r.bank.Decline(ref)
			}
			if err != nil {
				t.Fatal(err)
			}
			header, body, err := r.bank.Webhook(ref)
			if err != nil {
				t.Fatal(err)
			}
			for range 100 {
				messages = append(messages, message{header, body})
			}
			orders = append(orders, placed.Order)
		}
		forged := message{http.Header{"Demo-Signature": {"00ff"}}, messages[len(messages)-1].body}
		wantCode(t, r.Payments.Webhook(ctx, "demo", forged.header, forged.body), shop.Invalid)
		changed := append([]byte(" "), messages[0].body...)
		wantCode(t, r.Payments.Webhook(ctx, "demo", messages[0].header, changed), shop.Invalid)
		for _, wrong := range []payment.Outcome{
			{Ref: r.payRef(t, orders[4]), State: shop.PaymentStatePaid, Amount: 10_48, Currency: "USD"},
			{Ref: r.payRef(t, orders[4]), State: shop.PaymentStatePaid, Amount: 10_49, Currency: "EUR"},
		} {
			wantCode(t, r.Payments.Settle(ctx, "demo", wrong), shop.PaymentFailed)
		}
		rand.Shuffle(len(messages), func(i, j int) { messages[i], messages[j] = messages[j], messages[i] })
		var wait sync.WaitGroup
		queue := make(chan message)
		for range 8 {
			wait.Go(func() {
				for m := range queue {
					if err := r.Payments.Webhook(context.WithoutCancel(ctx), "demo", m.header, m.body); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for _, m := range messages {
			queue <- m
		}
		close(queue)
		wait.Wait()
		for i, o := range orders {
			now := r.order(t, o.Number)
			if want := i < 4; (now.Payment == shop.Paid) != want {
				t.Errorf("%s: %s", o.Number, now.Payment)
			}
			var events int
			kinds, err := r.Store.Orders.Events(ctx, o.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range kinds {
				if e.Kind == "paid" || e.Kind == "payment_failed" {
					events++
				}
			}
			refunds, err := r.Store.Refunds.OfOrder(ctx, o.ID)
			if err != nil || events != 1 || len(refunds) != 0 {
				t.Errorf("%s: %d outcomes, %d refunds, %v; want one and none", o.Number, events, len(refunds), err)
			}
		}
	})
}
