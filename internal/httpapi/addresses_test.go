package httpapi_test

import (
	"fmt"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

func address(name string) map[string]any {
	return map[string]any{"name": name, "line1": "7250 Melrose Ave", "city": "Los Angeles", "state": "ca", "zip": "90046"}
}

func TestTheAddressBookAlwaysHasOneDefault(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey := h.Customer(t, "casey")
		add := func(in map[string]any) shopapi.SavedAddress {
			t.Helper()
			return apitest.Read[shopapi.SavedAddress](t, casey.Must("POST", "/api/account/addresses", in, 200))
		}
		defaults := func() (names []string, all int) {
			t.Helper()
			list := apitest.Read[shopapi.SavedAddressList](t, casey.Must("GET", "/api/account/addresses", nil, 200)).Items
			for _, a := range list {
				if a.IsDefault {
					names = append(names, a.Name)
				}
			}
			return names, len(list)
		}
		home := add(address("Home"))
		if !home.IsDefault || home.State != "CA" {
			t.Errorf("%+v", home)
		}
		work := add(address("Work"))
		if work.IsDefault {
			t.Error("the second became the default by itself")
		}
		in := address("Work")
		in["is_default"] = true
		casey.Must("PUT", fmt.Sprintf("/api/account/addresses/%d", work.ID), in, 200)
		if names, all := defaults(); len(names) != 1 || names[0] != "Work" || all != 2 {
			t.Errorf("%v of %d", names, all)
		}
		in["is_default"] = false
		casey.Must("PUT", fmt.Sprintf("/api/account/addresses/%d", work.ID), in, 200)
		if names, _ := defaults(); len(names) != 1 || names[0] != "Work" {
			t.Errorf("the default was taken away: %v", names)
		}
		casey.Must("DELETE", fmt.Sprintf("/api/account/addresses/%d", work.ID), nil, 204)
		if names, all := defaults(); len(names) != 1 || names[0] != "Home" || all != 1 {
			t.Errorf("%v of %d", names, all)
		}
		for field, bad := range map[string]string{"name": " ", "line1": "", "city": "", "state": "XX", "zip": "9004", "phone": "12"} {
			in := address("Bad")
			in[field] = bad
			if p := casey.Must("POST", "/api/account/addresses", in, 422).Problem(t); len(p.Errors) != 1 || p.Errors[0].Field != field {
				t.Errorf("%s: %+v", field, p)
			}
		}
		for state, zip := range map[string]string{"DC": "20500", "PR": "00901", "GU": "96910", "VI": "00802", "AS": "96799-1234", "MP": "96950", "HI": "96813"} {
			in := address("Far " + state)
			in["state"], in["zip"] = state, zip
			add(in)
		}
		in = address("Elsewhere")
		in["state"] = "OR"
		if p := casey.Must("POST", "/api/account/addresses", in, 422).Problem(t); p.Code != "zip_state_mismatch" || len(p.Errors) != 1 || p.Errors[0].Field != "state" {
			t.Errorf("%+v", p)
		}
	})
}
