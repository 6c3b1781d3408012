package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// HasExpired says whether there are unpaid orders whose time is over and whose units are still held.
func (r OrderHoldReader) HasExpired(ctx context.Context, now time.Time) (bool, error) {
	ms := millis(now)
	n, err := r.q.ExpiredHolds(ctx, &ms)
	return n > 0, err
}

// LeaseExpired takes up to limit unpaid orders whose time is over and whose units
// are still held. Nobody else gets them before the lease ends.
func (tx OrderHoldWriter) LeaseExpired(ctx context.Context, now, leaseEnd time.Time, limit int) (orderIDs []int64, err error) {
	return tx.q.LeaseExpiredHolds(ctx, db.LeaseExpiredHoldsParams{Now: millis(now), LeaseEnd: millis(leaseEnd), Most: int32(limit)})
}

// Extend gives an order that is paid at the shop more time. It returns false when it has as much or waits no more.
func (tx OrderHoldWriter) Extend(ctx context.Context, orderID int64, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ExtendHold(ctx, db.ExtendHoldParams{HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// Expire cancels an unpaid order whose time to pay is over. It returns
// false when it was paid, given more time or released meanwhile.
func (tx OrderHoldWriter) Expire(ctx context.Context, orderID int64, now time.Time) (bool, error) {
	expired, err := changed(tx.q.ExpireHold(ctx, db.ExpireHoldParams{Now: millis(now), ID: orderID}))
	if err != nil || !expired {
		return false, err
	}
	return true, tx.all.countOrder(ctx, orderID, shop.DropAbandoned)
}

// ReReserve opens an order again that expired unpaid. It returns false when it was cancelled by somebody.
func (tx OrderHoldWriter) ReReserve(ctx context.Context, orderID int64, status shop.Status, until, now time.Time) (bool, error) {
	ms := millis(until)
	return changed(tx.q.ReserveAgain(ctx, db.ReserveAgainParams{Status: string(status), HoldExpiresAt: &ms, Now: millis(now), ID: orderID}))
}

// End returns false when the order's units were not reserved.
func (tx OrderHoldWriter) End(ctx context.Context, orderID int64) (bool, error) {
	return changed(tx.q.EndHold(ctx, orderID))
}

// HoldCounts is how many unpaid orders hold units, by what limits count them under.
type HoldCounts struct {
	ByMailbox map[string]int64
	ByUser    map[int64]int64
	ByNetwork map[string]int64 // and by the wider network
}

// Count counts the unpaid orders that hold units for the buyers and their
// networks. On PostgreSQL it keeps other instances from counting the same buyers
// until this transaction ends, so it is called before anything else is locked.
func (tx OrderHoldWriter) Count(ctx context.Context, buyers []Buyer) (HoldCounts, error) {
	counts := HoldCounts{ByMailbox: map[string]int64{}, ByUser: map[int64]int64{}, ByNetwork: map[string]int64{}}
	query, args, locks := holdsQuery(tx.engine, buyers)
	if len(locks) == 0 {
		return counts, nil
	}
	if err := tx.all.lockKeys(ctx, locks); err != nil {
		return counts, err
	}
	err := tx.eachRow(ctx, query, tx.engine.withFreshPlan(args), func(rows *sql.Rows) error {
		var kind, n int64
		var key string
		if err := rows.Scan(&kind, &key, &n); err != nil {
			return err
		}
		switch kind {
		case 0:
			counts.ByMailbox[key] = n
		case 1:
			id, err := strconv.ParseInt(key, 10, 64)
			if err != nil {
				return err
			}
			counts.ByUser[id] = n
		default:
			counts.ByNetwork[key] = n
		}
		return nil
	})
	return counts, err
}

// holdsQuery counts unpaid orders by the buyers' keys. locks are the names of those keys.
func holdsQuery(e Engine, buyers []Buyer) (query string, args []any, locks []string) {
	var mailboxes, networks, wider []string
	var users []int64
	for _, b := range buyers {
		if b.UserID != nil {
			users = append(users, *b.UserID)
			locks = append(locks, "user "+strconv.FormatInt(*b.UserID, 10))
		} else if b.MailboxKey != "" {
			mailboxes = append(mailboxes, b.MailboxKey)
			locks = append(locks, "mailbox "+b.MailboxKey)
		}
		if b.Network != "" {
			networks, locks = append(networks, b.Network), append(locks, "network "+b.Network)
		}
		if b.Network48 != "" {
			wider, locks = append(wider, b.Network48), append(locks, "network "+b.Network48)
		}
	}
	var w where
	var parts []string
	part := func(kind int, column, present, keys string) { // without the condition present, the column's index is not used
		from := fromKeys(e, "orders", "stock_held AND payment_status = 'unpaid' AND "+column+present, column, keys)
		parts = append(parts, fmt.Sprintf("SELECT %d, CAST(%s AS TEXT), COUNT(*)%s GROUP BY %s", kind, column, from, column))
	}
	if len(mailboxes) > 0 {
		part(0, "mailbox_key", " <> ''", keyList(e, &w, mailboxes))
	}
	if len(users) > 0 {
		part(1, "user_id", " IS NOT NULL", keyList(e, &w, users))
	}
	if len(networks) > 0 {
		part(2, "network_key", " <> ''", keyList(e, &w, networks))
	}
	if len(wider) > 0 {
		part(2, "network48_key", " <> ''", keyList(e, &w, wider))
	}
	return strings.Join(parts, " UNION ALL "), w.args, locks
}
