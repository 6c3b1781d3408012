package httpapi_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

func TestAnOrderKeepsTheCurrencyItWasPlacedIn(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One")
		admin, casey := h.Admin(t), h.Customer(t, "casey")
		set := func(currency string) {
			admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"currency": currency}}, 204)
		}
		set("EUR")
		order := h.buy(t, casey, "order-in-euros", 9, ids[0])
		set("USD")
		second := h.buy(t, casey, "order-in-dollars", 9, ids[0])
		if order.Currency != "EUR" || second.Currency != "USD" {
			t.Errorf("placed in %q and %q", order.Currency, second.Currency)
		}
		list := apitest.Read[adminapi.StaffOrderList](t, admin.Must("GET", "/api/admin/orders", nil, 200))
		if len(list.Items) != 2 || list.Items[0].Currency != "USD" || list.Items[1].Currency != "EUR" {
			t.Errorf("staff see %+v", list.Items)
		}
		if one := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", "/api/admin/orders/"+order.Number, nil, 200)); one.Currency != "EUR" {
			t.Errorf("its page says %q", one.Currency)
		}
		refused := admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"currency": "JPY"}}, 422).Problem(t)
		if len(refused.Errors) == 0 {
			t.Errorf("a currency without cents: %+v", refused)
		}
	})
}
