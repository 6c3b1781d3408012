package httpapi

import (
	"context"
)

// CategoryCount is one bar of the chart.
type CategoryCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Dashboard is what staff see first.
type Dashboard struct {
	Products           int64           `json:"products"`
	ProductsInStock    int64           `json:"products_in_stock"`
	Categories         int64           `json:"categories"`
	Settings           int             `json:"settings"`
	ProductsByCategory []CategoryCount `json:"products_by_category"`
}

func (s *Server) addDashboard() {
	add(s, "GET", "/api/admin/dashboard", "admin-dashboard", "The figures of the dashboard",
		func(ctx context.Context, _ *struct{}) (*body[Dashboard], error) {
			d, err := s.app.Dashboard(ctx)
			if err != nil {
				return nil, err
			}
			out := Dashboard{Products: d.Products, ProductsInStock: d.InStock, Categories: int64(len(d.Categories)), Settings: d.Settings,
				ProductsByCategory: make([]CategoryCount, 0, len(d.Categories))}
			for _, c := range d.Categories {
				out.ProductsByCategory = append(out.ProductsByCategory, CategoryCount{c.Name, c.Products})
			}
			return &body[Dashboard]{out}, nil
		})
}
