package orders

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func knownRequest() shop.Checkout {
	return shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: 10, Quantity: 2}, {ProductID: 7, Quantity: 1}}, Email: "maya@example.com",
		Name: "Maya <Torres> & \"Co\"", Phone: "(323) 555-0142", Fulfillment: shop.Delivery, Method: shop.Express,
		Address:   shop.Address{Line1: "1420 Rosewood Ave", Line2: "Apt 3", City: "Austin", State: "TX", Zip: "78702"},
		PromoCode: "SNACK10", Notes: "Ring twice.\nThanks!", Payment: shop.PayCard, ExpectedTotal: 24_98}
}

// The hashes are stored with orders: a change of them makes a repeated request a
// refusal, or another order.
func TestTheHashOfAKnownRequestNeverChanges(t *testing.T) {
	user := int64(42)
	for _, c := range []struct {
		name           string
		user           *int64
		stored, legacy string
	}{
		{"a guest's", nil, "v2:a122d07aeecb9e22c7641c832047d8671d6fa200639e68f9b1318b3f34cd8866", "5b596fe7aab5b96a6289f7b2c0b9e65e14ae08535c93ceba77968fec49a05da9"},
		{"a user's", &user, "v2:ed5604545717e63131d144b7c855665d9be695a488902b6ee03aa57999028a4c", "7e6a0e669eb0adc958f868f079a41c1240a9845108c20a04fe3aa818c03aa85d"},
	} {
		hash := hashRequest(knownRequest(), c.user)
		if hash.String() != c.stored {
			t.Errorf("%s request is stored as %s, want %s", c.name, hash, c.stored)
		}
		if !hash.matches(c.stored) {
			t.Errorf("%s request does not match its own hash", c.name)
		}
		if !hash.matches(c.legacy) {
			t.Errorf("%s request does not match the hash that the version before stored: it computes %s", c.name, hash.legacy())
		}
	}
}

func TestEveryPartOfARequestIsInItsHash(t *testing.T) {
	original := hashRequest(knownRequest(), nil)
	for name, change := range map[string]func(*shop.Checkout){
		"product":     func(c *shop.Checkout) { c.Lines[0].ProductID++ },
		"quantity":    func(c *shop.Checkout) { c.Lines[0].Quantity++ },
		"line":        func(c *shop.Checkout) { c.Lines = c.Lines[:1] },
		"email":       func(c *shop.Checkout) { c.Email += "x" },
		"name":        func(c *shop.Checkout) { c.Name += "x" },
		"phone":       func(c *shop.Checkout) { c.Phone += "1" },
		"fulfillment": func(c *shop.Checkout) { c.Fulfillment = shop.Pickup },
		"method":      func(c *shop.Checkout) { c.Method = shop.Standard },
		"line1":       func(c *shop.Checkout) { c.Address.Line1 += "x" },
		"line2":       func(c *shop.Checkout) { c.Address.Line2 = "" },
		"city":        func(c *shop.Checkout) { c.Address.City += "x" },
		"state":       func(c *shop.Checkout) { c.Address.State = "OR" },
		"zip":         func(c *shop.Checkout) { c.Address.Zip = "97205" },
		"promo code":  func(c *shop.Checkout) { c.PromoCode = "" },
		"notes":       func(c *shop.Checkout) { c.Notes = "" },
		"payment":     func(c *shop.Checkout) { c.Payment = shop.PayManual },
		"total":       func(c *shop.Checkout) { c.ExpectedTotal++ },
		// A value that looks like the next field must not pass for it.
		"injected field": func(c *shop.Checkout) { c.Email, c.Name = "maya@example.com\"\nname=\"x", "" },
	} {
		other := knownRequest()
		change(&other)
		hash := hashRequest(other, nil)
		if hash.matches(original.String()) || hash.matches(original.legacy()) {
			t.Errorf("a request with another %s has the same hash", name)
		}
	}
	// Orders of the version before have neither reservations nor a pass, and its hash knows nothing of them.
	held := knownRequest()
	held.Reservations, held.Pass = []string{"first"}, "early"
	for name, change := range map[string]func(*shop.Checkout){
		"another reservation":  func(c *shop.Checkout) { c.Reservations = []string{"other"} },
		"a second reservation": func(c *shop.Checkout) { c.Reservations = []string{"first", "other"} },
		"no reservation":       func(c *shop.Checkout) { c.Reservations = nil },
		"another pass":         func(c *shop.Checkout) { c.Pass = "other" },
		"no pass":              func(c *shop.Checkout) { c.Pass = "" },
	} {
		other := held
		change(&other)
		if hashRequest(other, nil).matches(hashRequest(held, nil).String()) {
			t.Errorf("a request that differs by %s has the same hash", name)
		}
	}
	user := int64(42)
	if hash := hashRequest(knownRequest(), &user); hash.matches(original.String()) || hash.matches(original.legacy()) {
		t.Error("a user's request has the hash of a guest's")
	}
}
