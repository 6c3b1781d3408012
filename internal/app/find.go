package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Found is what the staff's search came up with: a few of each kind.
type Found struct {
	Products  []shop.Product
	Orders    []shop.OrderRow
	Customers []shop.Customer
}

const foundOfAKind = 6

// Find looks for the text among products, orders and customers, as their own lists do.
func (a *App) Find(ctx context.Context, text string) (Found, error) {
	var f Found
	var err error
	if f.Products, _, err = a.Store.Products(ctx, shop.ProductFilter{Search: text, InCategory: true}, shop.ByName, foundOfAKind, ""); err != nil {
		return f, err
	}
	if f.Orders, _, err = a.Store.StaffOrders(ctx, shop.OrderFilter{Search: text}, foundOfAKind, ""); err != nil {
		return f, err
	}
	f.Customers, _, err = a.Store.Customers(ctx, shop.CustomerFilter{Search: text}, foundOfAKind, "")
	return f, err
}
