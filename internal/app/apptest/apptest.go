// Package apptest starts a whole shop for tests, on each database, with its
// pictures in a temporary folder.
package apptest

import (
	"context"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// On starts the use cases on an open store, prepared as the test likes (a mailer,
// another clock). Background work runs until the test ends.
func On(t testing.TB, s *store.Store, prepare ...func(*app.App)) *app.App {
	t.Helper()
	secrets, err := app.NewSecrets("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.New(ctx, s, secrets, "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := media.Open(ctx, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a.Media = pictures
	a.Passwords.Cost = accounts.PasswordCost{KiB: 8, Passes: 1} // the real cost would be a quarter of the tests' time
	for _, change := range prepare {
		change(a)
	}
	done := make(chan struct{})
	go func() { defer close(done); a.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Error("background work did not stop")
		}
		_ = pictures.Close()
	})
	return a
}

// Each runs the test on a new shop of each engine.
func Each(t *testing.T, test func(t *testing.T, a *app.App), prepare ...func(*app.App)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, On(t, s, prepare...)) })
}
