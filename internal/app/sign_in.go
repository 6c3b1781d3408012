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
	sessionLife  = 30 * 24 * time.Hour
	sessionTouch = time.Hour
	// secondFactorLife is how long the second factor may take after the password.
	secondFactorLife = 10 * time.Minute
)

// SignUp opens an account and signs its owner in.
func (a *App) SignUp(ctx context.Context, in shop.SignUp, client Client) (token string, session store.Session, err error) {
	in.Username, in.Email = strings.TrimSpace(in.Username), strings.TrimSpace(in.Email)
	if err := in.Check(); err != nil {
		return "", session, err
	}
	if err := a.Limits.TakeFrom(client, "sign-up", "address", client.Network(), signUpPerAddress); err != nil {
		return "", session, err
	}
	hash, err := a.Passwords.hash(ctx, in.Password)
	if err != nil {
		return "", session, err
	}
	user := shop.User{Email: in.Email, Username: in.Username, CreatedAt: a.Now()}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if user.ID, err = tx.CreateUser(ctx, user, hash, a.Now()); err != nil {
			return err
		}
		welcome := WelcomeLetter{Username: user.Username, ShopURL: a.PublicURL + "/products"}
		if err := a.queueMail(ctx, tx, user.Email, welcome, ""); err != nil {
			return err
		}
		token, session, err = a.openSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}

// SignIn checks email and password and opens a session. Whether the email is
// known cannot be told from the answer nor from the time it takes.
func (a *App) SignIn(ctx context.Context, email, password string, client Client) (token string, session store.Session, err error) {
	if strings.TrimSpace(email) == "" || password == "" {
		return "", session, shop.Errorf(shop.Invalid, "Please fill in all fields")
	}
	key := shop.EmailKey(email)
	if err := a.Limits.TakeFrom(client, "sign-in", "address", client.Network(), signInPerAddress); err != nil {
		return "", session, err
	}
	if err := a.Limits.TakeFrom(client, "sign-in", "account", key, signInPerAccount); err != nil {
		return "", session, err
	}
	row, _, err := a.Store.AccountByEmail(ctx, email)
	if err != nil {
		return "", session, err
	}
	ok, err := a.Passwords.matches(ctx, password, row.PasswordHash)
	if err != nil {
		return "", session, err
	}
	if !ok {
		slog.Info("sign-in refused", "ip", client.IP)
		return "", session, wrongPassword()
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := lockUserIfPasswordUnchanged(ctx, tx, row)
		if err != nil {
			return err
		}
		user, err := a.userWithProfile(ctx, tx, row)
		if err != nil {
			return err
		}
		second, err := a.hasSecondFactor(ctx, tx, row)
		if err != nil {
			return err
		}
		token, session, err = a.openSession(ctx, tx, user, second, client)
		return err
	})
	if err == nil {
		a.Limits.Forget("sign-in account " + key)
	}
	return token, session, err
}

func wrongPassword() error { return shop.Errorf(shop.BadCredentials, "Invalid email or password") }

// lockUserIfPasswordUnchanged holds the account whose password was found right, and refuses
// when the password was replaced since: a reset ends what the old one opened,
// so nothing may be opened with it afterwards.
func lockUserIfPasswordUnchanged(ctx context.Context, tx *store.Tx, checked store.Account) (store.Account, error) {
	row, err := tx.LockAccount(ctx, checked.ID)
	if shop.CodeOf(err) == shop.NotFound || err == nil && row.PasswordHash != checked.PasswordHash {
		return row, wrongPassword()
	}
	return row, err
}

// userWithProfile makes the profile when it is missing, named after the email's first part.
func (a *App) userWithProfile(ctx context.Context, tx *store.Tx, row store.Account) (shop.User, error) {
	user := row.User()
	profile, exists, err := tx.Profile(ctx, row.ID)
	if err != nil {
		return user, err
	}
	if !exists {
		if user.Username, err = tx.FreeUsername(ctx, shop.UsernameFrom(row.Email)); err != nil {
			return user, err
		}
		return user, tx.AddProfile(ctx, user, a.Now())
	}
	user.Username, user.FullName, user.AvatarURL = profile.Username, profile.FullName, profile.AvatarURL
	return user, nil
}

func (a *App) openSession(ctx context.Context, tx *store.Tx, user shop.User, secondFactorDue bool, client Client) (string, store.Session, error) {
	token := NewToken()
	session := store.Session{User: user, SecondFactorDue: secondFactorDue, LastSeenAt: a.Now(), ExpiresAt: a.Now().Add(sessionLife)}
	if secondFactorDue {
		session.ExpiresAt = a.Now().Add(secondFactorLife)
	}
	session.CreatedAt, session.IP, session.UserAgent = a.Now(), client.IP, client.UserAgent
	if len(session.UserAgent) > 300 {
		session.UserAgent = strings.ToValidUTF8(session.UserAgent[:300], "")
	}
	var err error
	session.ID, err = tx.CreateSession(ctx, HashToken(token), session)
	return token, session, err
}

// Session finds who holds the token. A session in use is kept alive; moved says
// that its end is another one now.
func (a *App) Session(ctx context.Context, token string) (session store.Session, moved bool, err error) {
	session, err = a.Store.Session(ctx, HashToken(token), a.Now())
	if err != nil {
		return session, false, err
	}
	if a.Now().Sub(session.LastSeenAt) > sessionTouch && !session.SecondFactorDue {
		session.LastSeenAt, session.ExpiresAt = a.Now(), a.Now().Add(sessionLife)
		err := a.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.ExtendSession(ctx, session.ID, session.LastSeenAt, session.ExpiresAt)
		})
		if err != nil {
			slog.Warn("session not kept alive", "error", err)
		}
		return session, err == nil, nil
	}
	return session, false, nil
}

// SignOut ends the session that holds the token.
func (a *App) SignOut(ctx context.Context, token string) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.DeleteSession(ctx, HashToken(token))
	})
}

// Profile is a user's own profile, made when it is missing.
func (a *App) Profile(ctx context.Context, id int64) (store.Profile, error) {
	profile, exists, err := a.Store.Profile(ctx, id)
	if err != nil || exists {
		return profile, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.AccountByID(ctx, id)
		if err != nil {
			return err
		}
		if _, err := a.userWithProfile(ctx, tx, row); err != nil {
			return err
		}
		profile, _, err = tx.Profile(ctx, id)
		return err
	})
	return profile, err
}

// UpdateProfile stores a user's own name.
func (a *App) UpdateProfile(ctx context.Context, id int64, username, fullName string, client Client) error {
	username, fullName = strings.TrimSpace(username), strings.TrimSpace(fullName)
	p := shop.Problems{}
	shop.CheckUsername(&p, username)
	p.Check(len([]rune(fullName)) <= shop.MaxPersonName, "full_name", "Keep the name below 100 characters.")
	if err := p.Err(); err != nil {
		return err
	}
	if err := a.Limits.TakeFrom(client, "profile", "account", idText(id), profilePerUser); err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: id})
		return tx.RenameProfile(ctx, id, username, fullName, a.Now())
	})
}
