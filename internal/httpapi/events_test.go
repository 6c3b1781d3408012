package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestPastTheCapStreamsAreRefusedAndEverythingElseIsServed(t *testing.T) {
	s := apitest.New(t, func(c *services.Config) { c.Streams = events.Limits{Total: 10, PerNetwork: 2} })
	visitor := s.Visitor(t)
	listen(t, visitor)
	listen(t, visitor)
	answer := visitor.Must("GET", "/api/events", nil, http.StatusTooManyRequests)
	if answer.Header.Get("Retry-After") == "" || answer.Problem(t).Code != "too_many_requests" {
		t.Errorf("%v %s", answer.Header, answer.Body)
	}
	visitor.Must("GET", "/api/products", nil, 200)
}

func TestAPageThatSharesAStreamAsksOnceWhatItMissed(t *testing.T) {
	s := apitest.New(t)
	answer := s.Visitor(t).Must("GET", "/api/events?since=1&version=1&once=1", nil, 200) // would not return if the stream stayed open
	if !strings.Contains(string(answer.Body), `"type":"resync"`) {
		t.Errorf("%s", answer.Body)
	}
	if n := s.Services.Hub.Count(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
}

func TestAPageReceivesWhatChangedSinceItWasRendered(t *testing.T) {
	s := apitest.New(t)
	rendered := time.Now().UTC()
	s.Services.Hub.Publish([]shop.Event{{Type: shop.EventStock, ID: 7, Units: new(int64(3))}, {Type: shop.EventDrop, ID: 2}})
	for since, want := range map[string]string{
		rendered.Format(events.TimeFormat):                 `{"type":"stock","id":7,"units":3} {"type":"drop","id":2}`,
		rendered.Add(time.Hour).Format(events.TimeFormat):  "",
		rendered.Add(-time.Hour).Format(events.TimeFormat): `{"type":"resync"}`, // before the hub was there
		"1700000000000": `{"type":"resync"}`, // as earlier versions wrote it
	} {
		if got := missedSince(s.Visitor(t), since); got != want {
			t.Errorf("since %s: %q, want %q", since, got, want)
		}
	}
}

// An order that comes while a page of staff loads is on that page.
func TestStaffAndOwnersHearOfOrdersThatChangedSinceThePageWasRendered(t *testing.T) {
	s := apitest.New(t)
	casey, mallory := s.Customer(t, "casey"), s.Customer(t, "mallory")
	account, _, err := s.Services.Store.Accounts.ByEmail(t.Context(), "casey@shop.test")
	if err != nil {
		t.Fatal(err)
	}
	rendered := time.Now().UTC().Format(events.TimeFormat)
	s.Services.Hub.Publish([]shop.Event{{Type: shop.EventOrder, ID: 7, Audience: shop.ToOwner, UserID: account.ID}})
	for name, page := range map[string]struct {
		who  *apitest.Client
		want string
	}{
		"staff": {s.Admin(t), `{"type":"order"}`}, "the owner": {casey, `{"type":"order"}`}, "another customer": {mallory, ""}, "a visitor": {s.Visitor(t), ""},
	} {
		if got := missedSince(page.who, rendered); got != page.want {
			t.Errorf("%s: %q, want %q", name, got, page.want)
		}
	}
}

// missedSince is what a page that was rendered at a time receives first.
func missedSince(who *apitest.Client, rendered string) string {
	body := string(who.Must("GET", "/api/events?since="+rendered+"&once=1", nil, 200).Body)
	var got []string
	for _, part := range strings.Split(body, "data: ")[1:] {
		got = append(got, strings.TrimSpace(part))
	}
	return strings.Join(got, " ")
}
