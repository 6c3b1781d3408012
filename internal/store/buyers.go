package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// Buyer is by what limits know a buyer again: keyed hashes of the mailbox and the
// networks, and the account of somebody who is signed in.
type Buyer struct {
	EmailKey   string // of orders that were placed before there were mailbox keys
	MailboxKey string
	UserID     *int64
	Network    string // "" is not limited
	Network48  string
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

// lockKeys takes a lock for each text, always in the same order, until the transaction
// ends. On SQLite the transaction is alone anyway.
func (tx *Tx) lockKeys(ctx context.Context, keys []string) error {
	if tx.engine != Postgres {
		return nil
	}
	_, err := tx.tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT hashtextextended(wanted, 0) AS key"+
		" FROM unnest(CAST($1 AS TEXT[])) AS wanted ORDER BY key) AS sorted", keys)
	return err
}
