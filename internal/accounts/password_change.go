package accounts

import (
	"context"
	"log/slog"
	"strings"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Kinds of links. They are stored, so they never change.
const (
	resetLink = "password-reset"
	emailLink = "email-change"
	setupLink = "setup"
	// decoyLink is stored for an unknown address: the same work is done for it, so that
	// the time of the response does not reveal whether there is an account.
	decoyLink = "decoy"
)

func errUsedLink() error {
	return shop.Errorf(shop.Expired, "This link was used already or is too old.")
}

// checkNewPassword refuses a weak password. own are the email and username of the account, which are refused too.
func checkNewPassword(password string, admin bool, own ...string) error {
	p := shop.Problems{}
	shop.CheckPassword(&p, password, admin, own...)
	return p.Err()
}

// confirmPassword checks the password that a signed-in user has typed again, before something that
// somebody else who uses their browser must not be able to do. Guesses are limited as at the
// sign-in. The transaction that follows begins with lockUserIfPasswordUnchanged.
func (s *Service) confirmPassword(ctx context.Context, userID int64, field, password string, client shop.Client) (store.Account, error) {
	if err := s.limits.TakeNetwork(client, "password check", signInPerNetwork); err != nil {
		return store.Account{}, err
	}
	if err := s.limits.TakeFrom(client, "password check", "account", shop.IDText(userID), passwordChecksPerUser); err != nil {
		return store.Account{}, err
	}
	account, err := s.store.Accounts.ByID(ctx, userID)
	if err != nil {
		return account, err
	}
	ok, err := s.passwords.matches(ctx, password, account.PasswordHash)
	if err != nil {
		return account, err
	}
	if !ok {
		slog.Info("password check refused", "user", userID, "ip", client.IP)
		return account, shop.FieldError(shop.Invalid, field, "This is not your password.")
	}
	s.limits.Forget("password check account " + shop.IDText(userID))
	return account, nil
}

// ChangePassword sets a new password and ends every other session.
func (s *Service) ChangePassword(ctx context.Context, session shop.Session, current, next string, client shop.Client) error {
	if err := checkNewPassword(next, session.User.Admin, session.User.Email, session.User.Username); err != nil {
		return err
	}
	account, err := s.confirmPassword(ctx, session.User.ID, "current_password", current, client)
	if err != nil {
		return err
	}
	hash, err := s.passwords.hash(ctx, next)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		account, err := lockUserIfPasswordUnchanged(ctx, tx, account)
		if err != nil {
			return err
		}
		return s.setPassword(ctx, tx, account, hash, session.ID)
	})
}

// RequestPasswordReset sends a link for a new password. Neither the response nor the time
// it takes reveals whether the address has an account.
func (s *Service) RequestPasswordReset(ctx context.Context, email string, client shop.Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if _, err := resetLimits.take(s, email, client); err != nil {
		return err
	}
	token := secrets.NewToken()
	return s.store.Write(ctx, func(tx *store.Tx) error {
		account, known, err := tx.Accounts.ByEmail(ctx, email)
		if err != nil {
			return err
		}
		profile, _, err := tx.Accounts.Profile(ctx, account.ID)
		if err != nil {
			return err
		}
		link := store.Link{Kind: decoyLink}
		if known {
			link = store.Link{Kind: resetLink, UserID: &account.ID}
		}
		if err := tx.Links.DeleteOfUser(ctx, account.ID, resetLink); err != nil {
			return err
		}
		if err := tx.Links.Add(ctx, secrets.HashToken(token), link, s.now(), s.now().Add(shop.MailedLinkTime)); err != nil {
			return err
		}
		message := outbox.PasswordResetEmail{Username: profile.Username, URL: s.publicURL + "/reset-password?token=" + token, Minutes: int(shop.MailedLinkTime.Minutes())}
		if !known {
			return s.outbox.QueueDecoy(ctx, tx, message)
		}
		return s.outbox.QueueEmail(ctx, tx, account.Email, message, "")
	})
}

// CheckResetLink says whether a reset link can still be used, and the email of its
// account: whoever has the link reads that mailbox.
func (s *Service) CheckResetLink(ctx context.Context, token string, client shop.Client) (email string, usable bool, err error) {
	if err := s.limits.TakeNetwork(client, "password reset link", linksPerNetwork); err != nil {
		return "", false, err
	}
	return s.store.Links.Email(ctx, secrets.HashToken(token), resetLink, s.now())
}

// ResetPassword uses the link and ends every session of the account. It does not sign
// in: that would skip the second factor. It returns the email of the account, whose
// owner has proved to read that mailbox: their browser is known from now on.
func (s *Service) ResetPassword(ctx context.Context, token, password string, client shop.Client) (email string, err error) {
	if err := checkNewPassword(password, false); err != nil {
		return "", err
	}
	email, usable, err := s.CheckResetLink(ctx, token, client)
	if err != nil {
		return "", err
	}
	if !usable { // checked before hashing, which is slow: guessed links must not make the shop hash passwords
		return "", errUsedLink()
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return "", err
	}
	return email, s.store.Write(ctx, func(tx *store.Tx) error {
		link, err := tx.Links.Use(ctx, secrets.HashToken(token), resetLink, s.now())
		if err != nil {
			return err
		}
		account, err := tx.Accounts.ByID(ctx, *link.UserID)
		if err != nil {
			return err
		}
		profile, _, err := tx.Accounts.Profile(ctx, account.ID)
		if err != nil {
			return err
		}
		if err := checkNewPassword(password, account.Admin, account.Email, profile.Username); err != nil {
			return err // rolls back: the link can still be used
		}
		if err := s.setPassword(ctx, tx, account, hash, 0); err != nil {
			return err
		}
		slog.Info("password reset", "user", account.ID, "ip", client.IP)
		return nil
	})
}

// setPassword replaces the password and tells the owner.
func (s *Service) setPassword(ctx context.Context, tx *store.Tx, account store.Account, hash string, keepSession int64) error {
	if err := s.replacePassword(ctx, tx, account.ID, hash, keepSession); err != nil {
		return err
	}
	user, err := s.withProfile(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.outbox.QueueEmail(ctx, tx, account.Email, outbox.PasswordChangedEmail{Username: user.Username, URL: s.publicURL + "/forgot-password"}, "")
}

// replacePassword stores a new password, and ends the sessions but the given one and whatever
// links and challenges could still change the account.
func (s *Service) replacePassword(ctx context.Context, tx *store.Tx, userID int64, hash string, keepSession int64) error {
	if err := tx.Accounts.SetPassword(ctx, userID, hash, s.now()); err != nil {
		return err
	}
	if err := tx.Sessions.DeleteAllOfUser(ctx, userID, keepSession); err != nil {
		return err
	}
	if err := tx.Links.DeleteOfUser(ctx, userID, resetLink, emailLink, enrolTOTP, enrolPasskey, signInPasskey); err != nil {
		return err
	}
	emitSessionChange(tx, userID)
	return nil
}
