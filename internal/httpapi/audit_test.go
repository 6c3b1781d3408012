package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// logged gives the newest lines of the audit log as "who action before after".
func logged(t *testing.T, admin *apitest.Client, query string) []string {
	t.Helper()
	page := apitest.Read[struct {
		Items []struct {
			Actor, Action string
			Before, After map[string]any
		}
	}](t, admin.Must("GET", "/api/admin/audit?"+query, nil, 200))
	var out []string
	for _, e := range page.Items {
		out = append(out, fmt.Sprint(e.Actor, " ", e.Action, " ", e.Before, " ", e.After))
	}
	return out
}

func TestEveryChangeOfAnOrderIsLoggedWithBeforeAndAfter(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		one := "/api/admin/orders/ORD-001"
		total := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", one, nil, 200)).Total
		admin.Must("POST", one+"/hold", fields{"note": "We wait."}, 200)
		admin.Must("PUT", one+"/notes", fields{"staff_notes": "Call first.", "was": ""}, 200)
		admin.Must("POST", one+"/mails", fields{"kind": "status"}, 200)
		admin.Must("POST", one+"/refunds", fields{"amount": 1.5, "reason": "A broken bag"}, 200)
		admin.Must("POST", one+"/cancel", fields{"note": "Sold out"}, 200)
		got := logged(t, admin, "entity=order&entity_id=ORD-001")
		want := []string{
			fmt.Sprintf("cancel map[refunded:1.50 status:on-hold] map[note:Sold out refunded:%.2f status:cancelled]", float64(total)/100),
			"refund map[refunded:0.00] map[reason:A broken bag refunded:1.50]",
			"mail map[] map[mail:status to:",
			"note map[staff_notes:] map[staff_notes:Call first.]",
			"move map[status:pending] map[note:We wait. status:on-hold]",
		}
		if len(got) != len(want) {
			t.Fatalf("%q", got)
		}
		for i := range want {
			if !strings.HasPrefix(got[i], apitest.AdminEmail+" "+want[i]) {
				t.Errorf("%q, not %q", got[i], want[i])
			}
		}
	})
}

func TestACustomersOwnCancelIsNoChangeOfStaff(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One")
		admin, casey := h.Admin(t), h.Customer(t, "casey")
		first, second := h.buy(t, casey, "order-to-cancel", 9, ids[0]), h.buy(t, casey, "order-to-pay", 9, ids[0])
		set := func(key, value string, status int) {
			admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{key: value}}, status)
		}
		set("status_cancelled", "disabled", 204)
		own := apitest.Read[shopapi.OwnOrder](t, casey.Must("GET", "/api/account/orders/"+first.Number, nil, 200))
		if own.Cancellable {
			t.Error("a status that is switched off is offered")
		}
		casey.Must("POST", "/api/account/orders/"+first.Number+"/cancel", nil, 409)
		admin.Must("POST", "/api/admin/orders/"+first.Number+"/cancel", fields{}, 409)
		set("status_cancelled", "enabled", 204)
		casey.Must("POST", "/api/account/orders/"+first.Number+"/cancel", nil, 200)
		admin.Must("POST", "/api/admin/orders/"+second.Number+"/paid", nil, 200)
		if got := logged(t, admin, "entity=order"); len(got) != 1 || got[0] != apitest.AdminEmail+" mark paid map[payment:unpaid] map[payment:paid]" {
			t.Errorf("%q", got)
		}
	})
}

func TestNewOrdersStartAtAStatusThatIsOn(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		set := func(status int, pairs ...string) {
			t.Helper()
			values := map[string]string{}
			for i := 0; i < len(pairs); i += 2 {
				values[pairs[i]] = pairs[i+1]
			}
			admin.Must("PUT", "/api/admin/settings", fields{"settings": values}, status)
		}
		set(422, "status_pending", "disabled")
		set(204, "status_on-hold", "disabled")
		set(422, "default_order_status", "on-hold")
		set(204, "status_pending", "disabled", "default_order_status", "processing")
		set(204, "site_name", "Crunch")
	})
}

func TestAdminsAndPromotionsAreLogged(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		if err := s.Services.Admins.Create(t.Context(), "second@shop.test", "correct horse battery"); err != nil {
			t.Fatal(err)
		}
		if err := s.Services.SecondFactor.RemoveAll(t.Context(), "second@shop.test"); err != nil {
			t.Fatal(err)
		}
		if err := s.Services.Admins.Remove(t.Context(), "second@shop.test"); err != nil {
			t.Fatal(err)
		}
		want := []string{"command line delete map[email:second@shop.test] map[]",
			"command line update map[email:second@shop.test second_factor:true] map[email:second@shop.test second_factor:false]",
			"command line create map[] map[email:second@shop.test]"}
		if got := logged(t, admin, "entity=admin&limit=3"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q", got)
		}
		admin.Must("POST", "/api/admin/promotions", fields{"code": "FIVER", "kind": "amount", "amount": 5, "minimum": 20, "enabled": true}, 200)
		got := logged(t, admin, "entity=promotion")
		for _, fact := range []string{"code:FIVER", "amount:5.00", "minimum:20.00", "max_per_customer:<nil>"} {
			if len(got) != 1 || !strings.Contains(got[0], fact) {
				t.Errorf("no %s in %q", fact, got)
			}
		}
	})
}

func TestPayPalIsOfferedWithBothOfItsKeys(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		offered := func(settings map[string]string) bool {
			admin.Must("PUT", "/api/admin/settings", fields{"settings": settings}, 204)
			answer := admin.Must("GET", "/api/checkout", nil, 200)
			return strings.Contains(string(answer.Body), `"paypal"`)
		}
		if offered(map[string]string{"accept_paypal": "enabled", "paypal_client_id": "me"}) {
			t.Error("offered without its secret: the pay page could not open")
		}
		if !offered(map[string]string{"paypal_secret": "psst"}) {
			t.Error("not offered with both")
		}
	}, func(c *services.Config) {
		shoptest.SetProvider(c.Store, "paypal", manual.Provider{})
	})
}
