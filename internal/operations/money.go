package operations

import (
	"math"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Dollars is an amount in JSON: a number with at most two decimals. In memory it
// is whole cents; no float is involved.
type Dollars shop.Cents

// MarshalJSON writes 29.99.
func (d Dollars) MarshalJSON() ([]byte, error) { return shop.Cents(d).AppendTo(nil), nil }

// notAnAmount is what a number with more decimals than an amount has is decoded to. The decoder would stop at an
// error, and the fields behind it would not be checked; Resolve reports it with the field's name instead.
const notAnAmount = math.MinInt64

// UnmarshalJSON reads a number of dollars.
func (d *Dollars) UnmarshalJSON(text []byte) error {
	*d = Dollars(ParseHundredths(text))
	return nil
}

// Resolve refuses what is not an amount.
func (d *Dollars) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	return UnlessAmount(int64(*d), path, "Enter an amount with at most two decimals.")
}

// ParseHundredths reads a number with at most two decimals; anything else is what UnlessAmount refuses.
func ParseHundredths(text []byte) int64 {
	n, err := shop.ParseCents(string(text))
	if err != nil {
		return notAnAmount
	}
	return int64(n)
}

// UnlessAmount refuses what ParseHundredths could not read.
func UnlessAmount(n int64, path *huma.PathBuffer, message string) []error {
	if n != notAnAmount {
		return nil
	}
	return []error{breaksRule(path.String(), message)}
}

// Decimals says in a schema how many decimals a number has at most. multipleOf would say it too, but a validator that
// divides floats refuses 0.07 by it.
func Decimals(most int) map[string]any { return map[string]any{"x-decimals": most} }

// Schema describes it in the OpenAPI document.
func (Dollars) Schema(huma.Registry) *huma.Schema {
	least, most := 0.0, float64(shop.MaxPrice/100)
	return &huma.Schema{Type: huma.TypeNumber, Description: "Dollars, at most two decimals", Minimum: &least, Maximum: &most,
		Extensions: Decimals(2), Examples: []any{29.99}}
}

// Rating is 0 to 5 in steps of a tenth, or null.
type Rating int64

// MarshalJSON writes 4.5.
func (r Rating) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(r)/10, 'f', -1, 64), nil
}

// UnmarshalJSON reads at most one decimal.
func (r *Rating) UnmarshalJSON(text []byte) error {
	hundredths := ParseHundredths(text)
	if hundredths%10 != 0 || hundredths < 0 {
		*r = notAnAmount
		return nil
	}
	*r = Rating(hundredths / 10)
	return nil
}

// Resolve refuses what is not a rating.
func (r *Rating) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	return UnlessAmount(int64(*r), path, "The rating goes from 0 to 5 in steps of 0.1.")
}

// Schema describes it in the OpenAPI document.
func (Rating) Schema(huma.Registry) *huma.Schema {
	least, most := 0.0, 5.0
	return &huma.Schema{Type: huma.TypeNumber, Description: "0 to 5 in steps of 0.1", Minimum: &least, Maximum: &most, Nullable: true,
		Extensions: Decimals(1), Examples: []any{4.5}}
}

// AmountParam reads an optional price of a query; its pattern is checked before.
func AmountParam(text string) *shop.Cents {
	cents, err := shop.ParseCents(text)
	if err != nil {
		return nil
	}
	return &cents
}

// FlagParam reads an optional true or false of a query.
func FlagParam(text string) *bool {
	if text == "" {
		return nil
	}
	on := text == "true"
	return &on
}
