package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Dashboard is what staff look at first.
type Dashboard struct {
	Products   int64
	InStock    int64
	Settings   int
	Categories []shop.Category
}

// Dashboard computes the figures in the database.
func (a *App) Dashboard(ctx context.Context) (Dashboard, error) {
	var d Dashboard
	var err error
	if d.Categories, err = a.Store.AllCategories(ctx); err != nil {
		return d, err
	}
	if d.Products, err = a.Store.ProductCount(ctx); err != nil {
		return d, err
	}
	yes := true
	if d.InStock, err = a.Store.CountProducts(ctx, shop.ProductFilter{InStock: &yes}); err != nil {
		return d, err
	}
	_, _, d.Settings, err = a.StaffSettings(ctx)
	return d, err
}
