package drops_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// asked is what the slow bank of all instances was asked.
type asked struct {
	mu      sync.Mutex
	lookups map[string]int // by reference
}

// slowBank is a bank that takes a while for every answer, as one instance calls it, and how many it answers at a time.
type slowBank struct {
	*bank
	*asked
	takes     time.Duration
	pace      ratelimit.Acquire
	busy, top int // guarded by asked.mu
}

func (b *slowBank) Lookup(ctx context.Context, ref string) (payment.Outcome, error) {
	if err := b.pace(ctx); err != nil {
		return payment.Outcome{}, err
	}
	b.asked.mu.Lock()
	b.lookups[ref]++
	b.busy++
	b.top = max(b.top, b.busy)
	b.asked.mu.Unlock()
	time.Sleep(b.takes)
	b.asked.mu.Lock()
	b.busy--
	b.asked.mu.Unlock()
	return b.bank.Lookup(ctx, ref)
}

func (b *slowBank) Cancel(ctx context.Context, _ string) error {
	if err := b.pace(ctx); err != nil {
		return err
	}
	time.Sleep(b.takes)
	return nil
}

// Holds that have ended are released several at once, each by one instance and with one question to the provider.
func TestEndedHoldsAreReleasedSeveralAtOnceEachByOneInstance(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location, off := storetest.Location(t, engine), make([]time.Duration, 1)
			if engine == store.Postgres {
				off = make([]time.Duration, 3)
			}
			shops, shared := instances(t, location, off...)
			all, banks := &asked{lookups: map[string]int{}}, make([]*slowBank, len(shops))
			const atOnce, perSecond, slow = 8, 80, 250 * time.Millisecond
			for i, c := range shops {
				banks[i] = &slowBank{bank: shared, asked: all, takes: slow, pace: ratelimit.PerSecond(c.Store, time.Now, "demo", func() int { return perSecond })}
				shoptest.SetProvider(c.Store, "demo", banks[i])
			}
			untaxedEverywhere(shops)
			n := sizeOf(t, 24)
			id := shops[0].product(int64(n))
			allKnow(shops)
			var work sync.WaitGroup
			for i := range n {
				work.Go(func() {
					in := checkout(fmt.Sprintf("buyer%d@example.com", i), 8_00, id, 1)
					in.Payment = shop.PayCard
					if _, err := shops[i%len(shops)].place(in); err != nil {
						t.Error(err)
					}
				})
			}
			work.Wait()
			begun := time.Now()
			storetest.EndReservations(t, location)
			for _, c := range shops { // beside the shops' own work in the background
				work.Go(func() {
					if _, err := c.Payments.ReleaseExpired(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			for free := int64(0); free < int64(n); free = shops[0].free(id) {
				if time.Since(begun) > 20*time.Second+time.Duration(n)*slow/atOnce {
					t.Fatalf("%d of %d units are back", free, n)
				}
				time.Sleep(5 * time.Millisecond)
			}
			took := time.Since(begun)
			work.Wait()
			all.mu.Lock()
			defer all.mu.Unlock()
			for ref, times := range all.lookups {
				if times != 1 {
					t.Errorf("the provider was asked %d times about %s", times, ref)
				}
			}
			top := 0
			for _, b := range banks {
				top = max(top, b.top)
			}
			if top < 2 || top > atOnce {
				t.Errorf("an instance asked %d times at once, want several and at most %d", top, atOnce)
			}
			if len(all.lookups) != n || took > 20*time.Second {
				t.Errorf("%d of %d holds were looked up, in %v", len(all.lookups), n, took)
			}
			t.Logf("%d orders whose time was over: released in %v by %d instances, each by one", n, took.Round(time.Millisecond), len(shops))
		})
	}
}

// Units that are set aside for somebody are theirs to order, however many unpaid orders they have.
func TestAnOrderFromAReservationIsNotRefusedForOtherUnpaidOnes(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(2)
		for range 2 {
			if _, err := c.place(checkout("ada@example.com", 8_00, id, 1)); err != nil {
				t.Fatal(err)
			}
		}
		c.wait(id, "ada+more@example.com", 1)
		c.setStock(id, 2)
		_, err := c.place(checkout("ada@example.com", 8_00, id, 1))
		wantCode(t, err, shop.TooManyUnpaid)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada+more@example.com").URL)
		if _, err := c.place(checkout("ada@example.com", 8_00, id, 1, token)); err != nil {
			t.Errorf("from the offer: %v", err)
		}
	})
}

// payWith lets a payer approve an order at PayPal and tells the shop by PayPal's message or by coming back.
func (c *testShop) payWith(pay *testkit.PayPal, order shop.Order, payer string, byMessage bool) shop.Order {
	c.t.Helper()
	payments, err := c.Store.Payments.OfOrder(c.t.Context(), order.ID)
	if err != nil || len(payments) != 1 {
		c.t.Fatal(payments, err)
	}
	pay.Approve(payments[0].Ref, payer)
	if byMessage {
		body := fmt.Sprintf(`{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":%q}}`, payments[0].Ref)
		err = c.Payments.Webhook(c.t.Context(), "paypal", map[string][]string{"Paypal-Transmission-Sig": {"signed"}}, []byte(body))
	} else {
		_, err = c.Payments.Check(c.t.Context(), order)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return c.orderNow(order)
}

// A PayPal account counts like a card: more units than one household may have go before staff.
func TestOnePayPalAccountIsOneCard(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		pay, now := testkit.NewPayPal(t), func(context.Context) error { return nil }
		shoptest.SetProvider(c.Store, "paypal", paypal.New(pay.URL, func(context.Context) (paypal.Keys, error) {
			return paypal.Keys{ClientID: "client", Secret: "secret", WebhookID: "WH-1"}, nil
		}, paypal.Pace{Call: now, Message: now}))
		c.set(map[string]string{"tax_calculation": "none", "accept_paypal": "enabled", "paypal_client_id": "client", "paypal_secret": "secret"})
		id := c.product(10)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.LimitUnits = 1 })
		c.to(d.OpensAt)
		for _, buyer := range []struct {
			email, payer string
			byMessage    bool
			status       shop.Status
		}{
			{"ada@example.com", "PAYER-1", false, shop.StatusPending}, {"ben@example.com", "PAYER-1", true, shop.StatusOnHold},
			{"cem@example.com", "PAYER-2", true, shop.StatusPending}, {"dua@example.com", "PAYER-1", false, shop.StatusOnHold},
		} {
			in := inDrop(buyer.email, id, 1)
			in.Payment = shop.PayPayPal
			order, err := c.order(in)
			if err != nil {
				t.Fatal(err)
			}
			order = c.payWith(pay, order, buyer.payer, buyer.byMessage)
			if order.Payment != shop.Paid || order.Status != buyer.status {
				t.Errorf("%s, paid by %s: %s, %s, want %s; %s", buyer.email, buyer.payer, order.Payment, order.Status, buyer.status, c.events(order))
			}
		}
		c.checkInvariants()
	})
}
