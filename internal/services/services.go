// Package services makes the services of one shop, connects them and runs their
// background work. It holds no rule of the shop.
package services

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitlist"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Media keeps pictures. Save refuses what is not a picture the shop can show;
// kind is "product", "logo", "map", "promo" or "avatar". Put keeps bytes as they are; they are then
// served from "/" and their key. Remove deletes what Save kept, given the address
// of any of its sizes.
type Media interface {
	Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error)
	Put(ctx context.Context, key string, content []byte) error
	Remove(ctx context.Context, url string) error
}

// Config is what the services of one shop are made of. A command that shows no pictures, sends no mail or takes no payments
// leaves out what is for them.
type Config struct {
	Store     *store.Store
	Keys      *secrets.Keys
	PublicURL string           // without a slash at the end
	AnyHost   bool             // nobody said what the public address is: PublicURL is a guess
	Clock     *clock.Clock     // nil: DatabaseClock's
	Now       func() time.Time // nil: of Clock; tests give another
	// CertificateExpires is when the program's own certificate does, the zero time while there is none yet; nil when a proxy
	// speaks HTTPS.
	CertificateExpires func() time.Time

	Streams     events.Limits // how many live-update streams may be open; zero: events.DefaultLimits
	Media       Media
	Mailer      outbox.Mailer
	SendsMail   bool // false: mail is only written to the data folder
	MailingList outbox.MailingList
	// Providers makes the payment providers, whose accounts are in the settings. nil: there are none.
	Providers       func(*settings.Service) (payments.Providers, error)
	PayMeters       payments.Meters       // through which the providers make their calls
	ReservationTime time.Duration         // how long units stay reserved for an order that waits for its payment; 0: shop.ReservationTime
	Passes          reservations.Passes   // nil: the waiting room's; tests give others
	PasswordCost    accounts.PasswordCost // the zero value: that for production; tests give another
	Demo            bool                  // see drops.Config
	Backups         backup.Program
	Program         health.Program
}

// Services are the services of one shop. Handlers call them and never the store.
type Services struct {
	Store              *store.Store // for commands and tests
	Hub                *events.Hub
	Versions           *events.Versions
	Media              Media
	Clock              *clock.Clock     // the database's time
	Now                func() time.Time // see Config, as the next three
	PublicURL          string
	CertificateExpires func() time.Time
	AnyHost            bool

	Keys         *secrets.Keys
	Limits       *ratelimit.Limiter
	Audit        *audit.Log
	Settings     *settings.Service
	Outbox       *outbox.Service
	Inbox        *inbox.Service
	DropIndex    *catalog.DropIndexCache
	Catalog      *catalog.Service
	ProductFiles *productcsv.Files
	Orders       *orders.Service
	Carts        *carts.Service
	Payments     *payments.Service
	Units        *reservations.Units
	Waitlist     *waitlist.Service
	Drops        *drops.Service
	PublicDrops  *drops.PublicDrops
	EarlyAccess  *drops.EarlyAccess
	Mailings     *drops.Mailings
	WaitingRoom  *waitingroom.Service
	Draws        *draws.Service
	DrawResults  *draws.Results
	DropCounts   *drops.Counts
	DropMetrics  *drops.Recorder
	Passwords    *accounts.Passwords
	Accounts     *accounts.Service
	SecondFactor *accounts.SecondFactor
	Admins       *accounts.Admins
	Analytics    *analytics.Service
	Webhooks     *webhooks.Service
	APIKeys      *apikeys.Service
	Backups      *backup.Service
	Health       *health.Service
}

// WatchDatabase checks the database regularly until ctx ends. Without it the shop does not notice a database that hangs.
func (s *Services) WatchDatabase(ctx context.Context) { s.Store.Watch(ctx) }

// DatabaseAway says whether the database did not answer when it was last checked.
func (s *Services) DatabaseAway() bool { return s.Store.Away() }

// WhileDatabaseAnswers gives a context that ends when the database goes away; at once while it is.
func (s *Services) WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc) {
	return s.Store.WhileAnswers(ctx)
}

// ErrUnavailable is the error for whoever was told that the database is away.
var ErrUnavailable = store.ErrAway

// IsUnavailable says whether an error, or the cause of a context's end, means that the database is away, full or hangs.
func IsUnavailable(ctx context.Context, err error) bool {
	return errors.Is(context.Cause(ctx), store.ErrAway) || store.IsUnavailable(err)
}

// CanWrite checks that the database stores something.
func (s *Services) CanWrite(ctx context.Context) error { return s.Store.CanWrite(ctx) }
