// Package services makes the services of one shop, connects them and runs their
// background work. It holds no rule of the shop.
package services

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/background"
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
// kind is "product", "logo" or "avatar". Put keeps bytes as they are; they are then
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

	Media       Media
	Mailer      outbox.Mailer
	SendsMail   bool // false: mail is only written to the data folder
	MailingList outbox.MailingList
	// Providers makes the payment providers, whose accounts are in the settings. nil: there are none.
	Providers       func(*settings.Service) (payments.Providers, error)
	PayMeters       payments.Meters // through which the providers make their calls
	ReservationTime time.Duration   // see orders.Config
	Demo            bool            // see drops.Config
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

// New makes the services on an open store. From then on the hub gets the events of
// every commit.
func New(ctx context.Context, c Config) (s *Services, err error) {
	if c.Clock == nil {
		if c.Clock, err = DatabaseClock(ctx, c.Store); err != nil {
			return nil, err
		}
	}
	if c.Now == nil {
		c.Now = c.Clock.Now
	}
	st, keys, now, publicURL := c.Store, c.Keys, c.Now, c.PublicURL
	s = &Services{Store: st, Hub: events.NewHub(), Media: c.Media, Clock: c.Clock, Now: now, PublicURL: publicURL, CertificateExpires: c.CertificateExpires, AnyHost: c.AnyHost,
		Keys: keys, Passwords: accounts.NewPasswords()}
	if s.Versions, err = events.NewVersions(ctx, s.Hub, st.CatalogVersion); err != nil {
		return nil, err
	}
	s.Limits = ratelimit.New(now)
	if st.Engine() == store.Postgres { // a SQLite file has one instance
		s.Limits.Share(st, func(key string) string { return keys.BuyerKey("limit", key) })
	}
	s.Audit = audit.New(st, now)
	s.Settings = settings.New(st, keys, s.Audit, s.Versions, now)
	s.Outbox = outbox.New(outbox.Config{Store: st, Hub: s.Hub, Keys: keys, Settings: s.Settings.Get, Now: now, PublicURL: publicURL, Mailer: c.Mailer, SendsMail: c.SendsMail, MailingList: c.MailingList})
	s.Inbox = inbox.New(inbox.Config{Store: st, Outbox: s.Outbox, Limits: s.Limits, Audit: s.Audit, Keys: keys, Settings: s.Settings.Get, Now: now, PublicURL: publicURL})
	s.Webhooks = webhooks.New(webhooks.Config{Store: st, Hub: s.Hub, Keys: keys, Audit: s.Audit, Limits: s.Limits, Now: now, PublicURL: publicURL})
	s.APIKeys = apikeys.New(st, s.Audit, s.Limits, now)
	var pay payments.Providers
	if c.Providers != nil {
		if pay, err = c.Providers(s.Settings); err != nil {
			return nil, err
		}
	}
	s.Units = reservations.New(st, keys, now, s.databaseNow)
	s.Catalog = catalog.New(st, s.Versions, s.Audit, c.Media, s.Units, now)
	s.ProductFiles = productcsv.New(st, s.Catalog, s.Units, now)
	orderConfig := orders.Config{Store: st, Providers: pay, Settings: s.Settings, Outbox: s.Outbox, Audit: s.Audit, Limits: s.Limits, Secrets: keys, Units: s.Units, Drops: s.Catalog, Webhooks: s.Webhooks,
		Now: now, PublicURL: publicURL, CountOrder: func() { s.Analytics.CountOrder() }, ReservationTime: c.ReservationTime}
	s.Orders, s.Payments = orders.New(orderConfig)
	pace := payments.NewPace(s.Payments, c.PayMeters)
	s.Carts = carts.New(orderConfig, s.Orders)
	s.Backups = backup.New(backup.Config{Store: st, Settings: s.Settings.Get, Audit: s.Audit, Keys: keys, Now: now, Idle: s.Orders, Program: c.Backups})
	dropConfig := drops.Config{Store: st, Outbox: s.Outbox, Audit: s.Audit, Limits: s.Limits, Keys: keys, Units: s.Units,
		Settings: s.Settings.Get, Now: now, PublicURL: publicURL, LeaveList: s.Inbox.LeaveURL, Webhooks: s.Webhooks, Demo: c.Demo}
	s.WaitingRoom = waitingroom.New(dropConfig, s.Catalog, capacity{pace, s.Orders})
	s.Waitlist = waitlist.New(dropConfig, s.WaitingRoom)
	s.Draws = draws.New(dropConfig, s.Catalog, s.WaitingRoom)
	tasks := waitingroom.Tasks(dropConfig)
	tasks[shop.TaskSettle], tasks[shop.TaskDraw] = s.Waitlist.Settle, s.Draws.Draw
	s.PublicDrops = drops.NewPublicDrops(dropConfig, s.Catalog)
	s.Drops = drops.NewService(dropConfig, s.Catalog, s.Orders, tasks)
	s.EarlyAccess = drops.NewEarlyAccess(dropConfig, s.PublicDrops, s.Drops)
	s.Mailings = drops.NewMailings(dropConfig, s.PublicDrops, s.Drops)
	s.DropMetrics = drops.NewRecorder(dropConfig, s.Catalog, drops.RecorderConfig{Orders: s.Orders, Pay: pace.Figures, Offset: s.Clock.Offset, Publish: s.Hub.Publish})
	s.closeCycles(dropConfig)
	s.Accounts, s.SecondFactor, s.Admins = accounts.New(accounts.Config{Store: st, Secrets: keys, Passwords: s.Passwords, Limits: s.Limits, Outbox: s.Outbox,
		Audit: s.Audit, Media: c.Media, Orders: s.Orders, Carts: s.Carts, Waitlist: s.Waitlist, Lines: s.WaitingRoom, Settings: s.Settings.Get, Now: now, PublicURL: publicURL})
	s.Analytics = analytics.New(analytics.Config{Store: st, Hub: s.Hub, Versions: s.Versions, Settings: s.Settings.Get, Idle: s.Orders, Now: now})
	s.Health = health.New(health.Config{Store: st, Settings: s.Settings.Get, Orders: s.Orders, Payments: s.Payments, Backups: s.Backups, Clock: s.Clock, Now: now, PublicURL: publicURL,
		Mailer: c.Mailer, SendsMail: c.SendsMail, Pictures: c.Media, Certificate: c.CertificateExpires, Program: c.Program})
	st.OnCommit(s.Hub.Publish)
	st.OnDropCount(s.DropMetrics.Committed)
	return s, nil
}

// closeCycles gives services what was made after them because it needs them. All else is an argument of a constructor. Three
// cycles are closed where their services are made: every order is counted by analytics, which waits until no orders are
// placed (CountOrder); the tasks of a drop send its mailings, which mark them as done (in drops.NewMailings); and the
// waiting room shows entries of draws, which use it (in draws.New).
func (s *Services) closeCycles(dropConfig drops.Config) {
	s.Outbox.Idle = s.Orders                                              // orders queue emails, which wait until no orders are placed
	s.Units.Drops = s.Catalog                                             // the catalogue moves units, which depend on the drop that has the product
	s.Units.Next = draws.NextBuyers{Waitlist: s.Waitlist, Draws: s.Draws} // both reserve units for who is next
	s.Units.Passes = waitingroom.NewPasses(dropConfig)                    // the waiting room reserves units for who has a pass
	s.Orders.Refused = s.DropMetrics.Refused                              // the figures of a drop tell how orders go and count those that are refused
}

// capacity is how much buying the shop can take; see waitingroom.Capacity.
type capacity struct {
	*payments.Pace
	*orders.Service
}

// DatabaseClock is PostgreSQL's time, so that all instances agree; SQLite has one instance, whose clock it is.
func DatabaseClock(ctx context.Context, st *store.Store) (*clock.Clock, error) {
	if st.Engine() != store.Postgres {
		return clock.New(time.Now, nil), nil
	}
	c := clock.New(time.Now, st.DatabaseTime)
	return c, c.Sync(ctx)
}

// databaseNow is the database's time within a transaction. Where somebody set another
// clock (tests, a rehearsal), that one counts.
func (s *Services) databaseNow(ctx context.Context, tx *store.Tx) (time.Time, error) {
	own := s.Now()
	if own.Sub(s.Clock.Now()).Abs() > time.Second {
		return own, nil
	}
	now, ok, err := tx.DatabaseTime(ctx)
	if !ok {
		return own, err
	}
	return now.Add(s.Clock.Shifted()), err
}

// WatchDatabase checks the database regularly until ctx ends. Without it the shop does not notice a database that hangs.
func (s *Services) WatchDatabase(ctx context.Context) { s.Store.Watch(ctx) }

// DatabaseAway says whether the database did not answer when it was last checked.
func (s *Services) DatabaseAway() bool { return s.Store.Away() }

// WhileDatabaseAnswers gives a context that ends when the database goes away; at once while it is.
func (s *Services) WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc) {
	return s.Store.WhileAnswers(ctx)
}

// ErrUnavailable is the error of whoever got the answer that the database is away.
var ErrUnavailable = store.ErrAway

// IsUnavailable says whether an error, or the cause of a context's end, means that the database is away, full or hangs.
func IsUnavailable(ctx context.Context, err error) bool {
	return errors.Is(context.Cause(ctx), store.ErrAway) || store.IsUnavailable(err)
}

// CanWrite checks that the database stores something.
func (s *Services) CanWrite(ctx context.Context) error { return s.Store.CanWrite(ctx) }

// cleanUpInterval is how often expired sessions, links and old outbox rows are deleted.
const cleanUpInterval = 10 * time.Minute

// startPause is between the starts of two kinds of background work: all at once would delay the first pages and open as many
// connections to the database as there may be.
const startPause = 10 * time.Millisecond

// Run does the background work until ctx ends, then finishes what it is at.
func (s *Services) Run(ctx context.Context) {
	var work sync.WaitGroup
	var pause time.Duration
	start := func(name string, run func(context.Context)) {
		turn := time.After(pause)
		pause += startPause
		work.Go(func() {
			select {
			case <-ctx.Done():
			case <-turn:
			}
			background.Run(ctx, name, run)
		})
	}
	start("database notifications", func(ctx context.Context) { s.Store.Listen(ctx, s.Hub.Publish) })
	start("clock", s.Clock.Run)
	start("outbox", s.Outbox.Run)
	start("webhooks", s.Webhooks.Run)
	start("analytics", s.Analytics.Run)
	start("payments", s.Payments.Run)
	start("order links", s.Orders.RunLinkRequests)
	start("reservations", s.Units.Run)
	start("drops", s.Drops.Run)
	start("waiting room", s.WaitingRoom.Run)
	start("draws", s.Draws.Run)
	start("figures of drops", s.DropMetrics.Run)
	start("held units", func(ctx context.Context) { s.PublicDrops.RunHeld(ctx, s.Hub) })
	start("backups", s.Backups.Run)
	start("clean-up", s.cleanUp)
	work.Wait()
}

func (s *Services) cleanUp(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(cleanUpInterval):
			err := s.Store.Write(ctx, func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(ctx, s.Now()) })
			if err != nil && ctx.Err() == nil {
				slog.Warn("expired rows not deleted", "error", err)
			}
		}
	}
}
