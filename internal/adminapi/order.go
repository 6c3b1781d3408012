package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// StaffOrderLine is one line of an order.
type StaffOrderLine struct {
	ProductID   *int64             `json:"product_id" doc:"Null when the product is no longer sold"`
	ProductName string             `json:"product_name"`
	ImageURL    string             `json:"image_url"`
	Price       operations.Dollars `json:"price"`
	Quantity    int64              `json:"quantity"`
}

// OrderEvent is one line of an order's timeline.
type OrderEvent struct {
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Kind   string    `json:"kind" doc:"placed, status, customer_note, paid, note, mail, cancelled, refund_asked, refunded and others"`
	Detail string    `json:"detail"`
}

// OrderPayment is one payment of an order.
type OrderPayment struct {
	Provider  string             `json:"provider"`
	Reference string             `json:"reference"`
	Status    string             `json:"status" enum:"open,paid,failed,refunded"`
	Amount    operations.Dollars `json:"amount"`
	UpdatedAt time.Time          `json:"updated_at"`
}

// OrderRefund is money that went back, or is on its way.
type OrderRefund struct {
	Amount    operations.Dollars `json:"amount"`
	Reason    string             `json:"reason"`
	Status    string             `json:"status" enum:"asked,done,failed"`
	Actor     string             `json:"actor"`
	UpdatedAt time.Time          `json:"updated_at"`
}

// StaffOrder is everything staff know of an order.
type StaffOrder struct {
	StaffOrderRow
	Phone          string                  `json:"phone"`
	DeliveryMethod string                  `json:"delivery_method"`
	Line1          string                  `json:"line1"`
	Line2          string                  `json:"line2"`
	City           string                  `json:"city"`
	State          string                  `json:"state"`
	Zip            string                  `json:"zip"`
	PaymentMethod  string                  `json:"payment_method"`
	Subtotal       operations.Dollars      `json:"subtotal"`
	Discount       operations.Dollars      `json:"discount"`
	Shipping       operations.Dollars      `json:"shipping"`
	Tax            operations.Dollars      `json:"tax"`
	TaxIncluded    bool                    `json:"tax_included"`
	PromoCode      string                  `json:"promo_code"`
	Notes          string                  `json:"notes" doc:"The customer's"`
	StaffNotes     string                  `json:"staff_notes"`
	PickupCode     string                  `json:"pickup_code"`
	CustomerID     int64                   `json:"customer_id" doc:"0 for a moment after their first order"`
	Address        operations.OrderAddress `json:"address" doc:"The same as one object; empty for a pickup"`
	Lines          []StaffOrderLine        `json:"lines"`
	Items          []StaffOrderLine        `json:"items" doc:"The same as lines"`
	Events         []OrderEvent            `json:"events"`
	Payments       []OrderPayment          `json:"payments"`
	Refunds        []OrderRefund           `json:"refunds"`
	Statuses       []OrderStatus           `json:"statuses" doc:"The six of the dropdown"`
	CanHold        bool                    `json:"can_hold"`
	CanCancel      bool                    `json:"can_cancel"`
	HoldMails      bool                    `json:"hold_mails" doc:"The customer gets a mail when it is put on hold"`
	CancelMails    bool                    `json:"cancel_mails" doc:"The customer gets a mail when it is cancelled"`
	CanMarkPaid    bool                    `json:"can_mark_paid" doc:"It is paid at the shop and not paid yet"`
	CanHandOver    bool                    `json:"can_hand_over"`
	Refundable     operations.Dollars      `json:"refundable" doc:"What can still be given back"`
}

func staffOrderJSON(in orders.StaffOrder, settings shop.Settings) StaffOrder {
	o := in.Order
	row := shop.OrderRow{ID: o.ID, Number: o.Number, CreatedAt: o.CreatedAt, CustomerName: o.Name, Email: o.Email, Pickup: o.Fulfillment == shop.Pickup, Status: o.Status,
		PaymentStatus: string(o.Payment), Currency: o.Currency, Total: o.Total, Refunded: o.Refunded, HasNotes: o.Notes != "" || in.StaffNotes != "",
		PaymentMethod: o.PaymentMethod, ReservedUntil: o.ReservedUntil}
	for _, line := range o.Lines {
		row.Units += line.Quantity
	}
	out := StaffOrder{StaffOrderRow: staffOrderRow(row, settings), Phone: o.Phone, DeliveryMethod: o.Method, Line1: o.Address.Line1, Line2: o.Address.Line2,
		City: o.Address.City, State: o.Address.State, Zip: o.Address.Zip, Address: operations.OrderAddress(o.Address), PaymentMethod: o.PaymentMethod,
		Subtotal: operations.Dollars(o.Subtotal), Discount: operations.Dollars(o.Discount), Shipping: operations.Dollars(o.Shipping), Tax: operations.Dollars(o.Tax), TaxIncluded: o.TaxIncluded,
		PromoCode: o.PromoCode, Notes: o.Notes, StaffNotes: in.StaffNotes, PickupCode: o.PickupCode, CustomerID: in.CustomerID,
		Lines: []StaffOrderLine{}, Events: []OrderEvent{}, Payments: []OrderPayment{}, Refunds: []OrderRefund{}, Statuses: orderStatuses(settings),
		CanHold: o.CanHold(settings.Orders), CanCancel: o.CanCancel(settings.Orders), CanMarkPaid: o.CanMarkPaid(), CanHandOver: o.CanHandOver(settings.Orders),
		HoldMails: settings.Email.NotifiesOf(shop.StatusOnHold), CancelMails: settings.Email.NotifiesOf(shop.StatusCancelled), Refundable: operations.Dollars(o.Refundable())}
	for _, l := range o.Lines {
		out.Lines = append(out.Lines, StaffOrderLine{ProductID: l.ProductID, ProductName: l.Name, ImageURL: l.ImageURL, Price: operations.Dollars(l.Price), Quantity: l.Quantity})
	}
	out.Items = out.Lines
	for _, e := range in.Events {
		out.Events = append(out.Events, OrderEvent(e))
	}
	for _, p := range in.Payments {
		out.Payments = append(out.Payments, OrderPayment{Provider: p.Provider, Reference: p.Ref, Status: string(p.State), Amount: operations.Dollars(p.Amount), UpdatedAt: p.UpdatedAt})
	}
	for _, r := range in.Refunds {
		out.Refunds = append(out.Refunds, OrderRefund{Amount: operations.Dollars(r.Amount), Reason: r.Reason, Status: string(r.State), Actor: r.Actor, UpdatedAt: r.UpdatedAt})
	}
	return out
}

// change changes an order and responds with the changed order.
func change[In any](h orderHandlers, s *operations.Registry, method, path, id, summary string, number func(*In) string, do func(context.Context, *In) error) {
	operations.Register(s, method, path, id, summary, func(ctx context.Context, in *In) (*operations.Body[StaffOrder], error) {
		if err := do(ctx, in); err != nil {
			return nil, err
		}
		return h.staffOrder(ctx, number(in))
	})
}

func (h orderHandlers) staffOrder(ctx context.Context, number string) (*operations.Body[StaffOrder], error) {
	order, err := h.orders.StaffOrder(ctx, number)
	if err != nil {
		return nil, err
	}
	settings, err := h.settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	return &operations.Body[StaffOrder]{Body: staffOrderJSON(order, settings)}, nil
}

type statusChange struct {
	operations.NumberPath
	Body struct {
		Status string `json:"status" maxLength:"40" doc:"One of the six"`
		From   string `json:"from,omitempty" maxLength:"40" doc:"The status that was seen: refused with changed_meanwhile when it is another by now"`
	}
}

type noteChange struct {
	operations.NumberPath
	Body struct {
		StaffNotes string `json:"staff_notes" maxLength:"2000"`
		Was        string `json:"was" maxLength:"2000" doc:"What the form was filled from"`
	}
}

type reasoned struct {
	operations.NumberPath
	Body struct {
		Note string `json:"note,omitempty" maxLength:"500" doc:"Goes into the mail to the customer"`
	}
}

type refundInput struct {
	operations.NumberPath
	Body struct {
		Amount operations.Dollars `json:"amount"`
		Reason string             `json:"reason,omitempty" maxLength:"500"`
	}
}

type resendInput struct {
	operations.NumberPath
	Body struct {
		Kind string `json:"kind" enum:"confirmation,status"`
	}
}

func (h orderHandlers) orderRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/orders/{number}", "admin-get-order", "One order with its history",
		func(ctx context.Context, in *operations.NumberPath) (*operations.Body[StaffOrder], error) {
			return h.staffOrder(ctx, in.Number)
		})
	change(h, s, "PUT", "/api/admin/orders/{number}/status", "admin-move-order", "Take an order to another status",
		func(in *statusChange) string { return in.Number }, func(ctx context.Context, in *statusChange) error {
			return h.orders.Move(ctx, orders.Move{Number: in.Number, To: shop.Status(in.Body.Status), From: shop.Status(in.Body.From)}, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/hold", "admin-hold-order", "Put an order on hold",
		func(in *reasoned) string { return in.Number }, func(ctx context.Context, in *reasoned) error {
			return h.orders.Move(ctx, orders.Move{Number: in.Number, To: shop.StatusOnHold, Note: in.Body.Note}, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/cancel", "admin-cancel-order", "Cancel an order; units and money go back",
		func(in *reasoned) string { return in.Number }, func(ctx context.Context, in *reasoned) error {
			return h.orders.Cancel(ctx, in.Number, in.Body.Note, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/refunds", "admin-refund-order", "Give money back, in full or in part",
		func(in *refundInput) string { return in.Number }, func(ctx context.Context, in *refundInput) error {
			return h.payments.Refund(ctx, in.Number, shop.Cents(in.Body.Amount), in.Body.Reason, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/paid", "admin-mark-order-paid", "The money was paid at the shop",
		func(in *operations.NumberPath) string { return in.Number }, func(ctx context.Context, in *operations.NumberPath) error {
			return h.payments.MarkPaid(ctx, in.Number, operations.Actor(ctx))
		})
	change(h, s, "PUT", "/api/admin/orders/{number}/notes", "admin-save-order-notes", "Keep staff's notes about an order",
		func(in *noteChange) string { return in.Number }, func(ctx context.Context, in *noteChange) error {
			return h.orders.SaveStaffNotes(ctx, in.Number, in.Body.StaffNotes, in.Body.Was, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/mails", "admin-resend-order-mail", "Send the customer a mail once more",
		func(in *resendInput) string { return in.Number }, func(ctx context.Context, in *resendInput) error {
			return h.orders.ResendEmail(ctx, in.Number, in.Body.Kind, operations.Actor(ctx))
		})
	change(h, s, "POST", "/api/admin/orders/{number}/handover", "admin-hand-over-order", "Hand a pickup order over",
		func(in *operations.NumberPath) string { return in.Number }, func(ctx context.Context, in *operations.NumberPath) error {
			return h.orders.HandOver(ctx, in.Number, operations.Actor(ctx))
		})
	operations.Register(s, "GET", "/api/admin/pickup/{code}", "admin-find-pickup", "The order of a pickup code, or of a number",
		func(ctx context.Context, in *struct {
			Code string `path:"code" maxLength:"60"`
		}) (*operations.Body[StaffOrder], error) {
			number, err := h.orders.NumberOfPickupCode(ctx, in.Code)
			if err != nil {
				return nil, err
			}
			return h.staffOrder(ctx, number)
		})
}
