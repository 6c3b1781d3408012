// Package shoptest starts a whole shop for tests, on each database, with its
// pictures in a temporary folder.
package shoptest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// On starts the services on an open store, configured as the test likes (a mailer,
// another clock). Background work runs until the test ends.
func On(t testing.TB, st *store.Store, change ...func(*services.Config)) *services.Services {
	t.Helper()
	s := Idle(t, st, change...)
	ctx, stop := context.WithCancel(context.Background())
	listening := listens(s)
	done := make(chan struct{})
	go func() { defer close(done); s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Error("background work did not stop")
		}
	})
	if st.Engine() == store.Postgres { // a test that changes something before that would miss the event
		select {
		case <-listening:
		case <-time.After(10 * time.Second):
		}
	}
	return s
}

// Idle is like On, but no background work runs.
func Idle(t testing.TB, st *store.Store, change ...func(*services.Config)) *services.Services {
	t.Helper()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	pictures, err := media.Open(ctx, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pay := payments.Providers{}
	providers.Store(st, pay)
	t.Cleanup(func() { providers.Delete(st) })
	c := services.Config{Store: st, Keys: keys, PublicURL: "http://shop.test", Media: pictures, Providers: func(*settings.Service) (payments.Providers, error) { return pay, nil },
		PasswordCost: accounts.PasswordCost{KiB: 8, Passes: 1}} // the cost of a real one would be a quarter of the tests' time
	for _, apply := range change {
		apply(&c)
	}
	s, err := services.New(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// listens gives a channel that is closed when a shop begins to hear what happens in its PostgreSQL database.
func listens(s *services.Services) <-chan struct{} {
	began := make(chan struct{})
	once := sync.OnceFunc(func() { close(began) })
	s.Hub.Subscribe(func(e shop.Event) {
		if e.Type == shop.EventResync {
			once()
		}
	})
	return began
}

// providers has the payment providers of the tests' shops: *store.Store to payments.Providers.
var providers sync.Map

// SetProvider gives a shop made by On a payment provider of the test's own. It is
// called before the shop takes the first payment.
func SetProvider(st *store.Store, name string, provider payment.Provider) {
	pay, _ := providers.Load(st)
	pay.(payments.Providers)[name] = provider
}

// New gives a new shop on SQLite, for a test of what is the same on each engine.
func New(t testing.TB, change ...func(*services.Config)) *services.Services {
	t.Helper()
	return On(t, storetest.New(t), change...)
}

// Each runs the test on a new shop of each engine.
func Each(t *testing.T, test func(t *testing.T, s *services.Services), change ...func(*services.Config)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, st *store.Store) { test(t, On(t, st, change...)) })
}
