package shop

import (
	"errors"
	"slices"
	"testing"
)

func TestCityAndStateOfZIPCodes(t *testing.T) {
	cases := []struct{ zip, city, state string }{
		{"90046", "Los Angeles", "CA"}, {"10001", "New York", "NY"}, {"78702-1234", "Austin", "TX"}, {"97205", "Portland", "OR"},
		{"96813", "Honolulu", "HI"}, {"05401", "Burlington", "VT"}, {"90210", "Beverly Hills", "CA"}, {"20500", "Washington", "DC"},
		{"00501", "Holtsville", "NY"}, {"06390", "Fishers Island", "NY"}, {"83414", "Alta", "WY"}, {"00901", "San Juan", "PR"},
		{"96799", "Pago Pago", "AS"}, {"96950", "Saipan", "MP"}, {"90000", "", "CA"}, // not given out yet
		{"96201", "", ""}, {"00000", "", ""}, {"abcde", "", ""}, {"9004", "", ""},
	}
	for _, c := range cases {
		city, state, ok := CityAndState(c.zip)
		if city != c.city || state != c.state || ok != (c.state != "") {
			t.Errorf("%s: %q, %q, %v", c.zip, city, state, ok)
		}
	}
	var seen []string
	for digits, region := range zipRegions() {
		for _, state := range region.states {
			if !ValidState(state) {
				t.Errorf("region %d: %q", digits, state)
			}
			seen = append(seen, state)
		}
	}
	for state := range stateNames {
		if !slices.Contains(seen, state) {
			t.Errorf("no ZIP code is in %s", state)
		}
	}
}

func TestAStateFitsItsZIPCode(t *testing.T) {
	for _, c := range []struct {
		zip, state, field string
		code              Code
	}{
		{"78702", "TX", "", ""},
		{"78702", "OR", "state", ZipState}, // no sales tax there
		{"06390", "NY", "", ""},            // an island of New York among codes of Connecticut
		{"06390", "CT", "", ""},
		{"06390", "MA", "state", ZipState},
		{"09012", "NY", "zip", Invalid}, // armed forces abroad
		{"1234", "NY", "zip", Invalid},
		{"78702", "", "state", Invalid},
	} {
		order := Checkout{Lines: []CheckoutLine{{1, 1}}, Email: "a@b.co", Name: "A", Fulfillment: Delivery, Method: Standard, Payment: PayCard,
			Address: Address{Line1: "1 Main St", City: "Here", State: c.state, Zip: c.zip}}
		book := SavedAddress{Name: "A", Line1: "1 Main St", City: "Here", State: c.state, Zip: c.zip}
		for _, err := range []error{order.Check(), book.Check()} {
			refusal, _ := errors.AsType[*Error](err)
			if CodeOf(err) != c.code || c.field != "" && (len(refusal.Fields) != 1 || refusal.Fields.Message(c.field) == "") {
				t.Errorf("%s %s: %v %+v", c.zip, c.state, err, refusal)
			}
		}
	}
	both := Checkout{Fulfillment: Delivery, Address: Address{State: "OR", Zip: "78702"}}
	if CodeOf(both.Check()) != Invalid {
		t.Error("one fault of many gave the whole its code")
	}
}
