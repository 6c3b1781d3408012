package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// cookieNamed is the cookie of that name that an answer gives, or nil.
func cookieNamed(t *testing.T, answer apitest.Response, name string) *http.Cookie {
	t.Helper()
	for _, line := range answer.Header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		if cookie.Name == name {
			return cookie
		}
	}
	return nil
}

func TestABrowserThatSignedInBeforeSignsInDuringAnAttack(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		casey := s.Customer(t, "casey")
		casey.Must("DELETE", "/api/session", nil, 204)
		for n := range 300 {
			_, _, _ = s.Services.Accounts.SignIn(t.Context(), "casey@shop.test", "a wrong guess", shop.Client{IP: fmt.Sprintf("198.51.%d.%d", n/250, n%250)})
		}
		signIn(s.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 429)
		answer := signIn(casey, "casey@shop.test", apitest.CustomerPassword, 200)
		device := cookieNamed(t, answer, "snackdrop_device")
		if device == nil || !device.HttpOnly || device.SameSite != http.SameSiteStrictMode || device.Path != "/" || time.Until(device.Expires) < 300*24*time.Hour {
			t.Errorf("device cookie: %+v", device)
		}
	})
}

func TestTheDeviceCookieBelongsToTheHostOverHTTPS(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s = publicAt(t, s, "https://shop.test")
	answer := s.Visitor(t).Must("POST", "/api/users", map[string]string{"username": "casey", "email": "casey@shop.test", "password": apitest.CustomerPassword}, 200)
	if device := cookieNamed(t, answer, "__Host-snackdrop_device"); device == nil || !device.Secure || !device.HttpOnly || device.Path != "/" || device.Domain != "" {
		t.Errorf("device cookie: %+v in %q", device, answer.Header.Values("Set-Cookie"))
	}
}
