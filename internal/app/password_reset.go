package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	resetLink = "password-reset"
	linkLife  = 60 * time.Minute
	// decoy is the link and the outbox row of an unknown address: the same work
	// is done for it, so that the time does not tell whether there is an account.
	decoy = "decoy"
)

// ForgotPassword sends a link for a new password. Neither the answer nor the
// time it takes tells whether the address has an account.
func (a *App) ForgotPassword(ctx context.Context, email string, client Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	key := shop.EmailKey(email)
	if err := a.Limits.TakeFrom(client, "password reset", "address", client.Network(), resetPerAddress); err != nil {
		return err
	}
	if err := a.Limits.TakeFrom(client, "password reset", "account", key, resetPerAccount); err != nil {
		return err
	}
	token := NewToken()
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, known, err := tx.AccountByEmail(ctx, email)
		if err != nil {
			return err
		}
		profile, _, err := tx.Profile(ctx, row.ID)
		if err != nil {
			return err
		}
		link := store.Link{Kind: decoy}
		if known {
			link = store.Link{Kind: resetLink, UserID: &row.ID}
		}
		if err := tx.DeleteUserLinks(ctx, row.ID, resetLink); err != nil {
			return err
		}
		if err := tx.AddLink(ctx, HashToken(token), link, a.Now(), a.Now().Add(linkLife)); err != nil {
			return err
		}
		letter := PasswordResetLetter{Username: profile.Username, URL: a.PublicURL + "/reset-password?token=" + token, Minutes: int(linkLife.Minutes())}
		if !known {
			return a.Outbox.QueueDecoy(ctx, tx, letter)
		}
		return a.queueMail(ctx, tx, row.Email, letter, "")
	})
}

// ResetLink says whether a reset link would still work, and for which email:
// whoever has the link reads that mailbox.
func (a *App) ResetLink(ctx context.Context, token string, client Client) (email string, open bool, err error) {
	if err := a.Limits.TakeFrom(client, "password reset link", "address", client.Network(), linksPerAddress); err != nil {
		return "", false, err
	}
	return a.Store.LinkEmail(ctx, HashToken(token), resetLink, a.Now())
}

// ResetPassword uses the link up and ends every session of the account. It does
// not sign in: a second factor would be skipped.
func (a *App) ResetPassword(ctx context.Context, token, password string, client Client) error {
	p := shop.Problems{}
	shop.CheckPassword(&p, password, false)
	if err := p.Err(); err != nil {
		return err
	}
	_, open, err := a.ResetLink(ctx, token, client)
	if err != nil {
		return err
	}
	if !open { // before the hash: guessing must cost us little
		return shop.Errorf(shop.Expired, "This link was used already or is too old.")
	}
	hash, err := a.Passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		link, err := tx.UseLink(ctx, HashToken(token), resetLink, a.Now())
		if err != nil {
			return err
		}
		row, err := tx.AccountByID(ctx, *link.UserID)
		if err != nil {
			return err
		}
		if err := checkNewPassword(password, row.Admin); err != nil {
			return err // nothing is committed: the link still works
		}
		if err := a.setPassword(ctx, tx, row, hash, 0); err != nil {
			return err
		}
		a.Limits.Forget("sign-in account " + shop.EmailKey(row.Email))
		slog.Info("password reset", "user", row.ID, "ip", client.IP)
		return nil
	})
}

func checkNewPassword(password string, admin bool) error {
	p := shop.Problems{}
	shop.CheckPassword(&p, password, admin)
	return p.Err()
}

// setPassword stores a new password, ends the sessions but the given one and
// whatever links and ceremonies could still change the account, and tells the owner.
func (a *App) setPassword(ctx context.Context, tx *store.Tx, row store.Account, hash string, butSession int64) error {
	if err := tx.SetPassword(ctx, row.ID, hash, a.Now()); err != nil {
		return err
	}
	if err := tx.DeleteUserSessions(ctx, row.ID, butSession); err != nil {
		return err
	}
	if err := tx.DeleteUserLinks(ctx, row.ID, resetLink, emailLink, totpCeremony, passkeyEnrol, passkeySignIn); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: row.ID})
	user, err := a.userWithProfile(ctx, tx, row)
	if err != nil {
		return err
	}
	return a.queueMail(ctx, tx, row.Email, PasswordChangedLetter{Username: user.Username, URL: a.PublicURL + "/forgot-password"}, "")
}
