package store

import (
	"context"
	"math"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// OrdersOfUser lists a page of the person's orders, the newest first.
func (r *Reader) OrdersOfUser(ctx context.Context, userID int64, limit int, after string) ([]shop.Order, string, error) {
	at := cursor{Num: math.MaxInt64, ID: math.MaxInt64}
	if after != "" {
		var err error
		if at, err = decodeCursor(after); err != nil {
			return nil, "", err
		}
	}
	rows, err := r.OrdersOf(ctx, db.OrdersOfParams{UserID: &userID, Before: at.Num, BeforeID: at.ID, Most: int32(limit + 1)})
	if err != nil {
		return nil, "", err
	}
	next := ""
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = encodeCursor(cursor{Num: last.CreatedAt, ID: last.ID})
	}
	orders := make([]shop.Order, 0, len(rows))
	for _, row := range rows {
		order, err := withLines(ctx, r.Queries, row)
		if err != nil {
			return nil, "", err
		}
		orders = append(orders, order)
	}
	return orders, next, nil
}
