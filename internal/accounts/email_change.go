package accounts

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// RequestEmailChange sends a link to the new address and a notice to the old one.
// The response is the same when the new address belongs to another account.
func (s *Service) RequestEmailChange(ctx context.Context, session shop.Session, email, password string, client shop.Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if email == session.User.Email {
		return shop.FieldError(shop.Invalid, "email", "This is your email already.")
	}
	account, err := s.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	if err := s.limits.TakeFrom(client, "email change", "account", shop.IDText(account.ID), emailChangePerUser); err != nil {
		return err
	}
	token := secrets.NewToken()
	return s.store.Write(ctx, func(tx *store.Tx) error {
		account, err := lockUserIfPasswordUnchanged(ctx, tx, account)
		if err != nil {
			return err
		}
		other, exists, err := tx.Accounts.ByEmail(ctx, email)
		if err != nil {
			return err
		}
		if err := tx.Links.DeleteOfUser(ctx, account.ID, emailLink); err != nil {
			return err
		}
		name := session.User.Username
		if free := !exists || other.ID == account.ID; free {
			link := store.Link{Kind: emailLink, UserID: &account.ID, Payload: email}
			if err := tx.Links.Add(ctx, secrets.HashToken(token), link, s.now(), s.now().Add(shop.MailedLinkTime)); err != nil {
				return err
			}
			message := outbox.AddressChangeEmail{Username: name, URL: s.publicURL + "/verify?token=" + token, Minutes: int(shop.MailedLinkTime.Minutes())}
			if err := s.outbox.QueueEmail(ctx, tx, email, message, ""); err != nil {
				return err
			}
		}
		notice := outbox.AddressChangeNotice{Username: name, NewEmail: email, URL: s.publicURL + "/forgot-password"}
		return s.outbox.QueueEmail(ctx, tx, account.Email, notice, "")
	})
}

// ConfirmEmailChange uses the link. Whoever has it reads the new mailbox, so no session
// is required.
func (s *Service) ConfirmEmailChange(ctx context.Context, token string, client shop.Client) (email string, err error) {
	if err := s.limits.TakeNetwork(client, "email link", linksPerNetwork); err != nil {
		return "", err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		link, err := tx.Links.Use(ctx, secrets.HashToken(token), emailLink, s.now())
		if err != nil {
			return err
		}
		account, err := tx.Accounts.ByID(ctx, *link.UserID)
		if err != nil {
			return err
		}
		email = link.Payload
		if err := tx.Accounts.ChangeEmail(ctx, account.ID, email, s.now()); err != nil {
			return err
		}
		// A reset link in the old mailbox must stop working.
		if err := tx.Links.DeleteOfUser(ctx, account.ID, resetLink); err != nil {
			return err
		}
		emitSessionChange(tx, account.ID)
		user, err := s.withProfile(ctx, tx, account)
		if err != nil {
			return err
		}
		return s.outbox.QueueEmail(ctx, tx, account.Email, outbox.AddressChangeNotice{Username: user.Username, NewEmail: email, Done: true}, "")
	})
	return email, err
}
