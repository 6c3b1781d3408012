package services

import (
	"cmp"
	"context"
	"maps"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitlist"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

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
	if c.Passes == nil {
		c.Passes = waitingroom.NewPasses(c.Keys)
	}
	s = &Services{Store: c.Store, Hub: events.NewHub(cmp.Or(c.Streams, events.DefaultLimits())), Media: c.Media, Clock: c.Clock, Now: c.Now, PublicURL: c.PublicURL,
		CertificateExpires: c.CertificateExpires, AnyHost: c.AnyHost, Keys: c.Keys}
	c.Store.OnCommit(s.Hub.Publish)
	if s.Versions, err = events.NewVersions(ctx, s.Hub, c.Store.CatalogVersion); err != nil {
		return nil, err
	}
	activity := orders.NewActivity()
	s.makeBasics(c, activity)
	var providers payments.Providers
	if c.Providers != nil {
		if providers, err = c.Providers(s.Settings); err != nil {
			return nil, err
		}
	}
	s.makeUnits(c)
	s.makeSales(c, providers, activity)
	s.makeDrops(c, activity)
	s.makeAccounts(c)
	s.makeReports(c, activity)
	return s, nil
}

// makeBasics makes the services that know nothing of products. Deliveries and figures wait while orders are placed.
func (s *Services) makeBasics(c Config, activity *orders.Activity) {
	if c.Store.Engine() == store.Postgres {
		s.Limits = ratelimit.NewShared(c.Store, c.Now, func(key string) string { return c.Keys.BuyerKey("limit", key) })
	} else { // a SQLite file has one instance
		s.Limits = ratelimit.New(c.Now)
	}
	s.Audit = audit.New(c.Store, c.Now)
	s.Settings = settings.New(c.Store, c.Keys, s.Audit, s.Versions, c.Now)
	s.Outbox = outbox.New(outbox.Config{Store: c.Store, Hub: s.Hub, Keys: c.Keys, Settings: s.Settings.Get, Now: c.Now,
		PublicURL: c.PublicURL, Mailer: c.Mailer, SendsMail: c.SendsMail, MailingList: c.MailingList, Idle: activity})
	s.Inbox = inbox.New(inbox.Config{Store: c.Store, Outbox: s.Outbox, Limits: s.Limits, Audit: s.Audit, Keys: c.Keys,
		Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL})
	s.Webhooks = webhooks.New(webhooks.Config{Store: c.Store, Hub: s.Hub, Keys: c.Keys, Audit: s.Audit, Limits: s.Limits,
		Now: c.Now, PublicURL: c.PublicURL})
	s.APIKeys = apikeys.New(c.Store, s.Audit, s.Limits, c.Now)
	s.Analytics = analytics.New(analytics.Config{Store: c.Store, Hub: s.Hub, Versions: s.Versions, Settings: s.Settings.Get,
		Idle: activity, Now: c.Now})
}

// makeUnits makes what moves units of products, with what decides who is next.
func (s *Services) makeUnits(c Config) {
	s.DropIndex = catalog.NewDropIndexCache(c.Store, s.Versions, c.Now)
	s.DrawResults = draws.NewResults(draws.ResultsConfig{Store: c.Store, DropIndex: s.DropIndex, Keys: c.Keys, Now: c.Now})
	offers := waitlist.NewOffers(waitlist.OffersConfig{Outbox: s.Outbox, Keys: c.Keys, Settings: s.Settings.Get, Now: c.Now,
		PublicURL: c.PublicURL, Webhooks: s.Webhooks})
	next := draws.NewNextBuyers(draws.NextBuyersConfig{Offers: offers, Results: s.DrawResults, Outbox: s.Outbox, Keys: c.Keys,
		Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL})
	s.Units = reservations.New(reservations.Config{Store: c.Store, Keys: c.Keys, DropIndex: s.DropIndex, Next: next, Passes: c.Passes,
		Now: c.Now, DatabaseNow: s.databaseNow})
}

// makeSales makes what sells products: the catalogue, orders, their payments and carts.
func (s *Services) makeSales(c Config, providers payments.Providers, activity *orders.Activity) {
	s.Catalog = catalog.New(c.Store, s.Versions, s.DropIndex, s.Audit, c.Media, s.Units, c.Now)
	s.ProductFiles = productcsv.New(c.Store, s.Catalog, s.Units, c.Now)
	buyers := orderbook.NewBuyerKeys(c.Keys)
	links := orderbook.NewLinks(c.Keys, c.PublicURL)
	emails := orderbook.NewOrderEmails(s.Settings, s.Outbox, links, s.Limits, c.Now)
	taken := orderbook.NewOrderUnits(s.Settings, s.Units, buyers, c.Now, cmp.Or(c.ReservationTime, shop.ReservationTime))
	s.Payments = payments.New(payments.Config{Providers: providers, Store: c.Store, Settings: s.Settings, Audit: s.Audit, Limits: s.Limits,
		Now: c.Now, Links: links, Emails: emails, Units: taken, Webhooks: s.Webhooks})
	s.DropCounts = drops.NewCounts(s.DropIndex, c.Now)
	c.Store.OnDropCount(s.DropCounts.Committed)
	s.Orders = orders.New(orders.Config{Store: c.Store, Payments: s.Payments, Settings: s.Settings, Audit: s.Audit,
		Limits: s.Limits, Keys: buyers, Links: links, Emails: emails, OrderUnits: taken, Units: s.Units, Passes: c.Passes,
		DropIndex: s.DropIndex, Activity: activity, Webhooks: s.Webhooks, Now: c.Now, CountOrder: s.Analytics.CountOrder,
		Refused: s.DropCounts.Refused})
	s.Carts = carts.New(carts.Config{Store: c.Store, Settings: s.Settings, Limits: s.Limits, Keys: buyers, Units: s.Units,
		Passes: c.Passes, Orders: s.Orders, Now: c.Now})
}

// makeDrops makes drops and what decides who may buy in them.
func (s *Services) makeDrops(c Config, activity *orders.Activity) {
	pace := payments.NewPace(s.Payments, c.PayMeters)
	room := waitingroom.Config{Store: c.Store, DropIndex: s.DropIndex, Outbox: s.Outbox, Keys: c.Keys, Units: s.Units,
		Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL, Webhooks: s.Webhooks, Draws: s.DrawResults,
		Capacity: capacity{pace, activity}}
	s.WaitingRoom = waitingroom.New(room)
	s.Waitlist = waitlist.New(waitlist.Config{Store: c.Store, Outbox: s.Outbox, Audit: s.Audit, Limits: s.Limits, Keys: c.Keys,
		Units: s.Units, Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL, Tickets: s.WaitingRoom})
	s.Draws = draws.New(draws.Config{Store: c.Store, DropIndex: s.DropIndex, WaitingRoom: s.WaitingRoom, Results: s.DrawResults,
		Outbox: s.Outbox, Audit: s.Audit, Keys: c.Keys, Units: s.Units, Settings: s.Settings.Get, Now: c.Now, Webhooks: s.Webhooks,
		Idle: activity})
	s.PublicDrops = drops.NewPublicDrops(drops.PublicConfig{Store: c.Store, Catalog: s.Catalog, DropIndex: s.DropIndex, Now: c.Now})
	s.Mailings = drops.NewMailings(drops.MailingsConfig{Store: c.Store, Outbox: s.Outbox, Audit: s.Audit, Limits: s.Limits, Keys: c.Keys,
		Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL, LeaveList: s.Inbox.LeaveURL, Public: s.PublicDrops, Idle: activity})
	tasks := map[shop.DropTask]drops.Task{shop.TaskEndWaitlist: s.Waitlist.EndAfterDrop, shop.TaskDraw: s.Draws.Draw}
	maps.Copy(tasks, waitingroom.Tasks(room))
	maps.Copy(tasks, s.Mailings.Tasks())
	s.Drops = drops.NewService(drops.Config{Store: c.Store, Orders: s.Orders, Outbox: s.Outbox, Audit: s.Audit,
		Keys: c.Keys, Units: s.Units, Settings: s.Settings.Get, Now: c.Now, Webhooks: s.Webhooks, Demo: c.Demo, Tasks: tasks})
	s.EarlyAccess = drops.NewEarlyAccess(drops.EarlyConfig{Store: c.Store, Limits: s.Limits, Keys: c.Keys, Now: c.Now,
		Public: s.PublicDrops, Drops: s.Drops})
	s.DropMetrics = drops.NewRecorder(drops.RecorderConfig{Store: c.Store, DropIndex: s.DropIndex, Counts: s.DropCounts, Now: c.Now,
		Orders: s.Orders, Pay: pace.Figures, Offset: c.Clock.Offset, Publish: s.Hub.Publish})
}

// capacity is how much buying the shop can take; see waitingroom.Capacity.
type capacity struct {
	*payments.Pace
	*orders.Activity
}

// makeAccounts makes the accounts of shoppers and staff.
func (s *Services) makeAccounts(c Config) {
	s.Passwords = accounts.NewPasswords(c.PasswordCost)
	s.Accounts, s.SecondFactor, s.Admins = accounts.New(accounts.Config{Store: c.Store, Secrets: c.Keys, Passwords: s.Passwords,
		Limits: s.Limits, Outbox: s.Outbox, Audit: s.Audit, Media: c.Media, Orders: s.Orders, Carts: s.Carts, Waitlist: s.Waitlist,
		Lines: s.WaitingRoom, Settings: s.Settings.Get, Now: c.Now, PublicURL: c.PublicURL})
}

// makeReports makes what looks at the whole shop: backups and health.
func (s *Services) makeReports(c Config, activity *orders.Activity) {
	s.Backups = backup.New(backup.Config{Store: c.Store, Settings: s.Settings.Get, Audit: s.Audit, Keys: c.Keys, Now: c.Now,
		Idle: activity, Program: c.Backups})
	s.Health = health.New(health.Config{Store: c.Store, Settings: s.Settings.Get, Orders: s.Orders, Payments: s.Payments,
		Backups: s.Backups, Clock: c.Clock, Now: c.Now, PublicURL: c.PublicURL, Mailer: c.Mailer, SendsMail: c.SendsMail,
		Pictures: c.Media, Certificate: c.CertificateExpires, Program: c.Program})
}
