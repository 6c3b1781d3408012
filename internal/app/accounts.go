package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/accounts"
)

// ordersForExport gives package accounts the orders and the cart of an account.
type ordersForExport struct{ app *App }

func (o ordersForExport) CustomerOrders(ctx context.Context, userID int64, limit int, cursor string) ([]accounts.OrderWithHistory, string, error) {
	orders, next, err := o.app.OwnOrders(ctx, userID, limit, cursor)
	page := make([]accounts.OrderWithHistory, 0, len(orders))
	for _, order := range orders {
		out := accounts.OrderWithHistory{Order: order.Order}
		for _, event := range order.History {
			out.History = append(out.History, accounts.OrderEvent(event))
		}
		page = append(page, out)
	}
	return page, next, err
}

func (o ordersForExport) CartLines(ctx context.Context, userID int64) ([]accounts.CartLine, error) {
	lines, err := o.app.Cart(ctx, userID)
	out := make([]accounts.CartLine, 0, len(lines))
	for _, line := range lines {
		out = append(out, accounts.CartLine{Product: line.Product, Quantity: line.Quantity})
	}
	return out, err
}
