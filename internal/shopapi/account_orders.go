package shopapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// OwnOrder is an order in its owner's account.
type OwnOrder struct {
	BuyerOrder
	Badge       string          `json:"badge" enum:"blue,amber,green,purple,grey" doc:"Color of the status"`
	Cancellable bool            `json:"cancellable" doc:"Nothing was prepared yet"`
	History     []OwnOrderEvent `json:"history" doc:"All that happened, the oldest first"`
}

// OwnOrderEvent is one thing that happened to an order.
type OwnOrderEvent struct {
	At    time.Time `json:"at"`
	Kind  string    `json:"kind"`
	Words string    `json:"words"`
}

// OwnOrderList is one page of the own orders.
type OwnOrderList struct {
	Items      []OwnOrder `json:"items"`
	NextCursor *string    `json:"next_cursor" doc:"Give it as cursor to get the next page; null at the end"`
}

// Reordered names what could not be put into the cart again.
type Reordered struct {
	Missing []string `json:"missing"`
}

// eventTexts is what an order's history says to its owner.
var eventTexts = map[string]string{
	"placed": "Order placed", "paid": "Payment received", "payment_failed": "Payment did not work", "hold_ended": "Cancelled: not paid in time",
	"held_again": "Open again: the items are held for you",
	"cancelled":  "Cancelled", "refund_asked": "Refund asked for", "refunded": "Refunded", "refund_failed": "Refund did not work",
}

func ownOrderJSON(o shop.OrderWithHistory, settings shop.Settings, now time.Time) OwnOrder {
	out := OwnOrder{BuyerOrder: buyerOrder(o.Order, now), Badge: operations.StatusBadge(o.Status), Cancellable: o.CanCustomerCancel(settings.Orders), History: []OwnOrderEvent{}}
	for _, event := range o.History {
		words, known := eventTexts[event.Kind]
		if event.Kind == "status" {
			words, known = shop.Status(event.Detail).Label(), true
		}
		if known { // other events are for staff only
			out.History = append(out.History, OwnOrderEvent{At: event.At, Kind: event.Kind, Words: words})
		}
	}
	return out
}

// customerOrderHandlers serve a customer's own orders.
type customerOrderHandlers struct {
	carts    *carts.Service
	now      func() time.Time
	orders   *orders.Service
	settings *settings.Service
}

func (h customerOrderHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/account/orders", "list-own-orders", "The own orders, the newest first",
		func(ctx context.Context, in *struct {
			Limit  int    `query:"limit" minimum:"1" maximum:"50" default:"20"`
			Cursor string `query:"cursor" maxLength:"2000"`
		}) (*private[OwnOrderList], error) {
			page, next, err := h.orders.CustomerOrders(ctx, operations.UserID(ctx), in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			out := OwnOrderList{Items: make([]OwnOrder, 0, len(page)), NextCursor: operations.OrNull(next)}
			for _, order := range page {
				out.Items = append(out.Items, ownOrderJSON(order, settings, h.now()))
			}
			return noStore(out), nil
		})
	one := func(ctx context.Context, number string) (*private[OwnOrder], error) {
		order, err := h.orders.CustomerOrder(ctx, operations.UserID(ctx), number)
		if err != nil {
			return nil, err
		}
		settings, err := h.settings.Get(ctx)
		if err != nil {
			return nil, err
		}
		return noStore(ownOrderJSON(order, settings, h.now())), nil
	}
	operations.Register(s, "GET", "/api/account/orders/{number}", "get-own-order", "One of the own orders",
		func(ctx context.Context, in *operations.NumberPath) (*private[OwnOrder], error) {
			return one(ctx, in.Number)
		})
	operations.Register(s, "POST", "/api/account/orders/{number}/cancel", "cancel-own-order", "Cancel an order while nothing was prepared",
		func(ctx context.Context, in *operations.NumberPath) (*private[OwnOrder], error) {
			if err := h.orders.CancelByCustomer(ctx, operations.UserID(ctx), in.Number); err != nil {
				return nil, err
			}
			return one(ctx, in.Number)
		})
	operations.Register(s, "POST", "/api/account/orders/{number}/reorder", "reorder", "Put an order's products into the cart again",
		func(ctx context.Context, in *operations.NumberPath) (*private[Reordered], error) {
			missing, err := h.carts.Reorder(ctx, operations.UserID(ctx), in.Number)
			if err != nil {
				return nil, err
			}
			return noStore(Reordered{Missing: missing}), nil
		})
}
