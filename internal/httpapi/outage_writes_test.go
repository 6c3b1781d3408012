package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// What visitors may send at any moment, all of it right: without the database none of it can be promised.
var visitorWrites = map[string]any{
	"POST /api/session":             map[string]string{"email": "casey@shop.test", "password": apitest.CustomerPassword},
	"POST /api/users":               map[string]string{"username": "robin", "email": "robin@shop.test", "password": "robin's password"},
	"POST /api/password-resets":     map[string]string{"email": "casey@shop.test"},
	"POST /api/subscriptions":       map[string]string{"email": "robin@shop.test"},
	"POST /api/contact":             map[string]string{"name": "Robin", "email": "robin@shop.test", "subject": "Chips", "message": "Are they back soon?"},
	"POST /api/products/1/waitlist": map[string]any{"email": "robin@shop.test", "units": 1},
	"POST /api/orders": map[string]any{"lines": []map[string]any{{"product_id": 1, "quantity": 1}}, "email": "robin@shop.test", "name": "Robin",
		"fulfillment_type": "pickup", "payment_method": "manual", "expected_total": 4.5},
}

func TestNothingIsPromisedWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	location, database := through(t, storetest.Location(t, store.Postgres))
	s := apitest.Serve(t, shoptest.On(t, storetest.Open(t, location)))
	s.Customer(t, "casey")
	admin := s.Admin(t)
	database.set(false, true)
	send := func(client *apitest.Client, route string, body any) apitest.Response {
		method, path, _ := strings.Cut(route, " ")
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest(method, s.URL+path, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "sent-in-an-outage")
		answer := client.Send(r)
		if answer.Status == http.StatusInternalServerError {
			t.Errorf("%s: %s", route, answer.Body)
		}
		if answer.Status == http.StatusServiceUnavailable {
			seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
			if code := answer.Problem(t).Code; err != nil || seconds < 1 || seconds > 5 || code != "unavailable" {
				t.Errorf("%s: %s, Retry-After %q", route, code, answer.Header.Get("Retry-After"))
			}
		}
		return answer
	}
	for _, watched := range []bool{false, true} { // before the outage is noticed, and after
		if watched {
			go s.API.Watch(t.Context())
			eventually(t, "the outage is not noticed", s.Services.DatabaseAway)
		}
		for route, body := range visitorWrites {
			if answer := send(s.Visitor(t), route, body); answer.Status != http.StatusServiceUnavailable {
				t.Errorf("%s: %d %s", route, answer.Status, answer.Body)
			}
		}
		for route, rule := range httpapi.Access() {
			if !strings.Contains(route, " /api/") || rule.Offline || rule.Time < 0 {
				continue
			}
			answer := send(admin, pathParam.ReplaceAllString(route, "999999"), map[string]any{})
			if rule.Who != httpapi.Visitor && answer.Status != http.StatusServiceUnavailable {
				t.Errorf("%s: %d %s", route, answer.Status, answer.Body)
			}
		}
	}
}
