package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CustomerRow is everyone who has an account or has ordered.
type CustomerRow struct {
	ID          int64              `json:"id"`
	Email       string             `json:"email"`
	Name        string             `json:"name"`
	Username    string             `json:"username" doc:"Empty for guests"`
	HasAccount  bool               `json:"has_account"`
	IsAdmin     bool               `json:"is_admin"`
	Orders      int64              `json:"orders"`
	Spent       operations.Dollars `json:"spent" doc:"Paid and not given back"`
	LastOrderAt *time.Time         `json:"last_order_at"`
	CreatedAt   time.Time          `json:"created_at"`
}

// CustomerList is one page of customers.
type CustomerList struct {
	Items      []CustomerRow `json:"items"`
	NextCursor *string       `json:"next_cursor"`
}

// CustomerDetail is a customer with their newest orders.
type CustomerDetail struct {
	CustomerRow
	RecentOrders []StaffOrderRow `json:"recent_orders"`
	MoreOrders   bool            `json:"more_orders"`
}

func customerJSON(c shop.Customer) CustomerRow {
	out := CustomerRow{ID: c.ID, Email: c.Email, Name: c.Name, Username: c.Username, HasAccount: c.UserID != 0, IsAdmin: c.Admin,
		Orders: c.Orders, Spent: operations.Dollars(c.Spent), CreatedAt: c.CreatedAt}
	if !c.LastOrderAt.IsZero() {
		out.LastOrderAt = &c.LastOrderAt
	}
	return out
}

// customerHandlers serve customers to staff.
type customerHandlers struct {
	accounts *accounts.Service
	settings *settings.Service
}

func (h customerHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/customers", "admin-list-customers", "List customers; a search lists the newest first",
		func(ctx context.Context, in *struct {
			Search string `query:"search" maxLength:"200" doc:"Part of the name or the email"`
			Sort   string `query:"sort" enum:"last_order,spent,orders" default:"last_order" doc:"The greatest first"`
			Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"25"`
			Cursor string `query:"cursor" maxLength:"2000"`
		}) (*operations.Body[CustomerList], error) {
			people, next, err := h.accounts.Customers(ctx, shop.CustomerFilter{Search: in.Search, Sort: shop.CustomerSort(in.Sort)}, in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			out := CustomerList{Items: make([]CustomerRow, 0, len(people)), NextCursor: operations.OrNull(next)}
			for _, c := range people {
				out.Items = append(out.Items, customerJSON(c))
			}
			return &operations.Body[CustomerList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/admin/customers/{id}", "admin-get-customer", "One customer with their newest orders",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[CustomerDetail], error) {
			page, err := h.accounts.Customer(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			return &operations.Body[CustomerDetail]{Body: CustomerDetail{CustomerRow: customerJSON(page.Customer), RecentOrders: staffOrderRows(page.Orders, settings), MoreOrders: page.More}}, nil
		})
}
