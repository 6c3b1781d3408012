package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// attempt is a request to an account's endpoint, and what it must come to.
type attempt struct {
	body   any
	status int
}

// accountAttempts is every endpoint of accounts. {id} and {number} are Casey's; what
// succeeds touches the caller's own things.
func accountAttempts(guess, number string) map[string]attempt {
	password := map[string]string{"password": "guess"}
	return map[string]attempt{
		"GET /api/account/addresses":                {nil, 200},
		"POST /api/account/addresses":               {address("Mallory at home"), 200},
		"PUT /api/account/addresses/{id}":           {address("Mallory was here"), 404},
		"DELETE /api/account/addresses/{id}":        {nil, 404},
		"GET /api/account/sessions":                 {nil, 200},
		"DELETE /api/account/sessions":              {nil, 204},
		"DELETE /api/account/sessions/{id}":         {nil, 404},
		"GET /api/account/orders":                   {nil, 200},
		"GET /api/account/orders/{number}":          {nil, 404},
		"POST /api/account/orders/{number}/cancel":  {nil, 404},
		"POST /api/account/orders/{number}/reorder": {nil, 404},
		"GET /api/account/export":                   {nil, 200},
		"POST /api/account/deletion":                {password, 422},
		"POST /api/account/email":                   {map[string]string{"email": "mallory2@shop.test", "password": "guess"}, 422},
		"PUT /api/account/password":                 {map[string]string{"current_password": "guess", "password": "mallory's password"}, 422},
		"PUT /api/account/avatar":                   {nil, 422},
		"DELETE /api/account/avatar":                {nil, 204},
		"GET /api/profile":                          {nil, 200},
		"PUT /api/profile":                          {map[string]any{"username": "mallory", "full_name": "M", "id": 1}, 422},
		"GET /api/cart":                             {nil, 200},
		"PUT /api/cart":                             {map[string]any{"lines": []any{}}, 200},
		"PUT /api/cart/lines/{id}":                  {map[string]int64{"quantity": 9}, 200},
		"POST /api/cart/merge":                      {map[string]any{"id": "a guessed id", "lines": []any{}}, 200},
		"POST /api/password-resets":                 {map[string]string{"email": "nobody@shop.test"}, 204},
		"GET /api/password-resets":                  {nil, 200},
		"PUT /api/password-resets":                  {map[string]string{"token": guess, "password": "mallory's password"}, 410},
		"POST /api/email-changes":                   {map[string]string{"token": guess}, 410},
		"POST /api/session/totp":                    {map[string]string{"code": "123456"}, 410},
		"POST /api/session/recovery-code":           {map[string]string{"code": "aaaa-bbbb-cccc"}, 410},
		"POST /api/session/passkey/options":         {nil, 410},
		"POST /api/session/passkey":                 {map[string]any{"credential": map[string]any{}}, 410},
		"GET /api/session":                          {nil, 200},
		"POST /api/session":                         {map[string]string{"email": "casey@shop.test", "password": "guess"}, 401},
		"DELETE /api/session":                       {nil, 204},
		"POST /api/users":                           {map[string]string{"username": "casey", "email": "CASEY@shop.test", "password": "mallory's password"}, 409},
		"GET /api/setup":                            {nil, 200},
		"POST /api/setup":                           {map[string]string{"token": guess, "email": "mallory@shop.test", "password": "mallory's password"}, 410},
		"GET /api/orders/{number}":                  {nil, 404},
		"POST /api/orders/{number}/check":           {nil, 404},
		"POST /api/orders/{number}/pay":             {nil, 404},
		"POST /api/orders/{number}/cancel":          {nil, 404},
		"POST /api/orders/{number}/account":         {map[string]string{"password": "mallory's password"}, 404},
		"POST /api/orders/{number}/confirm":         {map[string]string{"key": "a guess"}, 404},
		"POST /api/order-links":                     {map[string]string{"number": number, "email": "mallory@shop.test"}, 204},
		"GET /api/account/second-factor":            {nil, 403},
		"POST /api/account/totp":                    {password, 403},
		"PUT /api/account/totp":                     {map[string]string{"code": "123456"}, 403},
		"POST /api/account/totp/removal":            {password, 403},
		"POST /api/account/recovery-codes":          {password, 403},
		"POST /api/account/passkeys/options":        {password, 403},
		"POST /api/account/passkeys":                {map[string]any{"name": "M", "credential": map[string]any{}}, 403},
		"POST /api/account/passkeys/{id}/removal":   {password, 403},
	}
}

// Mallory, a customer, tries every endpoint of accounts with Casey's ids and
// with guessed tokens, and again under forged sessions: nothing of Casey is
// shown and nothing of Casey changes.
func TestAnotherCustomerGetsNowhere(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		product := h.products(t, "One")[0]
		casey := h.Visitor(t)
		cookie := sessionCookie(t, casey.Must("POST", "/api/users",
			map[string]string{"username": "casey", "email": "casey@shop.test", "password": apitest.CustomerPassword}, 200))
		mallory := h.Customer(t, "mallory")
		saved := apitest.Read[shopapi.SavedAddress](t, casey.Must("POST", "/api/account/addresses", address("Casey at home"), 200))
		casey.Must("PUT", fmt.Sprintf("/api/cart/lines/%d", product), map[string]int64{"quantity": 3}, 200)
		order := h.buy(t, casey, "caseys-order-key", 9, product)
		session := apitest.Read[shopapi.DeviceList](t, casey.Must("GET", "/api/account/sessions", nil, 200)).Items[0]
		casey.Must("POST", "/api/account/email", map[string]string{"email": "new@shop.test", "password": apitest.CustomerPassword}, 204)
		casey.Must("POST", "/api/password-resets", map[string]string{"email": "casey@shop.test"}, 204)
		before := everythingOf(t, casey)
		if !strings.Contains(before, order.Number) {
			t.Fatal("Casey's order is not among what is compared")
		}

		guess := secrets.NewToken()
		ids := map[string]int64{"/api/account/addresses/": saved.ID, "/api/account/sessions/": session.ID, "/api/cart/lines/": product}
		attempts := accountAttempts(guess, order.Number)
		try := func(c *apitest.Client, who, route string, want func(who httpapi.Who, status int) int) {
			t.Helper()
			method, pattern, _ := strings.Cut(route, " ")
			start, _, _ := strings.Cut(pattern, "{id}")
			path := strings.ReplaceAll(strings.ReplaceAll(pattern, "{id}", fmt.Sprint(ids[start])), "{number}", order.Number)
			query := ""
			switch {
			case route == "GET /api/password-resets" || route == "GET /api/setup":
				query = "?token=" + guess
			case strings.HasPrefix(pattern, "/api/orders/") && !strings.HasSuffix(pattern, "/confirm"): // its key is in the body
				query = "?key=" + guess
			}
			answer := c.Do(method, path+query, attempts[route].body)
			for _, of := range []string{"casey", "Casey", "new@shop.test", order.Number} {
				if strings.Contains(strings.ReplaceAll(string(answer.Body), path, ""), of) {
					t.Errorf("%s, %s %s shows %s: %s", who, method, path, of, answer.Body)
				}
			}
			if status := want(httpapi.Access()[route].Who, attempts[route].status); answer.Status != status {
				t.Errorf("%s, %s %s: %d, want %d: %s", who, method, path, answer.Status, status, answer.Body)
			}
		}
		forged := map[string]*apitest.Client{}
		for name, value := range map[string]string{"a guessed session": guess, "a session's hash": secrets.HashToken(cookie.Value), "a session's id": fmt.Sprint(session.ID)} {
			forged[name] = h.holding(t, &http.Cookie{Name: cookie.Name, Value: value})
		}
		for route := range httpapi.Access() {
			_, pattern, ok := strings.Cut(route, " ")
			if !ok || !accountRoute(pattern) {
				continue
			}
			if _, known := attempts[route]; !known {
				t.Errorf("%s is not tried: say what it must come to", route)
				continue
			}
			if route == "DELETE /api/session" {
				continue // at last: it would end what the others are tried with
			}
			try(mallory, "mallory", route, func(_ httpapi.Who, status int) int { return status })
			for name, c := range forged {
				try(c, name, route, func(who httpapi.Who, status int) int {
					if who == httpapi.Visitor {
						return status
					}
					return http.StatusUnauthorized
				})
			}
		}
		try(mallory, "mallory", "DELETE /api/session", func(_ httpapi.Who, status int) int { return status })
		for name, c := range forged {
			try(c, name, "DELETE /api/session", func(_ httpapi.Who, status int) int { return status })
		}
		if after := everythingOf(t, casey); after != before {
			t.Errorf("something of Casey changed:\n%s\n%s", before, after)
		}
		signIn(h.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 200)
	})
}

// Another admin, with their own right password, cannot take a colleague's key.
func TestAnotherAdminGetsNowhereWithAPasskey(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, key := h.withPasskey(t)
		if err := h.Services.Admins.Create(t.Context(), "second@shop.test", apitest.AdminPassword); err != nil {
			t.Fatal(err)
		}
		second := h.Visitor(t)
		signIn(second, "second@shop.test", apitest.AdminPassword, 200)
		second.Must("POST", "/api/account/passkeys/"+encode(key.id)+"/removal", map[string]string{"password": apitest.AdminPassword}, 404)
		enrol(second, key.create(t, offer(t, second)), 409) // a key belongs to one
		if has := apitest.Read[shopapi.SecondFactor](t, second.Must("GET", "/api/account/second-factor", nil, 200)); len(has.Passkeys) != 0 {
			t.Errorf("%+v", has)
		}
		if has := apitest.Read[shopapi.SecondFactor](t, admin.Must("GET", "/api/account/second-factor", nil, 200)); len(has.Passkeys) != 1 || has.Passkeys[0].ID != encode(key.id) {
			t.Errorf("%+v", has)
		}

		// Nor does the key end the sign-in of somebody else.
		own := newAuthenticator(t)
		enrol(second, own.create(t, offer(t, second)), 200)
		half := h.half(t)
		use(half, own.get(t, ask(t, half)), 401)
		half.Must("GET", "/api/admin/settings", nil, 401)
	})
}

func accountRoute(pattern string) bool {
	for _, start := range []string{"/api/account/", "/api/cart", "/api/profile", "/api/password-resets", "/api/email-changes", "/api/session", "/api/users", "/api/setup", "/api/orders/", "/api/order-links"} {
		if strings.HasPrefix(pattern, start) {
			return true
		}
	}
	return false
}

// everythingOf is all that Casey can see of themselves, as text.
func everythingOf(t *testing.T, c *apitest.Client) string {
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
