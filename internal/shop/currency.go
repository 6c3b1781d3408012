package shop

import (
	"regexp"
	"slices"
)

// symbols are the signs of the currencies that have one; the others are named by
// their code. The browser has the same list: web/src/shared/lib/money.ts.
var symbols = map[string]string{
	"USD": "$", "EUR": "€", "GBP": "£", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "MXN": "MX$", "HKD": "HK$", "TWD": "NT$",
	"BRL": "R$", "CNY": "CN¥", "INR": "₹", "ILS": "₪", "PHP": "₱",
}

// wholeCurrencies have no cents, fineCurrencies have thousandths. Every amount of
// the shop has two decimals, so providers would take another sum than is shown.
var (
	wholeCurrencies = []string{"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"}
	fineCurrencies  = []string{"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}
)

var isCurrencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

func checkCurrency(code string) string {
	if slices.Contains(wholeCurrencies, code) || slices.Contains(fineCurrencies, code) {
		return "Prices have two decimals here. This currency has none, or three."
	}
	return unless(isCurrencyCode.MatchString(code), "Use a three-letter currency code.")
}

// MoneyText writes an amount for people in the format of the setting
// currency_format: $5.99 by symbol, USD 5.99 by code, $5.99 USD by both.
func MoneyText(c Cents, currency, format string) string {
	const space = "\u00a0" // an amount is not torn at the end of a line
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	symbol, ok := symbols[currency]
	switch {
	case !ok || format == "code":
		return sign + currency + space + c.String()
	case format == "both":
		return sign + symbol + c.String() + space + currency
	default:
		return sign + symbol + c.String()
	}
}
