package shop

import (
	"strconv"
	"strings"
)

// Cents is an amount of money in whole cents. There is no float in the shop.
type Cents int64

// Times is the price of n units.
func (c Cents) Times(n int64) Cents { return c * Cents(n) }

// MaxPrice bounds every price and amount that staff can type.
const MaxPrice Cents = 1_000_000_00

// String writes the amount as dollars with two decimals, without a sign for the currency.
func (c Cents) String() string { return string(c.AppendTo(make([]byte, 0, 16))) }

// AppendTo appends what String writes. Lists of orders and products have thousands of amounts, and fmt takes ten times as long.
func (c Cents) AppendTo(text []byte) []byte {
	amount := uint64(c)
	if c < 0 {
		text, amount = append(text, '-'), -amount
	}
	text = strconv.AppendUint(text, amount/100, 10)
	return append(text, '.', byte('0'+amount%100/10), byte('0'+amount%10))
}

// ParseCents reads a decimal number of dollars with at most two decimals.
func ParseCents(text string) (Cents, error) {
	bad := Errorf(Invalid, "Enter an amount with at most two decimals.")
	whole, frac, _ := strings.Cut(text, ".")
	negative := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	frac = strings.TrimRight(frac, "0")
	if whole == "" || len(whole) > 12 || len(frac) > 2 {
		return 0, bad
	}
	for len(frac) < 2 {
		frac += "0"
	}
	var n Cents
	for _, d := range whole + frac {
		if d < '0' || d > '9' {
			return 0, bad
		}
		n = n*10 + Cents(d-'0')
	}
	if negative {
		n = -n
	}
	return n, nil
}
