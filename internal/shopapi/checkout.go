package shopapi

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// LineInput is a product and how many of it. Prices come from the server, never from the request.
type LineInput struct {
	ProductID int64 `json:"product_id" minimum:"1" maximum:"9007199254740991"`
	Quantity  int64 `json:"quantity" minimum:"1" maximum:"10000"`
}

// QuoteInput asks for the price of a basket.
type QuoteInput struct {
	Lines           []LineInput `json:"lines" maxItems:"200"`
	FulfillmentType string      `json:"fulfillment_type,omitempty" enum:"delivery,pickup" default:"delivery"`
	DeliveryMethod  string      `json:"delivery_method,omitempty" enum:"standard,express" default:"standard"`
	State           string      `json:"state,omitempty" maxLength:"2" doc:"Two letters; without it automatic tax is not known yet"`
	PromoCode       string      `json:"promo_code,omitempty" maxLength:"40"`
	Reservations    []string    `json:"reservations,omitempty" maxItems:"100" doc:"Tokens of units that are held for the buyer"`
	Pass            string      `json:"pass,omitempty" maxLength:"600" doc:"Of a drop: an early pass or a pass of its line"`
}

// QuoteLine is one line at the current price.
type QuoteLine struct {
	ProductID     int64              `json:"product_id"`
	ProductName   string             `json:"product_name"`
	ImageURL      string             `json:"image_url"`
	Price         operations.Dollars `json:"price"`
	Quantity      int64              `json:"quantity"`
	LineTotal     operations.Dollars `json:"line_total" doc:"Price times quantity, before any discount"`
	Discount      operations.Dollars `json:"discount"`
	Tax           operations.Dollars `json:"tax"`
	InStock       bool               `json:"in_stock"`
	StockQuantity *int64             `json:"stock_quantity"`
}

// LineProblem says why a line cannot be bought as it is.
type LineProblem struct {
	ProductID int64  `json:"product_id"`
	Kind      string `json:"kind" enum:"gone,sold_out,too_few,limit,not_open,drop_paused,queue_first,not_found"`
	Message   string `json:"message"`
	Most      int64  `json:"most" doc:"How many can be bought"`
}

// Quote is what a basket costs now.
type Quote struct {
	Lines       []QuoteLine        `json:"lines"`
	Problems    []LineProblem      `json:"problems"`
	Subtotal    operations.Dollars `json:"subtotal"`
	Discount    operations.Dollars `json:"discount"`
	Shipping    operations.Dollars `json:"shipping"`
	Tax         operations.Dollars `json:"tax"`
	TaxIncluded bool               `json:"tax_included" doc:"The prices contain the tax already"`
	TaxKnown    bool               `json:"tax_known" doc:"False while the address is to come"`
	Total       operations.Dollars `json:"total"`
	PromoCode   string             `json:"promo_code" doc:"The code that was applied, as the shop spells it"`
	PromoError  string             `json:"promo_error" doc:"Why the code that was sent gives nothing"`
}

func linesOf(in []LineInput) []shop.CheckoutLine {
	out := make([]shop.CheckoutLine, len(in))
	for i, line := range in {
		out[i] = shop.CheckoutLine{ProductID: line.ProductID, Quantity: line.Quantity}
	}
	return out
}

func quoteJSON(q orders.Quoted) Quote {
	out := Quote{Lines: []QuoteLine{}, Problems: []LineProblem{}, Subtotal: operations.Dollars(q.Subtotal), Discount: operations.Dollars(q.Discount),
		Shipping: operations.Dollars(q.Shipping), Tax: operations.Dollars(q.Tax), TaxIncluded: q.TaxIncluded, TaxKnown: q.TaxKnown, Total: operations.Dollars(q.Total),
		PromoCode: q.PromoCode, PromoError: q.PromoError}
	for _, l := range q.Lines {
		out.Lines = append(out.Lines, QuoteLine{ProductID: l.Product.ID, ProductName: l.Product.Name, ImageURL: l.Product.Thumb(),
			Price: operations.Dollars(l.Product.Price), Quantity: l.Quantity, LineTotal: operations.Dollars(l.Product.Price.Times(l.Quantity)),
			Discount: operations.Dollars(l.Discount), Tax: operations.Dollars(l.Tax), InStock: l.Product.InStock(), StockQuantity: l.Product.Free()})
	}
	for _, p := range q.Problems {
		out.Problems = append(out.Problems, LineProblem(p))
	}
	return out
}

// checkoutHandlers say what a basket costs and what the checkout offers.
type checkoutHandlers struct {
	orders   *orders.Service
	payments *payments.Service
	settings *settings.Service
}

func (h checkoutHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/quote", "quote", "What a basket costs now, and what stands in the way of buying it",
		func(ctx context.Context, in *operations.Body[QuoteInput]) (*operations.Body[Quote], error) {
			quoted, err := h.orders.Quote(ctx, orders.QuoteRequest{Lines: linesOf(in.Body.Lines), Fulfillment: shop.Fulfillment(in.Body.FulfillmentType),
				Method: in.Body.DeliveryMethod, State: in.Body.State, PromoCode: in.Body.PromoCode, Reserved: in.Body.Reservations, Pass: in.Body.Pass, Buyer: buyerOf(ctx)})
			if err != nil {
				return nil, err
			}
			return &operations.Body[Quote]{Body: quoteJSON(quoted)}, nil
		})
	type promoResponse struct {
		Code         string             `json:"code"`
		Kind         string             `json:"kind" enum:"percent,amount,free_shipping"`
		Discount     operations.Dollars `json:"discount" doc:"What it takes off these lines"`
		FreeShipping bool               `json:"free_shipping"`
	}
	operations.Register(s, "POST", "/api/promo", "check-promo", "What a promo code gives on these lines",
		func(ctx context.Context, in *operations.Body[struct {
			Code  string      `json:"code" maxLength:"200"`
			Lines []LineInput `json:"lines" maxItems:"200"`
		}]) (*operations.Body[promoResponse], error) {
			promo, discount, err := h.orders.CheckPromo(ctx, orders.QuoteRequest{PromoCode: in.Body.Code, Lines: linesOf(in.Body.Lines), Buyer: buyerOf(ctx)})
			if err != nil {
				return nil, err
			}
			return &operations.Body[promoResponse]{Body: promoResponse{promo.Code, string(promo.Kind), operations.Dollars(discount), promo.Kind == shop.FreeShipping}}, nil
		})
	operations.Register(s, "GET", "/api/checkout", "get-checkout", "What the checkout offers now: ways to pay, delivery, who may buy",
		func(ctx context.Context, _ *struct{}) (*privateCheckout, error) {
			settings, err := h.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			return &privateCheckout{"no-store", h.checkoutJSON(settings)}, nil
		})
	type place struct {
		City  string `json:"city" doc:"Empty when only the state is known"`
		State string `json:"state"`
	}
	operations.Register(s, "GET", "/api/zip/{zip}", "get-zip", "City and state of a ZIP code",
		func(_ context.Context, in *struct {
			Zip string `path:"zip" minLength:"5" maxLength:"10"`
		}) (*operations.Body[place], error) {
			city, state, ok := shop.CityAndState(in.Zip)
			if !ok {
				return nil, shop.Errorf(shop.NotFound, "There is no such ZIP code.")
			}
			return &operations.Body[place]{Body: place{city, state}}, nil
		})
}

type privateCheckout struct {
	CacheControl string `header:"Cache-Control"`
	Body         Checkout
}

// Checkout is what the checkout page offers.
type Checkout struct {
	PaymentMethods  []PaymentMethod  `json:"payment_methods"`
	DeliveryOptions []DeliveryOption `json:"delivery_options"`
	DefaultShipping string           `json:"default_shipping" enum:"standard,express,pickup"`
	Notes           bool             `json:"notes" doc:"The shop takes notes with an order"`
	GuestCheckout   bool             `json:"guest_checkout" doc:"An order can be placed without an account"`
	AccountOffer    string           `json:"account_offer" enum:"automatic,opt-in,none" doc:"A guest is asked on the order's page for a password, to keep the order in an account: at once, or when they want one"`
	HoldMinutes     int              `json:"hold_minutes"`
	PickupAddress   string           `json:"pickup_address"`
	DeliveryNote    string           `json:"delivery_note"`
}

// PaymentMethod is a way to pay.
type PaymentMethod struct {
	Method  string             `json:"method" enum:"card,paypal,manual"`
	Demo    bool               `json:"demo" doc:"No money moves"`
	Minimum operations.Dollars `json:"minimum" doc:"A smaller total cannot be paid this way"`
	States  string             `json:"states" example:"CA" doc:"Deliveries to where can be paid this way: any, none, or the code of one state. A pickup always can"`
}

// DeliveryOption is a way of delivery with the days it takes, as the settings say.
type DeliveryOption struct {
	Method   string             `json:"method" enum:"standard,express"`
	Fee      operations.Dollars `json:"fee" doc:"Before free shipping and promo codes"`
	FromDays int                `json:"from_days" doc:"Working days, 0 when the shop does not say"`
	ToDays   int                `json:"to_days"`
}

func (h checkoutHandlers) checkoutJSON(settings shop.Settings) Checkout {
	creation := settings.Customers.AccountCreation
	out := Checkout{PaymentMethods: []PaymentMethod{}, DefaultShipping: settings.Shipping.Default, Notes: settings.Orders.Notes,
		GuestCheckout: settings.Customers.GuestsMayOrder(), AccountOffer: "none",
		HoldMinutes: max(1, int(h.orders.ReservationTime().Minutes())), PickupAddress: settings.Store.Address(), DeliveryNote: settings.Shipping.Note}
	if creation == shop.AccountAutomatic || creation == shop.AccountOptIn {
		out.AccountOffer = creation
	}
	for _, m := range h.payments.Methods(settings.Payments) {
		test := m.Provider == "stripe" && strings.HasPrefix(settings.Payments.StripePublicKey, "pk_test_")
		states := "any"
		if m.Method == shop.PayManual {
			states = settings.ManualStates()
		}
		out.PaymentMethods = append(out.PaymentMethods, PaymentMethod{m.Method, m.Provider == "demo" || test, operations.Dollars(m.Minimum), states})
	}
	for _, option := range []struct {
		method string
		fee    shop.Cents
		days   shop.DayRange
	}{{shop.Standard, settings.Shipping.Fee, settings.Shipping.StandardDays}, {shop.Express, settings.Shipping.ExpressFee, settings.Shipping.ExpressDays}} {
		out.DeliveryOptions = append(out.DeliveryOptions, DeliveryOption{option.method, operations.Dollars(option.fee), option.days.From, option.days.To})
	}
	return out
}
