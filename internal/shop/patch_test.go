package shop

import "testing"

func TestPricesMoveByAmountAndPercent(t *testing.T) {
	cases := []struct {
		price  Cents
		change PriceChange
		want   Cents
	}{
		{450, PriceChange{Amount: 50}, 500},
		{450, PriceChange{Amount: -450}, 0},
		{999, PriceChange{Percent: 10_00}, 1099},  // 99.9 cents up
		{1005, PriceChange{Percent: 10_00}, 1106}, // 100.5 rounds away from zero
		{1005, PriceChange{Percent: -10_00}, 904}, // and so it does downwards
		{1000, PriceChange{Percent: -100_00}, 0},
		{333, PriceChange{Percent: 12_50}, 375},
	}
	for _, c := range cases {
		if got, err := c.change.On(c.price); err != nil || got != c.want {
			t.Errorf("%v on %v: %v, %v; want %v", c.change, c.price, got, err, c.want)
		}
	}
	for _, change := range []PriceChange{{Amount: -451}, {Amount: MaxPrice}} {
		if _, err := change.On(450); CodeOf(err) != Invalid {
			t.Errorf("%v was allowed", change)
		}
	}
}

func TestAPatchCanBeTakenBack(t *testing.T) {
	chips, yes, price := int64(3), true, Cents(700)
	before := Product{Price: 450, InStockFlag: true}
	patch := ProductPatch{Price: &price, Category: &CategoryChoice{ID: &chips}, Featured: &yes, InStock: &yes}
	after, back := patch.Apply(before)
	if after.Price != 700 || !after.Featured || after.Category.ID != 3 {
		t.Fatalf("%+v", after)
	}
	if back.InStock != nil {
		t.Error("a switch that did not move is in the undo")
	}
	again, _ := back.Apply(after)
	if again.Price != before.Price || again.Featured || again.Category != nil {
		t.Errorf("%+v", again)
	}
	if _, nothing := patch.Apply(after); !nothing.Empty() {
		t.Errorf("the same patch twice: %+v", nothing)
	}
}

func TestPercentText(t *testing.T) {
	for ppm, want := range map[int64]string{0: "0", 72500: "7.25", 1_000_000: "100", 1: "0.0001", 68750: "6.875"} {
		if got := PercentText(ppm); got != want {
			t.Errorf("%d: %s, want %s", ppm, got, want)
		}
		if back, err := ParsePercent(want); err != nil || back != ppm {
			t.Errorf("%s: %d %v", want, back, err)
		}
	}
}
