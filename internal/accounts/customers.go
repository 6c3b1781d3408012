package accounts

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// customerOrders is how many orders the page of a customer shows.
const customerOrders = 20

// CustomerPage is one customer with their newest orders.
type CustomerPage struct {
	Customer shop.Customer
	Orders   []shop.OrderRow
	More     bool // there are older orders
}

// Customers lists a page of everybody who has an account or has ordered, for staff.
func (s *Service) Customers(ctx context.Context, f shop.CustomerFilter, limit int, cursor string) (customers []shop.Customer, next string, err error) {
	return s.store.Customers.List(ctx, f, limit, cursor)
}

// Customer finds a customer and their newest orders.
func (s *Service) Customer(ctx context.Context, id int64) (CustomerPage, error) {
	var page CustomerPage
	var err error
	if page.Customer, err = s.store.Customers.ByID(ctx, id); err != nil {
		return page, err
	}
	var next string
	page.Orders, next, err = s.store.Orders.List(ctx, shop.OrderFilter{EmailKey: page.Customer.EmailKey}, customerOrders, "")
	page.More = next != ""
	return page, err
}
