package inbox_test

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

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/mailchimp"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// shopInbox is an inbox with its outbox, whose settings and clock the test changes.
type shopInbox struct {
	*inbox.Service
	store    *store.Store
	outbox   *outbox.Service
	keys     *secrets.Keys
	settings shop.Settings
	now      time.Time
	sent     []outbox.Message
}

func open(t *testing.T, s *store.Store, list ...outbox.MailingList) *shopInbox {
	t.Helper()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	i := &shopInbox{store: s, keys: keys, settings: shop.DefaultSettings(), now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)}
	now, settings := func() time.Time { return i.now }, func(context.Context) (shop.Settings, error) { return i.settings, nil }
	config := outbox.Config{Store: s, Hub: events.NewHub(events.DefaultLimits()), Keys: keys, Settings: settings, Now: now, PublicURL: "http://shop.test", Mailer: i}
	if len(list) > 0 {
		config.MailingList = list[0]
	}
	i.outbox = outbox.New(config)
	i.Service = inbox.New(inbox.Config{Store: s, Outbox: i.outbox, Limits: ratelimit.New(now), Audit: audit.New(s, now), Keys: keys, Settings: settings, Now: now, PublicURL: "http://shop.test"})
	return i
}

// Send keeps what would be mailed.
func (i *shopInbox) Send(_ context.Context, m outbox.Message) error {
	i.sent = append(i.sent, m)
	return nil
}

// takeSent gives what was mailed since the last call.
func (i *shopInbox) takeSent() []outbox.Message {
	sent := i.sent
	i.sent = nil
	return sent
}

func (i *shopInbox) sendDue(t *testing.T) {
	t.Helper()
	if err := i.outbox.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
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

var visitor = shop.Client{IP: "192.0.2.1"}

func (i *shopInbox) subscribe(t *testing.T, email string) {
	t.Helper()
	if err := i.Subscribe(t.Context(), email, "", visitor); err != nil {
		t.Fatal(err)
	}
	i.sendDue(t)
}

func (i *shopInbox) counts(t *testing.T) inbox.SubscriberCounts {
	t.Helper()
	c, err := i.SubscriberCounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSubscribingAsksBackByMailAndCanBeUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		i := open(t, s)
		ctx := t.Context()
		i.subscribe(t, "Casey@Example.test")
		if c := i.counts(t); c.Pending != 1 || c.Confirmed != 0 {
			t.Fatalf("before the answer: %+v", c)
		}
		email := i.takeSent()[0].Email.(outbox.SubscriptionEmail)
		token := linkToken(t, email.ConfirmURL, "confirm")
		for range 2 { // a second click does no harm
			if err := i.ConfirmSubscription(ctx, token); err != nil {
				t.Fatal(err)
			}
		}
		if c := i.counts(t); c.Confirmed != 1 {
			t.Fatalf("after the answer: %+v", c)
		}
		i.subscribe(t, "casey@example.test")
		if sent := i.takeSent(); len(sent) != 0 {
			t.Errorf("a member was asked again: %v", sent)
		}
		for range 2 {
			if err := i.LeaveSubscription(ctx, linkToken(t, email.UnsubscribeURL, "leave")); err != nil {
				t.Fatal(err)
			}
		}
		if c := i.counts(t); c.Unsubscribed != 1 {
			t.Fatalf("after leaving: %+v", c)
		}
		if err := i.ConfirmSubscription(ctx, token); shop.CodeOf(err) != shop.Expired {
			t.Errorf("an old link brought back who had left: %v", err)
		}
		i.subscribe(t, "casey@example.test")
		if sent := i.takeSent(); len(sent) != 1 {
			t.Errorf("coming back sent %d emails, want 1", len(sent))
		}
	})
}

func TestForeignAndTornTokensAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		i := open(t, s)
		i.subscribe(t, "casey@example.test")
		good := i.keys.Token("subscriber", "1")
		for _, token := range []string{"", "x", good[:len(good)-2], i.keys.Token("something else", "1")} {
			if err := i.ConfirmSubscription(t.Context(), token); shop.CodeOf(err) != shop.Expired {
				t.Errorf("token %q: %v", token, err)
			}
			if err := i.LeaveSubscription(t.Context(), token); shop.CodeOf(err) != shop.Expired {
				t.Errorf("token %q: %v", token, err)
			}
		}
		if c := i.counts(t); c.Pending != 1 {
			t.Errorf("something changed: %+v", c)
		}
	})
}

func TestNobodysMailboxIsFilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		i := open(t, s)
		for range 8 { // the answer is the same each time
			i.subscribe(t, "casey@example.test")
		}
		if sent := i.takeSent(); len(sent) != 3 {
			t.Errorf("%d emails, want 3", len(sent))
		}
		if err := i.Subscribe(t.Context(), "bot@example.test", "https://buy.example", visitor); err != nil {
			t.Fatal(err)
		}
		if c := i.counts(t); c.Pending != 1 {
			t.Errorf("a bot got in: %+v", c)
		}
		for range 20 {
			if _, limited := errors.AsType[*ratelimit.TooManyError](i.Subscribe(t.Context(), "x@example.test", "", visitor)); limited {
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
		i := open(t, s, mailchimp.Client{BaseURL: server.URL})
		ctx := t.Context()
		i.settings = shop.SettingsFrom(map[string]string{"mailchimp_api_key": "k3y-us6", "mailchimp_list_id": "drops"})
		i.subscribe(t, "Casey@Example.test")
		if members := service.all(); len(members) != 0 {
			t.Fatalf("told before the answer: %v", members)
		}
		token := linkToken(t, i.takeSent()[0].Email.(outbox.SubscriptionEmail).ConfirmURL, "confirm")
		if err := i.ConfirmSubscription(ctx, token); err != nil {
			t.Fatal(err)
		}
		i.sendDue(t) // fails: the service is down
		i.now = i.now.Add(2 * time.Minute)
		i.sendDue(t)
		// The MD5 of casey@example.test is Mailchimp's name for her.
		const member = "/lists/drops/members/e3c069d787340a4c58f692a3e06ff64a Casey@Example.test "
		if members := service.all(); !slices.Equal(members, []string{member + "subscribed"}) || service.auth[0] != "k3y-us6" {
			t.Fatalf("members %v with %v", members, service.auth)
		}
		if err := i.LeaveSubscription(ctx, token); err != nil {
			t.Fatal(err)
		}
		i.sendDue(t)
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
		i := open(t, s, mailchimp.Client{BaseURL: server.URL})
		ctx, staff := t.Context(), audit.Actor{ID: 1, Name: "staff"}
		i.settings = shop.SettingsFrom(map[string]string{"mailchimp_api_key": "k3y-us6", "mailchimp_list_id": "drops"})
		i.subscribe(t, "casey@example.test")
		if err := i.ConfirmSubscription(ctx, linkToken(t, i.takeSent()[0].Email.(outbox.SubscriptionEmail).ConfirmURL, "confirm")); err != nil {
			t.Fatal(err)
		}
		i.sendDue(t)
		i.subscribe(t, "not-yet@example.test")
		everybody, _, err := s.Inbox.Subscribers(ctx, "", "", 10, "")
		if err != nil || len(everybody) != 2 {
			t.Fatalf("%v (%v)", everybody, err)
		}
		for _, one := range everybody {
			if err := i.DeleteSubscriber(ctx, one.ID, staff); err != nil {
				t.Fatal(err)
			}
			if err := i.DeleteSubscriber(ctx, one.ID, staff); shop.CodeOf(err) != shop.NotFound {
				t.Errorf("forgotten twice: %v", err)
			}
		}
		i.sendDue(t)
		const member = "/lists/drops/members/e3c069d787340a4c58f692a3e06ff64a casey@example.test unsubscribed"
		if members := service.all(); !slices.Equal(members, []string{member}) {
			t.Errorf("the service still has %v", members)
		}
		if c := i.counts(t); c != (inbox.SubscriberCounts{}) {
			t.Errorf("the shop still has %+v", c)
		}
	})
}

func TestAContactMessageIsKeptAndMailed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		i := open(t, s)
		ctx := t.Context()
		err := s.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.Accounts.CreateWithProfile(ctx, shop.User{Email: "owner@shop.test", Username: "owner", Admin: true}, "", i.now)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		message := shop.ContactMessage{Name: " Casey\n Q ", Email: "casey@example.test", Subject: "Crumbs\r\nBcc: x@y.test", Body: "Two bags\narrived as dust."}
		if err := i.Contact(ctx, message, "", visitor); err != nil {
			t.Fatal(err)
		}
		i.sendDue(t)
		sent := i.takeSent()
		if len(sent) != 1 || sent[0].To != "owner@shop.test" || sent[0].ReplyTo != "casey@example.test" {
			t.Fatalf("without a store email the admins get it: %+v", sent)
		}
		if email := sent[0].Email.(outbox.ContactEmail); email.Name != "Casey Q" || email.Subject != "Crumbs Bcc: x@y.test" {
			t.Errorf("header text on several lines: %+v", email)
		}
		i.settings = shop.SettingsFrom(map[string]string{"store_email": "hello@shop.test"})
		if err := i.Contact(ctx, message, "", visitor); err != nil {
			t.Fatal(err)
		}
		if err := i.Contact(ctx, message, "a bot's website", visitor); err != nil {
			t.Fatal(err)
		}
		i.sendDue(t)
		if sent := i.takeSent(); len(sent) != 1 || sent[0].To != "hello@shop.test" {
			t.Errorf("store email: %+v", sent)
		}
		err = i.Contact(ctx, shop.ContactMessage{Email: "no"}, "", visitor)
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || len(refusal.Fields) != 4 {
			t.Errorf("an empty form: %v", err)
		}
		for range 12 {
			err = i.Contact(ctx, message, "", visitor)
		}
		if _, limited := errors.AsType[*ratelimit.TooManyError](err); !limited {
			t.Errorf("one address may write for ever: %v", err)
		}
	})
}
