package app_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// slowBank allows few calls a second and counts them.
type slowBank struct{ calls atomic.Int64 }

func (b *slowBank) Name() string { return "demo" }
func (b *slowBank) Rate() int    { return 20 }
func (b *slowBank) Start(context.Context, app.Charge) (app.Started, error) {
	return app.Started{Ref: "ref-" + app.NewToken(), PayURL: "http://bank.test/"}, nil
}
func (b *slowBank) Lookup(_ context.Context, ref string) (app.Outcome, error) {
	b.calls.Add(1)
	return app.Outcome{Ref: ref, Status: app.PaymentOpen}, nil
}
func (b *slowBank) Cancel(context.Context, string) error               { return nil }
func (b *slowBank) Refund(context.Context, app.Refund) (string, error) { return "", nil }
func (b *slowBank) ParseWebhook(context.Context, http.Header, []byte) (app.Outcome, bool, error) {
	return app.Outcome{}, false, nil
}

func TestAllCopiesTogetherKeepTheProvidersLimit(t *testing.T) {
	t.Parallel()
	location := storetest.Location(t, store.Postgres)
	bank := &slowBank{}
	var copies []*register
	at := newClock()
	for range 2 {
		r := openRegister(t, storetest.Open(t, location), at)
		r.Providers["demo"] = bank
		copies = append(copies, r)
	}
	id := copies[0].product(t, "Waves", 450, nil)
	placed, err := copies[0].place(checkout(10_49, shop.CheckoutLine{ProductID: id, Quantity: 1}), "key-00000001")
	if err != nil {
		t.Fatal(err)
	}
	const asked = 60
	begun := time.Now()
	var wait sync.WaitGroup
	for i := range asked {
		wait.Go(func() {
			if _, err := copies[i%2].CheckPayment(context.Background(), placed.Order); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	took, calls := time.Since(begun), bank.calls.Load()
	// One second's worth may come at once; the rest comes at the allowed pace.
	if allowed := 20 * (took.Seconds() + 1.1); float64(calls) > allowed || calls != asked {
		t.Errorf("%d calls in %s, allowed %.0f", calls, took, allowed)
	}
}
