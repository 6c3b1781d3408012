package shopapi

import (
	"context"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// OrderInput is a checkout. Prices are not in it: the server knows them.
type OrderInput struct {
	Lines           []LineInput        `json:"lines" minItems:"1" maxItems:"200"`
	Email           string             `json:"email" maxLength:"254"`
	Name            string             `json:"name" maxLength:"100"`
	Phone           string             `json:"phone,omitempty" maxLength:"30"`
	FulfillmentType string             `json:"fulfillment_type" enum:"delivery,pickup"`
	DeliveryMethod  string             `json:"delivery_method,omitempty" enum:"standard,express" default:"standard"`
	Line1           string             `json:"line1,omitempty" maxLength:"120"`
	Line2           string             `json:"line2,omitempty" maxLength:"120"`
	City            string             `json:"city,omitempty" maxLength:"80"`
	State           string             `json:"state,omitempty" maxLength:"2"`
	Zip             string             `json:"zip,omitempty" maxLength:"10"`
	PromoCode       string             `json:"promo_code,omitempty" maxLength:"40"`
	Notes           string             `json:"notes,omitempty" maxLength:"500"`
	PaymentMethod   string             `json:"payment_method" enum:"card,paypal,manual,free" doc:"free: only when there is nothing to pay"`
	Reservations    []string           `json:"reservations,omitempty" maxItems:"100" doc:"Tokens of units that are held for the buyer; they are taken first, at their price"`
	Pass            string             `json:"pass,omitempty" maxLength:"600" doc:"Of a drop: an early pass or a pass of its line"`
	ExpectedTotal   operations.Dollars `json:"expected_total" doc:"The total the shopper saw; another one is refused with total_changed"`
}

func (in OrderInput) checkout() shop.Checkout {
	return shop.Checkout{Lines: linesOf(in.Lines), Email: in.Email, Name: in.Name, Phone: in.Phone,
		Fulfillment: shop.Fulfillment(in.FulfillmentType), Method: in.DeliveryMethod,
		Address:   shop.Address{Line1: in.Line1, Line2: in.Line2, City: in.City, State: in.State, Zip: in.Zip},
		PromoCode: in.PromoCode, Notes: in.Notes, Payment: in.PaymentMethod, Reservations: in.Reservations, Pass: in.Pass,
		ExpectedTotal: shop.Cents(in.ExpectedTotal)}
}

// BuyerOrder is an order as its buyer sees it.
type BuyerOrder struct {
	Number          string                  `json:"number"`
	CreatedAt       time.Time               `json:"created_at"`
	Status          string                  `json:"status"`
	StatusWords     string                  `json:"status_words"`
	Over            bool                    `json:"over" doc:"It was cancelled or refunded: nothing will come"`
	Done            bool                    `json:"done" doc:"Nothing is left to do for it: it is over or completed"`
	PaymentStatus   string                  `json:"payment_status" enum:"unpaid,paid,refunded"`
	PaymentMethod   string                  `json:"payment_method"`
	FulfillmentType string                  `json:"fulfillment_type" enum:"delivery,pickup"`
	DeliveryMethod  string                  `json:"delivery_method"`
	Email           string                  `json:"email"`
	Name            string                  `json:"name"`
	Phone           string                  `json:"phone"`
	Line1           string                  `json:"line1"`
	Line2           string                  `json:"line2"`
	City            string                  `json:"city"`
	State           string                  `json:"state"`
	Zip             string                  `json:"zip"`
	Address         operations.OrderAddress `json:"address" doc:"The same as one object; empty for a pickup"`
	Lines           []BuyerOrderLine        `json:"lines"`
	Items           []BuyerOrderLine        `json:"items" doc:"The same as lines"`
	Currency        string                  `json:"currency" example:"USD" doc:"Of its amounts: that of the shop when it was placed"`
	Subtotal        operations.Dollars      `json:"subtotal"`
	Discount        operations.Dollars      `json:"discount"`
	Shipping        operations.Dollars      `json:"shipping"`
	Tax             operations.Dollars      `json:"tax"`
	TaxIncluded     bool                    `json:"tax_included"`
	Total           operations.Dollars      `json:"total"`
	Refunded        operations.Dollars      `json:"refunded"`
	PromoCode       string                  `json:"promo_code"`
	Notes           string                  `json:"notes"`
	PickupCode      string                  `json:"pickup_code" doc:"Said at the counter; empty for a delivery"`
	HoldEndsAt      *time.Time              `json:"hold_ends_at" doc:"Until then the units wait for the payment"`
	HoldSeconds     int64                   `json:"hold_seconds" doc:"The same as seconds from now, for clocks that are wrong"`
	Held            bool                    `json:"held" doc:"False: the time was over, or the order was cancelled, and the units went back"`
	Payable         bool                    `json:"payable" doc:"It waits for a payment online"`
	HasAccount      bool                    `json:"has_account" doc:"It is in somebody's account"`
}

// BuyerOrderLine is one line of an order, frozen.
type BuyerOrderLine struct {
	ProductID   *int64             `json:"product_id"`
	ProductName string             `json:"product_name"`
	ImageURL    string             `json:"image_url"`
	Price       operations.Dollars `json:"price"`
	Quantity    int64              `json:"quantity"`
	LineTotal   operations.Dollars `json:"line_total"`
}

// PlacedOrder is the response to a checkout.
type PlacedOrder struct {
	Order  BuyerOrder `json:"order"`
	Key    string     `json:"key" doc:"Opens the order's page; only the buyer gets it"`
	PayURL string     `json:"pay_url" doc:"Where to pay; empty when there is nothing to pay online or the provider did not answer"`
}

func buyerOrder(o shop.Order, now time.Time) BuyerOrder {
	out := BuyerOrder{Number: o.Number, CreatedAt: o.CreatedAt, Status: string(o.Status), StatusWords: o.Status.Label(), Over: o.Status.Over(), Done: o.Status.Next(o.Fulfillment) == "",
		PaymentStatus: string(o.Payment), PaymentMethod: o.PaymentMethod, FulfillmentType: string(o.Fulfillment), DeliveryMethod: o.Method, Email: o.Email, Name: o.Name, Phone: o.Phone,
		Line1: o.Address.Line1, Line2: o.Address.Line2, City: o.Address.City, State: o.Address.State, Zip: o.Address.Zip, Address: operations.OrderAddress(o.Address), Lines: []BuyerOrderLine{},
		Currency: o.Currency, Subtotal: operations.Dollars(o.Subtotal), Discount: operations.Dollars(o.Discount), Shipping: operations.Dollars(o.Shipping), Tax: operations.Dollars(o.Tax), TaxIncluded: o.TaxIncluded,
		Total: operations.Dollars(o.Total), Refunded: operations.Dollars(o.Refunded), PromoCode: o.PromoCode, Notes: o.Notes, PickupCode: o.PickupCode,
		HoldEndsAt: o.ReservedUntil, Held: o.Reserved, Payable: o.CanPay(now), HasAccount: o.UserID != nil}
	if o.ReservedUntil != nil {
		out.HoldSeconds = max(0, int64(o.ReservedUntil.Sub(now).Seconds()))
	}
	for _, l := range o.Lines {
		out.Lines = append(out.Lines, BuyerOrderLine{ProductID: l.ProductID, ProductName: l.Name, ImageURL: l.ImageURL, Price: operations.Dollars(l.Price),
			Quantity: l.Quantity, LineTotal: operations.Dollars(l.Price.Times(l.Quantity))})
	}
	out.Items = out.Lines
	return out
}

// signedInUser is nil for a guest.
func signedInUser(ctx context.Context) *shop.User {
	session := operations.RequestInfoFrom(ctx).Session
	if session == nil || session.SecondFactorDue {
		return nil
	}
	return &session.User
}

func buyerOf(ctx context.Context) orders.Buyer {
	info := operations.RequestInfoFrom(ctx)
	return orders.Buyer{User: signedInUser(ctx), Client: info.Client, Site: info.Site}
}

type orderPath struct {
	Number string `path:"number" maxLength:"30"`
	Key    string `query:"key" maxLength:"100" doc:"From the confirmation's link; not needed by the signed-in owner"`
}

// OrderWithPayment is an order with the state of its payment.
type OrderWithPayment struct {
	BuyerOrder
	OrderAgain       bool   `json:"order_again" doc:"It was not paid in time and cannot be paid any more: its products can be ordered again at today's prices"`
	Refusal          string `json:"refusal" doc:"Why it cannot be paid any more; empty when it can, or when it was never to be paid online"`
	Declined         bool   `json:"declined" doc:"The last payment did not go through, and no other was begun"`
	ConfirmationMail bool   `json:"confirmation_mail" doc:"The shop confirms orders by mail"`
	PaidLate         bool   `json:"paid_late" doc:"The money came when the order could not be filled any more, and goes back"`
}

// OrderWithPayment is an order as its buyer sees it, with the state of its payment.
func (h OrderHandlers) OrderWithPayment(ctx context.Context, order shop.Order) (*private[OrderWithPayment], error) {
	with, err := h.payments.WithPayment(ctx, order)
	if err != nil {
		return nil, err
	}
	settings, err := h.settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	out := OrderWithPayment{ConfirmationMail: settings.Email.OrderConfirmation, BuyerOrder: buyerOrder(order, h.now()), OrderAgain: with.Refusal != nil, Declined: with.Declined, PaidLate: with.PaidLate}
	out.Payable = with.Payable
	if with.Refusal != nil {
		out.Refusal = with.Refusal.Error()
	}
	return noStore(out), nil
}

// OrderHandlers place orders and show them to whoever has their key.
type OrderHandlers struct {
	accounts *accounts.Service
	now      func() time.Time
	Orders   *orders.Service
	payments *payments.Service
	sessions Sessions
	settings *settings.Service
}

func (h OrderHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/orders", "place-order", "Place an order, once per Idempotency-Key",
		func(ctx context.Context, in *struct {
			Key  string `header:"Idempotency-Key" required:"true" minLength:"8" maxLength:"100" doc:"Made by the page; the same request under the same key gives the same order"`
			Body OrderInput
		}) (*operations.Body[PlacedOrder], error) {
			placed, err := h.Orders.Place(ctx, in.Body.checkout(), in.Key, buyerOf(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[PlacedOrder]{Body: PlacedOrder{buyerOrder(placed.Order, h.now()), placed.Key, placed.PayURL}}, nil
		})
	operations.Register(s, "GET", "/api/orders/{number}", "get-order", "One order, for whoever has its key or whose account it is in",
		func(ctx context.Context, in *orderPath) (*private[OrderWithPayment], error) {
			order, err := h.Orders.ForBuyer(ctx, in.Number, in.Key, signedInUser(ctx))
			if err != nil {
				return nil, err
			}
			return h.OrderWithPayment(ctx, order)
		})
	operations.Register(s, "POST", "/api/orders/{number}/check", "check-payment", "Ask the payment provider how an order's payment stands",
		func(ctx context.Context, in *orderPath) (*private[OrderWithPayment], error) {
			order, err := h.Orders.ForBuyer(ctx, in.Number, in.Key, signedInUser(ctx))
			if err != nil {
				return nil, err
			}
			if order, err = h.payments.Check(orders.AsBuyer(ctx, buyerOf(ctx), order), order); err != nil {
				return nil, err
			}
			return h.OrderWithPayment(ctx, order)
		})
	operations.Register(s, "POST", "/api/orders/{number}/confirm", "confirm-order", "Confirm an order that is paid at the shop with the key of its email",
		func(ctx context.Context, in *struct {
			Number string `path:"number" maxLength:"30"`
			Body   struct {
				Key string `json:"key" maxLength:"100"`
			}
		}) (*private[OrderWithPayment], error) {
			order, err := h.Orders.Confirm(ctx, in.Number, in.Body.Key)
			if err != nil {
				return nil, err
			}
			return h.OrderWithPayment(ctx, order)
		})
	type payPage struct {
		PayURL string `json:"pay_url"`
	}
	operations.Register(s, "POST", "/api/orders/{number}/pay", "pay-order", "Open the pay page of an unpaid order again",
		func(ctx context.Context, in *orderPath) (*operations.Body[payPage], error) {
			order, err := h.Orders.ForBuyer(ctx, in.Number, in.Key, signedInUser(ctx))
			if err != nil {
				return nil, err
			}
			url, err := h.payments.Pay(orders.AsBuyer(ctx, buyerOf(ctx), order), order)
			if err != nil {
				return nil, err
			}
			return &operations.Body[payPage]{Body: payPage{url}}, nil
		})
	operations.Register(s, "POST", "/api/orders/{number}/cancel", "release-order", "Go back on an order that waits for its payment",
		func(ctx context.Context, in *orderPath) (*private[OrderWithPayment], error) {
			order, err := h.Orders.ForBuyer(ctx, in.Number, in.Key, signedInUser(ctx))
			if err != nil {
				return nil, err
			}
			if order, err = h.Orders.Release(ctx, order); err != nil {
				return nil, err
			}
			return h.OrderWithPayment(ctx, order)
		})
	operations.Register(s, "POST", "/api/orders/{number}/account", "create-account-from-order", "Turn a guest's order into an account and sign in",
		func(ctx context.Context, in *struct {
			Number string `path:"number" maxLength:"30"`
			Key    string `query:"key" maxLength:"100"`
			Body   struct {
				Password string `json:"password" maxLength:"1000"`
			}
		}) (*sessionResponse, error) {
			order, err := h.Orders.ForBuyer(ctx, in.Number, in.Key, nil)
			if err != nil {
				return nil, err
			}
			token, session, err := h.accounts.SignUpWithOrder(ctx, order, in.Body.Password, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			h.sessions.endOld(ctx)
			return h.sessions.signedIn(ctx, token, session), nil
		})
	operations.Register(s, "POST", "/api/order-links", "mail-order-link", "Mail the link of an order to the address it was placed with",
		func(ctx context.Context, in *operations.Body[struct {
			Number string `json:"number" maxLength:"30"`
			Email  string `json:"email" maxLength:"254"`
		}]) (*struct{}, error) {
			return nil, h.Orders.EmailLink(ctx, strings.ToUpper(strings.TrimSpace(in.Body.Number)), strings.TrimSpace(in.Body.Email), operations.RequestInfoFrom(ctx).Client)
		})
}
