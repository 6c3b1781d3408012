package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

// publicAt serves a shop again under another public address.
func publicAt(t *testing.T, s *apitest.Shop, url string) *apitest.Shop {
	t.Helper()
	s.Services.PublicURL = url
	return apitest.Serve(t, s.Services)
}

func TestOverHTTPSTheCookieBelongsToTheHostAlone(t *testing.T) {
	s := apitest.New(t)
	casey := s.Customer(t, "casey") // signed in while the shop had no https
	var plain *http.Cookie
	answer := casey.Must("GET", "/api/session", nil, 200)
	if answer.Header.Get("Strict-Transport-Security") != "" {
		t.Error("a shop without https forbids http")
	}
	r, err := http.NewRequest("GET", casey.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range casey.HTTP.Jar.Cookies(r.URL) {
		if cookie.Name == "snackdrop_session" {
			plain = cookie
		}
	}
	if plain == nil {
		t.Fatal("no session cookie over plain HTTP")
	}
	s = publicAt(t, s, "https://shop.test")
	ask := func(cookies ...*http.Cookie) apitest.Response {
		t.Helper()
		r, err := http.NewRequest("GET", s.URL+"/api/profile", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, cookie := range cookies {
			r.AddCookie(cookie)
		}
		return s.Visitor(t).Send(r)
	}
	answer = ask(plain)
	if answer.Status != 200 {
		t.Errorf("the old cookie: %d %s", answer.Status, answer.Body)
	}
	if answer.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Errorf("HSTS: %q", answer.Header.Get("Strict-Transport-Security"))
	}
	set := answer.Header.Get("Set-Cookie")
	if !strings.HasPrefix(set, "__Host-snackdrop_session="+plain.Value+";") || !strings.Contains(set, "Secure") || !strings.Contains(set, "Path=/") || strings.Contains(set, "Domain") {
		t.Errorf("the new cookie: %q", set)
	}
	if answer = ask(&http.Cookie{Name: "__Host-snackdrop_session", Value: plain.Value}); answer.Status != 200 || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("with the new cookie: %d, %q", answer.Status, answer.Header.Get("Set-Cookie"))
	}
}

func TestPersonalResponsesAreNotStored(t *testing.T) {
	s := apitest.New(t)
	casey, admin := s.Customer(t, "casey"), s.Admin(t)
	for path, client := range map[string]*apitest.Client{
		"/api/profile": casey, "/api/cart": casey, "/api/account/orders": casey, "/api/account/addresses": casey, "/api/account/sessions": casey, "/api/session": casey,
		"/api/admin/products": admin, "/api/admin/orders": admin, "/api/admin/settings": admin, "/api/admin/customers": admin, "/api/admin/dashboard": admin, "/api/admin/audit": admin,
	} {
		answer := client.Must("GET", path, nil, 200)
		if got := answer.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
		if got := answer.Header.Get("Cross-Origin-Resource-Policy"); got != "same-origin" {
			t.Errorf("%s: Cross-Origin-Resource-Policy %q", path, got)
		}
	}
	if got := casey.Must("GET", "/api/products", nil, 200).Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("public products: Cache-Control %q", got)
	}
}

func TestMetricsAreNotServedThroughAProxy(t *testing.T) {
	s := apitest.New(t)
	get := func(headers ...string) int {
		t.Helper()
		r, err := http.NewRequest("GET", s.URL+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range headers {
			r.Header.Set(name, "203.0.113.7")
		}
		return s.Visitor(t).Send(r).Status
	}
	s = publicAt(t, s, "http://localhost:8080")
	if got := get(); got != 200 {
		t.Errorf("on the machine itself: %d", got)
	}
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"} {
		if got := get(name); got != 403 {
			t.Errorf("with %s: %d", name, got)
		}
	}
	s = publicAt(t, s, "https://snacks.example")
	if got := get(); got != 403 {
		t.Errorf("of a shop with a public address, through a proxy that says nothing: %d", got)
	}
}

func TestAFormSentWithoutScriptShowsItsPageAgain(t *testing.T) {
	s := apitest.New(t)
	for _, c := range []struct {
		path, contentType, location string
		status                      int
	}{
		{"/subscription", "application/x-www-form-urlencoded", "/subscription", 303},
		{"/order/ORD-001?key=x", "application/x-www-form-urlencoded", "/order/ORD-001?key=x", 303},
		{`/%5Cevil.example`, "application/x-www-form-urlencoded", "/%5Cevil.example", 303},
		{"/subscription", "application/json", "", 405},
		{"/api/subscriptions", "application/x-www-form-urlencoded", "", 415},
	} {
		r := httptest.NewRequest("POST", c.path, strings.NewReader("email=maya%40example.com"))
		r.Header.Set("Content-Type", c.contentType)
		w := httptest.NewRecorder()
		s.API.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Location") != c.location {
			t.Errorf("%s as %s: %d to %q, want %d to %q", c.path, c.contentType, w.Code, w.Header().Get("Location"), c.status, c.location)
		}
	}
}
