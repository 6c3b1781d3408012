package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// OrderPage is one page of the orders that staff see. Total is nil where only
// reading all of them could tell.
type OrderPage struct {
	Orders []shop.OrderRow
	Next   string
	Total  *int64
	Counts shop.OrderCounts
}

// StaffOrders lists orders, newest first, with how many stand under each tab.
func (a *App) StaffOrders(ctx context.Context, f shop.OrderFilter, limit int, cursor string) (OrderPage, error) {
	var page OrderPage
	var err error
	if page.Orders, page.Next, err = a.Store.StaffOrders(ctx, f, limit, cursor); err != nil {
		return page, err
	}
	n, known, err := a.Store.OrdersMatching(ctx, f)
	switch {
	case err != nil:
		return page, err
	case known:
		page.Total = &n
	case cursor == "" && page.Next == "":
		n = int64(len(page.Orders))
		page.Total = &n
	}
	page.Counts, err = a.Store.CountsByTab(ctx)
	return page, err
}
