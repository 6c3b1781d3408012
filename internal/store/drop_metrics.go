package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const keepDropMetrics = 30 * 24 * time.Hour

// DropCount is how much a committed transaction adds to a figure of a drop.
type DropCount struct {
	DropID int64
	Figure shop.DropFigure
	N      int64
}

// OnDropCount sets the receiver of the counts of this process's commits.
func (s *Store) OnDropCount(receive func([]DropCount)) { s.counted = receive }

// countInDrop adds to a figure of a drop once the transaction is committed.
func (tx *Tx) countInDrop(dropID int64, figure shop.DropFigure, n int64) {
	tx.counts = append(tx.counts, DropCount{dropID, figure, n})
}

// countOrder counts an order in the drops that its lines were sold in.
func (tx *Tx) countOrder(ctx context.Context, orderID int64, figure shop.DropFigure) error {
	return tx.eachRow(ctx, "SELECT DISTINCT drop_id FROM order_lines WHERE order_id = $1 AND drop_id IS NOT NULL", []any{orderID}, func(rows *sql.Rows) error {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		tx.countInDrop(id, figure, 1)
		return nil
	})
}

// countPlaced counts new orders in the drops that their lines are sold in.
func (tx *Tx) countPlaced(orders []*NewOrder) {
	for _, o := range orders {
		seen := map[int64]bool{}
		for _, line := range o.Lines {
			if line.DropID == nil || seen[*line.DropID] {
				continue
			}
			seen[*line.DropID] = true
			tx.countInDrop(*line.DropID, shop.DropPlaced, 1)
			if o.Payment == shop.Paid { // it costs nothing
				tx.countInDrop(*line.DropID, shop.DropPaid, 1)
			}
		}
	}
}

const dropMetricsColumns = "drop_id, second, instance, joins, passes, reservations, placed, paid, abandoned, busy, limited, errors, " +
	"queue_length, p95_ms, clock_offset_ms, pay_calls, pay_limit, waiting, called, inside, held, free, kept_back"

const addToDropMetrics = " ON CONFLICT (drop_id, second, instance) DO UPDATE SET joins = drop_metrics.joins + excluded.joins, passes = drop_metrics.passes + excluded.passes," +
	" reservations = drop_metrics.reservations + excluded.reservations, placed = drop_metrics.placed + excluded.placed, paid = drop_metrics.paid + excluded.paid," +
	" abandoned = drop_metrics.abandoned + excluded.abandoned, busy = drop_metrics.busy + excluded.busy, limited = drop_metrics.limited + excluded.limited," +
	" errors = drop_metrics.errors + excluded.errors, pay_calls = drop_metrics.pay_calls + excluded.pay_calls, queue_length = excluded.queue_length," +
	" p95_ms = excluded.p95_ms, clock_offset_ms = excluded.clock_offset_ms, pay_limit = excluded.pay_limit, waiting = excluded.waiting, called = excluded.called," +
	" inside = excluded.inside, held = excluded.held, free = excluded.free, kept_back = excluded.kept_back"

// Add stores what an instance counted. Where the clock stood still, it adds to the second that is there.
func (tx DropMetricsWriter) Add(ctx context.Context, metrics []shop.DropMetrics) error {
	rows := tx.rowsOf("drop_metrics", dropMetricsColumns)
	for _, m := range metrics {
		values := []any{m.DropID, m.Second.Unix(), m.Instance}
		for _, n := range m.Counts {
			values = append(values, n)
		}
		rows.add(append(values, m.QueueLength, m.P95.Milliseconds(), m.ClockOffset.Milliseconds(), m.PayCalls, m.PayLimit, m.Waiting, m.Called, m.Inside, m.Held, m.Free, m.KeptBack)...)
	}
	return rows.insert(ctx, tx.all, addToDropMetrics)
}

// Between lists what all instances counted in a drop after a second and up to another, the oldest first.
func (r DropMetricsReader) Between(ctx context.Context, dropID int64, after, until time.Time) ([]shop.DropMetrics, error) {
	var list []shop.DropMetrics
	query := "SELECT " + dropMetricsColumns + " FROM drop_metrics WHERE drop_id = $1 AND second > $2 AND second <= $3 ORDER BY second, instance LIMIT 5000"
	err := r.eachRow(ctx, query, []any{dropID, after.Unix(), until.Unix()}, func(rows *sql.Rows) error {
		var m shop.DropMetrics
		var second, p95, offset int64
		into := []any{&m.DropID, &second, &m.Instance}
		for i := range m.Counts {
			into = append(into, &m.Counts[i])
		}
		into = append(into, &m.QueueLength, &p95, &offset, &m.PayCalls, &m.PayLimit, &m.Waiting, &m.Called, &m.Inside, &m.Held, &m.Free, &m.KeptBack)
		if err := rows.Scan(into...); err != nil {
			return err
		}
		m.Second = time.Unix(second, 0).UTC()
		m.P95, m.ClockOffset = time.Duration(p95)*time.Millisecond, time.Duration(offset)*time.Millisecond
		list = append(list, m)
		return nil
	})
	return list, err
}

// Totals sums up what all instances counted in a drop up to a second.
func (r DropMetricsReader) Totals(ctx context.Context, dropID int64, until time.Time) (sum [shop.DropFigures]int64, err error) {
	into := make([]any, len(sum))
	for i := range sum {
		into[i] = &sum[i]
	}
	columns := ""
	for _, name := range []string{"joins", "passes", "reservations", "placed", "paid", "abandoned", "busy", "limited", "errors"} {
		columns += ", CAST(COALESCE(SUM(" + name + "), 0) AS BIGINT)"
	}
	err = r.conn.QueryRowContext(ctx, "SELECT "+columns[2:]+" FROM drop_metrics WHERE drop_id = $1 AND second <= $2", dropID, until.Unix()).Scan(into...)
	return sum, err
}

// State reads how a drop stands. Counting a long line takes a while: see drops.Recorder.
func (r DropMetricsReader) State(ctx context.Context, dropID int64, now time.Time) (shop.DropState, error) {
	var s shop.DropState
	err := r.conn.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM queue_entries WHERE drop_id = $1 AND state = 'waiting'),"+
		" (SELECT COUNT(*) FROM queue_entries WHERE drop_id = $1 AND called_at IS NOT NULL AND state = 'waiting'),"+
		" (SELECT COUNT(*) FROM queue_entries WHERE drop_id = $1 AND state = 'admitted' AND pass_expires_at > $2),"+
		" (SELECT CAST(COALESCE(SUM(CASE WHEN s.quantity > s.safety_stock THEN s.quantity - s.safety_stock ELSE 0 END), 0) AS BIGINT)"+
		"  FROM drop_products p JOIN stock s ON s.product_id = p.product_id WHERE p.drop_id = $1 AND p.active),"+
		" (SELECT CAST(COALESCE(SUM(s.safety_stock), 0) AS BIGINT) FROM drop_products p JOIN stock s ON s.product_id = p.product_id WHERE p.drop_id = $1 AND p.active),"+
		" (SELECT CAST(COALESCE(SUM(units), 0) AS BIGINT) FROM reservations WHERE drop_id = $1 AND state = 'held')"+
		" + (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM order_lines l JOIN orders o ON o.id = l.order_id"+
		"  WHERE l.drop_id = $1 AND l.counted AND o.stock_held AND o.payment_status = 'unpaid')", dropID, millis(now)).
		Scan(&s.Waiting, &s.Called, &s.Inside, &s.Free, &s.KeptBack, &s.Held)
	return s, err
}
