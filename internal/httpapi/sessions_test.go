package httpapi_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/store"
)

// log keeps all that the shops of this package say.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) holds(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.text.String(), text)
}

var said = &log{}

// Whatever the tests of this package do, no password, no session and no link may be in the log afterwards.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.MultiWriter(os.Stderr, said), &slog.HandlerOptions{Level: slog.LevelDebug})))
	code := m.Run()
	secrets := append(apitest.Sessions(), apitest.AdminPassword, apitest.CustomerPassword)
	linkTokens.Range(func(token, _ any) bool {
		secrets = append(secrets, token.(string))
		return true
	})
	for _, secret := range secrets {
		if said.holds(secret) {
			fmt.Fprintf(os.Stderr, "FAIL: the log holds the secret %q\n", secret)
			code = 1
		}
	}
	os.Exit(code)
}

// Accounts from before there were profiles get one when they sign in.
func TestAMissingProfileIsMadeFromTheEmail(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		s.Customer(t, "casey")
		err := s.Services.Store.Write(t.Context(), func(tx *store.Tx) error {
			known, _, err := tx.Accounts.ByEmail(t.Context(), "casey@shop.test")
			if err != nil {
				return err
			}
			_, err = tx.Accounts.Create(t.Context(), shop.User{Email: "Casey@elsewhere.test"}, known.PasswordHash, s.Services.Now())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		visitor := s.Visitor(t)
		visitor.Must("POST", "/api/session", map[string]string{"email": "casey@elsewhere.test", "password": apitest.CustomerPassword}, 200)
		profile := string(visitor.Must("GET", "/api/profile", nil, 200).Body)
		if !strings.Contains(strings.ToLower(profile), `"username":"casey2"`) {
			t.Errorf("the profile is %s, want the free name casey2", profile)
		}
	})
}

func me(t *testing.T, c *apitest.Client) *shopapi.User {
	t.Helper()
	return apitest.Read[shopapi.Session](t, c.Must("GET", "/api/session", nil, 200)).User
}

// sessionCookie is the one that an answer gives, or nil.
func sessionCookie(t *testing.T, answer apitest.Response) *http.Cookie {
	t.Helper()
	var last *http.Cookie // the last one holds
	for _, line := range answer.Header.Values("Set-Cookie") {
		cookie, err := http.ParseSetCookie(line)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(cookie.Name, "snackdrop_session") {
			last = cookie
		}
	}
	return last
}

// holding is a browser with the cookie.
func (h testShop) holding(t *testing.T, cookie *http.Cookie) *apitest.Client {
	t.Helper()
	c := h.Visitor(t)
	at, err := url.Parse(h.URL)
	if err != nil {
		t.Fatal(err)
	}
	c.HTTP.Jar.SetCookies(at, []*http.Cookie{{Name: cookie.Name, Value: cookie.Value, Path: "/"}})
	return c
}

func TestASessionInUseGoesOnWithItsCookieAndAnIdleOneEnds(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	eachShop(t, func(t *testing.T, h testShop) {
		casey, idle := h.Customer(t, "casey"), h.Visitor(t)
		given := sessionCookie(t, signIn(casey, "casey@shop.test", apitest.CustomerPassword, 200))
		signIn(idle, "casey@shop.test", apitest.CustomerPassword, 200)
		if cookie := sessionCookie(t, casey.Must("GET", "/api/session", nil, 200)); cookie != nil {
			t.Errorf("the cookie is given anew with every request: %v", cookie)
		}
		for range 2 {
			h.later(20 * day)
			again := sessionCookie(t, casey.Must("GET", "/api/profile", nil, 200))
			if again == nil || again.Value != given.Value || !again.HttpOnly || again.Expires.Sub(given.Expires) < 19*day {
				t.Fatalf("the browser would forget the session: %v, was %v", again, given)
			}
			given = again
		}
		if me(t, casey) == nil {
			t.Error("signed out though the session was in use")
		}
		if me(t, idle) != nil {
			t.Error("still signed in after forty days of nothing")
		}
		h.later(31 * day)
		h.holding(t, given).Must("GET", "/api/profile", nil, 401)
	})
}

func TestTheSessionOfAnAdminEndsAfterTwelveIdleHours(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, h testShop) {
		admin := h.Admin(t)
		busy := h.Visitor(t)
		signIn(busy, apitest.AdminEmail, apitest.AdminPassword, 200)
		for range 4 {
			h.later(11 * time.Hour / 2)
			busy.Must("GET", "/api/admin/products", nil, 200)
			admin.Must("GET", "/api/events?since=1&version=1&once=1", nil, 200) // a page listens, nobody is there
		}
		busy.Must("GET", "/api/admin/products", nil, 200)
		admin.Must("GET", "/api/admin/products", nil, 401)
		h.later(12 * time.Hour)
		busy.Must("GET", "/api/admin/products", nil, 401)
	})
}

func TestWhoseSessionCannotBeReadIsNoGuest(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		casey, visitor := s.Customer(t, "casey"), s.Visitor(t)
		if err := s.Services.Store.Close(); err != nil {
			t.Fatal(err)
		}
		for _, request := range []string{"GET /api/session", "POST /api/orders", "GET /api/profile", "GET /api/events"} {
			method, path, _ := strings.Cut(request, " ")
			if p := casey.Must(method, path, nil, 503).Problem(t); p.Code != string(shop.Unavailable) {
				t.Errorf("%s: %s", request, p.Code)
			}
		}
		casey.Must("GET", "/a-page", nil, 404) // pages are the same for everybody
		if me(t, visitor) != nil {
			t.Error("a visitor is somebody")
		}
	})
}

func TestSigningInAnewEndsTheSessionAtHand(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, h testShop) {
		link, err := h.Services.Admins.NewSetupLink(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		browser := h.Visitor(t)
		held := sessionCookie(t, browser.Must("POST", "/api/users",
			map[string]string{"username": "casey", "email": "casey@shop.test", "password": apitest.CustomerPassword}, 200))
		signIn(browser, "casey@shop.test", "wrong password", 401)
		browser.Must("GET", "/api/profile", nil, 200) // a wrong password ends nothing

		anew := func(path string, in map[string]string) {
			t.Helper()
			next := sessionCookie(t, browser.Must("POST", path, in, 200))
			if next.Value == held.Value {
				t.Errorf("%s goes on under the old token", path)
			}
			h.holding(t, held).Must("GET", "/api/profile", nil, 401)
			browser.Must("GET", "/api/profile", nil, 200)
			held = next
		}
		anew("/api/session", map[string]string{"email": "casey@shop.test", "password": apitest.CustomerPassword})
		anew("/api/users", map[string]string{"username": "robin", "email": "robin@shop.test", "password": apitest.CustomerPassword})
		anew("/api/setup", map[string]string{"token": tokenOf(t, link), "email": "owner@shop.test", "password": apitest.AdminPassword})
		order := placed(t, place(t, h.Visitor(t), "a-guests-order", basket(h.products(t, "One")[0], nil)))
		anew("/api/orders/"+order.Order.Number+"/account?key="+url.QueryEscape(order.Key), map[string]string{"password": apitest.CustomerPassword})
	})
}

func TestGuessingSetupLinksIsSlowed(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		visitor := s.Visitor(t)
		in := map[string]string{"token": secrets.NewToken(), "email": "owner@shop.test", "password": apitest.AdminPassword}
		for range 60 {
			visitor.Must("POST", "/api/setup", in, 410)
		}
		visitor.Must("POST", "/api/setup", in, 429)
		visitor.Must("GET", "/api/setup?token="+in["token"], nil, 429)
	})
}

// The form shows these words to shoppers.
func TestWhatIsTooLongIsRefusedInTheShopsWords(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	visitor, casey := s.Visitor(t), s.Customer(t, "casey")
	long := map[string]string{"username": strings.Repeat("u", 41), "email": strings.Repeat("e", 250) + "@shop.test", "password": strings.Repeat("p", 201)}
	want := map[string]string{"username": "Username must be at most 40 characters", "password": "Password must be at most 200 characters"}
	for field, text := range long {
		in := map[string]string{"username": "robin", "email": "robin@shop.test", "password": apitest.CustomerPassword}
		in[field] = text
		p := visitor.Must("POST", "/api/users", in, 422).Problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != field || strings.Contains(p.Errors[0].Message, "expected") || want[field] != "" && p.Errors[0].Message != want[field] {
			t.Errorf("%s: %+v", field, p)
		}
	}
	signIn(visitor, long["email"], long["password"], 401)
	p := casey.Must("PUT", "/api/profile", map[string]string{"username": long["username"], "full_name": strings.Repeat("f", 101)}, 422).Problem(t)
	for _, e := range p.Errors {
		if strings.Contains(e.Message, "expected") {
			t.Errorf("%+v", e)
		}
	}
}

func TestTryingManyAccountsFromOneAddressIsSlowedAndLogged(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		s.Customer(t, "casey")
		thief := s.Visitor(t)
		for i := range 60 {
			signIn(thief, fmt.Sprintf("victim%d@shop.test", i), "password1", 401)
		}
		if p := signIn(thief, "casey@shop.test", apitest.CustomerPassword, 429).Problem(t); p.Code != string(shop.TooMany) {
			t.Errorf("%+v", p)
		}
		if !said.holds(`msg="rate limit reached" what=sign-in by=address ip=127.0.0.1`) {
			t.Error("nothing is in the log")
		}
	})
}

func TestSignInsAreLogged(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		casey := s.Customer(t, "casey")
		id := me(t, casey).ID
		signIn(s.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 200)
		signIn(s.Visitor(t), "casey@shop.test", "a wrong guess", 401)
		for _, line := range []string{fmt.Sprintf(`msg="signed in" user=%d second_factor_due=false known_device=false ip=127.0.0.1`, id), `msg="sign-in refused" ip=127.0.0.1`} {
			if !said.holds(line) {
				t.Errorf("not in the log: %s", line)
			}
		}
	})
}

func TestAskingWhichUsernamesAreTakenIsSlowedAndLogged(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		s.Customer(t, "casey")
		thief, profile := s.Customer(t, "thief"), map[string]string{"username": "Casey", "full_name": ""}
		for range 60 {
			thief.Must("PUT", "/api/profile", profile, 409)
		}
		thief.Must("PUT", "/api/profile", profile, 429)
		if !said.holds(`msg="rate limit reached" what=profile by=account ip=127.0.0.1`) {
			t.Error("nothing is in the log")
		}
	})
}

func TestOpeningManyAccountsFromOneAddressIsSlowedAndLogged(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		for i := range 20 {
			s.Customer(t, fmt.Sprintf("robot%d", i))
		}
		s.Visitor(t).Must("POST", "/api/users", map[string]string{"username": "robot", "email": "robot@shop.test", "password": apitest.CustomerPassword}, 429)
		if !said.holds(`msg="rate limit reached" what=sign-up by=address ip=127.0.0.1`) {
			t.Error("nothing is in the log")
		}
	})
}
