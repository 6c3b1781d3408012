package store

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const orderRow = `SELECT o.id, o.number, o.created_at, o.customer_name, o.email, o.fulfillment_type, o.status, o.payment_status,
	o.currency, o.total_cents, o.refunded_cents, (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM order_lines l WHERE l.order_id = o.id),
	o.notes <> '' OR o.staff_notes <> '', o.payment_method, o.hold_expires_at FROM `

func scanOrderRow(row scanner) (shop.OrderRow, error) {
	var o shop.OrderRow
	var created int64
	var reservedUntil *int64
	var fulfillment string
	err := row.Scan(&o.ID, &o.Number, &created, &o.CustomerName, &o.Email, &fulfillment, &o.Status, &o.PaymentStatus,
		&o.Currency, &o.Total, &o.Refunded, &o.Units, &o.HasNotes, &o.PaymentMethod, &reservedUntil)
	o.CreatedAt, o.Pickup, o.ReservedUntil = fromMillis(created), fulfillment == "pickup", timeOrNil(reservedUntil)
	return o, err
}

// kind is one range of the index orders_by_kind.
type kind struct{ status, payment, fulfillment string }

func kinds(f shop.OrderFilter) []kind {
	payments, types := []string{"unpaid", "paid", "refunded"}, []string{"delivery", "pickup"}
	if f.Payment != "" {
		payments = []string{f.Payment}
	}
	if f.Type != "" {
		types = []string{f.Type}
	}
	var out []kind
	for _, status := range f.Statuses() {
		for _, payment := range payments {
			for _, fulfillment := range types {
				out = append(out, kind{string(status), payment, fulfillment})
			}
		}
	}
	return out
}

func everyKind(f shop.OrderFilter) bool {
	return (f.Tab == "" || f.Tab == shop.TabAll) && f.Status == "" && f.Payment == "" && f.Type == ""
}

// List lists a page of orders, newest first, from after the cursor on.
// With 1,000,000 orders every shape of it reads little more than the page:
// see the three ways below.
func (r OrderReader) List(ctx context.Context, f shop.OrderFilter, limit int, after string) ([]shop.OrderRow, string, error) {
	var at *cursor
	if after != "" {
		place, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		at = &place
	}
	if len(f.Statuses()) == 0 { // a tab and a status that exclude each other
		return []shop.OrderRow{}, "", nil
	}
	query, args, err := r.listQuery(ctx, f, limit+1, at)
	if err != nil {
		return nil, "", err
	}
	orders := []shop.OrderRow{}
	err = r.eachRow(ctx, query, r.all.Products.searchArgs(f.Search, args), func(rows *sql.Rows) error {
		o, err := scanOrderRow(rows)
		orders = append(orders, o)
		return err
	})
	if err != nil || len(orders) <= limit {
		return orders, "", err
	}
	orders = orders[:limit]
	last := orders[limit-1]
	return orders, encodeCursor(cursor{Num: millis(last.CreatedAt), ID: last.ID}), nil
}

func (r OrderReader) listQuery(ctx context.Context, f shop.OrderFilter, limit int, at *cursor) (string, []any, error) {
	switch {
	case f.Search != "":
		return r.searchQuery(ctx, f, limit, at)
	case everyKind(f) || f.EmailKey != "":
		query, args := ordersByAge(f, limit, at)
		return query, args, nil
	}
	query, args := ordersByKind(f, limit, at)
	return query, args, nil
}

func (w *where) datesAndDrop(f shop.OrderFilter) {
	if f.DropID != 0 {
		w.add("o.id IN (SELECT order_id FROM order_lines WHERE drop_id = " + w.arg(f.DropID) + ")")
	}
	if f.From != nil {
		w.add("o.created_at >= " + w.arg(millis(*f.From)))
	}
	if f.To != nil {
		w.add("o.created_at < " + w.arg(millis(*f.To)))
	}
}

func (w *where) olderThan(at *cursor) {
	if at != nil {
		w.add(fmt.Sprintf("(o.created_at, o.id) < (%s, %s)", w.arg(at.Num), w.arg(at.ID)))
	}
}

// ordersByAge reads one index from the newest order on: that of all orders, or of one customer's.
func ordersByAge(f shop.OrderFilter, limit int, at *cursor) (string, []any) {
	var w where
	if f.EmailKey != "" {
		w.add("o.email_key = " + w.arg(f.EmailKey))
		if !everyKind(f) {
			w.kinds(f)
		}
	}
	w.datesAndDrop(f)
	w.olderThan(at)
	return orderRow + "orders o " + w.sql() + fmt.Sprintf("ORDER BY o.created_at DESC, o.id DESC LIMIT %d", limit), w.args
}

// ordersByKind merges the newest of every kind that the filter lets through. A
// plain WHERE would read all completed orders to sort them, or all orders to find
// the few unpaid ones.
func ordersByKind(f shop.OrderFilter, limit int, at *cursor) (string, []any) {
	var w where
	w.datesAndDrop(f)
	w.olderThan(at)
	common := w.conditions
	var streams []string
	for _, k := range kinds(f) {
		w.conditions = slices.Concat([]string{"o.status = " + w.arg(k.status), "o.payment_status = " + w.arg(k.payment),
			"o.fulfillment_type = " + w.arg(k.fulfillment)}, common)
		streams = append(streams, "SELECT * FROM (SELECT o.id, o.created_at FROM orders o "+w.sql()+
			fmt.Sprintf("ORDER BY o.created_at DESC, o.id DESC LIMIT %d) AS one_kind", limit))
	}
	page := fmt.Sprintf("(SELECT id FROM (%s) AS all_kinds ORDER BY created_at DESC, id DESC LIMIT %d) AS page", strings.Join(streams, " UNION ALL "), limit)
	return orderRow + page + " JOIN orders o ON o.id = page.id ORDER BY o.created_at DESC, o.id DESC", w.args
}

const (
	// Below this many orders of the wanted kinds it is cheaper to read them all
	// than to ask the text index.
	fewOrders = 4_000
	// A search of one or two letters has no trigram: it looks at this many of the newest.
	shortSearch = 20_000
)

var numberSearch = regexp.MustCompile(`^ord-?([1-9][0-9]{0,14}|0[0-9]{0,2})$`)

// searchQuery finds orders by text, newest first. They come in the order of
// their ids, which is that of time: both text indexes can give it without sorting.
func (r OrderReader) searchQuery(ctx context.Context, f shop.OrderFilter, limit int, at *cursor) (string, []any, error) {
	text := SearchText(strings.TrimSpace(f.Search))
	var w where
	from, order := "orders o ", "ORDER BY o.id DESC"
	few, err := r.countOfKinds(ctx, f)
	if err != nil {
		return "", nil, err
	}
	short := utf8.RuneCountInString(text) < 3
	switch {
	case numberSearch.MatchString(text):
		w.numbers(numberSearch.FindStringSubmatch(text)[1])
	case !everyKind(f) && few <= fewOrders:
		// The plus keeps both engines from scanning all orders just to have them sorted.
		order = "ORDER BY +o.id DESC"
		w.holds(r.engine, text)
	case short:
		w.holds(r.engine, text)
		w.add(fmt.Sprintf("o.id > (SELECT COALESCE(MAX(n.id), 0) - %d FROM orders n)", shortSearch))
	case r.engine == SQLite:
		from = "orders_fts CROSS JOIN orders o ON o.id = orders_fts.rowid "
		order = "ORDER BY orders_fts.rowid DESC"
		w.add("orders_fts MATCH " + w.arg(`"`+strings.ReplaceAll(text, `"`, `""`)+`"`))
	default:
		w.holds(r.engine, text)
	}
	id := "o.id"
	if strings.HasPrefix(from, "orders_fts") {
		id = "orders_fts.rowid"
	}
	if at != nil {
		w.add(id + " < " + w.arg(at.ID))
	}
	if f.EmailKey != "" {
		w.add("o.email_key = " + w.arg(f.EmailKey))
	}
	if !everyKind(f) {
		w.kinds(f)
	}
	w.datesAndDrop(f)
	if err := r.idsOfDates(ctx, &w, id, f); err != nil {
		return "", nil, err
	}
	return orderRow + from + w.sql() + order + fmt.Sprintf(" LIMIT %d", limit), w.args, nil
}

// kinds lets the wanted statuses, payments and types through.
func (w *where) kinds(f shop.OrderFilter) {
	list := []string{}
	for _, status := range f.Statuses() {
		list = append(list, w.arg(string(status)))
	}
	w.add("o.status IN (" + strings.Join(list, ", ") + ")")
	if f.Payment != "" {
		w.add("o.payment_status = " + w.arg(f.Payment))
	}
	if f.Type != "" {
		w.add("o.fulfillment_type = " + w.arg(f.Type))
	}
}

func (w *where) holds(engine Engine, text string) {
	if engine == Postgres {
		w.add("o.search_text LIKE " + w.arg("%"+escapeLike(text)+"%") + ` ESCAPE '\'`)
		return
	}
	w.add("instr(o.search_text, " + w.arg(text) + ") > 0")
}

// numbers matches an order's number and those that go on from it. Every order's
// text begins with "ord-", so the text index would be of no help.
func (w *where) numbers(digits string) {
	list := []string{w.arg("ORD-" + digits)}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && digits[0] != '0' {
		list = append(list, w.arg(shop.OrderNumber(n)))
	}
	for i := range 10 {
		list = append(list, w.arg(fmt.Sprintf("ORD-%s%d", digits, i)))
		for j := range 10 {
			list = append(list, w.arg(fmt.Sprintf("ORD-%s%d%d", digits, i, j)))
		}
	}
	w.add("o.number IN (" + strings.Join(list, ", ") + ")")
}

// idsOfDates narrows a search by ids to about the dates asked for, so that a
// month of long ago is not looked for from today backwards. Ids follow the clock
// but for the moment that an order takes; a day of slack is more than enough.
func (r OrderReader) idsOfDates(ctx context.Context, w *where, id string, f shop.OrderFilter) error {
	bound := func(query string, t time.Time, compare string) error {
		var n int64
		err := r.conn.QueryRowContext(ctx, query, millis(t)).Scan(&n)
		exists, err := optional(err)
		if err != nil {
			return err
		}
		if !exists {
			w.add("1 = 0")
			return nil
		}
		w.add(id + compare + w.arg(n))
		return nil
	}
	if f.From != nil {
		if err := bound("SELECT id FROM orders WHERE created_at >= $1 ORDER BY created_at, id LIMIT 1", f.From.Add(-24*time.Hour), " >= "); err != nil {
			return err
		}
	}
	if f.To != nil {
		return bound("SELECT id FROM orders WHERE created_at < $1 ORDER BY created_at DESC, id DESC LIMIT 1", f.To.Add(24*time.Hour), " <= ")
	}
	return nil
}

func (r OrderReader) countOfKinds(ctx context.Context, f shop.OrderFilter) (int64, error) {
	rows, err := r.q.OrderCounts(ctx)
	wanted := kinds(f)
	var n int64
	for _, row := range rows {
		if slices.Contains(wanted, kind{row.Status, row.PaymentStatus, row.FulfillmentType}) {
			n += row.Orders
		}
	}
	return n, err
}

// CountMatching counts the orders of a filter that has neither text nor dates.
func (r OrderReader) CountMatching(ctx context.Context, f shop.OrderFilter) (n int64, known bool, err error) {
	if f.Search != "" || f.From != nil || f.To != nil || f.EmailKey != "" || f.DropID != 0 {
		return 0, false, nil
	}
	n, err = r.countOfKinds(ctx, f)
	return n, true, err
}

// CountsByTab is how many orders each tab lists.
func (r OrderReader) CountsByTab(ctx context.Context) (shop.OrderCounts, error) {
	var c shop.OrderCounts
	rows, err := r.q.OrderCounts(ctx)
	for _, row := range rows {
		status := shop.Status(row.Status)
		c.All += row.Orders
		for tab, n := range map[shop.OrderTab]*int64{shop.TabProcessing: &c.Processing, shop.TabReady: &c.Ready, shop.TabCompleted: &c.Completed} {
			if slices.Contains(tab.Statuses(), status) {
				*n += row.Orders
			}
		}
		if slices.Contains(shop.Waiting, status) {
			c.Waiting += row.Orders
		}
	}
	return c, err
}

// NumberByPickupCode finds the order that a pickup code belongs to.
func (r OrderReader) NumberByPickupCode(ctx context.Context, code string) (string, error) {
	number, err := r.q.OrderNumberByPickupCode(ctx, code)
	return number, orNotFound(err, "Order")
}
