package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

// Mallory, a customer, tries every endpoint of accounts with Casey's ids and
// with guessed tokens: nothing of Casey is shown and nothing of Casey changes.
func TestAnotherCustomerGetsNowhere(t *testing.T) {
	eachHouse(t, func(t *testing.T, h house) {
		casey, mallory := h.Customer(t, "casey"), h.Customer(t, "mallory")
		saved := apitest.Read[httpapi.SavedAddress](t, casey.Must("POST", "/api/account/addresses", address("Casey at home"), 200))
		product := apitest.Read[httpapi.StaffProduct](t, h.Admin(t).Must("POST", "/api/admin/products", newProduct("One"), 200))
		casey.Must("PUT", fmt.Sprintf("/api/cart/lines/%d", product.ID), map[string]int64{"quantity": 3}, 200)
		session := apitest.Read[httpapi.DeviceList](t, casey.Must("GET", "/api/account/sessions", nil, 200)).Items[0]
		casey.Must("POST", "/api/account/email", map[string]string{"email": "new@shop.test", "password": apitest.CustomerPassword}, 204)
		casey.Must("POST", "/api/password-resets", map[string]string{"email": "casey@shop.test"}, 204)
		before := everythingOf(t, h, casey)

		guess := app.NewToken()
		bodies := map[string]any{
			"PUT /api/account/addresses/{id}":         address("Mallory was here"),
			"POST /api/account/addresses":             address("Mallory at home"),
			"PUT /api/account/password":               map[string]string{"current_password": apitest.CustomerPassword + "x", "password": "mallory's password"},
			"POST /api/account/email":                 map[string]string{"email": "mallory2@shop.test", "password": "guess"},
			"POST /api/account/deletion":              map[string]string{"password": "guess"},
			"PUT /api/password-resets":                map[string]string{"token": guess, "password": "mallory's password"},
			"POST /api/email-changes":                 map[string]string{"token": guess},
			"PUT /api/cart/lines/{id}":                map[string]int64{"quantity": 9},
			"PUT /api/cart":                           map[string]any{"lines": []any{}},
			"POST /api/cart/merge":                    map[string]any{"id": "a guessed id", "lines": []any{}},
			"PUT /api/profile":                        map[string]any{"username": "mallory", "full_name": "M", "id": 1},
			"POST /api/session/totp":                  map[string]string{"code": "123456"},
			"POST /api/session/recovery-code":         map[string]string{"code": "aaaa-bbbb-cccc"},
			"POST /api/session/passkey":               map[string]any{"credential": map[string]any{}},
			"POST /api/account/passkeys/{id}/removal": map[string]string{"password": "guess"},
		}
		tried := 0
		for route := range httpapi.Access() {
			method, pattern, ok := strings.Cut(route, " ")
			if !ok || !accountRoute(pattern) || route == "DELETE /api/account/sessions" {
				continue
			}
			for _, id := range []int64{saved.ID, session.ID, product.ID} {
				path := strings.ReplaceAll(strings.ReplaceAll(pattern, "{id}", fmt.Sprint(id)), "{number}", "ORD-001")
				if route == "GET /api/password-resets" {
					path += "?token=" + guess
				}
				answer := mallory.Do(method, path, bodies[route])
				if text := string(answer.Body); strings.Contains(text, "casey") || strings.Contains(text, "Casey at home") || strings.Contains(text, "new@shop.test") {
					t.Errorf("%s %s shows Casey: %s", method, path, text)
				}
				if answer.Status >= 500 {
					t.Errorf("%s %s: %d %s", method, path, answer.Status, answer.Body)
				}
				tried++
			}
		}
		if tried < 60 {
			t.Errorf("only %d requests were tried", tried)
		}
		if after := everythingOf(t, h, casey); after != before {
			t.Errorf("something of Casey changed:\n%s\n%s", before, after)
		}
		signIn(h.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 200)
	})
}

func accountRoute(pattern string) bool {
	for _, start := range []string{"/api/account/", "/api/cart", "/api/profile", "/api/password-resets", "/api/email-changes", "/api/session/"} {
		if strings.HasPrefix(pattern, start) {
			return true
		}
	}
	return false
}

// everythingOf is all that Casey can see of themselves, as text.
func everythingOf(t *testing.T, h house, c *apitest.Client) string {
	t.Helper()
	var all []json.RawMessage
	for _, path := range []string{"/api/session", "/api/profile", "/api/account/addresses", "/api/account/sessions", "/api/cart", "/api/account/export"} {
		all = append(all, json.RawMessage(c.Must("GET", path, nil, http.StatusOK).Body))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
