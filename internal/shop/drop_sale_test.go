package shop

import "testing"

func TestUnitsLeftToAHousehold(t *testing.T) {
	d := Drop{LimitUnits: 3}
	for _, c := range []struct {
		has  KeyUnits
		want int64
	}{
		{KeyUnits{}, 3},
		{KeyUnits{Ordered: 1, Reserved: 1}, 1},
		{KeyUnits{Ordered: 3}, 0},
		{KeyUnits{Barred: true}, 0},
	} {
		if got := d.UnitsLeft(c.has); got != c.want {
			t.Errorf("%d units are left to a key that has %+v, want %d", got, c.has, c.want)
		}
	}
}
