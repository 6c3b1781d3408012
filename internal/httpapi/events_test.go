package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/events"
)

func TestPastTheCapStreamsAreRefusedAndEverythingElseIsServed(t *testing.T) {
	s := sqliteShop(t)
	s.Services.Hub.SetLimits(events.Limits{Total: 10, PerNetwork: 2})
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
	s := sqliteShop(t)
	answer := s.Visitor(t).Must("GET", "/api/events?since=1&version=1&once=1", nil, 200) // would not return if the stream stayed open
	if !strings.Contains(string(answer.Body), `"type":"resync"`) {
		t.Errorf("%s", answer.Body)
	}
	if n := s.Services.Hub.Count(); n != 0 {
		t.Errorf("%d streams are open", n)
	}
}
