package httpapi_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

var pathParam = regexp.MustCompile(`\{[^}]+\}`)

// Whoever is less than a route asks for is refused with a code, and whoever is
// enough is not refused for who they are.
func TestEveryRouteAsEveryRole(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		s = publicAt(t, s, "http://localhost") // /metrics is refused by a shop with a public address
		people := map[httpapi.Who]*apitest.Client{
			httpapi.Visitor: s.Visitor(t), httpapi.Customer: s.Customer(t, "casey"), httpapi.Admin: s.Admin(t)}
		rank := map[httpapi.Who]int{httpapi.Visitor: 0, httpapi.Customer: 1, httpapi.Owner: 1, httpapi.Admin: 2}
		for route, rule := range httpapi.Access() {
			method, pattern, ok := strings.Cut(route, " ")
			if !ok || rule.Time < 0 { // catch-alls, and streams that do not end
				continue
			}
			path := pathParam.ReplaceAllString(pattern, "999999")
			for role, client := range people {
				if role != httpapi.Visitor && (path == "/api/session" || rule.Who == httpapi.Owner && method != "GET") {
					continue // these would sign our people out or change them
				}
				answer := client.Do(method, path, nil)
				code := ""
				if strings.HasPrefix(answer.Header.Get("Content-Type"), "application/problem+json") {
					code = answer.Problem(t).Code
				}
				refused := code == "not_signed_in" || code == "forbidden"
				if want := rank[role] < rank[rule.Who]; refused != want {
					t.Errorf("%s as %s: %d %s, want refused=%v", route, role, answer.Status, code, want)
				}
				if answer.Status >= 500 {
					t.Errorf("%s as %s: %d %s", route, role, answer.Status, answer.Body)
				}
				if cached := answer.Header.Get("Cache-Control"); rule.Who != httpapi.Visitor && cached != "no-store" {
					t.Errorf("%s as %s: Cache-Control %q, want no-store", route, role, cached)
				}
			}
		}
	})
}

func newProduct(name string) map[string]any {
	return map[string]any{"name": name, "slug": strings.ReplaceAll(strings.ToLower(name), " ", "-"), "description": "Crunchy.", "price": 4.5}
}

func TestStaffAddAProductAndShoppersSeeIt(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		category := apitest.Read[adminapi.StaffCategory](t, admin.Must("POST", "/api/admin/categories", map[string]any{"name": "Chips", "slug": "chips"}, 200))
		in := newProduct("Seaweed Waves")
		in["category_id"], in["rating"], in["stock_quantity"] = category.ID, 4.5, 3
		made := apitest.Read[adminapi.StaffProduct](t, admin.Must("POST", "/api/admin/products", in, 200))
		path := fmt.Sprintf("/api/products/%d", made.ID)
		var seen map[string]any
		if err := json.Unmarshal(visitor.Must("GET", path, nil, 200).Body, &seen); err != nil {
			t.Fatal(err)
		}
		if seen["price"] != 4.5 || seen["rating"] != 4.5 || seen["in_stock"] != true || seen["stock_quantity"] != 3.0 ||
			seen["category"].(map[string]any)["slug"] != "chips" || seen["image_url"] != "" {
			t.Fatalf("%v", seen)
		}
		in["version"], in["price"], in["stock_quantity"] = made.Version, 5.25, 0
		admin.Must("PUT", fmt.Sprintf("/api/admin/products/%d", made.ID), in, 200)
		now := apitest.Read[publicapi.Product](t, visitor.Must("GET", path, nil, 200))
		if now.Price != 525 || now.InStock {
			t.Fatalf("%+v", now)
		}
		if p := admin.Must("PUT", fmt.Sprintf("/api/admin/products/%d", made.ID), in, 409).Problem(t); p.Code != "changed_meanwhile" {
			t.Errorf("an old version: %s", p.Code)
		}
		if p := admin.Must("DELETE", fmt.Sprintf("/api/admin/categories/%d", category.ID), nil, 409).Problem(t); p.Code != "in_use" {
			t.Errorf("deleting a category with products: %s", p.Code)
		}
		admin.Must("DELETE", fmt.Sprintf("/api/admin/products/%d", made.ID), nil, 204)
		visitor.Must("GET", path, nil, 404)
		admin.Must("DELETE", fmt.Sprintf("/api/admin/categories/%d", category.ID), nil, 204)
	})
}

func TestBadInputIsRefusedAndChangesNothing(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		valid, _ := json.Marshal(newProduct("Good"))
		with := func(field, value string) string {
			return `{"` + field + `":` + value + `,` + string(valid[1:])
		}
		replace := func(field string, value any) any {
			in := newProduct("Good")
			in[field] = value
			return in
		}
		bodies := map[string]any{
			"nothing": "", "not JSON": "{", "a list": "[]", "null": "null", "a number": "1e400",
			"unknown field": with("colour", `"red"`), "bad UTF-8": with("origin", "\"\xff\xfe\""), "zero character": with("origin", `"a\u0000b"`),
			"text for price": replace("price", "5"), "negative price": replace("price", -1), "three decimals": replace("price", 1.234),
			"absurd price": with("max_per_order", `1e300`), "empty name": replace("name", " "), "bad slug": replace("slug", "Not A Slug"),
			"rating 6": replace("rating", 6), "rating in hundredths": replace("rating", 4.55), "negative stock": replace("stock_quantity", -1),
			"unknown category": replace("category_id", 4711), "image that is not uploaded": replace("images", []string{"/x.png"}),
			"too long": replace("description", strings.Repeat("x", 20_000)), "too large": replace("description", strings.Repeat("x", 200_000)),
		}
		for name, body := range bodies {
			answer := admin.Do("POST", "/api/admin/products", body)
			if answer.Status < 400 || answer.Status >= 500 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
				continue
			}
			if p := answer.Problem(t); p.Code == "" || p.Detail == "" {
				t.Errorf("%s: no code or text: %s", name, answer.Body)
			}
			if strings.Contains(string(answer.Body), "4711") || strings.Contains(string(answer.Body), "Not A Slug") {
				t.Errorf("%s: the answer repeats what was sent: %s", name, answer.Body)
			}
		}
		for _, path := range []string{"/api/products?limit=0", "/api/products?limit=101", "/api/products?limit=x", "/api/products?min_price=-1",
			"/api/products?min_price=1e9", "/api/products?sort=rating", "/api/products?cursor=%21", "/api/products?nope=1", "/api/products/0",
			"/api/products/x", "/api/products/99999999999999999999", "/api/products?search=%ff", "/api/products?search=%00", "/api/categories/%00",
			"/api/products?featured=maybe", "/api/products?search=" + strings.Repeat("x", 300)} {
			if answer := admin.Do("GET", path, nil); answer.Status < 400 || answer.Status >= 500 || answer.Problem(t).Code == "" {
				t.Errorf("%s: %d %s", path, answer.Status, answer.Body)
			}
		}
		if page := apitest.Read[publicapi.ProductList](t, admin.Must("GET", "/api/products", nil, 200)); page.Total != 0 {
			t.Errorf("%d products came of bad input", page.Total)
		}
	})
}

func TestListsPageByCursor(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		for i := range 7 {
			admin.Must("POST", "/api/admin/products", newProduct(fmt.Sprintf("Snack %d", i)), 200)
		}
		var names []string
		for path := "/api/products?limit=3"; ; {
			page := apitest.Read[publicapi.ProductList](t, admin.Must("GET", path, nil, 200))
			if page.Total != 7 || page.HighestPrice != 450 {
				t.Fatalf("total %d, highest %d", page.Total, page.HighestPrice)
			}
			for _, p := range page.Items {
				names = append(names, p.Name)
			}
			if page.NextCursor == nil {
				break
			}
			path = "/api/products?limit=3&cursor=" + *page.NextCursor
		}
		if len(names) != 7 || !slices.IsSorted(names) {
			t.Fatal(names)
		}
	})
}

func TestSettingsKeepTheirSecrets(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		save := func(settings map[string]string, status int) apitest.Response {
			return admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": settings}, status)
		}
		save(map[string]string{"site_name": "Crunch", "stripe_secret_key": "sk_live_hush", "own_key": "kept"}, 204)
		save(map[string]string{"shipping_fee": "4.50", "stripe_secret_key": ""}, 204)
		for _, path := range []string{"/api/settings", "/api/admin/settings"} {
			if text := string(admin.Must("GET", path, nil, 200).Body); strings.Contains(text, "hush") {
				t.Errorf("%s gives a secret away", path)
			}
		}
		public := apitest.Read[map[string]string](t, visitor.Must("GET", "/api/settings", nil, 200))
		if public["site_name"] != "Crunch" || public["shipping_fee"] != "4.50" || public["primary_color"] != "#8B5CF6" {
			t.Errorf("%v", public)
		}
		for _, private := range []string{"own_key", "stripe_secret_key", "mailchimp_list_id", "default_order_status"} {
			if _, there := public[private]; there {
				t.Errorf("shoppers see %s", private)
			}
		}
		staff := apitest.Read[adminapi.StaffSettings](t, admin.Must("GET", "/api/admin/settings", nil, 200))
		if !slices.Contains(staff.SecretsSet, "stripe_secret_key") || staff.Settings["own_key"] != "kept" {
			t.Errorf("%+v", staff)
		}
		if inside, err := s.Services.Settings.Get(t.Context()); err != nil || inside.Stored("stripe_secret_key") != "sk_live_hush" {
			t.Errorf("the shop itself cannot use the secret: %v", err)
		}
		rows, err := s.Services.Store.Settings.All(t.Context())
		if err != nil || strings.Contains(fmt.Sprint(rows), "hush") {
			t.Errorf("the secret lies open in the database: %v", err)
		}
		for key, value := range map[string]string{"primary_color": "red", "shipping_fee": "-1", "tax_rate": "101", "facebook_page": "javascript:alert(1)",
			"store_email": "nobody", "Bad Key": "x", "currency": "dollars", "guest_checkout": "maybe"} {
			p := save(map[string]string{key: value, "site_name": "Broken"}, 422).Problem(t)
			if len(p.Errors) == 0 {
				t.Errorf("%s: no field named", key)
			}
		}
		if now := apitest.Read[map[string]string](t, visitor.Must("GET", "/api/settings", nil, 200)); now["site_name"] != "Crunch" {
			t.Error("a refused save changed something")
		}
	})
}

func TestSessionsBeginAndEnd(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		casey := s.Customer(t, "casey")
		if me := apitest.Read[shopapi.Session](t, casey.Must("GET", "/api/session", nil, 200)); me.User == nil || me.User.Username != "casey" || me.User.IsAdmin {
			t.Fatalf("%+v", me)
		}
		casey.Must("PUT", "/api/profile", map[string]string{"username": "casey2", "full_name": "Casey J."}, 204)
		if me := apitest.Read[shopapi.Session](t, casey.Must("GET", "/api/session", nil, 200)); me.User.FullName != "Casey J." {
			t.Fatalf("%+v", me.User)
		}
		casey.Must("DELETE", "/api/session", nil, 204)
		if me := apitest.Read[shopapi.Session](t, casey.Must("GET", "/api/session", nil, 200)); me.User != nil {
			t.Fatal("still signed in")
		}
		casey.Must("GET", "/api/profile", nil, 401)
		wrong := casey.Must("POST", "/api/session", map[string]string{"email": "casey@shop.test", "password": "wrong"}, 401)
		unknown := casey.Must("POST", "/api/session", map[string]string{"email": "nobody@shop.test", "password": "wrong"}, 401)
		if string(wrong.Body) != string(unknown.Body) {
			t.Errorf("the answer tells whether an email is known: %s / %s", wrong.Body, unknown.Body)
		}
		casey.Must("POST", "/api/session", map[string]string{"email": "CASEY@shop.test", "password": apitest.CustomerPassword}, 200)
	})
}

func TestGuessingIsSlowed(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		visitor := s.Visitor(t)
		for range 30 {
			answer := visitor.Do("POST", "/api/session", map[string]string{"email": "casey@shop.test", "password": "guess"})
			if answer.Status == http.StatusTooManyRequests {
				if answer.Header.Get("Retry-After") == "" || answer.Problem(t).Code != "too_many_requests" {
					t.Fatalf("%v %s", answer.Header, answer.Body)
				}
				return
			}
		}
		t.Fatal("30 guesses and none was refused")
	})
}

func TestOtherSitesCannotWrite(t *testing.T) {
	s := apitest.New(t)
	admin := s.Admin(t)
	text, _ := json.Marshal(newProduct("Forged"))
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		r, err := http.NewRequest("POST", s.URL+"/api/admin/products", strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(header, value)
		if answer := admin.Send(r); answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d", header, answer.Status)
		}
	}
	if page := apitest.Read[publicapi.ProductList](t, admin.Must("GET", "/api/products", nil, 200)); page.Total != 0 {
		t.Error("another site wrote")
	}
}

func TestTheSetupLinkMakesOneAdminOnce(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		link, err := s.Services.Admins.NewSetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link, "token=")
		visitor := s.Visitor(t)
		in := map[string]string{"token": token, "email": "owner@shop.test", "password": "too short"}
		visitor.Must("POST", "/api/setup", in, 422)
		in["password"] = apitest.AdminPassword
		visitor.Must("POST", "/api/setup", in, 200)
		visitor.Must("GET", "/api/admin/settings", nil, 200)
		in["email"] = "second@shop.test"
		s.Visitor(t).Must("POST", "/api/setup", in, 410)
		if link, err := s.Services.Admins.NewSetupLink(t.Context()); err != nil || link != "" {
			t.Errorf("a second link: %q, %v", link, err)
		}
	})
}

// listen opens a stream and gives its events.
func listen(t *testing.T, c *apitest.Client) <-chan string {
	t.Helper()
	answer, err := c.HTTP.Get(c.URL + "/api/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() && lines.Text() != ": welcome" {
	}
	out := make(chan string, 64)
	go func() {
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				out <- data
			}
		}
	}()
	return out
}

func TestAChangeReachesOpenPages(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		heard := listen(t, visitor)
		deadline := time.After(20 * time.Second)
		for i := 0; ; i++ { // the first may come before the database's own channel is open
			admin.Must("POST", "/api/admin/products", newProduct(fmt.Sprintf("Snack %d", i)), 200)
			select {
			case event := <-heard:
				if !strings.Contains(event, `"type":"product"`) {
					t.Fatal(event)
				}
				return
			case <-time.After(time.Second):
			case <-deadline:
				t.Fatal("nothing was heard")
			}
		}
	})
}

func TestTheContractIsServed(t *testing.T) {
	s := apitest.New(t)
	visitor := s.Visitor(t)
	contract := apitest.Read[map[string]any](t, visitor.Must("GET", "/api/openapi.json", nil, 200))
	if contract["openapi"] != "3.1.0" {
		t.Error(contract["openapi"])
	}
	if page := string(visitor.Must("GET", "/api/docs", nil, 200).Body); !strings.Contains(page, "/api/products/{id}") {
		t.Error("the readable page lacks a route")
	}
	if p := visitor.Must("GET", "/api/nothing", nil, 404).Problem(t); p.Code != "not_found" {
		t.Error(p.Code)
	}
	answer := visitor.Must("PATCH", "/api/products", nil, 405)
	if answer.Header.Get("Allow") != "GET" {
		t.Errorf("Allow: %q", answer.Header.Get("Allow"))
	}
}
