package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const (
	hourMillis = 3_600_000
	weekMillis = 7 * 24 * hourMillis
)

// FoldLedger adds up to limit lines of the order ledger to the sums and says how
// many there were. Counting at once, in the transaction of each order, would make
// all orders of a rush wait for the same few rows, and lock them crosswise.
func (s *Store) FoldLedger(ctx context.Context, limit int32) (int, error) {
	if waits, err := s.LedgerWaits(ctx); err != nil || waits == 0 {
		return 0, err
	}
	folded := 0
	err := s.Write(ctx, func(tx *Tx) error {
		// Its row is the lock: two copies of the program fold one after the other.
		if _, err := tx.NextCounter(ctx, "ledger"); err != nil {
			return err
		}
		lines, err := tx.TakeLedger(ctx, limit)
		if err != nil {
			return err
		}
		folded = len(lines)
		return tx.fold(ctx, lines)
	})
	return folded, err
}

func (tx *Tx) fold(ctx context.Context, lines []db.OrderLedger) error {
	counts := map[db.AddOrderCountParams]int64{}
	hours := map[int64]db.AddSalesHourParams{}
	sold := map[int64]int64{}    // by order: +1 now counts as sold, -1 no longer
	week := map[int64]int64{}    // of each order
	people := map[string]delta{} // by address
	for _, l := range lines {
		counts[db.AddOrderCountParams{Status: l.Status, PaymentStatus: l.PaymentStatus, FulfillmentType: l.FulfillmentType}] += l.Orders
		status := shop.Status(l.Status)
		h := hours[l.PlacedAt/hourMillis]
		if status != shop.StatusCancelled {
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
			if err := tx.AddOrderCount(ctx, key); err != nil {
				return err
			}
		}
	}
	for hour, h := range hours {
		if h.Hour = hour; h.Orders != 0 || h.RevenueCents != 0 {
			if err := tx.AddSalesHour(ctx, h); err != nil {
				return err
			}
		}
	}
	if err := tx.foldUnits(ctx, sold, week); err != nil {
		return err
	}
	return tx.foldCustomers(ctx, people)
}

// foldUnits adds the units of orders that were sold, or takes back those that were not after all.
func (tx *Tx) foldUnits(ctx context.Context, sold, week map[int64]int64) error {
	maps.DeleteFunc(sold, func(_, n int64) bool { return n == 0 })
	units := map[[2]int64]int64{}
	for ids := range slices.Chunk(slices.Collect(maps.Keys(sold)), 200) {
		var w where
		rows, err := tx.tx.QueryContext(ctx, "SELECT order_id, product_id, quantity FROM order_lines WHERE product_id IS NOT NULL AND order_id IN ("+
			w.list(ids)+")", w.args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			var order, product, quantity int64
			if err := rows.Scan(&order, &product, &quantity); err != nil {
				_ = rows.Close()
				return err
			}
			units[[2]int64{week[order], product}] += sold[order] * quantity
		}
		if err := rows.Err(); err != nil {
			return err
		}
	}
	for key, n := range units {
		if n == 0 {
			continue
		}
		if err := tx.AddSalesWeek(ctx, db.AddSalesWeekParams{Week: key[0], ProductID: key[1], Units: n}); err != nil {
			return err
		}
	}
	return nil
}

type delta struct {
	orders, spent, last int64
	orderID             int64
}

func (tx *Tx) foldCustomers(ctx context.Context, people map[string]delta) error {
	keys := slices.Sorted(maps.Keys(people))
	for _, key := range keys {
		d := people[key]
		if d.orders == 0 && d.spent == 0 || key == "" { // without an address: the account was deleted
			continue
		}
		who, err := tx.OrderCustomer(ctx, d.orderID)
		if noRows(err) {
			continue
		}
		if err != nil {
			return err
		}
		if who.EmailKey != key { // the order has another address now: only the sums of this one change
			who.Email, who.CustomerName, who.SearchText = key, "", "\n"+key
		}
		_, searched, _ := strings.Cut(who.SearchText, "\n") // without the order's number
		err = tx.AddCustomer(ctx, db.AddCustomerParams{Email: who.Email, EmailKey: key, Name: who.CustomerName, Orders: d.orders,
			SpentCents: d.spent, LastOrderAt: d.last, SearchText: searched, CreatedAt: d.last})
		if err != nil {
			return err
		}
		if d.orders < 0 {
			if _, err := tx.ForgetCustomers(ctx, key); err != nil {
				return err
			}
		}
	}
	return nil
}

// list makes the arguments of an IN.
func (w *where) list(ids []int64) string {
	marks := make([]string, len(ids))
	for i, id := range ids {
		marks[i] = w.arg(id)
	}
	return strings.Join(marks, ", ")
}
