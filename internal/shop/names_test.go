package shop

import (
	"errors"
	"strings"
	"testing"
)

func TestNamesThatLookLikeOthersAreRefused(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Casey":                          false,
		"Zoë Müller-O’Neil":              false,
		"Nguyễn Văn A":                   false,
		"ابراهيم":                        false,
		"علی\u200cرضا":                   false, // Persian is written with a non-joiner
		"क्\u200dष":                      false, // Hindi with a joiner
		"👩\u200d🍳 Snacks":                false, // one emoji of two
		"🏳️\u200d🌈":                      false,
		"❤️\u200d🔥 Hot":                  false,
		"1️⃣ First":                      false,
		"Casey\u202eyesaC":               true, // right-to-left override
		"\u2067Casey\u2069":              true, // isolates
		"Ca\u200bsey":                    true, // zero-width space
		"Casey\ufeff":                    true,
		"Ca\u200dsey":                    true, // a joiner between Latin letters
		"Casey\u200d":                    true,
		"\u200dCasey":                    true,
		"Ca\u00adsey":                    true, // soft hyphen
		"Casey\u3164":                    true, // Hangul filler
		"Casey\ufe0f":                    true, // variation selector without an emoji
		"Casey\u2060":                    true,
		"Casey\U000E0041":                true, // tag
		"\u200e":                         true,
		"\U0001F3F4\U000E0067\U000E007F": true, // flags of tags are not taken
	} {
		if got := hasHiddenCharacters(name); got != want {
			t.Errorf("%+q: %v, want %v", name, got, want)
		}
	}
}

func TestEveryNameIsChecked(t *testing.T) {
	t.Parallel()
	const bad = "Ca\u202esey"
	checkout := Checkout{Name: bad, Email: "casey@shop.test", Fulfillment: Pickup, Lines: []CheckoutLine{{ProductID: 1, Quantity: 1}}}
	address := SavedAddress{Name: bad, Line1: "7250 Melrose Ave", City: "Los Angeles", State: "CA", Zip: "90046"}
	usernames, people := Problems{}, Problems{}
	CheckUsername(&usernames, "👩\u200d🍳 cook")
	CheckFullName(&people, "full_name", bad)
	for what, c := range map[string]struct {
		err   error
		field string
	}{
		"sign-up":  {SignUp{Username: bad, Email: "casey@shop.test", Password: "battery horse"}.Check(), "username"},
		"username": {usernames.Err(), "username"},
		"profile":  {people.Err(), "full_name"},
		"order":    {checkout.Check(), "name"},
		"address":  {address.Check(), "name"},
		"contact":  {ContactMessage{Name: bad, Email: "casey@shop.test", Subject: "Hi", Body: "Hi"}.Check(), "name"},
		"product":  {ProductInput{Name: bad, Slug: "casey", Description: "x"}.Check(), "name"},
		"category": {CategoryInput{Name: bad, Slug: "casey"}.Check(), "name"},
		"drop":     {Drop{Name: bad, Slug: "casey"}.Check(false), "name"},
		"shop":     {CheckSettings(map[string]string{"site_name": bad}), "site_name"},
	} {
		if err, ok := errors.AsType[*Error](c.err); !ok || err.Code != Invalid || !strings.Contains(err.Fields.Message(c.field), "invisible") {
			t.Errorf("%s: %v", what, c.err)
		}
	}
}
