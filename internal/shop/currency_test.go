package shop_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// The browser's tests read the same table: a mail and a page write the same amount alike.
func TestMoneyIsWrittenAsTheSettingsSay(t *testing.T) {
	text, err := os.ReadFile("testdata/money.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Amount                 float64
		Currency, Format, Text string
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	for _, want := range table {
		if got := shop.MoneyText(shop.Cents(math.Round(want.Amount*100)), want.Currency, want.Format); got != want.Text {
			t.Errorf("%v %s by %s: %q, not %q", want.Amount, want.Currency, want.Format, got, want.Text)
		}
	}
}

func TestACurrencyHasCents(t *testing.T) {
	for code, good := range map[string]bool{"USD": true, "EUR": true, "CHF": true, "eur": false, "EURO": false, "JPY": false, "KWD": false} {
		if err := shop.CheckSettings(map[string]string{"currency": code}); (err == nil) != good {
			t.Errorf("%s: %v", code, err)
		}
	}
}
