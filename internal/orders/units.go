package orders

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// NextBuyers decides who gets units that come back before anybody else can buy them.
type NextBuyers interface {
	// Offer reserves up to units of a product for those who are next, in this
	// transaction. The first passed of the units were offered passedOn times before.
	// The product's stock is locked; the caller takes the reserved units out of it.
	Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64) (reserved int64, err error)
	// Used and Ended are told what became of a reservation, in the same transaction.
	Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error
	Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error
}

// Units moves units between the stock, reservations and those who wait.
type Units struct {
	Next   NextBuyers // set before use; nil: nobody waits
	Passes Passes     // set before use; nil: no drop has a line

	store   *store.Store
	secrets *secrets.Keys
	now     func() time.Time
}

// NewUnits makes the mover of units of one shop.
func NewUnits(s *store.Store, keys *secrets.Keys, now func() time.Time) *Units {
	return &Units{store: s, secrets: keys, now: now}
}

const reservationPurpose = "reservation"

// Token is the text that opens a reservation for whoever has it. It is sealed: nobody else can make one.
func (u *Units) Token(reservationID int64) string {
	return u.secrets.Token(reservationPurpose, idText(reservationID))
}

func (u *Units) reservationOf(token string) (int64, error) {
	text, err := u.secrets.ReadToken(reservationPurpose, token)
	if err != nil {
		return 0, shop.Errorf(shop.NotFound, "This link is not valid.")
	}
	return strconv.ParseInt(text, 10, 64)
}

// Reservation finds the reservation behind a token.
func (u *Units) Reservation(ctx context.Context, token string) (shop.Reservation, error) {
	id, err := u.reservationOf(token)
	if err != nil {
		return shop.Reservation{}, err
	}
	return u.store.Reservation(ctx, id)
}

// GiveBack ends a reservation whose owner does not want it any more.
func (u *Units) GiveBack(ctx context.Context, token string) error {
	id, err := u.reservationOf(token)
	if err != nil {
		return err
	}
	return u.store.Write(ctx, func(tx *store.Tx) error {
		ended, err := u.EndReservation(ctx, tx, id)
		if err == nil && !ended {
			return errReservationOver
		}
		return err
	})
}

var errReservationOver = shop.Errorf(shop.ReservationExpired, "Your hold is over")

// ReleaseUnits is the only way units come back, whoever gives them back. They go to
// whoever is next, and what is left is free. With 0 units it only looks whether
// somebody is next.
func (u *Units) ReleaseUnits(ctx context.Context, tx *store.Tx, productID, units int64) error {
	return u.release(ctx, tx, productID, units, 0)
}

// release does it for units that were offered passedOn times before. Those that
// nobody took so often are free for everybody and not offered again.
func (u *Units) release(ctx context.Context, tx *store.Tx, productID, units, passedOn int64) error {
	was, counted, err := tx.LockStock(ctx, productID)
	if err != nil || !counted {
		return err
	}
	stock := was
	stock.Quantity += units
	if passedOn >= shop.MaxOffers {
		stock.Unoffered += units
	}
	stock.Unoffered = min(stock.Unoffered, stock.Free())
	var reserved int64
	if offerable := stock.Free() - stock.Unoffered; offerable > 0 && u.Next != nil {
		if reserved, err = u.Next.Offer(ctx, tx, productID, offerable, units, passedOn); err != nil {
			return err
		}
	}
	stock.Quantity -= reserved
	if stock == was {
		return nil
	}
	if err := tx.ChangeStock(ctx, productID, stock.Quantity-was.Quantity, stock.Unoffered); err != nil {
		return err
	}
	if stock.Free() == was.Free() {
		return nil
	}
	return emitStock(ctx, tx, productID, was.Free(), stock.Free())
}

// EndReservation gives the units of a reservation to the next. It returns false
// when it was used or ended before.
func (u *Units) EndReservation(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	r, err := tx.Reservation(ctx, id)
	if err != nil {
		return false, err
	}
	if _, _, err := tx.LockStock(ctx, r.ProductID); err != nil { // before the reservation: see ProductsForSale
		return false, err
	}
	ended, err := tx.EndReservation(ctx, id, u.now())
	if err != nil || !ended {
		return false, err
	}
	passedOn := r.PassedOn
	if r.Kind == shop.Offer {
		passedOn++
	}
	if u.Next != nil {
		if err := u.Next.Ended(ctx, tx, r); err != nil {
			return false, err
		}
	}
	return true, u.release(ctx, tx, r.ProductID, r.Units, passedOn)
}

// use turns a reservation into units of an order. What was not ordered goes to the next.
func (u *Units) use(ctx context.Context, tx *store.Tx, use reservationUse, now time.Time) error {
	used, err := tx.UseReservation(ctx, use.ID, use.order.ID, use.taken, now)
	if err != nil {
		return err
	}
	if !used {
		return errRaceLost
	}
	if u.Next != nil {
		if err := u.Next.Used(ctx, tx, use.Reservation, use.taken); err != nil {
			return err
		}
	}
	// Also when nothing is left: who bought a part of what they wanted waits on, and may be next.
	return u.ReleaseUnits(ctx, tx, use.ProductID, use.Units-use.taken)
}

const (
	reservationsEvery = time.Second
	expireReserved    = 200
)

// Run ends reservations whose time is over until ctx ends.
func (u *Units) Run(ctx context.Context) {
	for ctx.Err() == nil {
		ended, err := u.EndExpired(ctx)
		if err != nil && ctx.Err() == nil {
			slog.Warn("ending expired reservations failed", "error", err)
		}
		if ended == expireReserved { // there may be more
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(reservationsEvery):
		}
	}
}

// EndExpired gives back the units of reservations whose time is over. Several
// instances may do it at once: each reservation is ended by one of them.
func (u *Units) EndExpired(ctx context.Context) (ended int, err error) {
	ids, err := u.store.ExpiredReservations(ctx, u.now(), expireReserved)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		var done bool
		err := u.store.Write(ctx, func(tx *store.Tx) (err error) { done, err = u.EndReservation(ctx, tx, id); return err })
		if err != nil {
			return ended, err
		}
		if done {
			ended++
		}
	}
	if ended > 0 {
		slog.Info("reservations ended", "count", ended)
	}
	return ended, nil
}
