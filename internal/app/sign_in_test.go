package app_test

import (
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const password = "correct horse battery"

func account(t *testing.T, a *app.App) store.Session {
	t.Helper()
	_, session, err := a.SignUp(t.Context(), shop.SignUp{Username: "casey", Email: "casey@shop.test", Password: password}, app.Client{IP: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// replacePassword does what a reset does, at a moment of the test's choice.
func replacePassword(t *testing.T, a *app.App, user int64) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.SetPassword(t.Context(), user, "another", a.Now()); err != nil {
			return err
		}
		return tx.DeleteUserSessions(t.Context(), user, 0)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func expectNoDevice(t *testing.T, a *app.App, user int64) {
	t.Helper()
	if devices, err := a.Devices(t.Context(), user); err != nil || len(devices) != 0 {
		t.Errorf("signed in at %v, %v", devices, err)
	}
}

func TestAnOldPasswordOpensNothingAfterAReset(t *testing.T) {
	t.Parallel()
	client := app.Client{IP: "192.0.2.1"}
	uses := map[string]func(t *testing.T, a *app.App, session store.Session) error{
		"sign in": func(t *testing.T, a *app.App, _ store.Session) error {
			_, _, err := a.SignIn(t.Context(), "casey@shop.test", password, client)
			return err
		},
		"change": func(t *testing.T, a *app.App, session store.Session) error {
			return a.ChangePassword(t.Context(), session, password, "a thief's password", client)
		},
		"change email": func(t *testing.T, a *app.App, session store.Session) error {
			return a.AskEmailChange(t.Context(), session, "thief@shop.test", password, client)
		},
		"offer an app": func(t *testing.T, a *app.App, session store.Session) error {
			_, err := a.OfferTotp(t.Context(), session, "token", password, client)
			return err
		},
		"remove the app": func(t *testing.T, a *app.App, session store.Session) error {
			return a.RemoveTotp(t.Context(), session, password, client)
		},
		"offer a passkey": func(t *testing.T, a *app.App, session store.Session) error {
			_, err := a.OfferPasskey(t.Context(), session, "token", password, client)
			return err
		},
		"remove a passkey": func(t *testing.T, a *app.App, session store.Session) error {
			return a.RemovePasskey(t.Context(), session, "key", password, client)
		},
		"recovery codes": func(t *testing.T, a *app.App, session store.Session) error {
			_, err := a.NewRecoveryCodes(t.Context(), session, password, client)
			return err
		},
		"delete": func(t *testing.T, a *app.App, session store.Session) error {
			return a.DeleteAccount(t.Context(), session, password, client)
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			apptest.Each(t, func(t *testing.T, a *app.App) {
				session := account(t, a)
				waiting, release := a.HoldPasswords()
				answer := make(chan error, 1)
				go func() { answer <- use(t, a, session) }()
				for waiting() == 0 { // it has read the old hash, and waits for its turn to compare
					time.Sleep(time.Millisecond)
				}
				replacePassword(t, a, session.User.ID)
				release()
				if err := <-answer; shop.CodeOf(err) != shop.BadCredentials {
					t.Errorf("the old password was taken: %v", err)
				}
				expectNoDevice(t, a, session.User.ID)
				if row, err := a.Store.AccountByID(t.Context(), session.User.ID); err != nil || row.PasswordHash != "another" {
					t.Errorf("the new password is gone: %v", err)
				}
			})
		})
	}
}

func TestASecondFactorCompletesNoSignInThatAResetHasEnded(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *app.App) {
		user := account(t, a).User
		sealed := a.Secrets.Seal("JBSWY3DPEHPK3PXP")
		err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.SetTOTPSecret(t.Context(), user.ID, sealed, a.Now()); err != nil {
				return err
			}
			return tx.ReplaceRecoveryCodes(t.Context(), user.ID, []string{app.HashToken("aaaabbbbcccc")})
		})
		if err != nil {
			t.Fatal(err)
		}
		client := app.Client{IP: "192.0.2.1"}
		_, half, err := a.SignIn(t.Context(), user.Email, password, client)
		if err != nil || !half.SecondFactorDue {
			t.Fatal(half, err)
		}
		replacePassword(t, a, user.ID)
		if _, _, err := a.UseRecoveryCode(t.Context(), half, "aaaa-bbbb-cccc", client); shop.CodeOf(err) != shop.Expired {
			t.Errorf("the sign-in went on: %v", err)
		}
		expectNoDevice(t, a, user.ID)
	})
}

// A second factor of a thief, begun with the old password, would keep the owner out.
func TestASecondFactorThatWasBegunBeforeAResetIsNotSetUp(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *app.App) {
		session, client := account(t, a), app.Client{IP: "192.0.2.1"}
		offer, err := a.OfferTotp(t.Context(), session, "token", password, client)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.ChangePassword(t.Context(), session, password, "the owner's new one", client); err != nil {
			t.Fatal(err)
		}
		code, err := totp.GenerateCode(offer.Secret, a.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.AcceptTotp(t.Context(), session, "token", code, client); shop.CodeOf(err) != shop.Expired {
			t.Errorf("it went on: %v", err)
		}
		if has, err := a.SecondFactor(t.Context(), session.User.ID); err != nil || has.Totp {
			t.Errorf("%+v, %v", has, err)
		}
	})
}

// Hashing is dear: whoever has no link gets none of it, and cannot fill its queue.
func TestASetupLinkIsLookedAtBeforeThePasswordIsHashed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *app.App) {
		_, release := a.HoldPasswords()
		defer release()
		if _, _, err := a.SetUp(t.Context(), app.NewToken(), "owner@shop.test", password, app.Client{IP: "192.0.2.1"}); shop.CodeOf(err) != shop.Expired {
			t.Errorf("a made-up link: %v", err)
		}
	})
}
