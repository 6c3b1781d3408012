package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// QuickAction is the one button that takes an order to its next step.
type QuickAction struct {
	_      struct{} `nullable:"true"`
	Name   string   `json:"name" example:"Mark Ready"`
	Status string   `json:"status" doc:"What the order becomes"`
}

// OrderStatus is one status that staff can choose.
type OrderStatus struct {
	Status  string `json:"status"`
	Text    string `json:"text" example:"Ready For Pickup"`
	Badge   string `json:"badge" enum:"blue,amber,green,purple,grey"`
	Enabled bool   `json:"enabled" doc:"Not switched off in the settings"`
}

// StaffOrderRow is an order in the list of staff.
type StaffOrderRow struct {
	ID              int64              `json:"id"`
	Number          string             `json:"number" example:"ORD-001"`
	CreatedAt       time.Time          `json:"created_at"`
	CustomerName    string             `json:"customer_name"`
	Email           string             `json:"email"`
	FulfillmentType string             `json:"fulfillment_type" enum:"delivery,pickup"`
	Status          string             `json:"status"`
	StatusText      string             `json:"status_text" example:"Ready For Pickup"`
	Badge           string             `json:"badge" enum:"blue,amber,green,purple,grey"`
	PaymentStatus   string             `json:"payment_status" enum:"unpaid,paid,refunded"`
	Currency        string             `json:"currency" example:"USD" doc:"Of its amounts: that of the shop when it was placed"`
	Total           operations.Dollars `json:"total"`
	Refunded        operations.Dollars `json:"refunded"`
	Units           int64              `json:"units"`
	HasNotes        bool               `json:"has_notes"`
	CanMove         bool               `json:"can_move" doc:"False when it is over and keeps its status, or waits for its payment"`
	HandedOver      bool               `json:"handed_over" doc:"The goods have left the shop"`
	QuickAction     *QuickAction       `json:"quick_action" doc:"Null when nothing is left to do, or nothing before the payment has come"`
}

// OrderCounts is how many orders each tab lists.
type OrderCounts struct {
	All        int64 `json:"all"`
	Processing int64 `json:"processing"`
	Ready      int64 `json:"ready"`
	Completed  int64 `json:"completed"`
	Waiting    int64 `json:"waiting" doc:"Orders that nobody has begun: pending and on hold"`
}

// StaffOrderList is one page of orders for staff.
type StaffOrderList struct {
	Items      []StaffOrderRow `json:"items"`
	Total      *int64          `json:"total" doc:"Null where only reading all of them could tell"`
	NextCursor *string         `json:"next_cursor"`
	Counts     OrderCounts     `json:"counts"`
	Statuses   []OrderStatus   `json:"statuses" doc:"The six of the dropdown"`
}

// BulkMoved is the result of moving several orders to another status.
type BulkMoved struct {
	Moved   []string `json:"moved"`
	Skipped []string `json:"skipped"`
}

func fulfillment(pickup bool) string {
	if pickup {
		return "pickup"
	}
	return "delivery"
}

func quickActionJSON(o shop.OrderRow, settings shop.Settings) *QuickAction {
	next := o.Order().NextStep(settings.Orders)
	if next == "" {
		return nil
	}
	return &QuickAction{Name: operations.QuickActionNames[next], Status: string(next)}
}

func orderStatuses(settings shop.Settings) []OrderStatus {
	out := make([]OrderStatus, 0, len(shop.Working))
	for _, status := range shop.Working {
		out = append(out, OrderStatus{Status: string(status), Text: status.Label(), Badge: operations.StatusBadge(status), Enabled: settings.Orders.StatusEnabled(status)})
	}
	return out
}

func staffOrderRow(o shop.OrderRow, settings shop.Settings) StaffOrderRow {
	return StaffOrderRow{ID: o.ID, Number: o.Number, CreatedAt: o.CreatedAt, CustomerName: o.CustomerName, Email: o.Email, FulfillmentType: fulfillment(o.Pickup),
		Status: string(o.Status), StatusText: o.Status.Label(), Badge: operations.StatusBadge(o.Status), PaymentStatus: o.PaymentStatus, Currency: o.Currency, Total: operations.Dollars(o.Total),
		Refunded: operations.Dollars(o.Refunded), Units: o.Units, HasNotes: o.HasNotes,
		CanMove: o.Order().CanMove(), HandedOver: o.Status.HandedOver(), QuickAction: quickActionJSON(o, settings)}
}

func staffOrderRows(rows []shop.OrderRow, settings shop.Settings) []StaffOrderRow {
	out := make([]StaffOrderRow, 0, len(rows))
	for _, row := range rows {
		out = append(out, staffOrderRow(row, settings))
	}
	return out
}

type staffOrderQuery struct {
	Tab     string    `query:"tab" enum:"all,processing,ready,completed" default:"all"`
	Status  string    `query:"status" enum:"waiting,pending,on-hold,processing,ready_for_pickup,ready_for_delivery,picked_up,delivered,completed,cancelled,refunded" doc:"waiting: pending and on hold"`
	Search  string    `query:"search" maxLength:"200" doc:"Part of the number, the name or the email"`
	From    time.Time `query:"from" doc:"Placed at this time or later"`
	To      time.Time `query:"to" doc:"Placed before this time"`
	Type    string    `query:"type" enum:"delivery,pickup"`
	Payment string    `query:"payment" enum:"unpaid,paid,refunded"`
	Drop    int64     `query:"drop" minimum:"1" doc:"Sold in this drop"`
	Limit   int       `query:"limit" minimum:"1" maximum:"100" default:"25"`
	Cursor  string    `query:"cursor" maxLength:"2000"`
}

func (q staffOrderQuery) filter() shop.OrderFilter {
	f := shop.OrderFilter{Tab: shop.OrderTab(q.Tab), Status: q.Status, Search: q.Search, Type: q.Type, Payment: q.Payment, DropID: q.Drop}
	if !q.From.IsZero() {
		f.From = &q.From
	}
	if !q.To.IsZero() {
		f.To = &q.To
	}
	return f
}

// orderHandlers serve orders to staff.
type orderHandlers struct {
	orders   *orders.Service
	payments *payments.Service
	settings *settings.Service
}

func (h orderHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/orders", "admin-list-orders", "List orders, newest first",
		func(ctx context.Context, in *staffOrderQuery) (*operations.Body[StaffOrderList], error) {
			page, err := h.orders.StaffOrders(ctx, in.filter(), in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffOrderList]{Body: StaffOrderList{Items: staffOrderRows(page.Orders, settings), Total: page.Total,
				NextCursor: operations.OrNull(page.Next), Counts: OrderCounts(page.Counts), Statuses: orderStatuses(settings)}}, nil
		})
	operations.Register(s, "POST", "/api/admin/orders/quick", "admin-quick-move-orders", "Take many orders to their next step",
		func(ctx context.Context, in *operations.Body[struct {
			Numbers []string `json:"numbers" minItems:"1" maxItems:"100"`
			Action  string   `json:"action" maxLength:"40" doc:"Name of the quick action; orders that have another are skipped"`
		}]) (*operations.Body[BulkMoved], error) {
			moved, err := h.orders.MoveToNext(ctx, in.Body.Numbers, operations.StatusesOfQuickAction(in.Body.Action), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[BulkMoved]{Body: BulkMoved(moved)}, nil
		})
	h.orderRoutes(s)
}
