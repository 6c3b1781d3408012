package httpapi_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// demoShop fills the shop with the demo catalogue and its two orders.
func demoShop(t *testing.T, s *apitest.Shop) {
	t.Helper()
	shoptest.AddDemo(t, s.Services)
	if err := s.Services.Analytics.AggregateLedger(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestAFreshDemoShopShowsTheCountsOfTheSpec(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		d := apitest.Read[adminapi.Dashboard](t, admin.Must("GET", "/api/admin/dashboard?zone=America/Los_Angeles", nil, 200))
		if d.Orders.All != 2 || d.Orders.Waiting != 1 || d.Orders.Processing != 1 {
			t.Errorf("orders: %+v", d.Orders)
		}
		if len(d.RecentOrders) != 2 || d.RecentOrders[0].QuickAction.Name != "Mark Ready" || d.RecentOrders[1].QuickAction.Name != "Process" {
			t.Errorf("recent orders: %+v", d.RecentOrders)
		}
		listed := apitest.Read[publicapi.ProductList](t, admin.Must("GET", "/api/products?limit=1", nil, 200))
		inStock := apitest.Read[publicapi.ProductList](t, admin.Must("GET", "/api/products?limit=1&in_stock=true", nil, 200))
		if d.Products != listed.Total || d.ProductsInStock != inStock.Total || d.Products < 40 {
			t.Errorf("%d products, %d in stock; the list has %d and %d", d.Products, d.ProductsInStock, listed.Total, inStock.Total)
		}
		if len(d.SalesDays) != 60 || len(d.Periods) != 3 || d.Periods[2].Orders != 2 || d.Periods[2].Revenue == 0 || len(d.BestSellers) != 5 {
			t.Errorf("sales: %+v %+v", d.Periods, d.BestSellers)
		}
		if !d.Attention.FreeShippingUnmet || d.Attention.OrdersWaiting != 1 {
			t.Errorf("attention: %+v", d.Attention)
		}
		for _, granted := range []map[string]string{{"free_shipping_threshold": "50.00"}, {"free_shipping_threshold": "80"}, {"free_shipping_threshold": "0"},
			{"free_shipping_threshold": "", "shipping_fee": "0"}, {"shipping_fee": "", "home_promises": "Fresh every day"}} {
			admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": granted}, 204)
			d = apitest.Read[adminapi.Dashboard](t, admin.Must("GET", "/api/admin/dashboard", nil, 200))
			if d.Attention.FreeShippingUnmet {
				t.Errorf("what is advertised is granted and still complained about: %v", granted)
			}
		}
	})
}

func TestStaffFindOrders(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		for query, want := range map[string]string{
			"":                         "ORD-002 ORD-001",
			"tab=processing":           "ORD-002",
			"tab=ready":                "",
			"status=waiting":           "ORD-001",
			"status=processing":        "ORD-002",
			"status=cancelled":         "",
			"status=waiting&tab=ready": "",
			"status=waiting&search=ma": "ORD-001",
			"search=MAYA":              "ORD-001",
			"search=ord-002":           "ORD-002",
			"search=jordan@":           "ORD-002",
			"type=delivery":            "ORD-001",
			"payment=unpaid":           "",
			"payment=paid&type=pickup": "ORD-002",
			"from=" + url.QueryEscape(time.Now().Add(-time.Hour).Format(time.RFC3339)): "ORD-002",
			"to=" + url.QueryEscape(time.Now().Add(-time.Hour).Format(time.RFC3339)):   "ORD-001",
		} {
			list := apitest.Read[adminapi.StaffOrderList](t, admin.Must("GET", "/api/admin/orders?"+query, nil, 200))
			var numbers []string
			for _, o := range list.Items {
				numbers = append(numbers, o.Number)
			}
			if got := strings.Join(numbers, " "); got != want {
				t.Errorf("%s: got %q, want %q", query, got, want)
			}
			if list.Counts.All != 2 {
				t.Errorf("%s: counts %+v", query, list.Counts)
			}
		}
	})
}

func TestCustomersWithTheirOrders(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		s.Customer(t, "casey")
		list := apitest.Read[adminapi.CustomerList](t, admin.Must("GET", "/api/admin/customers", nil, 200))
		if len(list.Items) != 3 || list.Items[0].Name != "Jordan Lee" || list.Items[0].Orders != 1 || list.Items[0].Spent == 0 || !list.Items[2].HasAccount {
			t.Fatalf("got %+v", list.Items)
		}
		first := apitest.Read[adminapi.CustomerList](t, admin.Must("GET", "/api/admin/customers?sort=spent&limit=2", nil, 200))
		rest := apitest.Read[adminapi.CustomerList](t, admin.Must("GET", "/api/admin/customers?sort=spent&limit=2&cursor="+*first.NextCursor, nil, 200))
		if len(first.Items) != 2 || first.Items[0].Spent < first.Items[1].Spent || len(rest.Items) != 1 || rest.NextCursor != nil {
			t.Fatalf("paging: %+v %+v", first, rest)
		}
		found := apitest.Read[adminapi.CustomerList](t, admin.Must("GET", "/api/admin/customers?search=TORRES", nil, 200))
		if len(found.Items) != 1 || found.Items[0].Email != "maya@example.com" {
			t.Fatalf("search: %+v", found)
		}
		one := apitest.Read[adminapi.CustomerDetail](t, admin.Must("GET", "/api/admin/customers/"+itoa(found.Items[0].ID), nil, 200))
		if len(one.RecentOrders) != 1 || one.RecentOrders[0].Number != "ORD-001" {
			t.Fatalf("detail: %+v", one)
		}
		admin.Must("GET", "/api/admin/customers/99999", nil, 404)
	})
}

func TestPromotionsAreCheckedSavedAndDeleted(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		type input = map[string]any
		for field, bad := range map[string]input{
			"percent": {"code": "TEN", "kind": "percent", "percent": 0, "enabled": true},
			"code":    {"code": "!", "kind": "percent", "percent": 10, "enabled": true},
			"ends_at": {"code": "TEN", "kind": "percent", "percent": 10, "enabled": true, "starts_at": "2026-02-01T00:00:00Z", "ends_at": "2026-01-01T00:00:00Z"},
		} {
			problem := admin.Must("POST", "/api/admin/promotions", bad, 422).Problem(t)
			if len(problem.Errors) != 1 || problem.Errors[0].Field != field {
				t.Errorf("%v: %+v", bad, problem)
			}
		}
		ten := apitest.Read[adminapi.Promotion](t, admin.Must("POST", "/api/admin/promotions",
			input{"code": "TEN", "kind": "percent", "percent": 10, "minimum": 20, "max_uses": 5, "enabled": true}, 200))
		if ten.Percent != 10 || ten.Minimum != 2000 || *ten.MaxUses != 5 || ten.Uses != 0 {
			t.Fatalf("got %+v", ten)
		}
		if code := admin.Must("POST", "/api/admin/promotions", input{"code": "ten", "kind": "amount", "amount": 5, "enabled": true}, 409).Problem(t).Code; code != "conflict" {
			t.Errorf("another spelling of a code: %s", code)
		}
		path := "/api/admin/promotions/" + itoa(ten.ID)
		changed := input{"code": "TEN", "kind": "free_shipping", "enabled": false, "version": ten.Version}
		saved := apitest.Read[adminapi.Promotion](t, admin.Must("PUT", path, changed, 200))
		if saved.Kind != "free_shipping" || saved.Enabled || saved.MaxUses != nil || saved.Version != ten.Version+1 {
			t.Fatalf("got %+v", saved)
		}
		if code := admin.Must("PUT", path, changed, 409).Problem(t).Code; code != "changed_meanwhile" {
			t.Errorf("a second editor overwrote the first: %s", code)
		}
		admin.Must("DELETE", path, nil, 204)
		admin.Must("DELETE", path, nil, 404)
	})
}
