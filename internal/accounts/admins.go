package accounts

import (
	"context"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// setupLife is how long the link that creates the first admin can be used.
const setupLife = 7 * 24 * time.Hour

// Admins creates and removes the accounts that may enter the admin area.
type Admins struct {
	accounts  *Service
	store     *store.Store
	passwords *Passwords
	limits    *ratelimit.Limiter
	log       adminLog
	now       func() time.Time
	publicURL string
}

// List is every admin.
func (a *Admins) List(ctx context.Context) ([]shop.User, error) { return a.store.Accounts.Admins(ctx) }

// NewSetupLink makes the single-use link that creates the first admin, or "" when there
// is an admin already. An older link stops working.
func (a *Admins) NewSetupLink(ctx context.Context) (string, error) {
	admins, err := a.store.Accounts.Admins(ctx)
	if err != nil || len(admins) > 0 {
		return "", err
	}
	token := secrets.NewToken()
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Links.DeleteOfKind(ctx, setupLink); err != nil {
			return err
		}
		return tx.Links.Add(ctx, secrets.HashToken(token), store.Link{Kind: setupLink}, a.now(), a.now().Add(setupLife))
	})
	return a.publicURL + "/setup?token=" + token, err
}

// CheckSetupLink says whether a setup link can still be used.
func (a *Admins) CheckSetupLink(ctx context.Context, token string, client shop.Client) (bool, error) {
	if err := a.limits.TakeNetwork(client, "setup link", linksPerNetwork); err != nil {
		return false, err
	}
	return a.store.Links.Has(ctx, secrets.HashToken(token), setupLink, a.now())
}

// SetUp uses the setup link to create the first admin, signed in.
func (a *Admins) SetUp(ctx context.Context, link, email, password string, client shop.Client) (token string, session shop.Session, err error) {
	if err := checkAdmin(email, password); err != nil {
		return "", session, err
	}
	usable, err := a.CheckSetupLink(ctx, link, client)
	if err != nil {
		return "", session, err
	}
	if !usable { // checked before hashing, which is slow: guessed links must not make the shop hash passwords
		return "", session, errUsedLink()
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return "", session, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Links.Use(ctx, secrets.HashToken(link), setupLink, a.now()); err != nil {
			return err
		}
		user, err := a.makeAdmin(ctx, tx, email, hash)
		if err != nil {
			return err
		}
		if err := a.log.added(ctx, tx, audit.Actor{ID: user.ID, Name: user.Email}, user); err != nil {
			return err
		}
		token, session, err = a.accounts.createSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}

// Create makes the account of an email an admin with the given password, and creates
// the account when there is none. Only the command line does this.
func (a *Admins) Create(ctx context.Context, email, password string) error {
	if err := checkAdmin(email, password); err != nil {
		return err
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		user, err := a.makeAdmin(ctx, tx, email, hash)
		if err != nil {
			return err
		}
		return a.log.added(ctx, tx, audit.CommandLine, user)
	})
}

func (a *Admins) makeAdmin(ctx context.Context, tx *store.Tx, email, hash string) (shop.User, error) {
	// A shop that has an admin must not have a link that creates one.
	if err := tx.Links.DeleteOfKind(ctx, setupLink); err != nil {
		return shop.User{}, err
	}
	email = strings.TrimSpace(email)
	account, exists, err := tx.Accounts.ByEmail(ctx, email)
	if err != nil {
		return shop.User{}, err
	}
	if !exists {
		user := shop.User{Email: email, Admin: true, CreatedAt: a.now()}
		if user.Username, err = tx.Accounts.FreeUsername(ctx, shop.UsernameFrom(email)); err != nil {
			return user, err
		}
		user.ID, err = tx.Accounts.CreateWithProfile(ctx, user, hash, a.now())
		return user, err
	}
	if err := tx.Accounts.SetAdmin(ctx, account.ID, true, a.now()); err != nil {
		return shop.User{}, err
	}
	if err := a.accounts.replacePassword(ctx, tx, account.ID, hash, 0); err != nil {
		return shop.User{}, err
	}
	account.Admin = true
	return a.accounts.withProfile(ctx, tx, account)
}

// Remove takes the admin area from an account and signs it out everywhere. Only the
// command line does this.
func (a *Admins) Remove(ctx context.Context, email string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		account, exists, err := tx.Accounts.ByEmail(ctx, email)
		if err != nil {
			return err
		}
		if !exists || !account.Admin {
			return shop.Errorf(shop.NotFound, "No admin has this email.")
		}
		if err := tx.Accounts.SetAdmin(ctx, account.ID, false, a.now()); err != nil {
			return err
		}
		if err := tx.Sessions.DeleteAllOfUser(ctx, account.ID, 0); err != nil {
			return err
		}
		return a.log.removed(ctx, tx, audit.CommandLine, account.User())
	})
}

func checkAdmin(email, password string) error {
	p := shop.Problems{}
	p.Check(shop.ValidEmail(strings.TrimSpace(email)), "email", "Enter an email address.")
	shop.CheckPassword(&p, password, true, email)
	return p.Err()
}

// adminLog writes what happens to admins into the audit log.
type adminLog struct{ log *audit.Log }

func (l adminLog) record(ctx context.Context, tx *store.Tx, by audit.Actor, action string, userID int64, before, after any) error {
	return l.log.Record(ctx, tx, by, action, "admin", shop.IDText(userID), before, after)
}

func (l adminLog) added(ctx context.Context, tx *store.Tx, by audit.Actor, user shop.User) error {
	return l.record(ctx, tx, by, "create", user.ID, nil, map[string]string{"email": user.Email})
}

func (l adminLog) removed(ctx context.Context, tx *store.Tx, by audit.Actor, user shop.User) error {
	return l.record(ctx, tx, by, "delete", user.ID, map[string]string{"email": user.Email}, nil)
}

// factorChanged records that an admin's second factor was added or removed. Those of
// customers are not staff's business.
func (l adminLog) factorChanged(ctx context.Context, tx *store.Tx, by audit.Actor, account store.Account, factor string, added bool) error {
	return l.updated(ctx, tx, by, account, factor, !added, added)
}

// updated records a changed property of an admin.
func (l adminLog) updated(ctx context.Context, tx *store.Tx, by audit.Actor, account store.Account, property string, before, after any) error {
	if !account.Admin {
		return nil
	}
	return l.record(ctx, tx, by, "update", account.ID, map[string]any{"email": account.Email, property: before}, map[string]any{"email": account.Email, property: after})
}
