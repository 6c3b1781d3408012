package store

import (
	"context"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Account is who may sign in, and with which password and second factor. Its profile
// is stored apart: an account of an older shop may have none yet.
type Account struct {
	ID           int64
	Email        string
	PasswordHash string
	Admin        bool
	TOTPSecret   string // encrypted; "" without an authenticator app
	CreatedAt    time.Time
}

// User is the account as a domain value, without its profile.
func (a Account) User() shop.User {
	return shop.User{ID: a.ID, Email: a.Email, Admin: a.Admin, CreatedAt: a.CreatedAt}
}

func account(row db.User) Account {
	a := Account{ID: row.ID, Email: row.Email, PasswordHash: row.PasswordHash, Admin: row.IsAdmin, CreatedAt: fromMillis(row.CreatedAt)}
	if row.TotpSecret != nil {
		a.TOTPSecret = *row.TotpSecret
	}
	return a
}

// ByID finds an account.
func (r AccountReader) ByID(ctx context.Context, id int64) (Account, error) {
	row, err := r.q.UserByID(ctx, id)
	return account(row), orNotFound(err, "Account")
}

// ByEmail finds the account of an address in any spelling, if there is one.
func (r AccountReader) ByEmail(ctx context.Context, email string) (Account, bool, error) {
	row, err := r.q.UserByEmail(ctx, shop.EmailKey(email))
	exists, err := optional(err)
	return account(row), exists, err
}

// Admins lists the accounts that may enter the admin area.
func (r AccountReader) Admins(ctx context.Context) ([]shop.User, error) {
	rows, err := r.q.Admins(ctx)
	users := make([]shop.User, 0, len(rows))
	for _, row := range rows {
		users = append(users, account(row).User())
	}
	return users, err
}

// Profile finds the profile of an account, if it has one.
func (r AccountReader) Profile(ctx context.Context, userID int64) (shop.Profile, bool, error) {
	row, err := r.q.ProfileByID(ctx, userID)
	if exists, err := optional(err); !exists {
		return shop.Profile{}, false, err
	}
	return shop.Profile{Username: row.Username, FullName: row.FullName, AvatarURL: row.AvatarUrl, UpdatedAt: fromMillis(row.UpdatedAt)}, true, nil
}

// Lock reads an account as it is now. Nobody else changes it until the
// transaction ends.
func (tx AccountWriter) Lock(ctx context.Context, id int64) (Account, error) {
	row, err := tx.q.LockUser(ctx, id)
	return account(row), orNotFound(err, "Account")
}

// LockAdmins keeps everybody else from changing or deleting an admin until this transaction ends.
func (tx AccountWriter) LockAdmins(ctx context.Context) error {
	if tx.engine != Postgres {
		return nil
	}
	_, err := tx.tx.ExecContext(ctx, "SELECT 1 FROM users WHERE is_admin ORDER BY id FOR UPDATE")
	return err
}

// CreateWithProfile stores an account with its profile. A taken email or username is
// refused with the name of its field.
func (tx AccountWriter) CreateWithProfile(ctx context.Context, u shop.User, passwordHash string, now time.Time) (int64, error) {
	if _, taken, err := tx.ByEmail(ctx, u.Email); err != nil || taken {
		return 0, orError(err, emailTaken())
	}
	if _, taken, err := tx.userNamed(ctx, u.Username); err != nil || taken {
		return 0, orError(err, usernameTaken())
	}
	var err error
	if u.ID, err = tx.Create(ctx, u, passwordHash, now); err != nil {
		return 0, err
	}
	return u.ID, tx.AddProfile(ctx, u, now)
}

// Create stores an account without a profile.
func (tx AccountWriter) Create(ctx context.Context, u shop.User, passwordHash string, now time.Time) (int64, error) {
	id, err := tx.q.InsertUser(ctx, db.InsertUserParams{Email: u.Email, EmailKey: shop.EmailKey(u.Email), PasswordHash: passwordHash,
		IsAdmin: u.Admin, CreatedAt: millis(now), UpdatedAt: millis(now)})
	return id, mapError(err, meaning{uniqueTaken: emailTaken()})
}

// Delete deletes an account with its profile, sessions, links, addresses and cart.
func (tx AccountWriter) Delete(ctx context.Context, id int64) error {
	_, err := tx.q.DeleteUser(ctx, id)
	return err
}

// SetAdmin gives an account access to the admin area, or takes it away.
func (tx AccountWriter) SetAdmin(ctx context.Context, id int64, admin bool, now time.Time) error {
	_, err := tx.q.SetAdmin(ctx, db.SetAdminParams{IsAdmin: admin, UpdatedAt: millis(now), ID: id})
	return err
}

// SetPassword replaces the hash of an account's password.
func (tx AccountWriter) SetPassword(ctx context.Context, id int64, hash string, now time.Time) error {
	_, err := tx.q.SetPassword(ctx, db.SetPasswordParams{PasswordHash: hash, UpdatedAt: millis(now), ID: id})
	return err
}

// ChangeEmail gives an account another address, if no other account has it.
func (tx AccountWriter) ChangeEmail(ctx context.Context, id int64, email string, now time.Time) error {
	other, exists, err := tx.ByEmail(ctx, email)
	if err != nil {
		return err
	}
	if exists && other.ID != id {
		return emailTaken()
	}
	// The search text of customers holds the names of their account: they move from the
	// customer of the old address to the customer of the new one.
	if err := tx.setCustomerNames(ctx, id); err != nil {
		return err
	}
	_, err = tx.q.SetEmail(ctx, db.SetEmailParams{Email: email, EmailKey: shop.EmailKey(email), UpdatedAt: millis(now), ID: id})
	if err != nil {
		return mapError(err, meaning{uniqueTaken: emailTaken()})
	}
	profile, exists, err := tx.Profile(ctx, id)
	if err != nil || !exists {
		return err
	}
	return tx.setCustomerNames(ctx, id, profile.Username, profile.FullName)
}

// AddProfile stores the profile of an account that has none.
func (tx AccountWriter) AddProfile(ctx context.Context, u shop.User, now time.Time) error {
	err := tx.q.InsertProfile(ctx, db.InsertProfileParams{ID: u.ID, Username: u.Username, UsernameKey: shop.UsernameKey(u.Username),
		FullName: u.FullName, AvatarUrl: u.AvatarURL, UpdatedAt: millis(now)})
	if err != nil {
		return mapError(err, meaning{uniqueTaken: usernameTaken()})
	}
	return tx.setCustomerNames(ctx, u.ID, u.Username, u.FullName)
}

// RenameProfile stores a user's name and full name.
func (tx AccountWriter) RenameProfile(ctx context.Context, id int64, username, fullName string, now time.Time) error {
	other, exists, err := tx.userNamed(ctx, username)
	if err != nil {
		return err
	}
	if exists && other != id {
		return usernameTaken()
	}
	n, err := tx.q.UpdateProfile(ctx, db.UpdateProfileParams{Username: username, UsernameKey: shop.UsernameKey(username),
		FullName: fullName, UpdatedAt: millis(now), ID: id})
	if err != nil {
		return mapError(err, meaning{uniqueTaken: usernameTaken()})
	}
	if n == 0 {
		return notFound("Profile")
	}
	return tx.setCustomerNames(ctx, id, username, fullName)
}

// SetAvatar stores the address of a user's picture; "" removes it.
func (tx AccountWriter) SetAvatar(ctx context.Context, id int64, url string, now time.Time) error {
	_, err := tx.q.SetAvatar(ctx, db.SetAvatarParams{AvatarUrl: url, UpdatedAt: millis(now), ID: id})
	return err
}

// FreeUsername finds a name like the wanted one that nobody has.
func (tx AccountWriter) FreeUsername(ctx context.Context, wanted string) (string, error) {
	name := wanted
	for n := 2; ; n++ {
		_, taken, err := tx.userNamed(ctx, name)
		if err != nil {
			return "", err
		}
		if !taken {
			return name, nil
		}
		name = fmt.Sprintf("%s%d", wanted, n)
	}
}

func (tx AccountWriter) userNamed(ctx context.Context, username string) (id int64, exists bool, err error) {
	id, err = tx.q.ProfileIDByUsername(ctx, shop.UsernameKey(username))
	exists, err = optional(err)
	return id, exists, err
}

// setCustomerNames lets staff find a customer by the names of their account.
func (tx AccountWriter) setCustomerNames(ctx context.Context, userID int64, names ...string) error {
	text := ""
	for _, name := range names {
		if name != "" {
			text += "\n" + SearchText(name)
		}
	}
	return tx.q.NameCustomer(ctx, db.NameCustomerParams{AccountText: text, UserID: userID})
}

func emailTaken() error {
	return shop.FieldError(shop.Conflict, "email", "An account with this email already exists")
}

func usernameTaken() error {
	return shop.FieldError(shop.Conflict, "username", "Username is already taken")
}
