package accounts_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Wherever a password is set, a common one and the owner's own names are refused with a word why.
func TestWeakPasswordsAreRefusedWhereverOneIsSet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		ctx, client := t.Context(), shop.Client{IP: "192.0.2.1"}
		const email, username = "casey.miller@shop.test", "caseythesnackfan"
		_, session, err := a.SignUp(ctx, shop.SignUp{Username: username, Email: email, Password: password}, client)
		if err != nil {
			t.Fatal(err)
		}
		link := secrets.NewToken()
		err = a.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.Links.Add(ctx, secrets.HashToken(link), store.Link{Kind: "password-reset", UserID: &session.User.ID}, time.Now(), time.Now().Add(time.Hour))
		})
		if err != nil {
			t.Fatal(err)
		}
		setup, err := a.Admins.NewSetupLink(ctx)
		if err != nil {
			t.Fatal(err)
		}
		_, setupToken, _ := strings.Cut(setup, "token=")
		order := shop.Order{ID: 1, Email: email}
		for where, set := range map[string]func(password string) error{
			"sign-up": func(password string) error {
				_, _, err := a.SignUp(ctx, shop.SignUp{Username: username, Email: email, Password: password}, client)
				return err
			},
			"sign-up with an order": func(password string) error {
				_, _, err := a.SignUpWithOrder(ctx, order, password, client)
				return err
			},
			"reset": func(password string) error {
				_, err := a.ResetPassword(ctx, link, password, client)
				return err
			},
			"change": func(next string) error { return a.ChangePassword(ctx, session, password, next, client) },
			"setup": func(password string) error {
				_, _, err := a.Admins.SetUp(ctx, setupToken, email, password, client)
				return err
			},
			"command line": func(password string) error { return a.Admins.Create(ctx, email, password) },
		} {
			for weak, why := range map[string]string{"qwertyuiop12": "Many people use this password", email: "Your email or username", "Casey.Miller1": "Your email or username"} {
				err, ok := errors.AsType[*shop.Error](set(weak))
				if !ok || err.Code != shop.Invalid || !strings.HasPrefix(err.Fields.Message("password"), why) {
					t.Errorf("%s with %q: %v", where, weak, err)
				}
			}
			if where == "sign-up" || where == "reset" || where == "change" { // the others make the username from the email
				if err := set(username); shop.CodeOf(err) != shop.Invalid {
					t.Errorf("%s with the username: %v", where, err)
				}
			}
		}
		if _, err := a.ResetPassword(ctx, link, "the owner's new one", client); err != nil {
			t.Errorf("a refused password has used up the link: %v", err)
		}
	})
}
