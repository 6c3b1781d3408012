package analytics

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Results is what the search found: a few of each kind.
type Results struct {
	Products  []shop.Product
	Orders    []shop.OrderRow
	Customers []shop.Customer
}

const resultsPerKind = 6

// Search looks for the text among products, orders and customers, as their own lists do.
func (s *Service) Search(ctx context.Context, text string) (Results, error) {
	var r Results
	var err error
	if r.Products, _, err = s.c.Store.Products.List(ctx, shop.ProductFilter{Search: text, InCategory: true}, shop.ByName, resultsPerKind, ""); err != nil {
		return r, err
	}
	if r.Orders, _, err = s.c.Store.Orders.List(ctx, shop.OrderFilter{Search: text}, resultsPerKind, ""); err != nil {
		return r, err
	}
	r.Customers, _, err = s.c.Store.Customers.List(ctx, shop.CustomerFilter{Search: text}, resultsPerKind, "")
	return r, err
}
