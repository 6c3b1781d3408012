package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/mailchimp"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// letterbox keeps what would be mailed.
type letterbox struct {
	mu   sync.Mutex
	sent []app.Message
}

func (b *letterbox) Send(_ context.Context, m app.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, m)
	return nil
}

func (b *letterbox) take() []app.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	sent := b.sent
	b.sent = nil
	return sent
}

// list is a Mailchimp of our own: it remembers members and fails when told to.
type list struct {
	mu       sync.Mutex
	members  map[string]string
	auth     []string
	failures int
}

func (l *list) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failures > 0 {
		l.failures--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var in map[string]string
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Method != http.MethodPut {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_, key, _ := r.BasicAuth()
	l.auth = append(l.auth, key)
	l.members[r.URL.Path] = in["email_address"] + " " + in["status"]
}

func (l *list) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for path, member := range l.members {
		out = append(out, path+" "+member)
	}
	slices.Sort(out)
	return out
}

func linkToken(t *testing.T, link, param string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Query().Get(param) == "" {
		t.Fatalf("no %s in %s (%v)", param, link, err)
	}
	return u.Query().Get(param)
}

var visitor = app.Client{IP: "192.0.2.1"}

func subscribe(t *testing.T, a *app.App, email string) {
	t.Helper()
	if err := a.Subscribe(t.Context(), email, "", visitor); err != nil {
		t.Fatal(err)
	}
	sendDue(t, a)
}

func counts(t *testing.T, a *app.App) app.SubscriberCounts {
	t.Helper()
	c, err := a.SubscriberCounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSubscribingAsksBackByMailAndCanBeUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := &letterbox{}, newClock()
		a := quiet(t, s, box, at)
		ctx := t.Context()
		subscribe(t, a, "Casey@Example.test")
		if c := counts(t, a); c.Pending != 1 || c.Confirmed != 0 {
			t.Fatalf("before the answer: %+v", c)
		}
		letter := box.take()[0].Letter.(app.SubscriptionLetter)
		token := linkToken(t, letter.ConfirmURL, "confirm")
		for range 2 { // a second click does no harm
			if err := a.ConfirmSubscription(ctx, token); err != nil {
				t.Fatal(err)
			}
		}
		if c := counts(t, a); c.Confirmed != 1 {
			t.Fatalf("after the answer: %+v", c)
		}
		subscribe(t, a, "casey@example.test")
		if sent := box.take(); len(sent) != 0 {
			t.Errorf("a member was asked again: %v", sent)
		}
		for range 2 {
			if err := a.LeaveSubscription(ctx, linkToken(t, letter.UnsubscribeURL, "leave")); err != nil {
				t.Fatal(err)
			}
		}
		if c := counts(t, a); c.Unsubscribed != 1 {
			t.Fatalf("after leaving: %+v", c)
		}
		if err := a.ConfirmSubscription(ctx, token); shop.CodeOf(err) != shop.Expired {
			t.Errorf("an old link brought back who had left: %v", err)
		}
		subscribe(t, a, "casey@example.test")
		if sent := box.take(); len(sent) != 1 {
			t.Errorf("coming back sent %d letters, want 1", len(sent))
		}
	})
}

func TestForeignAndTornTokensAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := quiet(t, s, &letterbox{}, newClock())
		subscribe(t, a, "casey@example.test")
		good := a.Secrets.Token("subscriber", "1")
		for _, token := range []string{"", "x", good[:len(good)-2], a.Secrets.Token("something else", "1")} {
			if err := a.ConfirmSubscription(t.Context(), token); shop.CodeOf(err) != shop.Expired {
				t.Errorf("token %q: %v", token, err)
			}
			if err := a.LeaveSubscription(t.Context(), token); shop.CodeOf(err) != shop.Expired {
				t.Errorf("token %q: %v", token, err)
			}
		}
		if c := counts(t, a); c.Pending != 1 {
			t.Errorf("something changed: %+v", c)
		}
	})
}

func TestNobodysMailboxIsFilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := &letterbox{}, newClock()
		a := quiet(t, s, box, at)
		for range 8 { // the answer is the same each time
			subscribe(t, a, "casey@example.test")
		}
		if sent := box.take(); len(sent) != 3 {
			t.Errorf("%d letters, want 3", len(sent))
		}
		if err := a.Subscribe(t.Context(), "bot@example.test", "https://buy.example", visitor); err != nil {
			t.Fatal(err)
		}
		if c := counts(t, a); c.Pending != 1 {
			t.Errorf("a bot got in: %+v", c)
		}
		var limited *app.TooManyError
		for range 20 {
			if err := a.Subscribe(t.Context(), "x@example.test", "", visitor); errors.As(err, &limited) {
				return
			}
		}
		t.Error("one address may ask for ever")
	})
}

func TestTheMailingListFollows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		service := &list{members: map[string]string{}, failures: 1}
		server := httptest.NewServer(service)
		defer server.Close()
		box, at := &letterbox{}, newClock()
		a := quiet(t, s, box, at)
		a.MailingList = mailchimp.Client{BaseURL: server.URL}
		ctx := t.Context()
		err := a.SaveSettings(ctx, map[string]string{"mailchimp_api_key": "k3y-us6", "mailchimp_list_id": "drops"}, nil, nil, app.Actor{ID: 1, Name: "staff"})
		if err != nil {
			t.Fatal(err)
		}
		subscribe(t, a, "Casey@Example.test")
		if members := service.all(); len(members) != 0 {
			t.Fatalf("told before the answer: %v", members)
		}
		token := linkToken(t, box.take()[0].Letter.(app.SubscriptionLetter).ConfirmURL, "confirm")
		if err := a.ConfirmSubscription(ctx, token); err != nil {
			t.Fatal(err)
		}
		sendDue(t, a) // fails: the service is down
		at.move(2 * time.Minute)
		sendDue(t, a)
		// The MD5 of casey@example.test is Mailchimp's name for her.
		const member = "/lists/drops/members/e3c069d787340a4c58f692a3e06ff64a Casey@Example.test "
		if members := service.all(); !slices.Equal(members, []string{member + "subscribed"}) || service.auth[0] != "k3y-us6" {
			t.Fatalf("members %v with %v", members, service.auth)
		}
		if err := a.LeaveSubscription(ctx, token); err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		if members := service.all(); !slices.Equal(members, []string{member + "unsubscribed"}) {
			t.Fatalf("after leaving: %v", members)
		}
	})
}

func TestAnAddressThatStaffForgetLeavesTheMailingList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		service := &list{members: map[string]string{}}
		server := httptest.NewServer(service)
		defer server.Close()
		box, at := &letterbox{}, newClock()
		a := quiet(t, s, box, at)
		a.MailingList = mailchimp.Client{BaseURL: server.URL}
		ctx, staff := t.Context(), app.Actor{ID: 1, Name: "staff"}
		if err := a.SaveSettings(ctx, map[string]string{"mailchimp_api_key": "k3y-us6", "mailchimp_list_id": "drops"}, nil, nil, staff); err != nil {
			t.Fatal(err)
		}
		subscribe(t, a, "casey@example.test")
		if err := a.ConfirmSubscription(ctx, linkToken(t, box.take()[0].Letter.(app.SubscriptionLetter).ConfirmURL, "confirm")); err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		subscribe(t, a, "not-yet@example.test")
		everybody, _, err := s.Subscribers(ctx, "", "", 10, "")
		if err != nil || len(everybody) != 2 {
			t.Fatalf("%v (%v)", everybody, err)
		}
		for _, one := range everybody {
			if err := a.DeleteSubscriber(ctx, one.ID, staff); err != nil {
				t.Fatal(err)
			}
			if err := a.DeleteSubscriber(ctx, one.ID, staff); shop.CodeOf(err) != shop.NotFound {
				t.Errorf("forgotten twice: %v", err)
			}
		}
		sendDue(t, a)
		const member = "/lists/drops/members/e3c069d787340a4c58f692a3e06ff64a casey@example.test unsubscribed"
		if members := service.all(); !slices.Equal(members, []string{member}) {
			t.Errorf("the service still has %v", members)
		}
		if c := counts(t, a); c != (app.SubscriberCounts{}) {
			t.Errorf("the shop still has %+v", c)
		}
	})
}

func TestAContactMessageIsKeptAndMailed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := &letterbox{}, newClock()
		a := quiet(t, s, box, at)
		ctx := t.Context()
		if err := a.CreateAdmin(ctx, "owner@shop.test", "correct horse battery"); err != nil {
			t.Fatal(err)
		}
		message := shop.ContactMessage{Name: " Casey\n Q ", Email: "casey@example.test", Subject: "Crumbs\r\nBcc: x@y.test", Body: "Two bags\narrived as dust."}
		if err := a.Contact(ctx, message, "", visitor); err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		sent := box.take()
		if len(sent) != 1 || sent[0].To != "owner@shop.test" || sent[0].ReplyTo != "casey@example.test" {
			t.Fatalf("without a store email the admins get it: %+v", sent)
		}
		if letter := sent[0].Letter.(app.ContactLetter); letter.Name != "Casey Q" || letter.Subject != "Crumbs Bcc: x@y.test" {
			t.Errorf("header text on several lines: %+v", letter)
		}
		if err := a.SaveSettings(ctx, map[string]string{"store_email": "hello@shop.test"}, nil, nil, app.Actor{ID: 1, Name: "staff"}); err != nil {
			t.Fatal(err)
		}
		if err := a.Contact(ctx, message, "", visitor); err != nil {
			t.Fatal(err)
		}
		if err := a.Contact(ctx, message, "a bot's website", visitor); err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		if sent := box.take(); len(sent) != 1 || sent[0].To != "hello@shop.test" {
			t.Errorf("store email: %+v", sent)
		}
		err := a.Contact(ctx, shop.ContactMessage{Email: "no"}, "", visitor)
		var refusal *shop.Error
		if !errors.As(err, &refusal) || len(refusal.Fields) != 4 {
			t.Errorf("an empty form: %v", err)
		}
		var limited *app.TooManyError
		for range 12 {
			err = a.Contact(ctx, message, "", visitor)
		}
		if !errors.As(err, &limited) {
			t.Errorf("one address may write for ever: %v", err)
		}
	})
}
