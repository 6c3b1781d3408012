package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// withKey sends a request with a key, as the client with its cookies.
func withKey(c *apitest.Client, method, path, key, body string, header ...string) apitest.Response {
	r, err := http.NewRequest(method, c.URL+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return c.Send(r)
}

func newKey(t *testing.T, admin *apitest.Client, name string, scopes ...shop.Scope) adminapi.NewAPIKey {
	t.Helper()
	return apitest.Read[adminapi.NewAPIKey](t, admin.Must("POST", "/api/admin/api-keys", map[string]any{"name": name, "scopes": scopes}, 200))
}

// A key opens the routes of its scope and no other that asks who calls, whoever's cookies are sent with it.
func TestEveryRouteWithAKeyOfEveryScope(t *testing.T) {
	start, calls := time.Now().Add(time.Hour), new(atomic.Int64)
	s := publicAt(t, apitest.New(t, func(c *services.Config) { // time goes by quickly, so that no limit is reached
		c.Now = func() time.Time { return start.Add(time.Duration(calls.Add(1)) * time.Second) }
	}), "http://localhost")
	admin := s.Admin(t)
	keys := map[shop.Scope]string{"": "sd_" + strings.Repeat("a", 43)}
	for _, scope := range shop.Scopes {
		keys[scope] = newKey(t, admin, string(scope), scope).Key
	}
	opened := map[shop.Scope]int{}
	for route, rule := range httpapi.Access() {
		method, pattern, ok := strings.Cut(route, " ")
		if !ok || rule.Time < 0 || rule.Who == httpapi.Visitor {
			continue
		}
		path := pathParam.ReplaceAllString(pattern, "999999")
		for scope, key := range keys {
			answer := withKey(admin, method, path, key, "") // its cookies are an admin's
			code := ""
			if strings.HasPrefix(answer.Header.Get("Content-Type"), "application/problem+json") {
				code = answer.Problem(t).Code
			}
			want := "forbidden"
			switch {
			case scope == "":
				want = "not_signed_in"
			case rule.Scope == scope:
				want = ""
				opened[scope]++
			}
			if refused := code == "forbidden" || code == "not_signed_in"; refused != (want != "") || refused && code != want {
				t.Errorf("%s with the scope %q: %d %s, want %q", route, scope, answer.Status, code, want)
			}
			if answer.Status >= 500 {
				t.Errorf("%s with the scope %q: %d %s", route, scope, answer.Status, answer.Body)
			}
		}
		if rule.Scope != "" && (rule.Who != httpapi.Admin || !strings.HasPrefix(pattern, "/api/admin/")) {
			t.Errorf("%s has a scope and is not the back office's", route)
		}
	}
	for _, scope := range shop.Scopes {
		if opened[scope] == 0 {
			t.Errorf("%s opens nothing", scope)
		}
	}
	for _, never := range []string{"settings", "api-keys", "webhooks", "customers", "audit"} {
		for route, rule := range httpapi.Access() {
			if strings.Contains(route, "/api/admin/"+never) && rule.Scope != "" {
				t.Errorf("a key opens %s", route)
			}
		}
	}
}

func TestAKeyWorksUntilItIsRevoked(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, visitor := h.Admin(t), h.Visitor(t)
		made := newKey(t, admin, "  Stock   sync ", shop.ReadCatalogue, shop.WriteCatalogue, shop.ReadCatalogue)
		if !strings.HasPrefix(made.Key, "sd_") || made.APIKey.Name != "Stock sync" || len(made.APIKey.Scopes) != 2 || made.APIKey.LastUsedAt != nil {
			t.Fatalf("%+v", made)
		}
		product := `{"name":"Seaweed","slug":"seaweed","description":"Crunchy.","price":4.5}`
		// A program has no origin; a key is no cookie, so what looks like another site's request is served.
		if answer := withKey(visitor, "POST", "/api/admin/products", made.Key, product, "Sec-Fetch-Site", "cross-site", "Origin", "https://elsewhere.test"); answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if got := logged(t, admin, "entity=product"); len(got) != 1 || !strings.HasPrefix(got[0], "Stock sync create ") {
			t.Errorf("%q", got)
		}
		list := func() adminapi.APIKeyList {
			answer := admin.Must("GET", "/api/admin/api-keys", nil, 200)
			if strings.Contains(string(answer.Body), made.Key) {
				t.Error("the key is shown again")
			}
			return apitest.Read[adminapi.APIKeyList](t, answer)
		}
		used := list().Items[0].LastUsedAt
		if used == nil {
			t.Fatal("no last use")
		}
		h.now.Add(int64(59 * time.Second))
		withKey(visitor, "GET", "/api/admin/products", made.Key, "")
		if again := list().Items[0].LastUsedAt; !again.Equal(*used) {
			t.Error("the use was noted twice in a minute")
		}
		h.now.Add(int64(2 * time.Second))
		withKey(visitor, "GET", "/api/admin/products", made.Key, "")
		if again := list().Items[0].LastUsedAt; !again.After(*used) {
			t.Error("the use was not noted after a minute")
		}

		// Refused: names that are taken or look like somebody, no scope, unknown scopes.
		for name, body := range map[string]map[string]any{
			"taken":    {"name": "stock SYNC", "scopes": []string{"orders:read"}},
			"a person": {"name": "boss@shop.test", "scopes": []string{"orders:read"}},
			"customer": {"name": "Customer", "scopes": []string{"orders:read"}},
			"none":     {"name": "a", "scopes": []string{}},
			"unknown":  {"name": "b", "scopes": []string{"settings:write"}},
			"no name":  {"name": " ", "scopes": []string{"orders:read"}},
		} {
			if answer := admin.Do("POST", "/api/admin/api-keys", body); answer.Status != 422 && answer.Status != 409 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}

		limited := false
		for range 700 {
			if answer := withKey(visitor, "GET", "/api/admin/categories", made.Key, ""); answer.Status == 429 {
				limited = answer.Header.Get("Retry-After") != "" && answer.Problem(t).Code == "too_many_requests"
				break
			}
		}
		if !limited {
			t.Error("a key is not limited")
		}
		h.now.Add(int64(2 * time.Minute))
		admin.Must("DELETE", "/api/admin/api-keys/"+fmt.Sprint(made.APIKey.ID), nil, 204)
		if answer := withKey(admin, "GET", "/api/admin/products", made.Key, ""); answer.Status != 401 {
			t.Errorf("revoked: %d", answer.Status)
		}
		admin.Must("DELETE", "/api/admin/api-keys/"+fmt.Sprint(made.APIKey.ID), nil, 404)
		got := logged(t, admin, "entity=api+key")
		if len(got) != 2 || !strings.HasPrefix(got[0], apitest.AdminEmail+" revoke ") || !strings.HasPrefix(got[1], apitest.AdminEmail+" create ") {
			t.Errorf("%q", got)
		}
	})
}

// A key that was revoked at one instance is refused by the others at their next call.
func TestARevokedKeyIsRefusedByAllInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	admin := shops[0].Admin(t)
	made := newKey(t, admin, "Stock sync", shop.ReadCatalogue)
	for i, s := range shops {
		if answer := withKey(s.Visitor(t), "GET", "/api/admin/products", made.Key, ""); answer.Status != 200 {
			t.Errorf("instance %d: %d %s", i, answer.Status, answer.Body)
		}
	}
	admin.Must("DELETE", "/api/admin/api-keys/"+fmt.Sprint(made.APIKey.ID), nil, 204)
	for i, s := range shops {
		if answer := withKey(s.Visitor(t), "GET", "/api/admin/products", made.Key, ""); answer.Status != 401 {
			t.Errorf("revoked, instance %d: %d %s", i, answer.Status, answer.Body)
		}
	}
}
