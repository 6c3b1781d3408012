package app

import (
	"context"
	"io"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// The names below are where they were while their users move out of this package.
type (
	Actor        = audit.Actor
	Client       = shop.Client
	Limit        = ratelimit.Limit
	TooManyError = ratelimit.TooManyError
	Secrets      = secrets.Keys

	Letter                = outbox.Email
	WelcomeLetter         = outbox.WelcomeEmail
	PasswordResetLetter   = outbox.PasswordResetEmail
	PasswordChangedLetter = outbox.PasswordChangedEmail
	EmailChangeLetter     = outbox.AddressChangeEmail
	EmailChangeNotice     = outbox.AddressChangeNotice

	cached[T any] = events.Cached[T]
)

var commandLine = audit.CommandLine

// NewSecrets is secrets.New.
func NewSecrets(key string) (*Secrets, error) { return secrets.New(key) }

// SecretKeyFile is secrets.KeyFile.
func SecretKeyFile(file string) (string, error) { return secrets.KeyFile(file) }

// NewToken is secrets.NewToken.
func NewToken() string { return secrets.NewToken() }

// HashToken is secrets.HashToken.
func HashToken(token string) string { return secrets.HashToken(token) }

// Version is the catalogue version.
func (a *App) Version() int64 { return a.Versions.Catalog() }

// StockTick is the stock revision.
func (a *App) StockTick() int64 { return a.Versions.StockRevision() }

func (a *App) audit(ctx context.Context, tx *store.Tx, by Actor, action, entity, id string, before, after any) error {
	return a.Audit.Record(ctx, tx, by, action, entity, id, before, after)
}

// mediaOf is the app's Media, which is set after New.
type mediaOf struct{ a *App }

// Save is Media.Save.
func (m mediaOf) Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error) {
	return m.a.Media.Save(ctx, kind, filename, r)
}

func (a *App) queueMail(ctx context.Context, tx *store.Tx, to string, email outbox.Email, uniqueKey string) error {
	return a.Outbox.QueueEmail(ctx, tx, to, email, uniqueKey)
}

// SendDue is Outbox.SendDue.
func (a *App) SendDue(ctx context.Context) error { return a.Outbox.SendDue(ctx) }

// FlushVisits is Analytics.FlushVisits.
func (a *App) FlushVisits(ctx context.Context) error { return a.Analytics.FlushVisits(ctx) }

// Remove is Media.Remove.
func (m mediaOf) Remove(ctx context.Context, url string) error { return m.a.Media.Remove(ctx, url) }
