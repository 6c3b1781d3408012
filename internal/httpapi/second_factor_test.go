package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

func (h testShop) code(t *testing.T, secret string) map[string]string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Unix(0, h.now.Load()))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"code": code}
}

func (h testShop) withTotp(t *testing.T) (admin *apitest.Client, secret string, recovery []string) {
	t.Helper()
	admin = h.Admin(t)
	admin.Must("POST", "/api/account/totp", map[string]string{"password": "wrong"}, 422)
	offer := apitest.Read[shopapi.TotpOffer](t, admin.Must("POST", "/api/account/totp", map[string]string{"password": apitest.AdminPassword}, 200))
	if !strings.HasPrefix(offer.URL, "otpauth://totp/Snackdrop:") || !strings.HasPrefix(offer.QR, "data:image/png;base64,") {
		t.Errorf("%+v", offer)
	}
	admin.Must("PUT", "/api/account/totp", map[string]string{"code": "000000"}, 422)
	codes := apitest.Read[shopapi.RecoveryCodes](t, admin.Must("PUT", "/api/account/totp", h.code(t, offer.Secret), 200))
	if len(codes.RecoveryCodes) != 10 {
		t.Fatalf("%v", codes)
	}
	h.later(time.Minute)
	return admin, offer.Secret, codes.RecoveryCodes
}

// half is a browser that gave the right password and still owes the second factor.
func (h testShop) half(t *testing.T) *apitest.Client {
	t.Helper()
	c := h.Visitor(t)
	session := apitest.Read[shopapi.Session](t, signIn(c, apitest.AdminEmail, apitest.AdminPassword, 200))
	if session.User != nil || !session.SecondFactorDue {
		t.Fatalf("the password alone was enough: %+v", session)
	}
	return c
}

func TestASignInWithTheAuthenticatorApp(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		_, secret, _ := h.withTotp(t)
		c := h.half(t)
		c.Must("GET", "/api/admin/settings", nil, 401)
		c.Must("GET", "/api/profile", nil, 401)
		c.Must("POST", "/api/session/totp", map[string]string{"code": "123"}, 401)
		code := h.code(t, secret)
		whole := apitest.Read[shopapi.Session](t, c.Must("POST", "/api/session/totp", code, 200))
		if whole.User == nil || !whole.User.IsAdmin || whole.SecondFactorDue {
			t.Fatalf("%+v", whole)
		}
		c.Must("GET", "/api/admin/settings", nil, 200)
		c.Must("POST", "/api/session/totp", code, 410)

		again := h.half(t)
		again.Must("POST", "/api/session/totp", code, 401) // a code works once
		h.later(30 * time.Second)
		again.Must("POST", "/api/session/totp", h.code(t, secret), 200)

		late := h.half(t)
		h.later(11 * time.Minute)
		late.Must("POST", "/api/session/totp", h.code(t, secret), 410)
	})
}

func TestGuessingSecondFactorsIsSlowed(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		_, secret, _ := h.withTotp(t)
		c := h.half(t)
		for range 10 {
			c.Do("POST", "/api/session/totp", map[string]string{"code": "123"})
		}
		c.Must("POST", "/api/session/totp", h.code(t, secret), 429)
	})
}

// Whoever sits at a borrowed browser may guess the password no oftener than at
// the sign-in, whichever operation of the second factor they try.
func TestGuessingThePasswordAtTheSecondFactorIsSlowedAndLogged(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		paths := []string{"/api/account/totp", "/api/account/totp/removal", "/api/account/recovery-codes", "/api/account/passkeys/options", "/api/account/passkeys/AAAA/removal"}
		admin, right := h.Admin(t), map[string]string{"password": apitest.AdminPassword}
		for i := range 10 {
			admin.Must("POST", paths[i%len(paths)], map[string]string{"password": "guess"}, 422)
		}
		for _, path := range paths {
			admin.Must("POST", path, right, 429)
		}
		for _, line := range []string{`msg="password check refused"`, `msg="rate limit reached" what="password check" by=account ip=127.0.0.1`} {
			if !said.holds(line) {
				t.Errorf("not in the log: %s", line)
			}
		}
		h.later(16 * time.Minute)
		admin.Must("POST", "/api/account/totp", right, 200)
	})
}

func TestGuessingPasswordsOfManyAccountsFromOneAddressIsSlowed(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		for i := range 6 {
			thief := s.Customer(t, fmt.Sprintf("taken%d", i))
			for range 10 {
				thief.Must("POST", "/api/account/deletion", map[string]string{"password": "guess"}, 422)
			}
		}
		s.Customer(t, "casey").Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 429)
	})
}

func TestRecoveryCodesWorkOnceAndAreReplaced(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, _, codes := h.withTotp(t)
		c := h.half(t)
		c.Must("POST", "/api/session/recovery-code", map[string]string{"code": "aaaa-bbbb-cccc"}, 401)
		c.Must("POST", "/api/session/recovery-code", map[string]string{"code": strings.ToUpper(strings.ReplaceAll(codes[0], "-", " "))}, 200)
		c.Must("GET", "/api/admin/settings", nil, 200)
		h.half(t).Must("POST", "/api/session/recovery-code", map[string]string{"code": codes[0]}, 401)
		if left := apitest.Read[shopapi.SecondFactor](t, admin.Must("GET", "/api/account/second-factor", nil, 200)); left.RecoveryCodes != 9 || !left.Totp {
			t.Errorf("%+v", left)
		}
		admin.Must("POST", "/api/account/recovery-codes", map[string]string{"password": "wrong"}, 422)
		fresh := apitest.Read[shopapi.RecoveryCodes](t, admin.Must("POST", "/api/account/recovery-codes", map[string]string{"password": apitest.AdminPassword}, 200))
		h.half(t).Must("POST", "/api/session/recovery-code", map[string]string{"code": codes[1]}, 401)
		h.half(t).Must("POST", "/api/session/recovery-code", map[string]string{"code": fresh.RecoveryCodes[0]}, 200)
		want := "[admin@shop.test update map[email:admin@shop.test recovery_codes:9 old] map[email:admin@shop.test recovery_codes:10 new]]"
		if got := fmt.Sprint(logged(t, admin, "entity=admin&limit=1")); got != want {
			t.Errorf("in the log: %s", got)
		}
	})
}

func TestASecondFactorIsRemovedWithThePassword(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, _, codes := h.withTotp(t)
		admin.Must("POST", "/api/account/totp/removal", map[string]string{"password": "wrong"}, 422)
		h.half(t)
		admin.Must("POST", "/api/account/totp/removal", map[string]string{"password": apitest.AdminPassword}, 204)
		if s := apitest.Read[shopapi.Session](t, signIn(h.Visitor(t), apitest.AdminEmail, apitest.AdminPassword, 200)); s.User == nil {
			t.Error("the second factor is still asked for")
		}
		if left := apitest.Read[shopapi.SecondFactor](t, admin.Must("GET", "/api/account/second-factor", nil, 200)); left.RecoveryCodes != 0 || left.Totp {
			t.Errorf("%+v, and %s still there", left, codes[0])
		}
		admin.Must("POST", "/api/account/recovery-codes", map[string]string{"password": apitest.AdminPassword}, 409)
	})
}

func TestAResetDoesNotSkipTheSecondFactor(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		h.withTotp(t)
		token := h.forgot(t, apitest.AdminEmail)
		h.Visitor(t).Must("PUT", "/api/password-resets", map[string]string{"token": token, "password": apitest.AdminPassword}, 204)
		h.half(t)
		if err := h.Services.SecondFactor.RemoveAll(t.Context(), apitest.AdminEmail); err != nil {
			t.Fatal(err)
		}
		if s := apitest.Read[shopapi.Session](t, signIn(h.Visitor(t), apitest.AdminEmail, apitest.AdminPassword, 200)); s.User == nil {
			t.Error("the way back in of the command line does not work")
		}
	})
}

func TestPasskeysThatNobodyMadeAreRefused(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		admin, _, _ := h.withTotp(t)
		options := admin.Must("POST", "/api/account/passkeys/options", map[string]string{"password": apitest.AdminPassword}, 200)
		if !strings.Contains(string(options.Body), `"challenge"`) || !strings.Contains(string(options.Body), `"shop.test"`) {
			t.Errorf("%s", options.Body)
		}
		for _, credential := range []any{nil, map[string]any{}, "x", map[string]any{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": map[string]any{}}} {
			admin.Must("POST", "/api/account/passkeys", map[string]any{"name": "Key", "credential": credential}, 401)
		}
		c := h.half(t)
		c.Must("POST", "/api/session/passkey/options", nil, 404) // no key is enrolled
		c.Must("POST", "/api/session/passkey", map[string]any{"credential": map[string]any{}}, 401)
		admin.Must("POST", "/api/account/passkeys/AAAA/removal", map[string]string{"password": apitest.AdminPassword}, 404)
	})
}

func TestTheOwnerCanRequireASecondFactorOfEveryAdmin(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, h testShop) {
		require := map[string]any{"settings": map[string]string{"admin_second_factor": "yes"}}
		alone := h.Admin(t)
		if p := alone.Must("PUT", "/api/admin/settings", require, 422).Problem(t); len(p.Errors) != 1 || p.Errors[0].Field != "admin_second_factor" {
			t.Errorf("an owner without a second factor: %+v", p)
		}
		owner, _, _ := h.withTotp(t)
		owner.Must("PUT", "/api/admin/settings", require, 204)
		owner.Must("GET", "/api/admin/orders", nil, 200)

		const email, password = "staff@shop.test", "a colleague's password"
		if err := h.Services.Admins.Create(t.Context(), email, password); err != nil {
			t.Fatal(err)
		}
		colleague := h.Visitor(t)
		session := apitest.Read[shopapi.Session](t, signIn(colleague, email, password, 200))
		if session.User == nil || !session.User.SecondFactorRequired {
			t.Errorf("a colleague without a second factor is not told: %+v", session.User)
		}
		routes := 0
		for route, rule := range httpapi.Access() {
			method, path, _ := strings.Cut(route, " ")
			if rule.Who != httpapi.Admin || rule.Enrols || !strings.HasPrefix(path, "/api/") {
				continue
			}
			routes++
			path = strings.NewReplacer("{id}", "1", "{number}", "ORD-001", "{code}", "1").Replace(path)
			if p := colleague.Must(method, path, nil, 403).Problem(t); p.Code != "second_factor_required" {
				t.Errorf("%s: %s", route, p.Code)
			}
		}
		if routes < 30 {
			t.Errorf("only %d routes were tried", routes)
		}
		colleague.Must("GET", "/api/profile", nil, 200)
		colleague.Must("GET", "/api/account/second-factor", nil, 200)
		offer := apitest.Read[shopapi.TotpOffer](t, colleague.Must("POST", "/api/account/totp", map[string]string{"password": password}, 200))
		colleague.Must("PUT", "/api/account/totp", h.code(t, offer.Secret), 200)
		colleague.Must("GET", "/api/admin/orders", nil, 200)
		if session := apitest.Read[shopapi.Session](t, colleague.Must("GET", "/api/session", nil, 200)); session.User == nil || session.User.SecondFactorRequired {
			t.Errorf("still asked for: %+v", session.User)
		}
	})
}
