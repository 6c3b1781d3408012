package httpapi

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Dollars is an amount in JSON: a number with at most two decimals. In memory it
// is whole cents; no float is involved.
type Dollars shop.Cents

// MarshalJSON writes 29.99.
func (d Dollars) MarshalJSON() ([]byte, error) { return []byte(shop.Cents(d).String()), nil }

// UnmarshalJSON reads a number of dollars.
func (d *Dollars) UnmarshalJSON(text []byte) error {
	cents, err := shop.ParseCents(string(text))
	*d = Dollars(cents)
	return err
}

// Schema describes it in the OpenAPI document.
func (Dollars) Schema(huma.Registry) *huma.Schema {
	least, most := 0.0, float64(shop.MaxPrice/100)
	return &huma.Schema{Type: huma.TypeNumber, Description: "Dollars, at most two decimals", Minimum: &least, Maximum: &most, Examples: []any{29.99}}
}

// Rating is 0 to 5 in steps of a tenth, or null.
type Rating int64

// MarshalJSON writes 4.5.
func (r Rating) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(r)/10, 'f', -1, 64), nil
}

// UnmarshalJSON reads at most one decimal.
func (r *Rating) UnmarshalJSON(text []byte) error {
	cents, err := shop.ParseCents(string(text))
	if err != nil || cents%10 != 0 || strings.HasPrefix(string(text), "-") {
		return shop.FieldError(shop.Invalid, "rating", "The rating goes from 0 to 5 in steps of 0.1.")
	}
	*r = Rating(cents / 10)
	return nil
}

// Schema describes it in the OpenAPI document.
func (Rating) Schema(huma.Registry) *huma.Schema {
	least, most := 0.0, 5.0
	return &huma.Schema{Type: huma.TypeNumber, Description: "0 to 5 in steps of 0.1", Minimum: &least, Maximum: &most, Nullable: true, Examples: []any{4.5}}
}

func dollars(c shop.Cents) Dollars { return Dollars(c) }

// amountParam reads an optional price of a query; its pattern is checked before.
func amountParam(text string) *shop.Cents {
	cents, err := shop.ParseCents(text)
	if err != nil {
		return nil
	}
	return &cents
}

// flagParam reads an optional true or false of a query.
func flagParam(text string) *bool {
	if text == "" {
		return nil
	}
	on := text == "true"
	return &on
}
