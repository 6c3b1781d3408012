package app

import (
	"context"
	"time"
	_ "time/tzdata" // the shop's days are the owner's, also on a machine without time zones

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const (
	recentOrders    = 5
	bestSellerWeeks = 4
	bestSellersMany = 5
	lowStockAt      = 5
	lowStockMany    = 6
)

// Dashboard is what staff look at first.
type Dashboard struct {
	Products    int64
	InStock     int64
	Settings    int
	Categories  []shop.Category
	Orders      shop.OrderCounts
	Recent      []shop.OrderRow
	Periods     []Period
	Days        []SalesDay // the last 60
	BestSellers []ProductUnits
	LowStock    []ProductUnits
	Attention   Attention
	Visits      map[string]int64 // of the last 30 days, by kind
}

// ProductUnits is a product and how many units of it were sold, or are left.
type ProductUnits struct {
	ID       int64
	Name     string
	ImageURL string
	Units    int64
}

// Attention is what should not wait.
type Attention struct {
	OrdersWaiting     int64
	SoldOutFeatured   []ProductUnits
	MailFailed        int64
	FreeShippingUnmet bool // the shop advertises it and does not grant it
}

// shelves are the figures that stand for as long as the catalogue does.
type shelves struct {
	categories  []shop.Category
	products    int64
	switchedOff int64
}

// Dashboard computes the figures in the database. zone is the owner's: its days are the chart's.
func (a *App) Dashboard(ctx context.Context, zone *time.Location) (Dashboard, error) {
	var d Dashboard
	var sales []db.SalesHoursRow
	steps := []func() error{
		func() error { return a.dashboardShelves(ctx, &d) },
		func() (err error) { d.Orders, err = a.Store.CountsByTab(ctx); return err },
		func() (err error) {
			d.Recent, _, err = a.Store.StaffOrders(ctx, shop.OrderFilter{}, recentOrders, "")
			return err
		},
		func() (err error) { sales, err = a.Store.SalesHours(ctx, salesSince(a.Now())); return err },
		func() error { return a.dashboardProducts(ctx, &d) },
		func() error { return a.dashboardAttention(ctx, &d) },
		func() error { return a.dashboardVisits(ctx, &d) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return d, err
		}
	}
	d.Periods, d.Days = salesByDay(sales, a.Now(), zone)
	d.Attention.OrdersWaiting = d.Orders.Waiting
	return d, nil
}

func (a *App) dashboardShelves(ctx context.Context, d *Dashboard) error {
	full, err := a.shelves.Get(a.Version(), func() (s shelves, err error) {
		if s.categories, err = a.Store.Categories(ctx); err != nil {
			return s, err
		}
		if s.products, err = a.Store.ProductCount(ctx); err != nil {
			return s, err
		}
		s.switchedOff, err = a.Store.ProductsSwitchedOff(ctx)
		return s, err
	})
	if err != nil {
		return err
	}
	soldOut, err := a.Store.ProductsSoldOut(ctx)
	if err != nil {
		return err
	}
	d.Categories, d.Products, d.InStock = full.categories, full.products, full.products-full.switchedOff-soldOut
	settings, err := a.Settings(ctx)
	d.Settings = settings.StoredCount()
	return err
}

func (a *App) dashboardProducts(ctx context.Context, d *Dashboard) error {
	best, err := a.Store.BestSellers(ctx, a.Now(), bestSellerWeeks, bestSellersMany)
	if err != nil {
		return err
	}
	ids := make([]int64, len(best))
	for i, b := range best {
		ids[i] = b.ProductID
	}
	products, err := a.Store.ProductsByID(ctx, ids)
	if err != nil {
		return err
	}
	for _, b := range best {
		for _, p := range products {
			if p.ID == b.ProductID {
				d.BestSellers = append(d.BestSellers, ProductUnits{ID: p.ID, Name: p.Name, ImageURL: p.ImageURL(), Units: b.Units})
			}
		}
	}
	low, err := a.Store.LowStock(ctx, lowStockAt, lowStockMany)
	for _, p := range low {
		d.LowStock = append(d.LowStock, ProductUnits{ID: p.ID, Name: p.Name, Units: p.Units})
	}
	return err
}

func (a *App) dashboardAttention(ctx context.Context, d *Dashboard) error {
	soldOut, err := a.Store.SoldOutFeatured(ctx, lowStockMany)
	if err != nil {
		return err
	}
	for _, p := range soldOut {
		d.Attention.SoldOutFeatured = append(d.Attention.SoldOutFeatured, ProductUnits{ID: p.ID, Name: p.Name})
	}
	if d.Attention.MailFailed, err = a.Store.FailedMails(ctx, a.Now().AddDate(0, 0, -chartDays)); err != nil {
		return err
	}
	settings, err := a.Settings(ctx)
	// A threshold that is set is the one advertised, and a fee of zero grants it to all.
	d.Attention.FreeShippingUnmet = settings.Shipping.FreeFrom == nil && settings.Shipping.Fee > 0
	return err
}

func (a *App) dashboardVisits(ctx context.Context, d *Dashboard) error {
	rows, err := a.Store.VisitCounts(ctx, a.Now().UTC().AddDate(0, 0, 1-chartDays).Format(time.DateOnly))
	d.Visits = map[string]int64{}
	for _, row := range rows {
		d.Visits[row.Kind] = row.Visits
	}
	return err
}
