package store

import (
	"context"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Session is a signed-in browser.
type Session struct {
	ID              int64
	User            shop.User
	SecondFactorDue bool
	LastSeenAt      time.Time
	ExpiresAt       time.Time
}

// CreateUser stores an account with its profile. A taken email or username is
// refused with the field it stands in.
func (tx *Tx) CreateUser(ctx context.Context, u shop.User, passwordHash string, now time.Time) (int64, error) {
	if _, err := tx.UserByEmail(ctx, shop.EmailKey(u.Email)); err == nil {
		return 0, emailTaken()
	} else if !noRows(err) {
		return 0, err
	}
	if _, err := tx.ProfileIDByUsername(ctx, shop.UsernameKey(u.Username)); err == nil {
		return 0, usernameTaken()
	} else if !noRows(err) {
		return 0, err
	}
	id, err := tx.InsertUser(ctx, db.InsertUserParams{Email: u.Email, EmailKey: shop.EmailKey(u.Email), PasswordHash: passwordHash,
		IsAdmin: u.Admin, CreatedAt: millis(now), UpdatedAt: millis(now)})
	if isUnique(err) {
		return 0, emailTaken()
	}
	if err != nil {
		return 0, err
	}
	u.ID = id
	return id, tx.AddProfile(ctx, u, now)
}

// AddProfile stores the profile of an account that has none.
func (tx *Tx) AddProfile(ctx context.Context, u shop.User, now time.Time) error {
	err := tx.InsertProfile(ctx, db.InsertProfileParams{ID: u.ID, Username: u.Username, UsernameKey: shop.UsernameKey(u.Username),
		FullName: u.FullName, AvatarUrl: u.AvatarURL, UpdatedAt: millis(now)})
	if isUnique(err) {
		return usernameTaken()
	}
	if err != nil {
		return err
	}
	return tx.nameCustomer(ctx, u.ID, u.Username, u.FullName)
}

func (tx *Tx) nameCustomer(ctx context.Context, id int64, names ...string) error {
	text := ""
	for _, name := range names {
		if name != "" {
			text += "\n" + SearchText(name)
		}
	}
	return tx.NameCustomer(ctx, db.NameCustomerParams{AccountText: text, UserID: id})
}

func emailTaken() error {
	return shop.FieldError(shop.Conflict, "email", "An account with this email already exists")
}

func usernameTaken() error {
	return shop.FieldError(shop.Conflict, "username", "Username is already taken")
}

// FreeUsername finds a name like the wished one that nobody has.
func (tx *Tx) FreeUsername(ctx context.Context, wish string) (string, error) {
	name := wish
	for n := 2; ; n++ {
		_, err := tx.ProfileIDByUsername(ctx, shop.UsernameKey(name))
		if noRows(err) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		name = fmt.Sprintf("%s%d", wish, n)
	}
}

// RenameProfile stores a user's name and full name.
func (tx *Tx) RenameProfile(ctx context.Context, id int64, username, fullName string, now time.Time) error {
	other, err := tx.ProfileIDByUsername(ctx, shop.UsernameKey(username))
	if err == nil && other != id {
		return usernameTaken()
	} else if err != nil && !noRows(err) {
		return err
	}
	n, err := tx.UpdateProfile(ctx, db.UpdateProfileParams{Username: username, UsernameKey: shop.UsernameKey(username),
		FullName: fullName, UpdatedAt: millis(now), ID: id})
	if isUnique(err) {
		return usernameTaken()
	}
	if err == nil && n == 0 {
		return shop.Errorf(shop.NotFound, "Profile not found.")
	}
	if err != nil {
		return err
	}
	return tx.nameCustomer(ctx, id, username, fullName)
}

// OpenSession stores a signed-in browser under the hash of its token.
func (tx *Tx) OpenSession(ctx context.Context, tokenHash string, s Session, userAgent, ip string, now time.Time) (int64, error) {
	return tx.InsertSession(ctx, db.InsertSessionParams{TokenHash: tokenHash, UserID: s.User.ID, SecondFactorDue: s.SecondFactorDue,
		UserAgent: userAgent, Ip: ip, CreatedAt: millis(now), LastSeenAt: millis(now), ExpiresAt: millis(s.ExpiresAt)})
}

// Session finds the browser that holds the token, if its time is not over.
func (r *Reader) Session(ctx context.Context, tokenHash string, now time.Time) (Session, error) {
	row, err := r.SessionByToken(ctx, db.SessionByTokenParams{TokenHash: tokenHash, ExpiresAt: millis(now)})
	if err != nil {
		return found(Session{}, err, "Session")
	}
	session := Session{ID: row.Session.ID, User: user(row.User), SecondFactorDue: row.Session.SecondFactorDue,
		LastSeenAt: fromMillis(row.Session.LastSeenAt), ExpiresAt: fromMillis(row.Session.ExpiresAt)}
	if row.Username != nil {
		session.User.Username, session.User.FullName, session.User.AvatarURL = *row.Username, *row.FullName, *row.AvatarUrl
	}
	return session, nil
}

func user(row db.User) shop.User {
	return shop.User{ID: row.ID, Email: row.Email, Admin: row.IsAdmin, CreatedAt: fromMillis(row.CreatedAt)}
}

// AdminUsers lists the accounts that may enter the back office.
func (r *Reader) AdminUsers(ctx context.Context) ([]shop.User, error) {
	rows, err := r.Admins(ctx)
	users := make([]shop.User, 0, len(rows))
	for _, row := range rows {
		users = append(users, user(row))
	}
	return users, err
}

// KeepSession moves a session's end on.
func (tx *Tx) KeepSession(ctx context.Context, id int64, now, end time.Time) error {
	return tx.TouchSession(ctx, db.TouchSessionParams{LastSeenAt: millis(now), ExpiresAt: millis(end), ID: id})
}

// Link is a single-use link that was sent to somebody.
type Link struct {
	Kind    string
	UserID  *int64
	Payload string
}

// AddLink stores a single-use link under the hash of its token.
func (tx *Tx) AddLink(ctx context.Context, tokenHash string, link Link, now, end time.Time) error {
	return tx.InsertLink(ctx, db.InsertLinkParams{TokenHash: tokenHash, Kind: link.Kind, UserID: link.UserID, Payload: link.Payload,
		CreatedAt: millis(now), ExpiresAt: millis(end)})
}

// TakeLink uses a link up. It is refused when it is unknown, used or too old.
func (tx *Tx) TakeLink(ctx context.Context, tokenHash, kind string, now time.Time) (Link, error) {
	row, err := tx.UseLink(ctx, db.UseLinkParams{TokenHash: tokenHash, Kind: kind, ExpiresAt: millis(now)})
	if noRows(err) {
		return Link{}, shop.Errorf(shop.Expired, "This link was used already or is too old.")
	}
	return Link{Kind: row.Kind, UserID: row.UserID, Payload: row.Payload}, err
}

// HasLink says whether a link could still be used.
func (r *Reader) HasLink(ctx context.Context, tokenHash, kind string, now time.Time) (bool, error) {
	n, err := r.LinkExists(ctx, db.LinkExistsParams{TokenHash: tokenHash, Kind: kind, ExpiresAt: millis(now)})
	return n > 0, err
}

// keepSent is how long the outbox remembers what it sent, so that nothing is queued twice.
const keepSent = 90 * 24 * time.Hour

// Forget deletes what time has ended: sessions, links, old rows of the outbox.
func (tx *Tx) Forget(ctx context.Context, now time.Time) error {
	if _, err := tx.DeleteEndedSessions(ctx, millis(now)); err != nil {
		return err
	}
	if _, err := tx.DeleteEndedLinks(ctx, millis(now)); err != nil {
		return err
	}
	before := millis(now.Add(-keepSent))
	_, err := tx.DeleteOldOutbox(ctx, &before)
	return err
}
