package httpapi_test

import (
	"net/url"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

// Staff find people by every name that they go by, in the list and in the palette.
func TestCustomersAreFoundByTheirNames(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, c := h.Admin(t), h.Customer(t, "crunchy")
		found := func(text string) (people int) {
			t.Helper()
			list := apitest.Read[adminapi.CustomerList](t, admin.Must("GET", "/api/admin/customers?search="+url.QueryEscape(text), nil, 200))
			palette := apitest.Read[adminapi.Found](t, admin.Must("GET", "/api/admin/find?search="+url.QueryEscape(text), nil, 200))
			if len(palette.Customers) != len(list.Items) {
				t.Errorf("%q: %d in the palette, %d in the list", text, len(palette.Customers), len(list.Items))
			}
			return len(list.Items)
		}
		want := func(n int, texts ...string) {
			t.Helper()
			for _, text := range texts {
				if got := found(text); got != n {
					t.Errorf("%q finds %d, want %d", text, got, n)
				}
			}
		}
		want(1, "crunchy@shop", "RUNCHY", "ru")
		c.Must("PUT", "/api/profile", map[string]string{"username": "Munchy", "full_name": "Zoë Ångström"}, 204)
		want(1, "munch", "zoë å", "ÅNGST", "crunchy@")
		want(0, "%", "_", "zoë m")

		c.Must("POST", "/api/account/email", map[string]string{"email": "new@shop.test", "password": apitest.CustomerPassword}, 204)
		token := tokenOf(t, h.box.wait(t, "new@shop.test", "email-change").(outbox.AddressChangeEmail).URL)
		c.Must("POST", "/api/email-changes", map[string]string{"token": token}, 200)
		want(1, "new@shop", "munchy", "ångström")
		want(0, "crunchy")

		c.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 204)
		want(0, "new@shop", "munchy", "ångström")
	})
}
