package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/store"
)

// postbox is where a test reads what the shop wrote to people.
type postbox struct {
	mu      sync.Mutex
	emails  []outbox.Message
	changed chan struct{}
}

func (b *postbox) Send(_ context.Context, m outbox.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.emails = append(b.emails, m)
	close(b.changed)
	b.changed = make(chan struct{})
	return nil
}

// wait gives the first email of the kind to the address that is not read yet.
func (b *postbox) wait(t *testing.T, to, template string) outbox.Email {
	t.Helper()
	patience := time.After(20 * time.Second)
	for {
		b.mu.Lock()
		for i, m := range b.emails {
			if m.To == to && m.Email.Kind() == template {
				b.emails = append(b.emails[:i], b.emails[i+1:]...)
				b.mu.Unlock()
				return m.Email
			}
		}
		changed := b.changed
		b.mu.Unlock()
		select {
		case <-changed:
		case <-patience:
			t.Fatalf("no %s came to %s", template, to)
		}
	}
}

func (b *postbox) count(template string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, m := range b.emails {
		if m.Email.Kind() == template {
			n++
		}
	}
	return n
}

// testShop is a shop with a clock and a postbox.
type testShop struct {
	*apitest.Shop
	box *postbox
	now *atomic.Int64
}

func (h testShop) later(d time.Duration) { h.now.Add(int64(d)) }

func eachShop(t *testing.T, test func(t *testing.T, h testShop), change ...func(*services.Config)) {
	t.Helper()
	var mu sync.Mutex
	shops := map[*store.Store]testShop{}
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		mu.Lock()
		h := shops[s.Services.Store]
		mu.Unlock()
		h.Shop = s
		test(t, h)
	}, func(c *services.Config) {
		h := testShop{box: &postbox{changed: make(chan struct{})}, now: &atomic.Int64{}}
		h.now.Store(time.Now().UnixNano())
		c.Mailer, c.Now = h.box, func() time.Time { return time.Unix(0, h.now.Load()).UTC() }
		mu.Lock()
		shops[c.Store] = h
		mu.Unlock()
		for _, apply := range change {
			apply(c)
		}
	})
}

// linkTokens are all that the tests of this package have seen.
var linkTokens sync.Map

func tokenOf(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Query().Get("token") == "" {
		t.Fatalf("no token in %q: %v", link, err)
	}
	linkTokens.Store(u.Query().Get("token"), nil)
	return u.Query().Get("token")
}

func signIn(c *apitest.Client, email, password string, status int) apitest.Response {
	return c.Must("POST", "/api/session", map[string]string{"email": email, "password": password}, status)
}

func (h testShop) forgot(t *testing.T, email string) string {
	t.Helper()
	h.Visitor(t).Must("POST", "/api/password-resets", map[string]string{"email": email}, 204)
	return tokenOf(t, h.box.wait(t, email, "password-reset").(outbox.PasswordResetEmail).URL)
}

func TestAResetLinkWorksOnceAndEndsEverySession(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey, visitor := h.Customer(t, "casey"), h.Visitor(t)
		h.box.wait(t, "casey@shop.test", "welcome")
		token := h.forgot(t, "casey@shop.test")
		link := func(token string) shopapi.ResetLink {
			t.Helper()
			return apitest.Read[shopapi.ResetLink](t, visitor.Must("GET", "/api/password-resets?token="+token, nil, 200))
		}
		if got := link(token); !got.Open || got.Email != "casey@shop.test" {
			t.Errorf("the link is said to be %+v", got)
		}
		if got := link(secrets.NewToken()); got.Open || got.Email != "" {
			t.Errorf("a guessed link is said to be %+v", got)
		}
		reset := func(token, password string, status int) {
			t.Helper()
			visitor.Must("PUT", "/api/password-resets", map[string]string{"token": token, "password": password}, status)
		}
		reset(token, "short", 422)
		reset(token, "a new password", 204)
		reset(token, "another password", 410)
		if got := link(token); got.Open || got.Email != "" {
			t.Errorf("a used link is said to be %+v", got)
		}
		h.box.wait(t, "casey@shop.test", "password-changed")
		casey.Must("GET", "/api/profile", nil, 401)
		signIn(h.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 401)
		signIn(h.Visitor(t), "casey@shop.test", "a new password", 200)
		visitor.Must("POST", "/api/password-resets", map[string]string{"email": " CASEY@shop.test"}, 204)
		old := tokenOf(t, h.box.wait(t, "casey@shop.test", "password-reset").(outbox.PasswordResetEmail).URL)
		newer := h.forgot(t, "casey@shop.test")
		reset(old, "another password", 410)
		h.later(61 * time.Minute)
		reset(newer, "another password", 410)
	})
}

func TestForgottenPasswordsTellNothingAboutAddresses(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		h.Customer(t, "casey")
		visitor := h.Visitor(t)
		known := visitor.Must("POST", "/api/password-resets", map[string]string{"email": "casey@shop.test"}, 204)
		unknown := visitor.Must("POST", "/api/password-resets", map[string]string{"email": "nobody@shop.test"}, 204)
		if string(known.Body) != string(unknown.Body) {
			t.Error("the answers differ")
		}
		h.box.wait(t, "casey@shop.test", "password-reset")
		if err := h.Services.Outbox.SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.box.count("password-reset"); n != 0 {
			t.Errorf("%d emails went to nobody", n)
		}
		// The limit stands for what is typed, so it tells nothing either.
		for _, email := range []string{"casey@shop.test", "nobody@shop.test"} {
			for range 4 {
				visitor.Must("POST", "/api/password-resets", map[string]string{"email": email}, 204)
			}
			if after := visitor.Must("POST", "/api/password-resets", map[string]string{"email": email}, 429).Header.Get("Retry-After"); after == "" {
				t.Error("no Retry-After")
			}
		}
	})
}

func TestAnAdminsResetAsksForALongerPassword(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		h.Admin(t)
		token := h.forgot(t, apitest.AdminEmail)
		visitor := h.Visitor(t)
		visitor.Must("PUT", "/api/password-resets", map[string]string{"token": token, "password": "too short"}, 422)
		visitor.Must("PUT", "/api/password-resets", map[string]string{"token": token, "password": "long enough for admins"}, 204)
	})
}

func TestAPasswordChangeAsksTheCurrentOneAndEndsOtherSessions(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey, phone := h.Customer(t, "casey"), h.Visitor(t)
		signIn(phone, "casey@shop.test", apitest.CustomerPassword, 200)
		change := func(current, next string, status int) apitest.Response {
			t.Helper()
			return casey.Must("PUT", "/api/account/password", map[string]string{"current_password": current, "password": next}, status)
		}
		if p := change("wrong", "a new password", 422).Problem(t); p.Errors[0].Field != "current_password" {
			t.Errorf("%+v", p)
		}
		change(apitest.CustomerPassword, "short", 422)
		phone.Must("GET", "/api/profile", nil, 200)
		change(apitest.CustomerPassword, "a new password", 204)
		casey.Must("GET", "/api/profile", nil, 200)
		phone.Must("GET", "/api/profile", nil, 401)
		h.box.wait(t, "casey@shop.test", "password-changed")
		for range 10 {
			casey.Do("PUT", "/api/account/password", map[string]string{"current_password": "guess", "password": "another password"})
		}
		change("a new password", "another password", 429)
	})
}

func TestAnEmailChangesWhenTheNewAddressConfirmsIt(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey := h.Customer(t, "casey")
		h.Customer(t, "taken")
		ask := func(email, password string, status int) {
			t.Helper()
			casey.Must("POST", "/api/account/email", map[string]string{"email": email, "password": password}, status)
		}
		ask("new@shop.test", "wrong password", 422)
		ask("not an address", apitest.CustomerPassword, 422)
		ask("casey@shop.test", apitest.CustomerPassword, 422)
		ask("new@shop.test", apitest.CustomerPassword, 204)
		token := tokenOf(t, h.box.wait(t, "new@shop.test", "email-change").(outbox.AddressChangeEmail).URL)
		if notice := h.box.wait(t, "casey@shop.test", "email-notice").(outbox.AddressChangeNotice); notice.NewEmail != "new@shop.test" || notice.Done {
			t.Errorf("%+v", notice)
		}
		if s := apitest.Read[shopapi.Session](t, casey.Must("GET", "/api/session", nil, 200)); s.User.Email != "casey@shop.test" {
			t.Errorf("it changed before it was confirmed: %s", s.User.Email)
		}
		reset := h.forgot(t, "casey@shop.test")
		visitor := h.Visitor(t)
		confirm := func(token string, status int) apitest.Response {
			t.Helper()
			return visitor.Must("POST", "/api/email-changes", map[string]string{"token": token}, status)
		}
		if got := apitest.Read[shopapi.EmailChanged](t, confirm(token, 200)); got.Email != "new@shop.test" {
			t.Errorf("%+v", got)
		}
		confirm(token, 410)
		if notice := h.box.wait(t, "casey@shop.test", "email-notice").(outbox.AddressChangeNotice); !notice.Done {
			t.Errorf("%+v", notice)
		}
		if s := apitest.Read[shopapi.Session](t, casey.Must("GET", "/api/session", nil, 200)); s.User.Email != "new@shop.test" {
			t.Errorf("%+v", s.User)
		}
		visitor.Must("PUT", "/api/password-resets", map[string]string{"token": reset, "password": "a new password"}, 410)

		// A taken address gets no mail, and the answer does not say so.
		ask("taken@shop.test", apitest.CustomerPassword, 204)
		h.box.wait(t, "new@shop.test", "email-notice")
		if n := h.box.count("email-change"); n != 0 {
			t.Error("a confirmation went to somebody else's address")
		}
		// A new password ends a change that was asked for.
		ask("third@shop.test", apitest.CustomerPassword, 204)
		token = tokenOf(t, h.box.wait(t, "third@shop.test", "email-change").(outbox.AddressChangeEmail).URL)
		casey.Must("PUT", "/api/account/password", map[string]string{"current_password": apitest.CustomerPassword, "password": "a new password"}, 204)
		confirm(token, 410)
		ask("fourth@shop.test", "a new password", 204)
		token = tokenOf(t, h.box.wait(t, "fourth@shop.test", "email-change").(outbox.AddressChangeEmail).URL)
		h.later(61 * time.Minute)
		confirm(token, 410)
	})
}

func TestDevicesAreListedAndSignedOut(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey, phone, tablet := h.Customer(t, "casey"), h.Visitor(t), h.Visitor(t)
		signIn(phone, "casey@shop.test", apitest.CustomerPassword, 200)
		signIn(tablet, "casey@shop.test", apitest.CustomerPassword, 200)
		list := apitest.Read[shopapi.DeviceList](t, phone.Must("GET", "/api/account/sessions", nil, 200)).Items
		var current int64
		for _, d := range list {
			if d.Current {
				current = d.ID
			}
		}
		if len(list) != 3 || current == 0 {
			t.Fatalf("%+v", list)
		}
		casey.Must("DELETE", fmt.Sprintf("/api/account/sessions/%d", current), nil, 204)
		phone.Must("GET", "/api/profile", nil, 401)
		casey.Must("DELETE", fmt.Sprintf("/api/account/sessions/%d", current), nil, 404)
		casey.Must("DELETE", "/api/account/sessions", nil, 204)
		tablet.Must("GET", "/api/profile", nil, 401)
		casey.Must("GET", "/api/profile", nil, 200)
	})
}

func TestAnAccountIsExportedAndDeleted(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey, phone := h.Customer(t, "casey"), h.Visitor(t)
		signIn(phone, "casey@shop.test", apitest.CustomerPassword, 200)
		casey.Must("POST", "/api/account/addresses", address("Home"), 200)
		answer := casey.Must("GET", "/api/account/export", nil, 200)
		if !strings.Contains(answer.Header.Get("Content-Disposition"), "attachment") || !json.Valid(answer.Body) {
			t.Errorf("%v", answer.Header)
		}
		for _, want := range []string{"casey@shop.test", "7250 Melrose Ave", "Go-http-client"} {
			if !strings.Contains(string(answer.Body), want) {
				t.Errorf("the export lacks %s:\n%s", want, answer.Body)
			}
		}
		casey.Must("POST", "/api/account/deletion", map[string]string{"password": "wrong"}, 422)
		casey.Must("GET", "/api/profile", nil, 200)
		casey.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 204)
		casey.Must("GET", "/api/profile", nil, 401)
		phone.Must("GET", "/api/profile", nil, 401)
		signIn(h.Visitor(t), "casey@shop.test", apitest.CustomerPassword, 401)
		h.Customer(t, "casey") // name and address are free again
		admin := h.Admin(t)
		admin.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.AdminPassword}, 409)
	})
}
