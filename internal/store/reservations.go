package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Create sets units aside for one person and returns the reservation as it is stored. The caller takes the units out of
// the stock.
func (tx ReservationWriter) Create(ctx context.Context, r shop.Reservation, now time.Time) (_ shop.Reservation, err error) {
	if r.DropID != nil && r.Kind == shop.CartReservation {
		tx.all.countInDrop(*r.DropID, shop.DropReservations, 1)
	}
	r.State, r.ExpiresAt = shop.ReservationHeld, asStored(r.ExpiresAt)
	r.ID, err = tx.q.InsertReservation(ctx, db.InsertReservationParams{ProductID: r.ProductID, DropID: r.DropID, Kind: string(r.Kind), Units: r.Units,
		PriceCents: int64(r.Price), MailboxKey: r.MailboxKey, Email: r.Email, UserID: r.UserID, NetworkKey: r.Network, Network48Key: r.Network48,
		ExpiresAt: millis(r.ExpiresAt), PassedOn: r.PassedOn, Now: millis(now)})
	return r, err
}

// ByID finds one reservation.
func (r ReservationReader) ByID(ctx context.Context, id int64) (shop.Reservation, error) {
	row, err := r.q.ReservationByID(ctx, id)
	return reservationOf(row), orNotFound(err, "Reservation")
}

// OfUser lists every reservation of an account, by product.
func (r ReservationReader) OfUser(ctx context.Context, userID int64) ([]shop.Reservation, error) {
	rows, err := r.q.ReservationsOfUser(ctx, &userID)
	return mapRows(rows, reservationOf), err
}

// ForUse reads reservations and keeps others from using or ending them until this transaction ends.
func (tx ReservationWriter) ForUse(ctx context.Context, ids []int64) (map[int64]shop.Reservation, error) {
	out := map[int64]shop.Reservation{}
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if tx.engine == Postgres { // on SQLite the transaction is alone anyway
		var w where
		query := "SELECT 1 FROM reservations WHERE id IN (" + placeholders(&w, ids) + ") ORDER BY id FOR UPDATE"
		if _, err := tx.tx.ExecContext(ctx, query, w.args...); err != nil {
			return nil, err
		}
	}
	for _, id := range ids {
		row, err := tx.q.ReservationByID(ctx, id)
		exists, err := optional(err)
		if err != nil {
			return nil, err
		}
		if exists {
			out[id] = reservationOf(row)
		}
	}
	return out, nil
}

// Use turns a reservation into units of an order. It returns false when
// the reservation was used, ended or has expired.
func (tx ReservationWriter) Use(ctx context.Context, id, orderID, units int64, now time.Time) (bool, error) {
	return changed(tx.q.UseReservation(ctx, db.UseReservationParams{OrderID: &orderID, Units: units, Now: millis(now), ID: id}))
}

// End returns false when the reservation was used or ended before.
func (tx ReservationWriter) End(ctx context.Context, id int64, now time.Time) (bool, error) {
	ended, err := changed(tx.q.EndReservation(ctx, db.EndReservationParams{Now: millis(now), ID: id}))
	if err != nil || !ended {
		return false, err
	}
	return true, tx.eachRow(ctx, "SELECT drop_id FROM reservations WHERE id = $1 AND drop_id IS NOT NULL", []any{id}, func(rows *sql.Rows) error {
		var drop int64
		if err := rows.Scan(&drop); err != nil {
			return err
		}
		tx.all.countInDrop(drop, shop.DropAbandoned, 1)
		return nil
	})
}

// Expired lists reservations whose time is over and whose units have not come back yet.
func (r ReservationReader) Expired(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	return r.q.ExpiredReservations(ctx, db.ExpiredReservationsParams{Now: millis(now), Most: int32(limit)})
}

// Held finds the reservation of a product that a mailbox holds.
func (r ReservationReader) Held(ctx context.Context, productID int64, mailboxKey string) (shop.Reservation, bool, error) {
	row, err := r.q.HeldReservation(ctx, db.HeldReservationParams{ProductID: productID, MailboxKey: mailboxKey})
	exists, err := optional(err)
	return reservationOf(row), exists, err
}

// ChangeUnits returns false when the reservation is not what was seen.
func (tx ReservationWriter) ChangeUnits(ctx context.Context, seen shop.Reservation, units int64, now time.Time) (bool, error) {
	return changed(tx.q.ChangeReservationUnits(ctx, db.ChangeReservationUnitsParams{Units: units, Now: millis(now), ID: seen.ID, Was: seen.Units}))
}

// HasInCart says whether a mailbox has a cart reservation in a drop besides one.
func (r ReservationReader) HasInCart(ctx context.Context, dropID int64, mailboxKey string, except int64) (bool, error) {
	n, err := r.q.CartReservationsOf(ctx, db.CartReservationsOfParams{DropID: &dropID, MailboxKey: mailboxKey, ExceptID: except})
	return n > 0, err
}

// HeldByNetworks counts the reservations that are held from a network and from the
// wider one; "" is not counted. On PostgreSQL it keeps other instances from counting
// the same networks until this transaction ends.
func (tx ReservationWriter) HeldByNetworks(ctx context.Context, network, wider string) (held, heldWider int64, err error) {
	var locks []string
	for _, n := range []string{network, wider} {
		if n != "" {
			locks = append(locks, "network "+n)
		}
	}
	if len(locks) == 0 {
		return 0, 0, nil
	}
	if err := tx.all.lockKeys(ctx, locks); err != nil {
		return 0, 0, err
	}
	if held, err = tx.q.HeldByNetwork(ctx, network); err != nil || wider == "" {
		return held, 0, err
	}
	heldWider, err = tx.q.HeldByWiderNetwork(ctx, wider)
	return held, heldWider, err
}

// MoveEnds adds the length of a pause to the ends of the reservations of a
// drop that had not expired when it began.
func (tx ReservationWriter) MoveEnds(ctx context.Context, dropID int64, pausedAt time.Time, pause time.Duration, now time.Time) error {
	return tx.q.MoveReservationEnds(ctx, db.MoveReservationEndsParams{Pause: pause.Milliseconds(), Now: millis(now), DropID: &dropID, PausedAt: millis(pausedAt)})
}

// HasOfProduct says whether units of a product are set aside for somebody.
func (r ReservationReader) HasOfProduct(ctx context.Context, productID int64) (bool, error) {
	n, err := r.q.HeldReservationsOf(ctx, productID)
	return n > 0, err
}

func reservationOf(r db.Reservation) shop.Reservation {
	return shop.Reservation{ID: r.ID, ProductID: r.ProductID, DropID: r.DropID, Kind: shop.ReservationKind(r.Kind), Units: r.Units,
		Price: shop.Cents(r.PriceCents), MailboxKey: r.MailboxKey, Email: r.Email, UserID: r.UserID, ExpiresAt: fromMillis(r.ExpiresAt),
		Network: r.NetworkKey, Network48: r.Network48Key, Prolonged: r.Prolonged, PassedOn: r.PassedOn, State: shop.ReservationState(r.State), OrderID: r.OrderID}
}

// Prolong gives reservations until a time, each once in its life.
func (tx ReservationWriter) Prolong(ctx context.Context, ids []int64, until, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	var w where
	at, changed := w.arg(millis(until)), w.arg(millis(now))
	_, err := tx.tx.ExecContext(ctx, "UPDATE reservations SET expires_at = "+at+", prolonged = TRUE, updated_at = "+changed+", version = version + 1"+
		" WHERE state = 'held' AND NOT prolonged AND expires_at < "+at+" AND id IN ("+placeholders(&w, unique(ids))+")", w.args...)
	return err
}
