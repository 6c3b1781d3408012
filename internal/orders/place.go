package orders

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Buyer is who orders; a guest has no user.
type Buyer struct {
	User   *shop.User
	Client shop.Client
	// Site is the shop's address as the buyer's browser knows it, without a slash at the
	// end: they come back from the pay page there. "" is the public address. Emails never use it.
	Site string
}

// Placed is an order with the key to its page.
type Placed struct {
	Order  shop.Order
	Key    string
	PayURL string // where to pay; "" when there is nothing to pay online, or the provider did not answer
}

// Place takes an order once per idempotency key: the same request under the same
// key gives the same order again, another one is refused. It refuses with
// out_of_stock, total_changed, promo_invalid, below_minimum, too_many_requests,
// too_many_unpaid, reservation_expired, busy, zip_state_mismatch and invalid_input, in a
// drop also with not_open, drop_paused, queue_first, limit_reached and limit_held.
func (s *Service) Place(ctx context.Context, checkout shop.Checkout, key string, buyer Buyer) (Placed, error) {
	checkout.Clean()
	if len(key) < 8 || len(key) > 100 || !utf8.ValidString(key) {
		return Placed{}, shop.FieldError(shop.Invalid, "Idempotency-Key", "Send an Idempotency-Key of 8 to 100 characters.")
	}
	settings, err := s.settings.Shared(ctx)
	if err != nil {
		return Placed{}, err
	}
	j := &job{checkout: checkout, key: key, client: buyer.Client, customerKey: shop.EmailKey(checkout.Email), settings: settings}
	if buyer.User != nil {
		j.userID, j.customerKey = &buyer.User.ID, shop.EmailKey(buyer.User.Email)
	}
	j.buyer = s.keys.From(buyer.Client, s.keys.Of(checkout.Email, j.userID))
	j.source = sourceOf(buyer.Client, j.customerKey)
	for _, token := range checkout.Reservations {
		id, err := s.units.ReservationOf(token)
		if err != nil {
			return Placed{}, err
		}
		j.reserved = append(j.reserved, id)
	}
	if j.early, err = s.readPass(checkout.Pass); err != nil {
		return Placed{}, err
	}
	j.requestHash = hashRequest(checkout, j.userID)
	r, err := s.decide(ctx, j, buyer)
	if err != nil {
		return Placed{}, err
	}
	placed := Placed{Key: s.links.Key(r.number)}
	if r.order != nil {
		placed.Order = r.order.Order
		if settings.Customers.Analytics {
			s.countOrder()
		}
	} else if placed.Order, err = s.store.Orders.ByNumber(ctx, r.number); err != nil {
		return Placed{}, err
	}
	placed.PayURL = s.payments.Start(AsBuyer(ctx, buyer, placed.Order), placed.Order)
	return placed, nil
}

// decide queues the job, unless the settings or the limits refuse the checkout. If they do, but the same
// request was accepted when it was sent before, the result is the order that was placed then.
func (s *Service) decide(ctx context.Context, j *job, buyer Buyer) (result, error) {
	refusal := checkAllowed(j.checkout, j.settings, buyer)
	if refusal == nil {
		refusal = s.orderLimits.refused(j)
	}
	if refusal != nil {
		earlier, placed, err := s.store.Orders.PlacedUnder(ctx, j.key)
		switch {
		case err != nil:
			return result{}, err
		case !placed:
			return result{}, refusal
		case !j.requestHash.matches(earlier.RequestHash):
			return result{}, errKeyReused
		}
		return result{number: earlier.Number}, nil
	}
	j.provider, j.noProvider = s.payments.ProviderFor(j.checkout.Payment, j.settings.Payments)
	if j.noProvider == nil {
		j.noProvider = j.settings.CheckManual(j.checkout)
	}
	j.minimum = s.payments.Minimum(j.provider, j.settings.Payments.Currency)
	var err error
	if j.rules, err = s.settings.Rules(ctx); err != nil {
		return result{}, err
	}
	return s.submit(ctx, j)
}

// requestHash tells whether two requests under one idempotency key are the same.
// It is stored with the order, so its form never changes: another form gets another
// version.
type requestHash struct {
	current string
	legacy  func() string // as versions before requestHashVersion stored it
}

const requestHashVersion = "v2:"

// hashRequest includes who buys: another account cannot find an order by its key.
func hashRequest(c shop.Checkout, userID *int64) requestHash {
	sum := sha256.Sum256(canonicalRequest(c, userID))
	return requestHash{current: requestHashVersion + hex.EncodeToString(sum[:]), legacy: func() string { return legacyHash(c, userID) }}
}

// String is what is stored.
func (h requestHash) String() string { return h.current }

// matches compares with a stored hash. An idempotency key is good for as long as its
// order exists, so orders of earlier versions are still compared in their form.
func (h requestHash) matches(stored string) bool {
	if strings.HasPrefix(stored, requestHashVersion) {
		return stored == h.current
	}
	return stored == h.legacy()
}

// canonicalRequest writes a request as lines of name=value, in this order, with every value quoted.
func canonicalRequest(c shop.Checkout, userID *int64) []byte {
	text := make([]byte, 0, 512)
	field := func(name, value string) {
		text = strconv.AppendQuote(append(append(text, name...), '='), value)
		text = append(text, '\n')
	}
	user := "guest"
	if userID != nil {
		user = shop.IDText(*userID)
	}
	field("user", user)
	for _, line := range c.Lines {
		field("line", shop.IDText(line.ProductID)+"x"+shop.IDText(line.Quantity))
	}
	field("email", c.Email)
	field("name", c.Name)
	field("phone", c.Phone)
	field("fulfillment_type", string(c.Fulfillment))
	field("delivery_method", c.Method)
	field("line1", c.Address.Line1)
	field("line2", c.Address.Line2)
	field("city", c.Address.City)
	field("state", c.Address.State)
	field("zip", c.Address.Zip)
	field("promo_code", c.PromoCode)
	field("notes", c.Notes)
	field("payment_method", c.Payment)
	field("expected_total", shop.IDText(int64(c.ExpectedTotal)))
	for _, token := range c.Reservations {
		field("reservation", token)
	}
	if c.Pass != "" {
		field("pass", c.Pass)
	}
	return text
}

// legacyHash is the hash of version 1: of JSON with the names that the fields had in Go then.
func legacyHash(c shop.Checkout, userID *int64) string {
	type line struct {
		ProductID int64 `json:"ProductID"`
		Quantity  int64 `json:"Quantity"`
	}
	type address struct {
		Line1 string `json:"Line1"`
		Line2 string `json:"Line2"`
		City  string `json:"City"`
		State string `json:"State"`
		Zip   string `json:"Zip"`
	}
	type checkout struct {
		Lines         []line  `json:"Lines"`
		Email         string  `json:"Email"`
		Name          string  `json:"Name"`
		Phone         string  `json:"Phone"`
		Fulfillment   string  `json:"Fulfillment"`
		Method        string  `json:"Method"`
		Address       address `json:"Address"`
		PromoCode     string  `json:"PromoCode"`
		Notes         string  `json:"Notes"`
		Payment       string  `json:"Payment"`
		ExpectedTotal int64   `json:"ExpectedTotal"`
	}
	old := checkout{Email: c.Email, Name: c.Name, Phone: c.Phone, Fulfillment: string(c.Fulfillment), Method: c.Method,
		Address: address(c.Address), PromoCode: c.PromoCode, Notes: c.Notes, Payment: c.Payment, ExpectedTotal: int64(c.ExpectedTotal)}
	for _, l := range c.Lines {
		old.Lines = append(old.Lines, line(l))
	}
	text, _ := json.Marshal(struct { // texts and numbers always encode
		Checkout checkout `json:"C"`
		User     *int64   `json:"User"`
	}{old, userID})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
