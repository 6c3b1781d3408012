package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Buyer is who stands at the counter; a guest has no user.
type Buyer struct {
	User   *shop.User
	Client Client
}

// Placed is an order with the key to its page.
type Placed struct {
	Order  shop.Order
	Key    string
	PayURL string // where to pay; "" when there is nothing to pay online, or the provider did not answer
}

// PlaceOrder takes an order once per idempotency key: the same request under
// the same key gives the same order again, another one is refused. It refuses
// with out_of_stock, total_changed, promo_invalid, below_minimum, too_many_requests,
// busy, zip_state_mismatch and invalid_input.
func (a *App) PlaceOrder(ctx context.Context, checkout shop.Checkout, key string, buyer Buyer) (Placed, error) {
	checkout.Clean()
	if len(key) < 8 || len(key) > 100 {
		return Placed{}, shop.FieldError(shop.Invalid, "Idempotency-Key", "Send an Idempotency-Key of 8 to 100 characters.")
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return Placed{}, err
	}
	job := &deskJob{checkout: checkout, key: key, client: buyer.Client, customerKey: shop.EmailKey(checkout.Email), settings: settings}
	if buyer.User != nil {
		job.userID, job.customerKey = &buyer.User.ID, shop.EmailKey(buyer.User.Email)
	}
	// The key is the buyer's own: another account cannot find this order with it.
	if job.requestHash, err = hashRequest(checkout, job.userID); err != nil {
		return Placed{}, err
	}
	answer, err := a.decide(ctx, job, buyer)
	if err != nil {
		return Placed{}, err
	}
	placed := Placed{Key: a.orderKey(answer.number)}
	if answer.order != nil {
		placed.Order = answer.order.Order
		if settings.Customers.Analytics {
			a.countVisit("order")
		}
	} else if placed.Order, err = a.Store.OrderNumbered(ctx, answer.number); err != nil {
		return Placed{}, err
	}
	placed.PayURL = a.startPayment(ctx, placed.Order)
	return placed, nil
}

// decide lets the desk decide, unless the settings refuse the checkout. They may
// have changed since it was sent first: what was placed then stays placed.
func (a *App) decide(ctx context.Context, job *deskJob, buyer Buyer) (deskAnswer, error) {
	refusal := allowed(job.checkout, job.settings, buyer)
	if refusal != nil {
		before, err := a.Store.OrderByKey(ctx, &job.key)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return deskAnswer{}, refusal
		case err != nil:
			return deskAnswer{}, err
		case before.RequestHash != job.requestHash:
			return deskAnswer{}, errKeyReused
		}
		return deskAnswer{number: before.Number}, nil
	}
	job.provider, job.noProvider = a.providerFor(job.checkout.Payment, job.settings)
	job.minimum = a.minimum(job.provider, job.settings)
	var err error
	if job.rules, err = a.rules(ctx); err != nil {
		return deskAnswer{}, err
	}
	return a.desk.submit(ctx, job)
}

// allowed holds the settings against a checkout.
func allowed(c shop.Checkout, settings shop.Settings, buyer Buyer) error {
	if buyer.User == nil && !settings.Customers.GuestsMayOrder() {
		return shop.Errorf(shop.Unauthorized, "Please log in or create an account to check out.")
	}
	if err := c.Check(); err != nil {
		return err
	}
	if c.Notes != "" && !settings.Orders.Notes {
		return shop.FieldError(shop.Invalid, "notes", "The shop does not take notes right now.")
	}
	return nil
}

func hashRequest(c shop.Checkout, userID *int64) (string, error) {
	text, err := json.Marshal(struct {
		C    shop.Checkout
		User *int64
	}{c, userID})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// orderFrom freezes a quote into an order.
func (a *App) orderFrom(job *deskJob, quote shop.Quote, now time.Time) *store.NewOrder {
	c := job.checkout
	order := &store.NewOrder{IdempotencyKey: job.key, RequestHash: job.requestHash, CustomerKey: job.customerKey, Provider: job.provider}
	order.Order = shop.Order{UserID: job.userID, Email: c.Email, Name: c.Name, Phone: c.Phone, Fulfillment: c.Fulfillment, Method: c.Method,
		Address: c.Address, Status: job.settings.Orders.DefaultStatus, Payment: shop.Unpaid, PaymentMethod: c.Payment,
		Currency: job.settings.Payments.Currency, Subtotal: quote.Subtotal, Discount: quote.Discount, Shipping: quote.Shipping, Tax: quote.Tax,
		Total: quote.Total, TaxIncluded: quote.TaxIncluded, PromoCode: quote.PromoCode, Notes: c.Notes, StockHeld: true}
	for i, line := range quote.Lines {
		id := line.Product.ID
		order.Lines = append(order.Lines, shop.OrderLine{Position: int64(i + 1), ProductID: &id, Name: line.Product.Name,
			ImageURL: line.Product.Thumb(), Price: line.Product.Price, Quantity: line.Quantity, Discount: line.Discount, Tax: line.Tax})
	}
	if c.Fulfillment == shop.Pickup {
		order.PickupCode = pickupCode()
	}
	switch {
	case quote.Total == 0:
		order.Payment, order.PaymentMethod, order.Provider = shop.Paid, shop.PayFree, ""
	case job.provider != "":
		ends := now.Add(a.HoldTime)
		order.HoldEnds = &ends
	}
	return order
}

// pickupCode is short enough to say at the counter; letters and digits that
// look alike are left out.
func pickupCode() string {
	const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
	raw := make([]byte, 6)
	_, _ = rand.Read(raw)
	for i, b := range raw {
		raw[i] = letters[int(b)%len(letters)]
	}
	return string(raw)
}

// orderKey is the secret part of an order's link. It follows from the number
// and the shop's key, so that every mail about the order can carry the link
// although only its hash is stored.
func (a *App) orderKey(number string) string {
	return a.Secrets.LinkKey("order " + number)
}

// orderURL is the link to an order that only its buyer gets.
func (a *App) orderURL(number string) string {
	return a.PublicURL + "/order/" + url.PathEscape(number) + "?key=" + a.orderKey(number)
}
