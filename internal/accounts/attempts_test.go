package accounts_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const owner = "casey@shop.test"

// attacker is one of many addresses, each in an IPv4 network of its own.
func attacker(n int) shop.Client {
	return shop.Client{IP: fmt.Sprintf("198.51.%d.%d", n/250, n%250+1)}
}

// knownDevice is the owner's browser, in the attacker's network even.
func knownDevice(a *shopAccounts, email string) shop.Client {
	device, _ := a.NewDevice(email)
	return shop.Client{IP: attacker(0).IP, Device: device}
}

// tries counts those of an attacker with 300 addresses that were not refused.
func tries(t *testing.T, perAddress int, try func(client shop.Client) error) (allowed int) {
	t.Helper()
	for n := range 300 {
		for range perAddress {
			if shop.CodeOf(try(attacker(n))) != shop.TooMany {
				allowed++
			}
		}
	}
	return allowed
}

func TestWrongPasswordsFromAnywhereDoNotLockAKnownDeviceOut(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		signUp(t, a)
		guess := func(client shop.Client) error {
			_, _, err := a.SignIn(t.Context(), owner, "a wrong guess", client)
			return err
		}
		if n := tries(t, 3, guess); n > 100 {
			t.Errorf("300 addresses made %d guesses at one account, want 100 at most", n)
		}
		for range 12 { // success is not counted
			if _, _, err := a.SignIn(t.Context(), owner, password, knownDevice(a, owner)); err != nil {
				t.Fatalf("the owner on a known device: %v", err)
			}
		}
		if _, _, err := a.SignIn(t.Context(), owner, password, shop.Client{IP: "203.0.113.5"}); shop.CodeOf(err) != shop.TooMany {
			t.Errorf("an unknown device during the attack: %v", err)
		}
		forged := knownDevice(a, "thief@shop.test")
		if _, _, err := a.SignIn(t.Context(), owner, password, forged); shop.CodeOf(err) != shop.TooMany {
			t.Errorf("a device of another account: %v", err)
		}
		forged.Device += "x"
		if a.KnowsDevice("thief@shop.test", forged) {
			t.Error("a changed token is a known device")
		}
	})
}

func TestTenWrongPasswordsFromOneAddressLockOnlyThatAddressOut(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		signUp(t, a)
		for range 10 {
			if _, _, err := a.SignIn(t.Context(), owner, "a wrong guess", attacker(1)); shop.CodeOf(err) != shop.BadCredentials {
				t.Fatal(err)
			}
		}
		if _, _, err := a.SignIn(t.Context(), owner, password, attacker(1)); shop.CodeOf(err) != shop.TooMany {
			t.Errorf("the eleventh try of the address: %v", err)
		}
		if _, _, err := a.SignIn(t.Context(), owner, password, shop.Client{IP: "203.0.113.5"}); err != nil {
			t.Errorf("the owner on a new device elsewhere: %v", err)
		}
	})
}

func TestAKnownDeviceIsLimitedByItself(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		signUp(t, a)
		stolen, other := knownDevice(a, owner), knownDevice(a, owner)
		for range 10 {
			if _, _, err := a.SignIn(t.Context(), owner, "a wrong guess", stolen); shop.CodeOf(err) != shop.BadCredentials {
				t.Fatal(err)
			}
		}
		if _, _, err := a.SignIn(t.Context(), owner, password, stolen); shop.CodeOf(err) != shop.TooMany {
			t.Errorf("the eleventh try of a stolen device: %v", err)
		}
		if _, _, err := a.SignIn(t.Context(), owner, password, other); err != nil {
			t.Errorf("another device of the owner: %v", err)
		}
	})
}

func TestResetsAskedForByOthersDoNotKeepTheOwnerFromOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, a *shopAccounts) {
		signUp(t, a)
		ask := func(client shop.Client) error { return a.RequestPasswordReset(t.Context(), owner, client) }
		for range 5 {
			if err := ask(attacker(1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := ask(shop.Client{IP: "203.0.113.5"}); err != nil {
			t.Errorf("the owner elsewhere, after five resets of a stranger: %v", err)
		}
		if n := tries(t, 1, ask); n > 20 {
			t.Errorf("300 addresses had %d emails sent to one mailbox, want 20 at most", n)
		}
		if err := ask(knownDevice(a, owner)); err != nil {
			t.Errorf("the owner on a known device: %v", err)
		}
	})
}

func TestWrongCodesFromAnywhereDoNotLockAKnownDeviceOut(t *testing.T) {
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
		half := func(client shop.Client) shop.Session {
			_, session, err := a.SignIn(t.Context(), owner, password, client)
			if err != nil || !session.SecondFactorDue {
				t.Fatal(session, err)
			}
			return session
		}
		stolen := half(attacker(0)) // somebody who knows the password
		guess := func(client shop.Client) error {
			_, _, err := a.SecondFactor.SignInWithTOTP(t.Context(), stolen, "000000", client)
			return err
		}
		if n := tries(t, 1, guess); n > 30 {
			t.Errorf("300 addresses made %d guesses, want 30 at most", n)
		}
		known := knownDevice(a, owner)
		if _, _, err := a.SecondFactor.SignInWithRecoveryCode(t.Context(), half(known), "aaaa-bbbb-cccc", known); err != nil {
			t.Errorf("the owner on a known device: %v", err)
		}
	})
}
