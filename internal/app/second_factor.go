package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SecondFactor is what an admin has set up beside the password.
type SecondFactor struct {
	Totp          bool
	RecoveryCodes int64
	Passkeys      []Passkey
}

// Passkey is one enrolled key.
type Passkey struct {
	ID         string
	Name       string
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

const recoveryCodes = 10

func (a *App) hasSecondFactor(ctx context.Context, tx *store.Tx, row store.Account) (bool, error) {
	if row.TOTPSecret != "" {
		return true, nil
	}
	n, err := tx.CountPasskeys(ctx, row.ID)
	return n > 0, err
}

// SecondFactor says what the person has set up.
func (a *App) SecondFactor(ctx context.Context, userID int64) (SecondFactor, error) {
	row, err := a.Store.AccountByID(ctx, userID)
	if err != nil {
		return SecondFactor{}, err
	}
	out := SecondFactor{Totp: row.TOTPSecret != "", Passkeys: []Passkey{}}
	if out.RecoveryCodes, err = a.Store.CountRecoveryCodes(ctx, userID); err != nil {
		return out, err
	}
	keys, err := a.Store.Passkeys(ctx, userID)
	for _, key := range keys {
		out.Passkeys = append(out.Passkeys, Passkey{ID: key.ID, Name: key.Name, CreatedAt: key.CreatedAt, LastUsedAt: key.LastUsedAt})
	}
	return out, err
}

// tryFactor bounds the guessing of second factors.
func (a *App) tryFactor(session store.Session, client Client) error {
	if err := a.Limits.TakeFrom(client, "second factor", "account", idText(session.User.ID), secondPerUser); err != nil {
		return err
	}
	return a.Limits.TakeFrom(client, "second factor", "address", client.Network(), secondPerAddress)
}

// completeSignIn turns a session that waited for its second factor into a whole
// one, under a new token.
func (a *App) completeSignIn(ctx context.Context, tx *store.Tx, session store.Session, client Client) (string, store.Session, error) {
	row, err := tx.LockAccount(ctx, session.User.ID)
	if err != nil {
		return "", session, err
	}
	deleted, err := tx.DeleteUserSession(ctx, row.ID, session.ID)
	if err != nil {
		return "", session, err
	}
	if !deleted { // a new password, or another browser of the person, has ended it meanwhile
		return "", session, shop.Errorf(shop.Expired, "This took too long. Please log in again.")
	}
	user, err := a.userWithProfile(ctx, tx, row)
	if err != nil {
		return "", session, err
	}
	return a.openSession(ctx, tx, user, false, client)
}

func wrongFactor(client Client) error {
	slog.Info("second factor refused", "ip", client.IP)
	return shop.FieldError(shop.BadCredentials, "code", "This code is not right.")
}

// UseRecoveryCode spends one of the codes instead of the second factor.
func (a *App) UseRecoveryCode(ctx context.Context, session store.Session, code string, client Client) (token string, whole store.Session, err error) {
	if err := a.tryFactor(session, client); err != nil {
		return "", whole, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		valid, err := tx.UseRecoveryCode(ctx, session.User.ID, HashToken(foldCode(code)))
		if err != nil {
			return err
		}
		if !valid {
			return wrongFactor(client)
		}
		token, whole, err = a.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		slog.Info("recovery code used", "user", session.User.ID)
	}
	return token, whole, err
}

// NewRecoveryCodes replaces the codes; the old ones stop working.
func (a *App) NewRecoveryCodes(ctx context.Context, session store.Session, password string, client Client) (codes []string, err error) {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return nil, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := lockUserIfPasswordUnchanged(ctx, tx, row)
		if err != nil {
			return err
		}
		if has, err := a.hasSecondFactor(ctx, tx, row); err != nil || !has {
			return orError(err, shop.Errorf(shop.Conflict, "Set up an authenticator app or a passkey first."))
		}
		left, err := tx.CountRecoveryCodes(ctx, row.ID)
		if err != nil {
			return err
		}
		if codes, err = a.writeRecoveryCodes(ctx, tx, row.ID); err != nil || !row.Admin {
			return err
		}
		return a.audit(ctx, tx, Actor{ID: row.ID, Name: row.Email}, "update", "admin", idText(row.ID),
			map[string]any{"email": row.Email, "recovery_codes": fmt.Sprintf("%d old", left)},
			map[string]any{"email": row.Email, "recovery_codes": fmt.Sprintf("%d new", len(codes))})
	})
	return codes, err
}

func (a *App) writeRecoveryCodes(ctx context.Context, tx *store.Tx, userID int64) ([]string, error) {
	codes, hashes := make([]string, 0, recoveryCodes), make([]string, 0, recoveryCodes)
	for range recoveryCodes {
		text := rand.Text()[:12]
		code := strings.ToLower(text[:4] + "-" + text[4:8] + "-" + text[8:])
		codes, hashes = append(codes, code), append(hashes, HashToken(foldCode(code)))
	}
	return codes, tx.ReplaceRecoveryCodes(ctx, userID, hashes)
}

// firstFactor gives recovery codes with the first factor that is set up. factor is the one that came.
func (a *App) firstFactor(ctx context.Context, tx *store.Tx, userID int64, factor string) ([]string, error) {
	row, err := tx.AccountByID(ctx, userID)
	if err != nil {
		return nil, err
	}
	if err := a.auditFactor(ctx, tx, Actor{ID: row.ID, Name: row.Email}, row, factor, true); err != nil {
		return nil, err
	}
	if n, err := tx.CountRecoveryCodes(ctx, userID); err != nil || n > 0 {
		return []string{}, err
	}
	return a.writeRecoveryCodes(ctx, tx, userID)
}

// lastFactor takes the recovery codes away with the last factor. factor is the one that went.
func (a *App) lastFactor(ctx context.Context, tx *store.Tx, userID int64, factor string) error {
	row, err := tx.AccountByID(ctx, userID)
	if err != nil {
		return err
	}
	if err := a.auditFactor(ctx, tx, Actor{ID: row.ID, Name: row.Email}, row, factor, false); err != nil {
		return err
	}
	if has, err := a.hasSecondFactor(ctx, tx, row); err != nil || has {
		return err
	}
	return tx.ReplaceRecoveryCodes(ctx, userID, nil)
}

// RemoveSecondFactor takes every second factor from an account, for an admin
// who lost them all. Only the command line does this.
func (a *App) RemoveSecondFactor(ctx context.Context, email string) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, exists, err := tx.AccountByEmail(ctx, email)
		if err != nil {
			return err
		}
		if !exists {
			return shop.Errorf(shop.NotFound, "No account has this email.")
		}
		if err := tx.SetTOTPSecret(ctx, row.ID, "", a.Now()); err != nil {
			return err
		}
		if err := tx.DeletePasskeys(ctx, row.ID); err != nil {
			return err
		}
		if err := tx.ReplaceRecoveryCodes(ctx, row.ID, nil); err != nil {
			return err
		}
		if err = tx.DeleteUserSessions(ctx, row.ID, 0); err != nil {
			return err
		}
		return a.auditFactor(ctx, tx, commandLine, row, "second_factor", false)
	})
}

// ceremony keeps what is begun now and finished by the next request, under the
// session it belongs to.
func (a *App) ceremony(ctx context.Context, tx *store.Tx, kind, sessionToken string, userID int64, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	key := HashToken(kind + " " + sessionToken)
	if err := tx.DeleteLink(ctx, key); err != nil {
		return err
	}
	return tx.AddLink(ctx, key, store.Link{Kind: kind, UserID: &userID, Payload: a.Secrets.Seal(string(text))}, a.Now(), a.Now().Add(secondFactorLife))
}

// endCeremony takes up, once, what ceremony kept. Nobody changes the account
// meanwhile, and a new password has ended what was begun under the old one.
func endCeremony[T any](ctx context.Context, a *App, tx *store.Tx, kind, sessionToken string, userID int64) (state T, err error) {
	if _, err := tx.LockAccount(ctx, userID); err != nil {
		return state, err
	}
	link, err := tx.UseLink(ctx, HashToken(kind+" "+sessionToken), kind, a.Now())
	if err != nil {
		return state, err
	}
	text, err := a.Secrets.Open(link.Payload)
	if err != nil {
		return state, err
	}
	return state, json.Unmarshal([]byte(text), &state)
}

func foldCode(code string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(code)))
}

func orError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
