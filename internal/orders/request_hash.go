package orders

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

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
		user = idText(*userID)
	}
	field("user", user)
	for _, line := range c.Lines {
		field("line", idText(line.ProductID)+"x"+idText(line.Quantity))
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
	field("expected_total", idText(int64(c.ExpectedTotal)))
	for _, token := range c.Reservations {
		field("reservation", token)
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
