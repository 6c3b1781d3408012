package accounts_test

import (
	"context"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

const password = "correct horse battery"

// shopAccounts are the services of this package on one database.
type shopAccounts struct {
	*accounts.Service
	SecondFactor *accounts.SecondFactor
	Admins       *accounts.Admins
	Passwords    *accounts.Passwords
	Store        *store.Store
	Secrets      *secrets.Keys
}

// each runs the test on a new shop of each engine.
func each(t *testing.T, test func(t *testing.T, a *shopAccounts)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		keys, err := secrets.New("a key for tests only")
		if err != nil {
			t.Fatal(err)
		}
		settings := func(context.Context) (shop.Settings, error) { return shop.SettingsFrom(nil), nil }
		cheap := accounts.PasswordCost{KiB: 8, Passes: 1} // the real cost would slow the tests down
		a := &shopAccounts{Passwords: accounts.NewPasswords(cheap), Store: s, Secrets: keys}
		a.Service, a.SecondFactor, a.Admins = accounts.New(accounts.Config{Store: s, Secrets: keys, Passwords: a.Passwords, Limits: ratelimit.New(time.Now),
			Outbox: outbox.New(outbox.Config{Store: s, Hub: events.NewHub(events.DefaultLimits()), Keys: keys, Settings: settings, Now: time.Now, PublicURL: "http://shop.test"}),
			Audit:  audit.New(s, time.Now), Settings: settings, Now: time.Now, PublicURL: "http://shop.test"})
		test(t, a)
	})
}

func signUp(t *testing.T, a *shopAccounts) shop.Session {
	t.Helper()
	_, session, err := a.SignUp(t.Context(), shop.SignUp{Username: "casey", Email: "casey@shop.test", Password: password}, shop.Client{IP: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// replacePassword does what a reset does, at a moment of the test's choice.
func replacePassword(t *testing.T, a *shopAccounts, user int64) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.Accounts.SetPassword(t.Context(), user, "another", time.Now()); err != nil {
			return err
		}
		return tx.Sessions.DeleteAllOfUser(t.Context(), user, 0)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func expectNoDevice(t *testing.T, a *shopAccounts, user int64) {
	t.Helper()
	if devices, err := a.Devices(t.Context(), user); err != nil || len(devices) != 0 {
		t.Errorf("signed in at %v, %v", devices, err)
	}
}

func TestAnOldPasswordDoesNothingAfterAReset(t *testing.T) {
	t.Parallel()
	client := shop.Client{IP: "192.0.2.1"}
	uses := map[string]func(t *testing.T, a *shopAccounts, session shop.Session) error{
		"sign in": func(t *testing.T, a *shopAccounts, _ shop.Session) error {
			_, _, err := a.SignIn(t.Context(), "casey@shop.test", password, client)
			return err
		},
		"change": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			return a.ChangePassword(t.Context(), session, password, "a thief's password", client)
		},
		"change email": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			return a.RequestEmailChange(t.Context(), session, "thief@shop.test", password, client)
		},
		"offer an app": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			_, err := a.SecondFactor.StartTOTP(t.Context(), session, "token", password, client)
			return err
		},
		"remove the app": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			return a.SecondFactor.RemoveTOTP(t.Context(), session, password, client)
		},
		"offer a passkey": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			_, err := a.SecondFactor.StartPasskey(t.Context(), session, "token", password, client)
			return err
		},
		"remove a passkey": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			return a.SecondFactor.RemovePasskey(t.Context(), session, "key", password, client)
		},
		"recovery codes": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			_, err := a.SecondFactor.ReplaceRecoveryCodes(t.Context(), session, password, client)
			return err
		},
		"delete": func(t *testing.T, a *shopAccounts, session shop.Session) error {
			return a.DeleteAccount(t.Context(), session, password, client)
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, a *shopAccounts) {
				session := signUp(t, a)
				waiting, release := a.Passwords.Hold()
				answer := make(chan error, 1)
				go func() { answer <- use(t, a, session) }()
				for waiting() == 0 { // it has read the old hash and waits for a slot to compare
					time.Sleep(time.Millisecond)
				}
				replacePassword(t, a, session.User.ID)
				release()
				if err := <-answer; shop.CodeOf(err) != shop.BadCredentials {
					t.Errorf("the old password was taken: %v", err)
				}
				expectNoDevice(t, a, session.User.ID)
				if row, err := a.Store.Accounts.ByID(t.Context(), session.User.ID); err != nil || row.PasswordHash != "another" {
					t.Errorf("the new password is gone: %v", err)
				}
			})
		})
	}
}

func TestASecondFactorCompletesNoSignInThatAResetHasEnded(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		user := signUp(t, a).User
		sealed := a.Secrets.Seal("JBSWY3DPEHPK3PXP")
		err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.SecondFactors.SetTOTPSecret(t.Context(), user.ID, sealed, time.Now()); err != nil {
				return err
			}
			return tx.SecondFactors.ReplaceRecoveryCodes(t.Context(), user.ID, []string{secrets.HashToken("aaaabbbbcccc")})
		})
		if err != nil {
			t.Fatal(err)
		}
		client := shop.Client{IP: "192.0.2.1"}
		_, half, err := a.SignIn(t.Context(), user.Email, password, client)
		if err != nil || !half.SecondFactorDue {
			t.Fatal(half, err)
		}
		replacePassword(t, a, user.ID)
		if _, _, err := a.SecondFactor.SignInWithRecoveryCode(t.Context(), half, "aaaa-bbbb-cccc", client); shop.CodeOf(err) != shop.Expired {
			t.Errorf("the sign-in went on: %v", err)
		}
		expectNoDevice(t, a, user.ID)
	})
}

// A second factor that an attacker started with the old password would lock the owner out.
func TestASecondFactorStartedBeforeAResetIsNotSetUp(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		session, client := signUp(t, a), shop.Client{IP: "192.0.2.1"}
		offer, err := a.SecondFactor.StartTOTP(t.Context(), session, "token", password, client)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.ChangePassword(t.Context(), session, password, "the owner's new one", client); err != nil {
			t.Fatal(err)
		}
		code, err := totp.GenerateCode(offer.Secret, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.SecondFactor.ConfirmTOTP(t.Context(), session, "token", code, client); shop.CodeOf(err) != shop.Expired {
			t.Errorf("it went on: %v", err)
		}
		if has, err := a.SecondFactor.Status(t.Context(), session.User.ID); err != nil || has.TOTP {
			t.Errorf("%+v, %v", has, err)
		}
	})
}

// Hashing is expensive: without a valid link nobody can fill its queue.
func TestASetupLinkIsCheckedBeforeThePasswordIsHashed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		_, release := a.Passwords.Hold()
		defer release()
		if _, _, err := a.Admins.SetUp(t.Context(), secrets.NewToken(), "owner@shop.test", password, shop.Client{IP: "192.0.2.1"}); shop.CodeOf(err) != shop.Expired {
			t.Errorf("a made-up link: %v", err)
		}
	})
}
