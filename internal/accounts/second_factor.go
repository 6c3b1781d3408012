package accounts

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SecondFactor sets up and checks what is asked for after the password: codes of an
// authenticator app (TOTP), passkeys, and recovery codes for when those are lost.
type SecondFactor struct {
	accounts  *Service
	store     *store.Store
	secrets   *secrets.Keys
	log       adminLog
	settings  func(context.Context) (shop.Settings, error)
	now       func() time.Time
	publicURL string
}

// SecondFactorStatus is what a user has set up.
type SecondFactorStatus struct {
	TOTP          bool
	RecoveryCodes int64 // how many are left
	Passkeys      []shop.Passkey
}

const newRecoveryCodes = 10

func hasSecondFactor(ctx context.Context, tx *store.Tx, account store.Account) (bool, error) {
	if account.TOTPSecret != "" {
		return true, nil
	}
	n, err := tx.SecondFactors.CountPasskeys(ctx, account.ID)
	return n > 0, err
}

// Status says what the user has set up.
func (f *SecondFactor) Status(ctx context.Context, userID int64) (SecondFactorStatus, error) {
	return secondFactorStatus(ctx, f.store, userID)
}

func secondFactorStatus(ctx context.Context, s *store.Store, userID int64) (SecondFactorStatus, error) {
	account, err := s.Accounts.ByID(ctx, userID)
	if err != nil {
		return SecondFactorStatus{}, err
	}
	status := SecondFactorStatus{TOTP: account.TOTPSecret != ""}
	if status.RecoveryCodes, err = s.SecondFactors.CountRecoveryCodes(ctx, userID); err != nil {
		return status, err
	}
	status.Passkeys, err = s.SecondFactors.Passkeys(ctx, userID)
	return status, err
}

// DueFrom says whether a user has to set up a second factor before they may enter the
// admin area: the shop requires one of every admin, and this one has none.
func (f *SecondFactor) DueFrom(ctx context.Context, user shop.User) (bool, error) {
	settings, err := f.settings(ctx)
	if err != nil || !user.Admin || !settings.Security.AdminSecondFactor {
		return false, err
	}
	has, err := f.has(ctx, user.ID)
	return !has, err
}

// CheckRequirement refuses a change of settings that requires a second factor of every
// admin, made by an admin who has none: otherwise nobody might be able to enter the admin area any more.
func (f *SecondFactor) CheckRequirement(ctx context.Context, values map[string]string, userID int64) error {
	settings, err := f.settings(ctx)
	if err != nil {
		return err
	}
	if settings.Security.AdminSecondFactor || !settings.With(values).Security.AdminSecondFactor {
		return nil
	}
	has, err := f.has(ctx, userID)
	if err != nil || has {
		return err
	}
	return shop.FieldError(shop.Invalid, shop.AdminSecondFactorKey, "Set up a second step for your own login first: My Account, Settings, Two-Step Login.")
}

func (f *SecondFactor) has(ctx context.Context, userID int64) (bool, error) {
	status, err := f.Status(ctx, userID)
	return status.TOTP || len(status.Passkeys) > 0, err
}

// takeAttempt limits the guessing of second factors.
func (f *SecondFactor) takeAttempt(user shop.User, client shop.Client) (succeeded func(), err error) {
	return secondFactorLimits.take(f.accounts, user.Email, client)
}

// completeSignIn replaces a session that waited for its second factor by a full one,
// under a new token.
func (f *SecondFactor) completeSignIn(ctx context.Context, tx *store.Tx, session shop.Session, client shop.Client) (string, shop.Session, error) {
	account, err := tx.Accounts.Lock(ctx, session.User.ID)
	if err != nil {
		return "", session, err
	}
	deleted, err := tx.Sessions.DeleteOfUser(ctx, account.ID, session.ID)
	if err != nil {
		return "", session, err
	}
	if !deleted { // a new password, or another browser of the user, has ended it meanwhile
		return "", session, shop.Errorf(shop.Expired, "This took too long. Please log in again.")
	}
	user, err := f.accounts.withProfile(ctx, tx, account)
	if err != nil {
		return "", session, err
	}
	return f.accounts.createSession(ctx, tx, user, false, client)
}

func errWrongCode(client shop.Client) error {
	slog.Info("second factor refused", "ip", client.IP)
	return shop.FieldError(shop.BadCredentials, "code", "This code is not right.")
}

// SignInWithRecoveryCode completes a sign-in with a recovery code. Each works once.
func (f *SecondFactor) SignInWithRecoveryCode(ctx context.Context, session shop.Session, code string, client shop.Client) (token string, full shop.Session, err error) {
	succeeded, err := f.takeAttempt(session.User, client)
	if err != nil {
		return "", full, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		valid, err := tx.SecondFactors.UseRecoveryCode(ctx, session.User.ID, secrets.HashToken(normalizeCode(code)))
		if err != nil {
			return err
		}
		if !valid {
			return errWrongCode(client)
		}
		token, full, err = f.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		succeeded()
		slog.Info("recovery code used", "user", session.User.ID)
	}
	return token, full, err
}

// ReplaceRecoveryCodes makes new codes; the old ones stop working.
func (f *SecondFactor) ReplaceRecoveryCodes(ctx context.Context, session shop.Session, password string, client shop.Client) (codes []string, err error) {
	account, err := f.accounts.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return nil, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		account, err := lockUserIfPasswordUnchanged(ctx, tx, account)
		if err != nil {
			return err
		}
		has, err := hasSecondFactor(ctx, tx, account)
		if err != nil {
			return err
		}
		if !has {
			return shop.Errorf(shop.Conflict, "Set up an authenticator app or a passkey first.")
		}
		left, err := tx.SecondFactors.CountRecoveryCodes(ctx, account.ID)
		if err != nil {
			return err
		}
		if codes, err = writeRecoveryCodes(ctx, tx, account.ID); err != nil {
			return err
		}
		return f.log.updated(ctx, tx, audit.Actor{ID: account.ID, Name: account.Email}, account,
			"recovery_codes", fmt.Sprintf("%d old", left), fmt.Sprintf("%d new", len(codes)))
	})
	return codes, err
}

func writeRecoveryCodes(ctx context.Context, tx *store.Tx, userID int64) ([]string, error) {
	codes, hashes := make([]string, 0, newRecoveryCodes), make([]string, 0, newRecoveryCodes)
	for range newRecoveryCodes {
		text := rand.Text()[:12]
		code := strings.ToLower(text[:4] + "-" + text[4:8] + "-" + text[8:])
		codes, hashes = append(codes, code), append(hashes, secrets.HashToken(normalizeCode(code)))
	}
	return codes, tx.SecondFactors.ReplaceRecoveryCodes(ctx, userID, hashes)
}

// factorAdded follows every new factor. It returns recovery codes when the user has none yet.
func (f *SecondFactor) factorAdded(ctx context.Context, tx *store.Tx, userID int64, factor string) ([]string, error) {
	account, err := tx.Accounts.ByID(ctx, userID)
	if err != nil {
		return nil, err
	}
	if err := f.log.factorChanged(ctx, tx, audit.Actor{ID: account.ID, Name: account.Email}, account, factor, true); err != nil {
		return nil, err
	}
	emitSessionChange(tx, userID) // an open page may wait for it
	if n, err := tx.SecondFactors.CountRecoveryCodes(ctx, userID); err != nil || n > 0 {
		return []string{}, err
	}
	return writeRecoveryCodes(ctx, tx, userID)
}

// factorRemoved follows every removed factor. With the last one it deletes the recovery codes.
func (f *SecondFactor) factorRemoved(ctx context.Context, tx *store.Tx, userID int64, factor string) error {
	account, err := tx.Accounts.ByID(ctx, userID)
	if err != nil {
		return err
	}
	if err := f.log.factorChanged(ctx, tx, audit.Actor{ID: account.ID, Name: account.Email}, account, factor, false); err != nil {
		return err
	}
	if has, err := hasSecondFactor(ctx, tx, account); err != nil || has {
		return err
	}
	return tx.SecondFactors.ReplaceRecoveryCodes(ctx, userID, nil)
}

// RemoveAll removes every second factor of an account, for an admin who lost them all.
// Only the command line does this.
func (f *SecondFactor) RemoveAll(ctx context.Context, email string) error {
	return f.store.Write(ctx, func(tx *store.Tx) error {
		account, exists, err := tx.Accounts.ByEmail(ctx, email)
		if err != nil {
			return err
		}
		if !exists {
			return shop.Errorf(shop.NotFound, "No account has this email.")
		}
		if err := tx.SecondFactors.SetTOTPSecret(ctx, account.ID, "", f.now()); err != nil {
			return err
		}
		if err := tx.SecondFactors.DeletePasskeys(ctx, account.ID); err != nil {
			return err
		}
		if err := tx.SecondFactors.ReplaceRecoveryCodes(ctx, account.ID, nil); err != nil {
			return err
		}
		if err := tx.Sessions.DeleteAllOfUser(ctx, account.ID, 0); err != nil {
			return err
		}
		return f.log.factorChanged(ctx, tx, audit.CommandLine, account, "second_factor", false)
	})
}

// Kinds of challenges. They are stored as links, so they never change.
const (
	enrolTOTP     = "totp-enrol"
	enrolPasskey  = "passkey-enrol"
	signInPasskey = "passkey-sign-in"
)

// startChallenge stores, encrypted, what the next request of the same session needs to
// check the answer to a challenge.
func (f *SecondFactor) startChallenge(ctx context.Context, tx *store.Tx, kind, sessionToken string, userID int64, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	key := challengeKey(kind, sessionToken)
	if err := tx.Links.Delete(ctx, key); err != nil {
		return err
	}
	return tx.Links.Add(ctx, key, store.Link{Kind: kind, UserID: &userID, Payload: f.secrets.Seal(string(text))}, f.now(), f.now().Add(secondFactorTime))
}

// finishChallenge reads, once, what startChallenge stored. It locks the account; a new
// password has deleted the challenges that were started under the old one.
func finishChallenge[T any](ctx context.Context, f *SecondFactor, tx *store.Tx, kind, sessionToken string, userID int64) (state T, err error) {
	if _, err := tx.Accounts.Lock(ctx, userID); err != nil {
		return state, err
	}
	link, err := tx.Links.Use(ctx, challengeKey(kind, sessionToken), kind, f.now())
	if err != nil {
		return state, err
	}
	text, err := f.secrets.Open(link.Payload)
	if err != nil {
		return state, err
	}
	return state, json.Unmarshal([]byte(text), &state)
}

func challengeKey(kind, sessionToken string) string {
	return secrets.HashToken(kind + " " + sessionToken)
}

// normalizeCode ignores case, spaces and hyphens.
func normalizeCode(code string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(code)))
}
