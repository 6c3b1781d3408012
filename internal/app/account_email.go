package app

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const emailLink = "email-change"

// AskEmailChange sends a link to the new address and a notice to the old one.
// The answer is the same when the new address belongs to another account.
func (a *App) AskEmailChange(ctx context.Context, session store.Session, email, password string, client Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if email == session.User.Email {
		return shop.FieldError(shop.Invalid, "email", "This is your email already.")
	}
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	if err := a.Limits.TakeFrom(client, "email change", "account", idText(row.ID), emailPerUser); err != nil {
		return err
	}
	token := NewToken()
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := lockUserIfPasswordUnchanged(ctx, tx, row)
		if err != nil {
			return err
		}
		other, exists, err := tx.AccountByEmail(ctx, email)
		if err != nil {
			return err
		}
		free := !exists || other.ID == row.ID
		if err := tx.DeleteUserLinks(ctx, row.ID, emailLink); err != nil {
			return err
		}
		name := session.User.Username
		if free {
			if err := tx.AddLink(ctx, HashToken(token), store.Link{Kind: emailLink, UserID: &row.ID, Payload: email}, a.Now(), a.Now().Add(linkLife)); err != nil {
				return err
			}
			letter := EmailChangeLetter{Username: name, URL: a.PublicURL + "/verify?token=" + token, Minutes: int(linkLife.Minutes())}
			if err := a.queueMail(ctx, tx, email, letter, ""); err != nil {
				return err
			}
		}
		return a.queueMail(ctx, tx, row.Email, EmailChangeNotice{Username: name, NewEmail: email, URL: a.PublicURL + "/forgot-password"}, "")
	})
}

// ConfirmEmailChange uses the link up. Whoever has it reads the new mailbox, so
// no session is asked for.
func (a *App) ConfirmEmailChange(ctx context.Context, token string, client Client) (email string, err error) {
	if err := a.Limits.TakeFrom(client, "email link", "address", client.Network(), linksPerAddress); err != nil {
		return "", err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		link, err := tx.UseLink(ctx, HashToken(token), emailLink, a.Now())
		if err != nil {
			return err
		}
		row, err := tx.AccountByID(ctx, *link.UserID)
		if err != nil {
			return err
		}
		email = link.Payload
		if err := tx.ChangeEmail(ctx, row.ID, email, a.Now()); err != nil {
			return err
		}
		// A reset link that went to the old mailbox must not outlive it.
		if err := tx.DeleteUserLinks(ctx, row.ID, resetLink); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: row.ID})
		user, err := a.userWithProfile(ctx, tx, row)
		if err != nil {
			return err
		}
		return a.queueMail(ctx, tx, row.Email, EmailChangeNotice{Username: user.Username, NewEmail: email, Done: true}, "")
	})
	return email, err
}
