package orders_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// slowBank writes down when it is called.
type slowBank struct {
	mu    sync.Mutex
	calls []time.Time
}

// pacedBank is the bank as one instance of the shop calls it: each call is paced.
type pacedBank struct {
	*slowBank
	acquire ratelimit.Acquire
}

func (b pacedBank) called(ctx context.Context) error {
	err := b.acquire(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, time.Now())
	return err
}

func (b pacedBank) Minimum(string) shop.Cents { return 0 }
func (b pacedBank) Start(ctx context.Context, _ payment.Charge) (payment.Started, error) {
	return payment.Started{Ref: "ref-of-the-bank", PayURL: "http://bank.test/"}, b.called(ctx)
}
func (b pacedBank) Lookup(ctx context.Context, ref string) (payment.Outcome, error) {
	return payment.Outcome{Ref: ref, State: shop.PaymentStateOpen}, b.called(ctx)
}
func (b pacedBank) Cancel(ctx context.Context, _ string) error { return b.called(ctx) }
func (b pacedBank) Refund(ctx context.Context, _ payment.RefundRequest) (string, error) {
	return "", b.called(ctx)
}
func (b pacedBank) ParseWebhook(ctx context.Context, _ http.Header, _ []byte) (payment.Outcome, bool, error) {
	return payment.Outcome{Ref: "ref-of-the-bank", State: shop.PaymentStateOpen}, true, b.called(ctx)
}

func TestAllInstancesTogetherKeepTheProvidersLimit(t *testing.T) {
	t.Parallel()
	const rate, asked = 20, 30
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location, bank, at := storetest.Location(t, engine), &slowBank{}, newClock()
			var instances []*testShop
			for range 2 {
				r := openShop(t, storetest.Open(t, location), at)
				shoptest.SetProvider(r.Store, "demo", pacedBank{bank, ratelimit.PerSecond(r.Store, time.Now, "demo", func() int { return rate })})
				instances = append(instances, r)
			}
			id := instances[0].product(t, "Waves", 450, nil)
			begun := time.Now().Truncate(time.Millisecond) // as the database has it; the first call opens the pay page
			placed, err := instances[0].place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
			if err != nil {
				t.Fatal(err)
			}
			var wait sync.WaitGroup
			for i := range asked {
				wait.Go(func() { // by shoppers who come back, and by messages, which ask twice
					var err error
					if i%3 == 0 {
						err = instances[i%2].Payments.Webhook(context.Background(), "demo", nil, nil)
					} else {
						_, err = instances[i%2].Payments.Check(context.Background(), placed.Order)
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
			slices.SortFunc(bank.calls, time.Time.Compare)
			if len(bank.calls) < asked {
				t.Fatalf("%d calls", len(bank.calls))
			}
			// No second has more calls than the provider allows, which is a fifth more than the pace.
			for n, at := range bank.calls {
				if earliest := time.Duration(n)*time.Second/rate - time.Second/5; at.Sub(begun) < earliest {
					t.Fatalf("call %d came after %s, want %s", n, at.Sub(begun), earliest)
				}
			}
		})
	}
}

func TestWhoWouldWaitTooLongForAProviderIsToldAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r := openShop(t, s, newClock())
		acquire := ratelimit.PerSecond(r.Store, time.Now, "slow", func() int { return 1 })
		if err := acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := s.Write(t.Context(), func(tx *store.Tx) error { // a long queue
			_, _, err := tx.RateLimits.AcquireSlot(t.Context(), "slow", time.Now(), time.Minute, time.Now().Add(time.Hour))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, acquire(t.Context()), shop.Busy)
	})
}

func TestOneBuyerDoesNotUseUpTheProvidersRate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r, bank := openShop(t, s, newClock()), &slowBank{}
		shoptest.SetProvider(r.Store, "demo", pacedBank{bank, func(context.Context) error { return nil }})
		id := r.product(t, "Waves", 450, nil)
		placed, err := r.place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
		if err != nil {
			t.Fatal(err)
		}
		ask := func(times int) int {
			t.Helper()
			before := len(bank.calls)
			for range times {
				if _, err := r.Payments.Check(t.Context(), placed.Order); err != nil {
					t.Fatal(err)
				}
			}
			return len(bank.calls) - before
		}
		if n := ask(100); n != 40 {
			t.Errorf("the bank was asked %d times", n)
		}
		r.at.move(time.Minute)
		if n := ask(1); n != 1 {
			t.Error("it is not asked any more")
		}
	})
}
