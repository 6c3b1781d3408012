package analytics

import (
	"context"
	"strings"
	"time"
	_ "time/tzdata" // the shop's days are the owner's, also on a machine without time zones

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	recentOrders    = 5
	bestSellerWeeks = 4
	bestSellersMany = 5
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
	WebhooksFailed    int64 // deliveries that were given up
	OrdersWaiting     int64
	SoldOutFeatured   []ProductUnits
	MailFailed        int64
	FreeShippingUnmet bool // the shop advertises it and does not grant it
}

// CatalogStats are the figures that change only with the catalogue version.
type CatalogStats struct {
	Categories  []shop.Category
	Products    int64
	SwitchedOff int64
}

// Dashboard computes the figures in the database. The chart's days are those of zone, the owner's.
func (s *Service) Dashboard(ctx context.Context, zone *time.Location) (Dashboard, error) {
	var d Dashboard
	var sales []store.SalesHour
	steps := []func() error{
		func() error { return s.dashboardCatalog(ctx, &d) },
		func() (err error) { d.Orders, err = s.c.Store.Orders.CountsByTab(ctx); return err },
		func() (err error) {
			d.Recent, _, err = s.c.Store.Orders.List(ctx, shop.OrderFilter{}, recentOrders, "")
			return err
		},
		func() (err error) {
			sales, err = s.c.Store.Analytics.SalesHours(ctx, salesSince(s.c.Now()))
			return err
		},
		func() error { return s.dashboardProducts(ctx, &d) },
		func() error { return s.dashboardAttention(ctx, &d) },
		func() error { return s.dashboardVisits(ctx, &d) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return d, err
		}
	}
	d.Periods, d.Days = salesByDay(sales, s.c.Now(), zone)
	d.Attention.OrdersWaiting = d.Orders.Waiting
	return d, nil
}

func (s *Service) dashboardCatalog(ctx context.Context, d *Dashboard) error {
	stats, err := s.catalogStats.Get(s.c.Versions.Catalog(), func() (stats CatalogStats, err error) {
		if stats.Categories, err = s.c.Store.Categories.All(ctx); err != nil {
			return stats, err
		}
		if stats.Products, err = s.c.Store.Products.Count(ctx); err != nil {
			return stats, err
		}
		stats.SwitchedOff, err = s.c.Store.Products.CountSwitchedOff(ctx)
		return stats, err
	})
	if err != nil {
		return err
	}
	soldOut, err := s.c.Store.Products.CountSoldOut(ctx)
	if err != nil {
		return err
	}
	d.Categories, d.Products, d.InStock = stats.Categories, stats.Products, stats.Products-stats.SwitchedOff-soldOut
	settings, err := s.c.Settings(ctx)
	d.Settings = settings.StoredCount()
	return err
}

func (s *Service) dashboardProducts(ctx context.Context, d *Dashboard) error {
	best, err := s.c.Store.Analytics.BestSellers(ctx, s.c.Now(), bestSellerWeeks, bestSellersMany)
	if err != nil {
		return err
	}
	ids := make([]int64, len(best))
	for i, b := range best {
		ids[i] = b.ProductID
	}
	products, err := s.c.Store.Products.ByIDs(ctx, ids)
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
	low, err := s.c.Store.Stock.Low(ctx, shop.LowStock, lowStockMany)
	for _, p := range low {
		d.LowStock = append(d.LowStock, ProductUnits{ID: p.ID, Name: p.Name, Units: p.Units})
	}
	return err
}

func (s *Service) dashboardAttention(ctx context.Context, d *Dashboard) error {
	soldOut, err := s.c.Store.Stock.SoldOutFeatured(ctx, lowStockMany)
	if err != nil {
		return err
	}
	for _, p := range soldOut {
		d.Attention.SoldOutFeatured = append(d.Attention.SoldOutFeatured, ProductUnits{ID: p.ID, Name: p.Name})
	}
	if d.Attention.WebhooksFailed, err = s.c.Store.Webhooks.CountFailed(ctx); err != nil {
		return err
	}
	if d.Attention.MailFailed, err = s.c.Store.Outbox.CountFailed(ctx, s.c.Now().AddDate(0, 0, -chartDays)); err != nil {
		return err
	}
	settings, err := s.c.Settings(ctx)
	// A threshold that is set is the one advertised, and a fee of zero grants it to all.
	d.Attention.FreeShippingUnmet = settings.Shipping.FreeFrom == nil && settings.Shipping.Fee > 0 && strings.Contains(settings.Home.Promises, "{free_shipping}")
	return err
}

func (s *Service) dashboardVisits(ctx context.Context, d *Dashboard) error {
	counts, err := s.c.Store.Analytics.VisitCounts(ctx, s.c.Now().UTC().AddDate(0, 0, 1-chartDays).Format(time.DateOnly))
	d.Visits = reached(counts)
	return err
}
