package store

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// countingConn counts the statements of a Reader.
type countingConn struct {
	*sql.DB
	statements int
}

func (c *countingConn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c.statements++
	return c.DB.QueryContext(ctx, query, args...)
}

func (c *countingConn) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	c.statements++
	return c.DB.QueryRowContext(ctx, query, args...)
}

func TestAPageOfAPersonsOrdersCostsTheSameHoweverManyItHas(t *testing.T) {
	ctx := t.Context()
	s := newShop(t)
	var userID int64
	now := fromMillis(1_800_000_000_000)
	err := s.Write(ctx, func(tx *Tx) error {
		var err error
		if userID, err = tx.Accounts.CreateWithProfile(ctx, shop.User{Username: "mia", Email: "mia@example.com", CreatedAt: now}, "hash", now); err != nil {
			return err
		}
		var orders []*NewOrder
		for i := range 5 {
			order := &NewOrder{Order: shop.Order{UserID: &userID, Email: "mia@example.com", Status: shop.StatusPending, Payment: shop.Unpaid,
				Fulfillment: shop.Pickup, Currency: "USD"}, Event: fmt.Sprint("event ", i)}
			for n := range i + 1 {
				order.Lines = append(order.Lines, shop.OrderLine{Position: int64(n + 1), Name: fmt.Sprint("snack ", i), Quantity: 1})
			}
			orders = append(orders, order)
		}
		return tx.Orders.Insert(ctx, orders, now)
	})
	if err != nil {
		t.Fatal(err)
	}
	counter := &countingConn{DB: s.reader}
	var reader Reader
	reader.use(db.New(counter), counter, s.engine)
	orders, next, err := reader.Orders.OfUser(ctx, userID, 4, "")
	if err != nil || len(orders) != 4 || next == "" {
		t.Fatalf("got %d orders, next %q, %v; want the first 4 of 5", len(orders), next, err)
	}
	if counter.statements != 3 {
		t.Errorf("a page of 4 orders took %d statements, want 3: orders, lines, events", counter.statements)
	}
	for i, order := range orders { // the newest first
		n := 4 - i
		if len(order.Lines) != n+1 || order.Lines[n].Name != fmt.Sprint("snack ", n) || order.Lines[n].Position != int64(n+1) {
			t.Errorf("order %d has the lines %+v", n, order.Lines)
		}
		if len(order.History) != 1 || order.History[0].Detail != fmt.Sprint("event ", n) {
			t.Errorf("order %d has the history %+v", n, order.History)
		}
	}
}
