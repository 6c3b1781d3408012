package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CategoryCount is one bar of the chart.
type CategoryCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// SalesPeriod compares a number of days with the same number of days before them.
type SalesPeriod struct {
	Days          int                `json:"days" doc:"1 is today, compared with yesterday up to the same hour"`
	Orders        int64              `json:"orders" doc:"Those that the revenue comes from: the paid ones"`
	Revenue       operations.Dollars `json:"revenue" doc:"Paid and not given back"`
	OrdersBefore  int64              `json:"orders_before"`
	RevenueBefore operations.Dollars `json:"revenue_before"`
}

// SalesDay is one day of the chart.
type SalesDay struct {
	Day     string             `json:"day" example:"2026-11-01"`
	Orders  int64              `json:"orders"`
	Revenue operations.Dollars `json:"revenue"`
}

// ProductUnits is a product with units sold, or left.
type ProductUnits struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	ImageURL string `json:"image_url"`
	Units    int64  `json:"units"`
}

// Attention is what staff should act on.
type Attention struct {
	OrdersWaiting     int64          `json:"orders_waiting"`
	SoldOutFeatured   []ProductUnits `json:"sold_out_featured"`
	WebhooksFailed    int64          `json:"webhooks_failed" doc:"Deliveries to webhooks that were given up"`
	MailFailed        int64          `json:"mail_failed" doc:"Mails of the last 30 days that were given up"`
	FreeShippingUnmet bool           `json:"free_shipping_unmet" doc:"The shop advertises free shipping that it does not grant"`
}

// Dashboard is what staff see first.
type Dashboard struct {
	Products           int64            `json:"products"`
	ProductsInStock    int64            `json:"products_in_stock"`
	Categories         int64            `json:"categories"`
	Settings           int              `json:"settings"`
	ProductsByCategory []CategoryCount  `json:"products_by_category"`
	Orders             OrderCounts      `json:"orders"`
	RecentOrders       []StaffOrderRow  `json:"recent_orders"`
	Periods            []SalesPeriod    `json:"periods"`
	SalesDays          []SalesDay       `json:"sales_days" doc:"The last 60 days, today last"`
	BestSellers        []ProductUnits   `json:"best_sellers" doc:"Units sold in the last four weeks"`
	LowStock           []ProductUnits   `json:"low_stock" doc:"Counted products with few units left"`
	Attention          Attention        `json:"attention"`
	Backup             BackupSummary    `json:"backup"`
	Visits             map[string]int64 `json:"visits" doc:"Of the last 30 days: how many came to a step on the way to an order, or beyond it"`
}

func productUnitsJSON(list []analytics.ProductUnits) []ProductUnits {
	out := make([]ProductUnits, 0, len(list))
	for _, p := range list {
		out = append(out, ProductUnits(p))
	}
	return out
}

func dashboardJSON(d analytics.Dashboard, settings shop.Settings) Dashboard {
	out := Dashboard{Products: d.Products, ProductsInStock: d.InStock, Categories: int64(len(d.Categories)), Settings: d.Settings,
		ProductsByCategory: make([]CategoryCount, 0, len(d.Categories)), Orders: OrderCounts(d.Orders), RecentOrders: staffOrderRows(d.Recent, settings),
		SalesDays: make([]SalesDay, 0, len(d.Days)), BestSellers: productUnitsJSON(d.BestSellers), LowStock: productUnitsJSON(d.LowStock),
		Attention: Attention{OrdersWaiting: d.Attention.OrdersWaiting, SoldOutFeatured: productUnitsJSON(d.Attention.SoldOutFeatured),
			MailFailed: d.Attention.MailFailed, WebhooksFailed: d.Attention.WebhooksFailed, FreeShippingUnmet: d.Attention.FreeShippingUnmet},
		Visits: d.Visits}
	for _, c := range d.Categories {
		out.ProductsByCategory = append(out.ProductsByCategory, CategoryCount{c.Name, c.Products})
	}
	for _, p := range d.Periods {
		out.Periods = append(out.Periods, SalesPeriod{Days: p.Days, Orders: p.Now.Orders, Revenue: operations.Dollars(p.Now.Revenue),
			OrdersBefore: p.Before.Orders, RevenueBefore: operations.Dollars(p.Before.Revenue)})
	}
	for _, day := range d.Days {
		out.SalesDays = append(out.SalesDays, SalesDay{Day: day.Day, Orders: day.Orders, Revenue: operations.Dollars(day.Revenue)})
	}
	return out
}

// reportHandlers serve figures, search and the audit log to staff.
type reportHandlers struct {
	admins    *accounts.Admins
	analytics *analytics.Service
	audit     *audit.Log
	backups   *backup.Service
	settings  *settings.Service
}

func (h reportHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/dashboard", "admin-dashboard", "The figures of the dashboard",
		func(ctx context.Context, in *struct {
			Zone string `query:"zone" maxLength:"64" pattern:"^[A-Za-z0-9_+/-]*$" example:"America/Los_Angeles" doc:"Whose days the days are; UTC when it is unknown"`
		}) (*operations.Body[Dashboard], error) {
			zone, err := time.LoadLocation(in.Zone)
			if err != nil || in.Zone == "Local" {
				zone = time.UTC
			}
			d, err := h.analytics.Dashboard(ctx, zone)
			if err != nil {
				return nil, err
			}
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			backups, err := h.backups.Status(ctx)
			if err != nil {
				return nil, err
			}
			out := dashboardJSON(d, settings)
			out.Backup = backupSummary(backups)
			return &operations.Body[Dashboard]{Body: out}, nil
		})
	h.searchRoutes(s)
	h.auditRoutes(s)
}

// Found is what the palette shows: a few of each kind.
type Found struct {
	Products  []FoundProduct  `json:"products"`
	Orders    []FoundOrder    `json:"orders"`
	Customers []FoundCustomer `json:"customers"`
}

// FoundProduct is a product in a few words.
type FoundProduct struct {
	ID       int64              `json:"id"`
	Name     string             `json:"name"`
	Price    operations.Dollars `json:"price"`
	ImageURL string             `json:"image_url"`
}

// FoundOrder is an order in a few words.
type FoundOrder struct {
	Number       string             `json:"number"`
	CustomerName string             `json:"customer_name"`
	Status       string             `json:"status"`
	Currency     string             `json:"currency"`
	Total        operations.Dollars `json:"total"`
}

// FoundCustomer is somebody with an account or an order.
type FoundCustomer struct {
	ID       int64  `json:"id"`
	Email    string `json:"email"`
	Name     string `json:"name"`
	Username string `json:"username" doc:"Empty for a guest"`
}

func (h reportHandlers) searchRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/find", "admin-find", "Find products, orders and customers",
		func(ctx context.Context, in *struct {
			Search string `query:"search" required:"true" minLength:"1" maxLength:"100"`
		}) (*operations.Body[Found], error) {
			found, err := h.analytics.Search(ctx, in.Search)
			if err != nil {
				return nil, err
			}
			out := Found{Products: []FoundProduct{}, Orders: []FoundOrder{}, Customers: []FoundCustomer{}}
			for _, p := range found.Products {
				out.Products = append(out.Products, FoundProduct{ID: p.ID, Name: p.Name, Price: operations.Dollars(p.Price), ImageURL: p.ImageURL()})
			}
			for _, o := range found.Orders {
				out.Orders = append(out.Orders, FoundOrder{Number: o.Number, CustomerName: o.CustomerName, Status: string(o.Status), Currency: o.Currency, Total: operations.Dollars(o.Total)})
			}
			for _, c := range found.Customers {
				out.Customers = append(out.Customers, FoundCustomer{ID: c.ID, Email: c.Email, Name: c.Name, Username: c.Username})
			}
			return &operations.Body[Found]{Body: out}, nil
		})
}
