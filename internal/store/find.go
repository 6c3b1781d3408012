package store

import (
	"context"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// FoundOrder is what the staff's search shows of an order.
type FoundOrder struct {
	Number   string
	Customer string
	Status   string
	Total    shop.Cents
}

// FoundCustomer is a person with an account.
type FoundCustomer struct {
	ID       int64
	Email    string
	Username string
	FullName string
}

// FindOrders finds the newest orders whose number, name or email holds the text.
func (s *Store) FindOrders(ctx context.Context, text string, limit int) ([]FoundOrder, error) {
	var w where
	w.add(w.contains(s.engine, "orders", "o", text))
	return list(ctx, s.reader, "SELECT o.number, o.customer_name, o.status, o.total_cents FROM orders o "+w.sql()+
		"ORDER BY o.created_at DESC, o.id DESC LIMIT "+strconv.Itoa(limit), w.args,
		func(o *FoundOrder) []any { return []any{&o.Number, &o.Customer, &o.Status, &o.Total} })
}

// FindCustomers finds accounts whose email or username holds the text.
func (s *Store) FindCustomers(ctx context.Context, text string, limit int) ([]FoundCustomer, error) {
	var w where
	like := w.arg("%" + escapeLike(SearchText(text)) + "%")
	w.add("(u.email_key LIKE " + like + ` ESCAPE '\' OR p.username_key LIKE ` + like + ` ESCAPE '\' OR lower(p.full_name) LIKE ` + like + ` ESCAPE '\')`)
	return list(ctx, s.reader, "SELECT u.id, u.email, p.username, p.full_name FROM users u JOIN profiles p ON p.id = u.id "+w.sql()+
		"ORDER BY u.id DESC LIMIT "+strconv.Itoa(limit), w.args,
		func(c *FoundCustomer) []any { return []any{&c.ID, &c.Email, &c.Username, &c.FullName} })
}

// list reads every row into a value by the fields that it names.
func list[T any](ctx context.Context, q queryer, query string, args []any, fields func(*T) []any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := []T{}
	for rows.Next() {
		var value T
		if err := rows.Scan(fields(&value)...); err != nil {
			return nil, err
		}
		found = append(found, value)
	}
	return found, rows.Err()
}
