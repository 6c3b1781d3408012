package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

const (
	hourMillis = 3_600_000
	weekMillis = 7 * 24 * hourMillis
)

// LedgerIsPending says whether the order ledger has lines.
func (r AnalyticsReader) LedgerIsPending(ctx context.Context) (bool, error) {
	lines, err := r.q.LedgerIsPending(ctx)
	return lines > 0, err
}

// AggregateLedger adds up to limit lines of the order ledger to the sums and says
// how many there were. Adding up in the transaction of each order would make all
// orders of a rush wait for the same few rows, and deadlock.
func (tx AnalyticsWriter) AggregateLedger(ctx context.Context, limit int) (int, error) {
	// Its row is the lock: two processes aggregate one after the other.
	if _, err := tx.q.NextCounter(ctx, "ledger"); err != nil {
		return 0, err
	}
	lines, err := tx.q.TakeLedger(ctx, int32(limit))
	if err != nil {
		return 0, err
	}
	return len(lines), tx.aggregate(ctx, lines)
}

func (tx AnalyticsWriter) aggregate(ctx context.Context, lines []db.OrderLedger) error {
	counts := map[db.AddOrderCountParams]int64{}
	hours := map[int64]db.AddSalesHourParams{}
	sold := map[int64]int64{}    // by order: +1 now counts as sold, -1 no longer
	week := map[int64]int64{}    // of each order
	people := map[string]delta{} // by address
	for _, l := range lines {
		counts[db.AddOrderCountParams{Status: l.Status, PaymentStatus: l.PaymentStatus, FulfillmentType: l.FulfillmentType}] += l.Orders
		status := shop.Status(l.Status)
		h := hours[l.PlacedAt/hourMillis]
		if shop.PaymentStatus(l.PaymentStatus) == shop.Paid { // the orders that the revenue comes from
			h.Orders += l.Orders
		}
		h.RevenueCents += l.RevenueCents
		hours[l.PlacedAt/hourMillis] = h
		if !status.Over() {
			sold[l.OrderID] += l.Orders
			week[l.OrderID] = l.PlacedAt / weekMillis
		}
		d := people[l.EmailKey]
		d.orders += l.Orders
		d.spent += l.RevenueCents
		d.last = max(d.last, l.PlacedAt)
		d.orderID = max(d.orderID, l.OrderID)
		people[l.EmailKey] = d
	}
	for key, n := range counts {
		if key.Orders = n; n != 0 {
			if err := tx.q.AddOrderCount(ctx, key); err != nil {
				return err
			}
		}
	}
	for hour, h := range hours {
		if h.Hour = hour; h.Orders != 0 || h.RevenueCents != 0 {
			if err := tx.q.AddSalesHour(ctx, h); err != nil {
				return err
			}
		}
	}
	if err := tx.aggregateUnits(ctx, sold, week); err != nil {
		return err
	}
	return tx.aggregateCustomers(ctx, people)
}

// aggregateUnits adds the units of orders that were sold, or takes back those that were not after all.
func (tx AnalyticsWriter) aggregateUnits(ctx context.Context, sold, week map[int64]int64) error {
	maps.DeleteFunc(sold, func(_, n int64) bool { return n == 0 })
	units := map[[2]int64]int64{}
	for ids := range slices.Chunk(slices.Collect(maps.Keys(sold)), 200) {
		var w where
		query := "SELECT order_id, product_id, quantity" + fromKeys(tx.engine, "order_lines", "product_id IS NOT NULL", "order_id", keyList(tx.engine, &w, ids))
		err := tx.eachRow(ctx, query, tx.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
			var order, product, quantity int64
			if err := rows.Scan(&order, &product, &quantity); err != nil {
				return err
			}
			units[[2]int64{week[order], product}] += sold[order] * quantity
			return nil
		})
		if err != nil {
			return err
		}
	}
	for key, n := range units {
		if n == 0 {
			continue
		}
		if err := tx.q.AddSalesWeek(ctx, db.AddSalesWeekParams{Week: key[0], ProductID: key[1], Units: n}); err != nil {
			return err
		}
	}
	return nil
}

type delta struct {
	orders, spent, last int64
	orderID             int64
}

// aggregateCustomers adds to the sums of customers, many in one statement: the
// orders of a rush come from as many different customers.
func (tx AnalyticsWriter) aggregateCustomers(ctx context.Context, people map[string]delta) error {
	maps.DeleteFunc(people, func(key string, d delta) bool {
		return d.orders == 0 && d.spent == 0 || key == "" // without an address: the account was deleted
	})
	// All processes in the same order, so that they cannot deadlock.
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(people)), 200) {
		ids := make([]int64, len(keys))
		for i, key := range keys {
			ids[i] = people[key].orderID
		}
		who, err := tx.orderCustomers(ctx, ids)
		if err != nil {
			return err
		}
		batch := tx.rowsOf("customers", "email, email_key, name, orders, spent_cents, last_order_at, search_text, created_at")
		for _, key := range keys {
			d := people[key]
			c, ok := who[d.orderID]
			if !ok {
				continue
			}
			if c.emailKey != key { // the order has another address now: only the sums of this one change
				c.email, c.name, c.searchText = key, "", "\n"+key
			}
			_, searched, _ := strings.Cut(c.searchText, "\n") // without the order's number
			batch.add(c.email, key, c.name, d.orders, d.spent, d.last, searched, d.last)
		}
		if len(batch.rows) == 0 {
			continue
		}
		if err := batch.insert(ctx, tx.all, addToCustomer); err != nil {
			return err
		}
		for _, key := range keys {
			if people[key].orders >= 0 {
				continue
			}
			if _, err := tx.q.DeleteCustomers(ctx, key); err != nil {
				return err
			}
		}
	}
	return nil
}

const addToCustomer = ` ON CONFLICT (email_key) DO UPDATE SET email = excluded.email, orders = customers.orders + excluded.orders,
    spent_cents = customers.spent_cents + excluded.spent_cents,
    name = CASE excluded.name WHEN '' THEN customers.name ELSE excluded.name END,
    search_text = CASE excluded.name WHEN '' THEN customers.search_text ELSE excluded.search_text || customers.account_text END,
    last_order_at = CASE WHEN customers.last_order_at > excluded.last_order_at THEN customers.last_order_at ELSE excluded.last_order_at END`

// orderCustomer is who an order names.
type orderCustomer struct{ email, emailKey, name, searchText string }

func (tx AnalyticsWriter) orderCustomers(ctx context.Context, orderIDs []int64) (map[int64]orderCustomer, error) {
	out := make(map[int64]orderCustomer, len(orderIDs))
	var w where
	query := "SELECT id, email, email_key, customer_name, search_text" + fromKeys(tx.engine, "orders", "TRUE", "id", keyList(tx.engine, &w, orderIDs))
	err := tx.eachRow(ctx, query, tx.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
		var id int64
		var c orderCustomer
		err := rows.Scan(&id, &c.email, &c.emailKey, &c.name, &c.searchText)
		out[id] = c
		return err
	})
	return out, err
}
