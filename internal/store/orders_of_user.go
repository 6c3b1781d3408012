package store

import (
	"context"
	"database/sql"
	"math"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// OfUser lists a page of the person's orders, the newest first. It asks the
// database three times however many orders the page has.
func (r OrderReader) OfUser(ctx context.Context, userID int64, limit int, after string) ([]shop.OrderWithHistory, string, error) {
	at := cursor{Num: math.MaxInt64, ID: math.MaxInt64}
	if after != "" {
		var err error
		if at, err = decodeCursor(after); err != nil {
			return nil, "", err
		}
	}
	rows, err := r.q.OrdersOf(ctx, db.OrdersOfParams{UserID: &userID, Before: at.Num, BeforeID: at.ID, Most: int32(limit + 1)})
	if err != nil {
		return nil, "", err
	}
	next := ""
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		next = encodeCursor(cursor{Num: last.CreatedAt, ID: last.ID})
	}
	orders, err := r.withLinesAndHistory(ctx, rows)
	return orders, next, err
}

func (r OrderReader) withLinesAndHistory(ctx context.Context, rows []db.Order) ([]shop.OrderWithHistory, error) {
	orders := make([]shop.OrderWithHistory, len(rows))
	if len(rows) == 0 {
		return orders, nil
	}
	ids := make([]int64, len(rows))
	byID := make(map[int64]*shop.OrderWithHistory, len(rows))
	for i, row := range rows {
		orders[i].Order = orderOf(row)
		ids[i], byID[row.ID] = row.ID, &orders[i]
	}
	var w where
	list := placeholders(&w, ids)
	err := r.lines(ctx, "IN ("+list+")", w.args, func(orderID int64, line shop.OrderLine) {
		byID[orderID].Lines = append(byID[orderID].Lines, line)
	})
	if err != nil {
		return nil, err
	}
	err = r.eachRow(ctx, "SELECT order_id, at, actor, kind, detail FROM order_events WHERE order_id IN ("+list+") ORDER BY id", w.args, func(rows *sql.Rows) error {
		var e db.OrderEvent
		err := rows.Scan(&e.OrderID, &e.At, &e.Actor, &e.Kind, &e.Detail)
		if order := byID[e.OrderID]; err == nil {
			order.History = append(order.History, orderEventOf(e))
		}
		return err
	})
	return orders, err
}

// CountOpen says how many orders of a user are neither completed nor cancelled.
func (r OrderReader) CountOpen(ctx context.Context, userID int64) (int64, error) {
	return r.q.OpenOrdersOf(ctx, &userID)
}

// Assign gives a guest's order to an account; assigned is false when it belongs to
// one already.
func (tx OrderWriter) Assign(ctx context.Context, orderID, userID int64, now time.Time) (assigned bool, err error) {
	n, err := tx.q.AssignOrder(ctx, db.AssignOrderParams{UserID: &userID, UpdatedAt: millis(now), ID: orderID})
	return n > 0, err
}

// Anonymize removes the person from their orders, the orders' history and the
// uses of promotion codes. What bookkeeping needs stays.
func (tx OrderWriter) Anonymize(ctx context.Context, a Account, now time.Time) error {
	if _, err := tx.q.AnonymizePromoUses(ctx, &a.ID); err != nil {
		return err
	}
	if _, err := tx.q.AnonymizeOrderActors(ctx, db.AnonymizeOrderActorsParams{Actor: a.Email, UserID: &a.ID}); err != nil {
		return err
	}
	_, err := tx.q.AnonymizeOrders(ctx, db.AnonymizeOrdersParams{UpdatedAt: millis(now), UserID: &a.ID})
	return err
}
