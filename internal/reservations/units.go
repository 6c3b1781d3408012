// Package reservations moves units between the stock, those for whom they are held and those who
// are next. Who is next is decided by packages waitlist and draws.
package reservations

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// NextBuyers decides who gets units that come back before anybody else can buy them.
type NextBuyers interface {
	// Offer reserves up to the given number of units for those who are next, in this
	// transaction, and returns how many it reserved. The first passed units have been
	// offered passedOn times already, the others never. drop is the drop that has the
	// product, nil outside of drops. The caller has locked it and the product's stock,
	// and takes the reserved units out of the stock.
	Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64, drop *shop.Drop) (reserved int64, err error)
	// Used and Ended are called when a reservation was ordered or has ended, in the same transaction.
	Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error
	Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error
}

// Config is what Units need of the rest of the program.
type Config struct {
	Store       *store.Store
	Keys        *secrets.Keys
	DropIndex   *catalog.DropIndexCache
	Next        NextBuyers
	Passes      Passes
	Now         func() time.Time
	DatabaseNow func(context.Context, *store.Tx) (time.Time, error) // the database's time within a transaction
}

// Units moves units between the stock, reservations and those who wait.
type Units struct {
	store       *store.Store
	keys        *secrets.Keys
	dropIndex   *catalog.DropIndexCache
	next        NextBuyers
	passes      Passes
	now         func() time.Time
	databaseNow func(context.Context, *store.Tx) (time.Time, error)
}

// New makes the Units of one shop.
func New(c Config) *Units {
	return &Units{store: c.Store, keys: c.Keys, dropIndex: c.DropIndex, next: c.Next, passes: c.Passes, now: c.Now, databaseNow: c.DatabaseNow}
}

const reservationPurpose = "reservation"

// Token is the text that opens a reservation for whoever has it. It is sealed: nobody else can make one.
func Token(keys *secrets.Keys, reservationID int64) string {
	return keys.Token(reservationPurpose, shop.IDText(reservationID))
}

// ReservationOf is the id in a token.
func (u *Units) ReservationOf(token string) (int64, error) {
	text, err := u.keys.ReadToken(reservationPurpose, token)
	if err != nil {
		return 0, shop.Errorf(shop.NotFound, "This link is not valid.")
	}
	return strconv.ParseInt(text, 10, 64)
}

// Reservation finds the reservation behind a token.
func (u *Units) Reservation(ctx context.Context, token string) (shop.Reservation, error) {
	id, err := u.ReservationOf(token)
	if err != nil {
		return shop.Reservation{}, err
	}
	return u.store.Reservations.ByID(ctx, id)
}

// ReleaseReservation ends a reservation whose owner does not want it any more.
func (u *Units) ReleaseReservation(ctx context.Context, token string) error {
	id, err := u.ReservationOf(token)
	if err != nil {
		return err
	}
	return u.store.Write(ctx, func(tx *store.Tx) error {
		ended, err := u.EndReservation(ctx, tx, id)
		if err == nil && !ended {
			return ErrReservationOver
		}
		return err
	})
}

// ErrReservationOver refuses a reservation that is over.
var ErrReservationOver = shop.Errorf(shop.ReservationExpired, "Your hold is over")

// ReleaseUnits gives units back; all code that returns units uses it. They are offered to
// whoever is next, and the rest is free for everybody. With 0 units it only offers units
// that are free already.
func (u *Units) ReleaseUnits(ctx context.Context, tx *store.Tx, productID, units int64) error {
	drop, err := u.Lock(ctx, tx, productID)
	if err != nil {
		return err
	}
	return u.Release(ctx, tx, productID, units, 0, drop)
}

// LockDrops locks the drops of products. Whatever moves units of several products, or
// locks stock by itself, calls it first: drops are locked before stock everywhere.
func (u *Units) LockDrops(ctx context.Context, tx *store.Tx, productIDs ...int64) error {
	drops, err := tx.Drops.OfProducts(ctx, productIDs)
	if err != nil {
		return err
	}
	_, err = tx.Drops.LockAll(ctx, slices.Collect(maps.Values(drops)))
	return err
}

// Lock locks the drop of a product, if it is in one, and then its stock. Only locks of
// payments and orders may be taken before it.
func (u *Units) Lock(ctx context.Context, tx *store.Tx, productID int64) (*shop.Drop, error) {
	id, inDrop, err := tx.Drops.ActiveOf(ctx, productID)
	if err != nil {
		return nil, err
	}
	var drop *shop.Drop
	if inDrop {
		d, err := tx.Drops.Lock(ctx, id)
		if err != nil {
			return nil, err
		}
		drop = &d
	}
	if _, _, err := tx.Stock.Lock(ctx, productID); err != nil {
		return nil, err
	}
	// While stock is locked no drop takes a product or gives one up.
	if now, still, err := tx.Drops.ActiveOf(ctx, productID); err != nil || still != inDrop || now != id {
		return nil, cmp.Or(err, store.ErrStartOver)
	}
	return drop, nil
}

// LockedNow is the time for decisions about a drop that the caller has locked. A time
// that was read before the lock may be too early: waiting for the lock takes time.
func (u *Units) LockedNow(ctx context.Context, tx *store.Tx) (time.Time, error) {
	return u.databaseNow(ctx, tx)
}

// Release is ReleaseUnits for units that were offered passedOn times already and whose
// drop is locked. After MaxOffers offers that nobody used, units are free for everybody.
func (u *Units) Release(ctx context.Context, tx *store.Tx, productID, units, passedOn int64, drop *shop.Drop) error {
	was, counted, err := tx.Stock.Lock(ctx, productID)
	if err != nil || !counted {
		return err
	}
	stock := was
	stock.Quantity += units
	if passedOn >= shop.MaxOffers {
		stock.Unoffered += units
	}
	if drop != nil && drop.Mode == shop.DropDraw { // offers of the waitlist before the draw do not count for its winners
		stock.Unoffered = 0
	}
	stock.Unoffered = min(stock.Unoffered, stock.Free())
	var reserved int64
	if offerable := stock.Free() - stock.Unoffered; offerable > 0 {
		if reserved, err = u.next.Offer(ctx, tx, productID, offerable, units, passedOn, drop); err != nil {
			return err
		}
	}
	stock.Quantity -= reserved
	if stock == was {
		return nil
	}
	if err := tx.Stock.Change(ctx, productID, stock.Quantity-was.Quantity, stock.Unoffered); err != nil {
		return err
	}
	if stock.Free() == was.Free() {
		return nil
	}
	return u.EmitStock(ctx, tx, productID, was.Free(), stock.Free())
}

// EndReservation gives the units of a reservation to the next. It returns false
// when it was used or ended before.
func (u *Units) EndReservation(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	return u.end(ctx, tx, id, func(shop.Reservation, *shop.Drop, time.Time) bool { return true })
}

// EndIfOver ends a reservation if its time is over. It checks that again under the lock:
// the reservation may have got more time, or its drop may have been paused.
func (u *Units) EndIfOver(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	return u.end(ctx, tx, id, shop.Reservation.Over)
}

// end ends a reservation if may allows it. may is called with the reservation as it is
// once its drop and stock are locked, so that nobody can change it.
func (u *Units) end(ctx context.Context, tx *store.Tx, id int64, may func(shop.Reservation, *shop.Drop, time.Time) bool) (bool, error) {
	r, err := tx.Reservations.ByID(ctx, id)
	if err != nil {
		return false, err
	}
	drop, err := u.Lock(ctx, tx, r.ProductID) // before the reservation: see Products.ForSale
	if err != nil {
		return false, err
	}
	if r, err = tx.Reservations.ByID(ctx, id); err != nil { // its units may have changed
		return false, err
	}
	now := u.now()
	if !may(r, drop, now) {
		return false, nil
	}
	ended, err := tx.Reservations.End(ctx, id, now)
	if err != nil || !ended {
		return false, err
	}
	EmitReservation(tx, r)
	if err := u.cartEnded(ctx, tx, r, drop, now); err != nil {
		return false, err
	}
	return true, u.PassOn(ctx, tx, r, drop)
}

// PassOn gives the units of a reservation that was just ended to the next. drop is the drop that has the product, locked.
func (u *Units) PassOn(ctx context.Context, tx *store.Tx, r shop.Reservation, drop *shop.Drop) error {
	passedOn := r.PassedOn
	if r.Kind == shop.Offer {
		passedOn++
	}
	if err := u.next.Ended(ctx, tx, r); err != nil {
		return err
	}
	return u.Release(ctx, tx, r.ProductID, r.Units, passedOn, drop)
}

// cartEnded returns the early units of a cart reservation that ended without an order,
// and ends the pass that it was made with.
func (u *Units) cartEnded(ctx context.Context, tx *store.Tx, r shop.Reservation, drop *shop.Drop, now time.Time) error {
	if r.Kind != shop.CartReservation || r.DropID == nil {
		return nil
	}
	if err := ReturnEarly(ctx, tx, drop, *r.DropID, r.ProductID, r.Units, now); err != nil {
		return err
	}
	if more, err := tx.Reservations.HasInCart(ctx, *r.DropID, r.MailboxKey, r.ID); err != nil || more {
		return err
	}
	return u.passes.Ended(ctx, tx, *r.DropID, r.MailboxKey, now)
}

// ReturnEarly gives units of a drop back to its early share: those that come back before the opening.
func ReturnEarly(ctx context.Context, tx *store.Tx, drop *shop.Drop, dropID, productID, units int64, now time.Time) error {
	if drop == nil || drop.ID != dropID || !now.Before(drop.OpensAt) {
		return nil
	}
	return tx.Drops.ReturnEarlyUnits(ctx, dropID, productID, units)
}

// Use turns a reservation into units of an order. What was not ordered goes to the
// next. drop is the drop that has the product, locked.
func (u *Units) Use(ctx context.Context, tx *store.Tx, use ReservationUse, drop *shop.Drop, now time.Time) error {
	used, err := tx.Reservations.Use(ctx, use.ID, use.Order.ID, use.Taken, now)
	if err != nil {
		return err
	}
	if !used {
		return ErrRaceLost
	}
	if err := u.next.Used(ctx, tx, use.Reservation, use.Taken); err != nil {
		return err
	}
	rest := use.Units - use.Taken
	if use.Kind == shop.CartReservation {
		if rest == 0 {
			return nil
		}
		if err := ReturnEarly(ctx, tx, drop, *use.DropID, use.ProductID, rest, now); err != nil {
			return err
		}
	}
	// Called with 0 units too: somebody who bought only a part of what they wanted waits for the rest and may be next.
	return u.Release(ctx, tx, use.ProductID, rest, 0, drop)
}

// ReservationUse is what an accepted order takes of a reservation.
type ReservationUse struct {
	shop.Reservation
	Taken int64
	Order *store.NewOrder
}

// ErrRaceLost says that stock or a promo changed although it was locked.
var ErrRaceLost = errors.New("stock or promo changed under a lock")

// EmitReservation tells the signed-in owner of a reservation.
func EmitReservation(tx *store.Tx, r shop.Reservation) {
	if r.UserID != nil {
		tx.Emit(shop.Event{Type: shop.EventReservation, ID: r.ID, Audience: shop.ToUser, UserID: *r.UserID})
	}
}
