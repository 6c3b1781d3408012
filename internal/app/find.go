package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Found is what the staff's search came up with: a few of each kind.
type Found struct {
	Products  []shop.Product
	Orders    []store.FoundOrder
	Customers []store.FoundCustomer
}

const foundOfAKind = 6

// Find looks for the text among products, orders and customers.
func (a *App) Find(ctx context.Context, text string) (Found, error) {
	var f Found
	var err error
	if f.Products, _, err = a.Store.Products(ctx, shop.ProductFilter{Search: text, InCategory: true}, shop.ByName, foundOfAKind, ""); err != nil {
		return f, err
	}
	if f.Orders, err = a.Store.FindOrders(ctx, text, foundOfAKind); err != nil {
		return f, err
	}
	f.Customers, err = a.Store.FindCustomers(ctx, text, foundOfAKind)
	return f, err
}
