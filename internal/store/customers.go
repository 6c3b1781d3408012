package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

var customerSorts = map[shop.CustomerSort]string{
	shop.ByLastOrder: "c.last_order_at", shop.BySpent: "c.spent_cents", shop.ByOrders: "c.orders",
}

// List lists a page of customers, the greatest of the sorted column first.
// Staff without an order are nobody's customers. A search lists them by age: the
// text index gives that order without sorting what it found.
func (r CustomerReader) List(ctx context.Context, f shop.CustomerFilter, limit int, after string) ([]shop.Customer, string, error) {
	column, ok := customerSorts[f.Sort]
	if !ok {
		column = customerSorts[shop.ByLastOrder]
	}
	var w where
	id := "c.id"
	from := "customers c "
	if text := SearchText(strings.TrimSpace(f.Search)); text != "" {
		column = ""
		short := utf8.RuneCountInString(text) < 3
		if short { // too short for the trigram index: as with orders, only the newest are searched
			w.add(fmt.Sprintf("c.id > (SELECT COALESCE(MAX(n.id), 0) - %d FROM customers n)", shortSearch))
		}
		switch {
		case r.engine == SQLite && !short:
			from, id = "customers_fts CROSS JOIN customers c ON c.id = customers_fts.rowid ", "customers_fts.rowid"
			w.add("customers_fts MATCH " + w.arg(`"`+strings.ReplaceAll(text, `"`, `""`)+`"`))
		case r.engine == SQLite:
			w.add("instr(c.search_text, " + w.arg(text) + ") > 0")
		default:
			w.add("c.search_text LIKE " + w.arg("%"+escapeLike(text)+"%") + ` ESCAPE '\'`)
		}
	}
	if after != "" {
		at, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		if column == "" {
			w.add(id + " < " + w.arg(at.ID))
		} else {
			w.add(fmt.Sprintf("(%s, c.id) < (%s, %s)", column, w.arg(at.Num), w.arg(at.ID)))
		}
	}
	w.add("NOT (c.orders = 0 AND COALESCE(u.is_admin, FALSE))")
	order := id + " DESC"
	if column != "" {
		order = column + " DESC, c.id DESC"
	}
	query := `SELECT c.id, c.email, c.email_key, c.name, c.orders, c.spent_cents, c.last_order_at, c.created_at,
		COALESCE(u.id, 0), COALESCE(u.is_admin, FALSE), COALESCE(p.username, ''), COALESCE(p.full_name, '')
		FROM ` + from + "LEFT JOIN users u ON u.email_key = c.email_key LEFT JOIN profiles p ON p.id = u.id " + w.sql() +
		fmt.Sprintf("ORDER BY %s LIMIT %d", order, limit+1)
	people := []shop.Customer{}
	err := r.eachRow(ctx, query, r.all.Products.searchArgs(f.Search, w.args), func(rows *sql.Rows) error {
		var row db.Customer
		var userID int64
		var admin bool
		var username, fullName string
		if err := rows.Scan(&row.ID, &row.Email, &row.EmailKey, &row.Name, &row.Orders, &row.SpentCents, &row.LastOrderAt, &row.CreatedAt,
			&userID, &admin, &username, &fullName); err != nil {
			return err
		}
		people = append(people, customer(row, userID, admin, username, fullName))
		return nil
	})
	if err != nil || len(people) <= limit {
		return people, "", err
	}
	people = people[:limit]
	last := people[limit-1]
	at := cursor{ID: last.ID}
	switch column {
	case customerSorts[shop.BySpent]:
		at.Num = int64(last.Spent)
	case customerSorts[shop.ByOrders]:
		at.Num = last.Orders
	case customerSorts[shop.ByLastOrder]:
		if !last.LastOrderAt.IsZero() {
			at.Num = millis(last.LastOrderAt)
		}
	}
	return people, encodeCursor(at), nil
}

func customer(row db.Customer, userID int64, admin bool, username, fullName string) shop.Customer {
	c := shop.Customer{ID: row.ID, Email: row.Email, EmailKey: row.EmailKey, Name: row.Name, Username: username, UserID: userID, Admin: admin,
		Orders: row.Orders, Spent: shop.Cents(row.SpentCents), CreatedAt: fromMillis(row.CreatedAt)}
	if c.Name == "" {
		c.Name = fullName
	}
	if row.LastOrderAt > 0 {
		c.LastOrderAt = fromMillis(row.LastOrderAt)
	}
	return c
}

// ByID finds one customer.
func (r CustomerReader) ByID(ctx context.Context, id int64) (shop.Customer, error) {
	row, err := r.q.CustomerByID(ctx, id)
	if err != nil {
		return shop.Customer{}, orNotFound(err, "Customer")
	}
	var userID int64
	var username, fullName string
	if row.UserID != nil {
		userID = *row.UserID
	}
	if row.Username != nil {
		username, fullName = *row.Username, *row.FullName
	}
	return customer(row.Customer, userID, row.IsAdmin.Bool, username, fullName), nil
}
