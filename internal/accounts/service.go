// Package accounts has everything about people with an account: sign-up and sign-in,
// sessions, passwords, the second factor, profile and address book, export and deletion,
// the admins, and the list of customers that staff see. What people order belongs to
// package orders.
package accounts

import (
	"context"
	"io"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Media keeps the pictures of accounts. Remove deletes what Save kept, given the
// address of any of its sizes.
type Media interface {
	Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error)
	Remove(ctx context.Context, url string) error
}

// Waitlist is what an account waits for and what is held for it. waitlist.Service implements it.
type Waitlist interface {
	OfAccount(ctx context.Context, userID int64) ([]shop.WaitlistEntry, []shop.Reservation, error)
	// ForgetAccount ends all of it in this transaction and empties the addresses.
	ForgetAccount(ctx context.Context, tx *store.Tx, userID int64) error
}

// Lines is where an account waits for drops. waitingroom.Service implements it.
type Lines interface {
	OfAccount(ctx context.Context, userID int64) ([]shop.QueueEntry, error)
	// ForgetAccount takes it out of all lines in this transaction and empties the addresses.
	ForgetAccount(ctx context.Context, tx *store.Tx, userID int64) error
}

// Config is what accounts need of the rest of the program.
type Config struct {
	Store     *store.Store
	Secrets   *secrets.Keys
	Passwords *Passwords
	Limits    *ratelimit.Limiter
	Outbox    *outbox.Service
	Audit     *audit.Log
	Media     Media
	Orders    *orders.Service
	Carts     *carts.Service
	Waitlist  Waitlist
	Lines     Lines
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	// PublicURL is the shop's address without a slash at the end.
	PublicURL string
}

// Service is what people do with their own account, and what staff see of customers.
type Service struct {
	store     *store.Store
	secrets   *secrets.Keys
	passwords *Passwords
	limits    *ratelimit.Limiter
	outbox    *outbox.Service
	media     Media
	orders    *orders.Service
	carts     *carts.Service
	waitlist  Waitlist
	lines     Lines
	now       func() time.Time
	publicURL string
}

// New makes the three services of this package.
func New(c Config) (*Service, *SecondFactor, *Admins) {
	s := &Service{store: c.Store, secrets: c.Secrets, passwords: c.Passwords, limits: c.Limits, outbox: c.Outbox, media: c.Media, orders: c.Orders, carts: c.Carts, waitlist: c.Waitlist, lines: c.Lines, now: c.Now, publicURL: c.PublicURL}
	log := adminLog{c.Audit}
	return s, &SecondFactor{accounts: s, store: c.Store, secrets: c.Secrets, log: log, settings: c.Settings, now: c.Now, publicURL: c.PublicURL},
		&Admins{accounts: s, store: c.Store, passwords: c.Passwords, limits: c.Limits, log: log, now: c.Now, publicURL: c.PublicURL}
}

// How often a network or an account may try something. Most of these slow down guessing.
var (
	signInPerNetwork      = ratelimit.Limit{Times: 60, Per: 10 * time.Minute}
	passwordChecksPerUser = ratelimit.Limit{Times: 10, Per: 15 * time.Minute} // of somebody who is signed in
	signUpPerNetwork      = ratelimit.Limit{Times: 20, Per: time.Hour}
	linksPerNetwork       = ratelimit.Limit{Times: 60, Per: 10 * time.Minute} // guessing the tokens of links
	emailChangePerUser    = ratelimit.Limit{Times: 5, Per: time.Hour}
	profilePerUser        = ratelimit.Limit{Times: 60, Per: time.Hour} // finding out which usernames are taken
	avatarPerUser         = ratelimit.Limit{Times: 20, Per: time.Hour}
	exportPerUser         = ratelimit.Limit{Times: 10, Per: time.Hour}
)

// emitSessionChange tells the open pages of a user to load their session again.
func emitSessionChange(tx *store.Tx, userID int64) {
	tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: userID})
}

// customerOrders is how many orders the page of a customer shows.
const customerOrders = 20

// CustomerPage is one customer with their newest orders.
type CustomerPage struct {
	Customer shop.Customer
	Orders   []shop.OrderRow
	More     bool // there are older orders
}

// Customers lists a page of everybody who has an account or has ordered, for staff.
func (s *Service) Customers(ctx context.Context, f shop.CustomerFilter, limit int, cursor string) (customers []shop.Customer, next string, err error) {
	return s.store.Customers.List(ctx, f, limit, cursor)
}

// Customer finds a customer and their newest orders.
func (s *Service) Customer(ctx context.Context, id int64) (CustomerPage, error) {
	var page CustomerPage
	var err error
	if page.Customer, err = s.store.Customers.ByID(ctx, id); err != nil {
		return page, err
	}
	var next string
	page.Orders, next, err = s.store.Orders.List(ctx, shop.OrderFilter{EmailKey: page.Customer.EmailKey}, customerOrders, "")
	page.More = next != ""
	return page, err
}
