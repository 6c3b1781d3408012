package httpapi

import (
	"context"
)

// Found is what the palette shows: a few of each kind.
type Found struct {
	Products  []FoundProduct  `json:"products"`
	Orders    []FoundOrder    `json:"orders"`
	Customers []FoundCustomer `json:"customers"`
}

// FoundProduct is a product in a few words.
type FoundProduct struct {
	ID       int64   `json:"id"`
	Name     string  `json:"name"`
	Price    Dollars `json:"price"`
	ImageURL string  `json:"image_url"`
}

// FoundOrder is an order in a few words.
type FoundOrder struct {
	Number       string  `json:"number"`
	CustomerName string  `json:"customer_name"`
	Status       string  `json:"status"`
	Currency     string  `json:"currency"`
	Total        Dollars `json:"total"`
}

// FoundCustomer is somebody with an account or an order.
type FoundCustomer struct {
	ID       int64  `json:"id"`
	Email    string `json:"email"`
	Name     string `json:"name"`
	Username string `json:"username" doc:"Empty for a guest"`
}

func (s *Server) registerAdminFind() {
	register(s, "GET", "/api/admin/find", "admin-find", "Find products, orders and customers",
		func(ctx context.Context, in *struct {
			Search string `query:"search" required:"true" minLength:"1" maxLength:"100"`
		}) (*body[Found], error) {
			found, err := s.services.Analytics.Search(ctx, in.Search)
			if err != nil {
				return nil, err
			}
			out := Found{Products: []FoundProduct{}, Orders: []FoundOrder{}, Customers: []FoundCustomer{}}
			for _, p := range found.Products {
				out.Products = append(out.Products, FoundProduct{ID: p.ID, Name: p.Name, Price: dollars(p.Price), ImageURL: p.ImageURL()})
			}
			for _, o := range found.Orders {
				out.Orders = append(out.Orders, FoundOrder{Number: o.Number, CustomerName: o.CustomerName, Status: string(o.Status), Currency: o.Currency, Total: dollars(o.Total)})
			}
			for _, c := range found.Customers {
				out.Customers = append(out.Customers, FoundCustomer{ID: c.ID, Email: c.Email, Name: c.Name, Username: c.Username})
			}
			return &body[Found]{out}, nil
		})
}
