package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// PurchaseKey is one of a buyer's keys in one drop.
type PurchaseKey struct {
	DropID int64
	Kind   string
	Key    string
}

// Purchase is units of a drop that an order counts under one of its buyer's keys.
type Purchase struct {
	PurchaseKey
	Units int64
}

// Purchases is what limits need to know of buyers.
type Purchases struct {
	Units      map[PurchaseKey]int64 // in orders that hold units
	Reserved   map[PurchaseKey]int64 // in held reservations, by mailbox
	Barred     map[PurchaseKey]bool
	Exceptions map[PurchaseKey]bool // mailboxes whose next order has no limits
}

// Under is what one key has.
func (p Purchases) Under(key PurchaseKey) shop.KeyUnits {
	return shop.KeyUnits{Ordered: p.Units[key], Reserved: p.Reserved[key], Barred: p.Barred[key]}
}

// Of reads what the keys, by kind, have bought and reserved in the drops, in one query
// for up to 30 drops, however many keys there are. The caller has locked the drops.
func (r PurchaseReader) Of(ctx context.Context, dropIDs []int64, keys map[string][]string) (Purchases, error) {
	p := Purchases{Units: map[PurchaseKey]int64{}, Reserved: map[PurchaseKey]int64{}, Barred: map[PurchaseKey]bool{}, Exceptions: map[PurchaseKey]bool{}}
	if len(dropIDs) == 0 || len(keys) == 0 {
		return p, nil
	}
	note := func(rows *sql.Rows) error {
		var what, units int64
		var k PurchaseKey
		if err := rows.Scan(&what, &k.DropID, &k.Kind, &k.Key, &units); err != nil {
			return err
		}
		switch what {
		case 0:
			p.Units[k] = units
		case 1:
			p.Barred[k] = true
		case 2:
			p.Exceptions[k] = true
		default:
			p.Reserved[k] = units
		}
		return nil
	}
	for some := range slices.Chunk(unique(dropIDs), dropsPerQuery) {
		query, args := purchasesQuery(r.engine, some, keys)
		if err := r.eachRow(ctx, query, r.engine.withFreshPlan(args), note); err != nil {
			return p, err
		}
	}
	return p, nil
}

// dropsPerQuery keeps purchasesQuery below 500 SELECTs, SQLite's limit: 14 for each drop.
const dropsPerQuery = 30

func purchasesQuery(e Engine, dropIDs []int64, keys map[string][]string) (string, []any) {
	var w where
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(keys)) {
		list, of := keyList(e, &w, keys[kind]), " AND kind = "+w.arg(kind)
		for _, id := range dropIDs {
			drop := "drop_id = " + w.arg(id)
			parts = append(parts, "SELECT 0, drop_id, kind, key, units"+fromKeys(e, "purchase_counters", drop+of, "key", list),
				"SELECT 1, drop_id, kind, key, 0"+fromKeys(e, "barred_keys", drop+of, "key", list))
			if kind == shop.MailboxKind {
				parts = append(parts, "SELECT 2, drop_id, 'mailbox', mailbox_key, 0"+fromKeys(e, "limit_exceptions", drop+" AND order_id IS NULL", "mailbox_key", list),
					"SELECT 3, drop_id, 'mailbox', mailbox_key, CAST(SUM(units) AS BIGINT)"+fromKeys(e, "reservations", drop+" AND state = 'held'", "mailbox_key", list)+
						" GROUP BY drop_id, mailbox_key")
			}
		}
	}
	return strings.Join(parts, " UNION ALL "), w.args
}

// Count adds units to the counters of keys in one statement. A guarded count
// refuses what is beyond the limits of the drops: it returns false then.
func (tx PurchaseWriter) Count(ctx context.Context, units map[PurchaseKey]int64, guarded bool) (bool, error) {
	tail := " ON CONFLICT (drop_id, kind, key) DO UPDATE SET units = purchase_counters.units + excluded.units"
	if guarded {
		tail += " WHERE purchase_counters.units + excluded.units <= (SELECT limit_units FROM drops WHERE id = excluded.drop_id)"
	}
	rows := tx.rowsOf("purchase_counters", "drop_id, kind, key, units")
	for _, k := range sortedKeys(units) {
		rows.add(k.DropID, k.Kind, k.Key, units[k])
	}
	var written int64
	for query, args := range rows.statements(tail) {
		result, err := tx.tx.ExecContext(ctx, query, args...)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return false, err
		}
		written += n
	}
	return written == int64(len(units)), nil
}

// Add notes what an order that exists counts under more keys of its buyer.
func (tx PurchaseWriter) Add(ctx context.Context, orderID int64, purchases []Purchase) error {
	rows := tx.rowsOf("order_purchase_keys", "order_id, drop_id, kind, key, units")
	for _, p := range purchases {
		rows.add(orderID, p.DropID, p.Kind, p.Key, p.Units)
	}
	return rows.insert(ctx, tx.all, " ON CONFLICT (order_id, drop_id, kind) DO NOTHING")
}

// Return takes what an order counts off the counters.
func (tx PurchaseWriter) Return(ctx context.Context, orderID int64) error {
	result, err := tx.tx.ExecContext(ctx, "UPDATE purchase_counters SET units = purchase_counters.units - k.units FROM order_purchase_keys k"+
		" WHERE k.order_id = $1 AND purchase_counters.drop_id = k.drop_id AND purchase_counters.kind = k.kind AND purchase_counters.key = k.key", orderID)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.tx.ExecContext(ctx, "DELETE FROM order_purchase_keys WHERE order_id = $1", orderID)
	return err
}

// OfOrder lists what an order counts.
func (r PurchaseReader) OfOrder(ctx context.Context, orderID int64) ([]Purchase, error) {
	var out []Purchase
	err := r.eachRow(ctx, "SELECT drop_id, kind, key, units FROM order_purchase_keys WHERE order_id = $1 ORDER BY drop_id, kind", []any{orderID}, func(rows *sql.Rows) error {
		var p Purchase
		if err := rows.Scan(&p.DropID, &p.Kind, &p.Key, &p.Units); err != nil {
			return err
		}
		out = append(out, p)
		return nil
	})
	return out, err
}

// Unpaid counts the units of a key in unpaid orders, and when the last of
// their holds ends. ends is false when one of them has no end.
func (r PurchaseReader) Unpaid(ctx context.Context, k PurchaseKey) (units int64, until time.Time, ends bool, err error) {
	var last, endless int64
	err = r.conn.QueryRowContext(ctx, "SELECT CAST(COALESCE(SUM(k.units), 0) AS BIGINT), CAST(COALESCE(MAX(o.hold_expires_at), 0) AS BIGINT),"+
		" CAST(COALESCE(SUM(CASE WHEN o.hold_expires_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) FROM order_purchase_keys k JOIN orders o ON o.id = k.order_id"+
		" WHERE k.drop_id = $1 AND k.kind = $2 AND k.key = $3 AND o.stock_held AND o.payment_status = 'unpaid'", k.DropID, k.Kind, k.Key).Scan(&units, &last, &endless)
	return units, fromMillis(last), endless == 0, err
}

// UseException notes the order for which limits were lifted. It returns false when another one used it.
func (tx PurchaseWriter) UseException(ctx context.Context, dropID int64, mailboxKey string, orderID int64) (bool, error) {
	result, err := tx.tx.ExecContext(ctx, "UPDATE limit_exceptions SET order_id = $1 WHERE drop_id = $2 AND mailbox_key = $3 AND order_id IS NULL", orderID, dropID, mailboxKey)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// BarKeys keeps buyers from ordering in a drop again.
func (tx PurchaseWriter) BarKeys(ctx context.Context, keys []PurchaseKey, actor string, now time.Time) error {
	rows := tx.rowsOf("barred_keys", "drop_id, kind, key, actor, created_at")
	for _, k := range keys {
		switch k.Kind {
		case shop.MailboxKind, shop.PhoneKind, shop.HouseholdKind, shop.CardKind:
			rows.add(k.DropID, k.Kind, k.Key, actor, millis(now))
		}
	}
	return rows.insert(ctx, tx.all, " ON CONFLICT (drop_id, kind, key) DO NOTHING")
}

const (
	keepPurchaseKeys = 90 * 24 * time.Hour
	keepNetworkKeys  = 7 * 24 * time.Hour
)

// endedBefore finds the drops that ended or were withdrawn before a time; a draw ends when its last units were awarded.
const endedBefore = "(SELECT id FROM drops WHERE scheduled_at IS NOT NULL AND (ended_at < $1 OR withdrawn_at < $1 OR ends_at < $1 - CASE WHEN mode = 'draw' THEN 604800000 ELSE 0 END))"

// DeleteBuyerKeys deletes the keys by which limits know buyers of drops that ended
// long ago: those of networks first.
func (tx PurchaseWriter) DeleteBuyerKeys(ctx context.Context, now time.Time) error {
	keys, networks := millis(now.Add(-keepPurchaseKeys)), millis(now.Add(-keepNetworkKeys))
	for _, s := range []struct {
		query  string
		before int64
	}{
		{"DELETE FROM purchase_counters WHERE drop_id IN " + endedBefore, keys},
		{"DELETE FROM order_purchase_keys WHERE drop_id IN " + endedBefore, keys},
		{"DELETE FROM barred_keys WHERE drop_id IN " + endedBefore, keys},
		{"DELETE FROM limit_exceptions WHERE drop_id IN " + endedBefore, keys},
		{"UPDATE reservations SET network_key = '', network48_key = '' WHERE network_key <> '' AND drop_id IN " + endedBefore, networks},
		{"UPDATE queue_entries SET network_key = '', network48_key = '', domain_key = '' WHERE (network_key <> '' OR domain_key <> '') AND drop_id IN " + endedBefore, networks},
		{"UPDATE orders SET network_key = '', network48_key = '' WHERE network_key <> '' AND NOT (stock_held AND payment_status = 'unpaid')" +
			" AND id IN (SELECT order_id FROM order_lines WHERE drop_id IN " + endedBefore + ")", networks},
	} {
		if _, err := tx.tx.ExecContext(ctx, s.query, s.before); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(units map[PurchaseKey]int64) []PurchaseKey {
	return slices.SortedFunc(maps.Keys(units), func(a, b PurchaseKey) int {
		return cmp.Or(cmp.Compare(a.DropID, b.DropID), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key))
	})
}

// BoughtUnits is how many units of a product one buyer has ordered.
type BoughtUnits struct {
	ProductID int64
	Buyer
	Units int64
}

// By says whether the units were bought by the buyer, in whatever spelling of the address.
func (b BoughtUnits) By(buyer Buyer) bool {
	return b.MailboxKey != "" && b.MailboxKey == buyer.MailboxKey ||
		b.MailboxKey == "" && b.EmailKey != "" && b.EmailKey == buyer.EmailKey ||
		b.UserID != nil && buyer.UserID != nil && *b.UserID == *buyer.UserID
}

// UnitsBought finds what the buyers have ordered of the products, in one query however
// many there are. Cancelled and refunded orders do not count.
func (r PurchaseReader) UnitsBought(ctx context.Context, productIDs []int64, buyers []Buyer) ([]BoughtUnits, error) {
	if len(productIDs) == 0 || len(buyers) == 0 {
		return nil, nil
	}
	query, args := unitsBoughtQuery(r.engine, productIDs, buyers)
	var bought []BoughtUnits
	err := r.eachRow(ctx, query, r.engine.withFreshPlan(args), func(rows *sql.Rows) error {
		var b BoughtUnits
		if err := rows.Scan(&b.ProductID, &b.MailboxKey, &b.EmailKey, &b.UserID, &b.Units); err != nil {
			return err
		}
		bought = append(bought, b)
		return nil
	})
	return bought, err
}

func unitsBoughtQuery(e Engine, productIDs []int64, buyers []Buyer) (string, []any) {
	var mailboxes, emails []string
	var users []int64
	for _, b := range buyers {
		mailboxes, emails = append(mailboxes, b.MailboxKey), append(emails, b.EmailKey)
		if b.UserID != nil {
			users = append(users, *b.UserID)
		}
	}
	var w where
	orders := "SELECT id" + fromKeys(e, "orders", "mailbox_key <> ''", "mailbox_key", keyList(e, &w, mailboxes)) +
		" UNION SELECT id" + fromKeys(e, "orders", "email_key <> ''", "email_key", keyList(e, &w, emails))
	if len(users) > 0 {
		orders += " UNION SELECT id" + fromKeys(e, "orders", "user_id IS NOT NULL", "user_id", keyList(e, &w, users))
	}
	// Starting from the buyers keeps it cheap however often the product was sold. CROSS JOIN keeps SQLite to that order, OFFSET 0 PostgreSQL.
	joined := " CROSS JOIN orders o CROSS JOIN order_lines l WHERE o.id = b.id AND l.order_id = o.id"
	if e == Postgres {
		joined = " CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = b.id OFFSET 0) AS o CROSS JOIN LATERAL (SELECT * FROM order_lines WHERE order_id = b.id OFFSET 0) AS l WHERE TRUE"
	}
	return "SELECT l.product_id, o.mailbox_key, o.email_key, o.user_id, CAST(SUM(l.quantity) AS BIGINT) FROM (" + orders + ") b" + joined +
		" AND l.product_id IN (" + placeholders(&w, unique(productIDs)) + ") AND o.status NOT IN ('cancelled', 'refunded')" +
		" GROUP BY l.product_id, o.mailbox_key, o.email_key, o.user_id", w.args
}

// AddException lifts the purchase limits of a drop for one order of a mailbox. It returns false when they are lifted already.
func (tx PurchaseWriter) AddException(ctx context.Context, dropID int64, mailboxKey, actor string, now time.Time) (bool, error) {
	return changed(tx.q.InsertLimitException(ctx, db.InsertLimitExceptionParams{DropID: dropID, MailboxKey: mailboxKey, Actor: actor, CreatedAt: millis(now)}))
}
