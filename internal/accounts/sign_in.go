package accounts

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// A session ends when it was not used for this long.
	sessionLife      = 30 * 24 * time.Hour
	adminSessionLife = 12 * time.Hour
	// secondFactorTime is how long a user has for the second factor after the password.
	secondFactorTime = 10 * time.Minute
	maxUserAgent     = 300
)

// SignIn checks email and password and creates a session. Neither the response nor the
// time it takes reveals whether the email is known.
func (s *Service) SignIn(ctx context.Context, email, password string, client shop.Client) (token string, session shop.Session, err error) {
	if strings.TrimSpace(email) == "" || password == "" {
		return "", session, shop.Errorf(shop.Invalid, "Please fill in all fields")
	}
	succeeded, err := signInLimits.take(s, email, client)
	if err != nil {
		return "", session, err
	}
	account, _, err := s.store.Accounts.ByEmail(ctx, email)
	if err != nil {
		return "", session, err
	}
	ok, err := s.passwords.matches(ctx, password, account.PasswordHash)
	if err != nil {
		return "", session, err
	}
	if !ok {
		slog.Info("sign-in refused", "ip", client.IP)
		return "", session, errWrongPassword()
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		account, err := lockUserIfPasswordUnchanged(ctx, tx, account)
		if err != nil {
			return err
		}
		user, err := s.withProfile(ctx, tx, account)
		if err != nil {
			return err
		}
		second, err := hasSecondFactor(ctx, tx, account)
		if err != nil {
			return err
		}
		token, session, err = s.createSession(ctx, tx, user, second, client)
		return err
	})
	if err == nil {
		succeeded()
	}
	return token, session, err
}

func errWrongPassword() error { return shop.Errorf(shop.BadCredentials, "Invalid email or password") }

// lockUserIfPasswordUnchanged locks an account whose password was just checked. It
// refuses when the password was replaced meanwhile: a password reset must end
// everything that the old password could do.
func lockUserIfPasswordUnchanged(ctx context.Context, tx *store.Tx, checked store.Account) (store.Account, error) {
	account, err := tx.Accounts.Lock(ctx, checked.ID)
	if shop.CodeOf(err) == shop.NotFound || err == nil && account.PasswordHash != checked.PasswordHash {
		return account, errWrongPassword()
	}
	return account, err
}

func lifeOf(user shop.User) time.Duration {
	if user.Admin {
		return adminSessionLife
	}
	return sessionLife
}

// createSession stores a session under a new token. With secondFactorDue it is only good
// for completing the sign-in.
func (s *Service) createSession(ctx context.Context, tx *store.Tx, user shop.User, secondFactorDue bool, client shop.Client) (string, shop.Session, error) {
	now, life := s.now(), lifeOf(user)
	if secondFactorDue {
		life = secondFactorTime
	}
	token := secrets.NewToken()
	session := shop.Session{User: user, SecondFactorDue: secondFactorDue, UserAgent: client.UserAgent, IP: client.IP,
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(life)}
	if len(session.UserAgent) > maxUserAgent {
		session.UserAgent = strings.ToValidUTF8(session.UserAgent[:maxUserAgent], "")
	}
	var err error
	session.ID, err = tx.Sessions.Create(ctx, secrets.HashToken(token), session)
	return token, session, err
}
