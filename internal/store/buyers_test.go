package store_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// A batch of orders finds what its buyers have by their keys. A plan that starts elsewhere (from the lines of the product, from
// all unpaid orders, from all buyers of the drop) reads more and more for each batch of a rush, and PostgreSQL chose such plans as
// long as its statistics were from before the rush. The tables are empty here, as they are in the statistics of a new shop.
func TestBuyersAreLookedUpByTheirKeys(t *testing.T) {
	scan := regexp.MustCompile(`SCAN (orders|o|l|purchase_counters|barred_keys|limit_exceptions|reservations)\b`)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		plans, err := s.KeyPlans(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for name, plan := range plans {
			if scan.MatchString(plan) || strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "order_lines_by_product") {
				t.Errorf("%s: the plan reads a whole table:\n%s", name, plan)
			}
			for line := range strings.Lines(plan) {
				if strings.Contains(line, "Filter:") && strings.Contains(line, "wanted_key") {
					t.Errorf("%s: the plan compares every row with the keys:\n%s", name, plan)
				}
			}
		}
	})
}

func TestPurchasesOfManyDropsAreRead(t *testing.T) {
	keys := map[string][]string{"mailbox": {"a"}, "phone": {"b"}, "household": {"c"}, "building": {"d"}, "name": {"e"}, "card": {"f"}}
	drops := make([]int64, 100)
	for i := range drops {
		drops[i] = int64(i + 1)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if _, err := s.Purchases.Of(t.Context(), drops, keys); err != nil {
			t.Error(err)
		}
	})
}
