package shop

import "testing"

func TestPlaceOfZIPCodes(t *testing.T) {
	cases := []struct{ zip, city, state string }{
		{"90046", "Los Angeles", "CA"}, {"10001", "New York", "NY"}, {"78702-1234", "Austin", "TX"}, {"97205", "Portland", "OR"},
		{"96813", "Honolulu", "HI"}, {"05401", "", "VT"}, {"90210", "", "CA"}, {"20500", "Washington", "DC"}, {"00501", "", "NY"},
		{"00901", "", ""}, {"96201", "", ""}, {"abcde", "", ""}, {"9004", "", ""},
	}
	for _, c := range cases {
		city, state, ok := PlaceOf(c.zip)
		if city != c.city || state != c.state || ok != (c.state != "") {
			t.Errorf("%s: %q, %q, %v", c.zip, city, state, ok)
		}
	}
	states, cities := zipRegions()
	for region, city := range cities {
		if city != "" && states[region] == "" {
			t.Errorf("region %d has a city and no state", region)
		}
	}
	for region, state := range states {
		if state != "" && !ValidState(state) {
			t.Errorf("region %d: %s", region, state)
		}
	}
}
