package analytics

import (
	"maps"
	"testing"
)

func TestNoStepOfTheFunnelHasMoreThanTheOneBeforeIt(t *testing.T) {
	for name, c := range map[string]struct{ counted, want map[string]int64 }{
		"as it should be":           {map[string]int64{"visit": 9, "product": 5, "cart": 3, "checkout": 2, "order": 1}, map[string]int64{"visit": 9, "product": 5, "cart": 3, "checkout": 2, "order": 1}},
		"a step was passed over":    {map[string]int64{"visit": 9, "product": 1, "cart": 3, "order": 2}, map[string]int64{"visit": 9, "product": 3, "cart": 3, "checkout": 2, "order": 2}},
		"orders of another program": {map[string]int64{"order": 4}, map[string]int64{"visit": 4, "product": 4, "cart": 4, "checkout": 4, "order": 4}},
		"nothing":                   {map[string]int64{}, map[string]int64{}},
	} {
		if got := reached(c.counted); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
