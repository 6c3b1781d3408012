package accounts_test

import (
	"context"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// forgets calls a function for every account that is about to be deleted, in the transaction that does it.
type forgets struct {
	accounts.Waitlist
	about func(userID int64)
}

func (f forgets) ForgetAccount(_ context.Context, _ *store.Tx, userID int64) error {
	f.about(userID)
	return nil
}

type noLines struct{ accounts.Lines }

func (noLines) ForgetAccount(context.Context, *store.Tx, int64) error { return nil }

func TestOfTwoAdminsWhoDeleteThemselvesAtOnceOneStays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		client, location := shop.Client{IP: "192.0.2.1"}, storetest.LocationOf(a.Store)
		for _, email := range []string{"one@shop.test", "two@shop.test"} {
			if err := a.Admins.Create(t.Context(), email, password); err != nil {
				t.Fatal(err)
			}
		}
		admins, err := a.Admins.List(t.Context())
		if err != nil || len(admins) != 2 {
			t.Fatalf("%d admins (%v)", len(admins), err)
		}
		var deleting *accounts.Service
		remove := func(user shop.User) error {
			return deleting.DeleteAccount(t.Context(), shop.Session{User: user}, password, client)
		}
		second, there := make(chan error, 1), make(chan struct{})
		begun := false
		about := func(userID int64) {
			if userID == admins[1].ID {
				close(there)
				return
			}
			if begun { // the transaction runs again
				return
			}
			begun = true
			go func() { second <- remove(admins[1]) }()
			for a.Store.Engine() == store.Postgres { // until the second is as far as it gets; SQLite has one writer
				select {
				case <-there:
					return
				case <-time.After(time.Millisecond):
				}
				if storetest.Number(t, location, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") > 0 {
					return
				}
			}
		}
		deleting, _, _ = accounts.New(accounts.Config{Store: a.Store, Secrets: a.Secrets, Passwords: a.Passwords, Limits: ratelimit.New(time.Now), Audit: audit.New(a.Store, time.Now),
			Waitlist: forgets{about: about}, Lines: noLines{}, Now: time.Now})
		if err := remove(admins[0]); err != nil {
			t.Errorf("the first: %v", err)
		}
		if err := <-second; shop.CodeOf(err) != shop.InUse {
			t.Errorf("the second: %v, want %s", err, shop.InUse)
		}
		if left, err := a.Admins.List(t.Context()); err != nil || len(left) != 1 {
			t.Errorf("%d admins are left, want 1 (%v)", len(left), err)
		}
	})
}

func TestAResetLinkFromBeforeAnAccountBecameAnAdminDoesNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		session, link := signUp(t, a), secrets.NewToken()
		err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Links.Add(t.Context(), secrets.HashToken(link), store.Link{Kind: "password-reset", UserID: &session.User.ID}, time.Now(), time.Now().Add(time.Hour))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Admins.Create(t.Context(), session.User.Email, "the admin's new one"); err != nil {
			t.Fatal(err)
		}
		if _, err := a.ResetPassword(t.Context(), link, "a thief's password", shop.Client{IP: "192.0.2.1"}); shop.CodeOf(err) != shop.Expired {
			t.Errorf("the link still works: %v", err)
		}
	})
}
