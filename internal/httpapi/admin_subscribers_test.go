package httpapi_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

func TestStaffReadExportAndForgetSubscribers(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		list := func(query string) (emails []string, found adminapi.SubscriberList) {
			t.Helper()
			found = apitest.Read[adminapi.SubscriberList](t, admin.Must("GET", "/api/admin/subscribers"+query, nil, 200))
			for _, one := range found.Items {
				emails = append(emails, one.Email)
			}
			return emails, found
		}
		// Five ask; three answer; one of these leaves again. A name that a spreadsheet would take for a formula is among them.
		for _, email := range []string{"ana@snacks.test", "ben@snacks.test", "=cleo@snacks.test", "dee@other.test", "eli_1@other.test"} {
			visitor.Must("POST", "/api/subscriptions", map[string]string{"email": email}, 204)
		}
		_, all := list("")
		token := func(email string) map[string]string {
			i := slices.IndexFunc(all.Items, func(one adminapi.Subscriber) bool { return one.Email == email })
			return map[string]string{"token": s.Services.Keys.Token("subscriber", fmt.Sprint(all.Items[i].ID))}
		}
		for _, email := range []string{"ana@snacks.test", "=cleo@snacks.test", "dee@other.test"} {
			visitor.Must("POST", "/api/subscriptions/confirm", token(email), 204)
		}
		visitor.Must("POST", "/api/subscriptions/leave", token("dee@other.test"), 204)

		if _, all = list(""); all.Confirmed != 2 || all.Pending != 2 || all.Unsubscribed != 1 || len(all.Items) != 5 {
			t.Fatalf("%+v", all)
		}
		for query, want := range map[string][]string{
			"?status=confirmed":               {"=cleo@snacks.test", "ana@snacks.test"},
			"?status=pending":                 {"eli_1@other.test", "ben@snacks.test"},
			"?status=unsubscribed":            {"dee@other.test"},
			"?search=SNACKS":                  {"=cleo@snacks.test", "ben@snacks.test", "ana@snacks.test"},
			"?search=snacks&status=pending":   {"ben@snacks.test"},
			"?search=_1":                      {"eli_1@other.test"},
			"?search=%25":                     nil,
			"?search=nobody":                  nil,
			"?status=confirmed&search=other":  nil,
			"?limit=100&search=eli_1%40other": {"eli_1@other.test"},
		} {
			if got, _ := list(query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		admin.Must("GET", "/api/admin/subscribers?status=gone", nil, 422)
		first, page := list("?limit=3")
		rest, end := list("?limit=3&cursor=" + *page.NextCursor)
		if len(first) != 3 || len(rest) != 2 || end.NextCursor != nil || slices.Contains(first, rest[0]) {
			t.Errorf("pages %v and %v", first, rest)
		}

		file := func(query string) [][]string {
			t.Helper()
			answer := admin.Must("GET", "/api/admin/subscribers.csv"+query, nil, 200)
			if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/csv") {
				t.Errorf("the file is %s", kind)
			}
			lines, err := csv.NewReader(strings.NewReader(string(answer.Body))).ReadAll()
			if err != nil || !slices.Equal(lines[0], []string{"email", "status", "created_at", "confirmed_at"}) {
				t.Fatalf("%v in %s", err, answer.Body)
			}
			return lines[1:]
		}
		if got := file("?status=confirmed"); len(got) != 2 || got[0][0] != "'=cleo@snacks.test" || got[1][0] != "ana@snacks.test" || got[1][1] != "confirmed" || got[1][3] == "" {
			t.Errorf("confirmed: %v", got)
		}
		if got := file("?search=snacks&status=pending"); len(got) != 1 || got[0][0] != "ben@snacks.test" || got[0][3] != "" {
			t.Errorf("pending of one search: %v", got)
		}
		if got := file(""); len(got) != 5 {
			t.Errorf("all: %v", got)
		}
		admin.Must("GET", "/api/admin/subscribers.csv?status=gone", nil, 422)

		ana := fmt.Sprint("/api/admin/subscribers/", all.Items[4].ID)
		s.Customer(t, "nosy").Must("DELETE", ana, nil, 403)
		visitor.Must("GET", "/api/admin/subscribers.csv", nil, 401)
		admin.Must("DELETE", ana, nil, 204)
		admin.Must("DELETE", ana, nil, 404)
		if got, left := list("?search=ana%40"); len(got) != 0 || left.Confirmed != 1 {
			t.Errorf("after forgetting: %v, %+v", got, left)
		}
		if answer := admin.Must("GET", "/api/admin/audit?entity=subscriber", nil, 200); strings.Contains(string(answer.Body), "ana@snacks") {
			t.Error("the audit log remembers who was to be forgotten")
		}
	})
}
