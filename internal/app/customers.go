package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const customerOrders = 20

// CustomerPage is one customer with their newest orders.
type CustomerPage struct {
	Customer shop.Customer
	Orders   []shop.OrderRow
	More     bool
}

// Customer finds a customer and their newest orders.
func (a *App) Customer(ctx context.Context, id int64) (CustomerPage, error) {
	var page CustomerPage
	var err error
	if page.Customer, err = a.Store.Customer(ctx, id); err != nil {
		return page, err
	}
	var next string
	page.Orders, next, err = a.Store.StaffOrders(ctx, shop.OrderFilter{EmailKey: page.Customer.EmailKey}, customerOrders, "")
	page.More = next != ""
	return page, err
}
