package app

import (
	"context"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const setupLink = "setup"

// SetupLink makes the one-time link that creates the first admin, or "" when
// there is an admin already. An older link stops working.
func (a *App) SetupLink(ctx context.Context) (string, error) {
	admins, err := a.Store.AdminUsers(ctx)
	if err != nil || len(admins) > 0 {
		return "", err
	}
	token := NewToken()
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.DeleteLinksOfKind(ctx, setupLink); err != nil {
			return err
		}
		return tx.AddLink(ctx, HashToken(token), store.Link{Kind: setupLink}, a.Now(), a.Now().Add(7*24*time.Hour))
	})
	return a.PublicURL + "/setup?token=" + token, err
}

// SetupOpen says whether a setup link would still work.
func (a *App) SetupOpen(ctx context.Context, token string, client Client) (bool, error) {
	if err := a.Limits.TakeFrom(client, "setup link", "address", client.Network(), linksPerAddress); err != nil {
		return false, err
	}
	return a.Store.HasLink(ctx, HashToken(token), setupLink, a.Now())
}

// SetUp uses the one-time link to create the first admin, signed in.
func (a *App) SetUp(ctx context.Context, link, email, password string, client Client) (token string, session store.Session, err error) {
	if err := checkAdmin(email, password); err != nil {
		return "", session, err
	}
	open, err := a.SetupOpen(ctx, link, client)
	if err != nil {
		return "", session, err
	}
	if !open { // before the hash: guessing must cost us little
		return "", session, shop.Errorf(shop.Expired, "This link was used already or is too old.")
	}
	hash, err := a.Passwords.hash(ctx, password)
	if err != nil {
		return "", session, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.UseLink(ctx, HashToken(link), setupLink, a.Now()); err != nil {
			return err
		}
		user, err := a.makeAdmin(ctx, tx, email, hash)
		if err != nil {
			return err
		}
		err = a.auditAdmin(ctx, tx, Actor{ID: user.ID, Name: user.Email}, "create", user.ID, user.Email)
		if err != nil {
			return err
		}
		token, session, err = a.openSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}

// CreateAdmin makes an account an admin, opening one when there is none. An
// existing account gets the given password.
func (a *App) CreateAdmin(ctx context.Context, email, password string) error {
	if err := checkAdmin(email, password); err != nil {
		return err
	}
	hash, err := a.Passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		user, err := a.makeAdmin(ctx, tx, email, hash)
		if err != nil {
			return err
		}
		return a.auditAdmin(ctx, tx, commandLine, "create", user.ID, user.Email)
	})
}

func (a *App) makeAdmin(ctx context.Context, tx *store.Tx, email, hash string) (shop.User, error) {
	// A shop with an admin needs no link that makes one, however it came by them.
	if err := tx.DeleteLinksOfKind(ctx, setupLink); err != nil {
		return shop.User{}, err
	}
	email = strings.TrimSpace(email)
	row, exists, err := tx.AccountByEmail(ctx, email)
	if err != nil {
		return shop.User{}, err
	}
	if !exists {
		user := shop.User{Email: email, Admin: true, CreatedAt: a.Now()}
		if user.Username, err = tx.FreeUsername(ctx, shop.UsernameFrom(email)); err != nil {
			return user, err
		}
		user.ID, err = tx.CreateUser(ctx, user, hash, a.Now())
		return user, err
	}
	if err := tx.SetAdmin(ctx, row.ID, true, a.Now()); err != nil {
		return shop.User{}, err
	}
	if err := tx.SetPassword(ctx, row.ID, hash, a.Now()); err != nil {
		return shop.User{}, err
	}
	if err := tx.DeleteUserSessions(ctx, row.ID, 0); err != nil {
		return shop.User{}, err
	}
	row.Admin = true
	return a.userWithProfile(ctx, tx, row)
}

// RemoveAdmin takes the back office from an account and signs it out everywhere.
func (a *App) RemoveAdmin(ctx context.Context, email string) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, exists, err := tx.AccountByEmail(ctx, email)
		if err != nil {
			return err
		}
		if !exists || !row.Admin {
			return shop.Errorf(shop.NotFound, "No admin has this email.")
		}
		if err := tx.SetAdmin(ctx, row.ID, false, a.Now()); err != nil {
			return err
		}
		if err = tx.DeleteUserSessions(ctx, row.ID, 0); err != nil {
			return err
		}
		return a.auditAdmin(ctx, tx, commandLine, "delete", row.ID, row.Email)
	})
}

// auditAdmin notes that somebody came to the back office, or left it.
func (a *App) auditAdmin(ctx context.Context, tx *store.Tx, by Actor, action string, id int64, email string) error {
	facts := map[string]string{"email": email}
	if action == "delete" {
		return a.audit(ctx, tx, by, action, "admin", idText(id), facts, nil)
	}
	return a.audit(ctx, tx, by, action, "admin", idText(id), nil, facts)
}

// auditFactor notes that an admin's second factor came or went; customers keep
// theirs to themselves.
func (a *App) auditFactor(ctx context.Context, tx *store.Tx, by Actor, row store.Account, factor string, on bool) error {
	if !row.Admin {
		return nil
	}
	return a.audit(ctx, tx, by, "update", "admin", idText(row.ID), map[string]any{"email": row.Email, factor: !on}, map[string]any{"email": row.Email, factor: on})
}

func checkAdmin(email, password string) error {
	p := shop.Problems{}
	p.Check(shop.ValidEmail(strings.TrimSpace(email)), "email", "Enter an email address.")
	shop.CheckPassword(&p, password, true)
	return p.Err()
}
