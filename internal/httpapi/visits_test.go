package httpapi_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

func TestTheWayToAnOrderIsCountedWhenTheShopCounts(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One")
		admin, visitor := h.Admin(t), h.Visitor(t)
		visits := func() map[string]int64 {
			t.Helper()
			if err := h.Services.Analytics.FlushVisits(t.Context()); err != nil {
				t.Fatal(err)
			}
			return apitest.Read[adminapi.Dashboard](t, admin.Must("GET", "/api/admin/dashboard", nil, 200)).Visits
		}
		walk := func(key string) {
			t.Helper()
			for _, kind := range []string{"visit", "visit", "product", "cart", "checkout"} {
				visitor.Must("POST", "/api/visits?kind="+kind, nil, 204)
			}
			placed(t, place(t, visitor, key, basket(ids[0], nil)))
		}
		save := func(value string) {
			t.Helper()
			admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"analytics_enabled": value, "tax_calculation": "none"}}, 204)
		}
		save("enabled")
		walk("key-counted-1")
		if got := visits(); got["visit"] != 2 || got["product"] != 1 || got["cart"] != 1 || got["checkout"] != 1 || got["order"] != 1 {
			t.Errorf("counted %v", got)
		}
		save("disabled")
		walk("key-uncounted")
		if got := visits(); got["visit"] != 2 || got["order"] != 1 {
			t.Errorf("a shop that does not count counted %v", got)
		}
		for _, kind := range []string{"order", "name", ""} {
			if answer := visitor.Do("POST", "/api/visits?kind="+kind, nil); answer.Status != 422 {
				t.Errorf("kind %q: %d", kind, answer.Status)
			}
		}
	})
}
