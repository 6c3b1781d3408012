package shop

import (
	"fmt"
	"math"
	"testing"
)

func TestAmountsAreWrittenWithTwoDecimals(t *testing.T) {
	for cents, want := range map[Cents]string{
		0: "0.00", 1: "0.01", 9: "0.09", 10: "0.10", 99: "0.99", 100: "1.00", 2999: "29.99", 123_456_05: "123456.05",
		-1: "-0.01", -100: "-1.00", -2999: "-29.99",
		math.MaxInt64: "92233720368547758.07", math.MinInt64: "-92233720368547758.08",
	} {
		if got := cents.String(); got != want {
			t.Errorf("%d cents are written %s, not %s", int64(cents), got, want)
		}
	}
}

func BenchmarkCents(b *testing.B) {
	text := make([]byte, 0, 16)
	b.Run("AppendTo", func(b *testing.B) {
		for b.Loop() {
			text = Cents(2999).AppendTo(text[:0])
		}
	})
	b.Run("fmt", func(b *testing.B) {
		for b.Loop() {
			text = fmt.Appendf(text[:0], "%s%d.%02d", "", 2999/100, 2999%100)
		}
	})
}
