package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// lineDrop schedules a drop whose main line is open.
func lineDrop(t *testing.T, admin *apitest.Client, name string) adminapi.StaffDropDetail {
	t.Helper()
	product := stocked(t, admin, name+" Mochi", map[string]any{"stock_quantity": 20})
	in := map[string]any{"name": name, "opens_at": time.Now().Add(10 * time.Minute).UTC().Truncate(time.Second), "ends_at": nil, "image_url": nil, "rate_per_minute": nil,
		"building_units": nil, "products": []any{map[string]any{"product_id": product.ID, "units": 5, "price": nil}}}
	draft := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", "/api/admin/drops", in, 200))
	return apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", fmt.Sprintf("/api/admin/drops/%d/schedule", draft.ID), map[string]any{"version": draft.Version}, 200))
}

func TestTheLineOverHTTP(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		d := lineDrop(t, admin, "Night Box")
		path := "/api/drops/" + d.Slug + "/queue"
		place := apitest.Read[shopapi.QueuePlace](t, visitor.Must("POST", path+"/entries", map[string]any{"email": "ada@example.com", "notify": true}, 200))
		if place.Number != 1 || place.Line != "main" || place.Ticket == "" || place.Receipt == "" || place.Proven {
			t.Errorf("the place is %+v", place)
		}
		if code := visitor.Must("POST", path+"/entries", map[string]any{"email": "ADA@example.com"}, 409).Problem(t).Code; code != "already_queued" {
			t.Errorf("the same address again: %s", code)
		}
		visitor.Must("POST", path+"/entries", map[string]any{"email": "not an address"}, 422)
		visitor.Must("POST", path+"/entries", map[string]any{}, 422)
		visitor.Must("POST", "/api/drops/no-such-drop/queue/entries", map[string]any{"email": "a@example.com"}, 404)

		own := func(method, path, ticket string, status int) apitest.Response {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Queue-Ticket", ticket)
			answer := visitor.Send(r)
			if answer.Status != status {
				t.Fatalf("%s %s with ticket %.20q: %d, want %d: %s", method, path, ticket, answer.Status, status, answer.Body)
			}
			return answer
		}
		entry := apitest.Read[shopapi.QueueEntry](t, own("GET", path+"/entry", place.Ticket, 200))
		if entry.Number != 1 || entry.Rank != nil || entry.State != "waiting" {
			t.Errorf("the entry is %+v", entry)
		}
		for _, ticket := range []string{"", "forged", place.Receipt, strings.Repeat("A", 200)} {
			own("GET", path+"/entry", ticket, 404)
			own("DELETE", path+"/entry", ticket, 404)
			own("POST", path+"/pass", ticket, 404)
		}
		if code := own("POST", path+"/pass", place.Ticket, 409).Problem(t).Code; code != "not_your_turn" {
			t.Errorf("before the shuffle: %s", code)
		}
		own("DELETE", path+"/entry", place.Ticket, 204)
		own("GET", path+"/entry", place.Ticket, 200) // not proven: the place stays

		if err := s.Services.WaitingRoom.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		answer := visitor.Must("GET", path, nil, 200)
		status := apitest.Read[shopapi.QueueStatus](t, answer)
		if status.Line != "main" || status.Joined != 1 || status.Shuffled != nil || status.Free != 5 || status.Poll < 1 || status.OpensAt-status.LineOpensAt > 30*60*1000 {
			t.Errorf("the status is %+v", status)
		}
		if cached := answer.Header.Get("Cache-Control"); cached != "public, max-age=1" {
			t.Errorf("the status may be cached: %q", cached)
		}
		visitor.Must("GET", path+"?line=early", nil, 200)
		visitor.Must("GET", path+"?line=side", nil, 422)
		visitor.Must("GET", path+"/entries.csv", nil, 404)
		visitor.Must("POST", path+"/entry", map[string]any{"token": "forged"}, 404)
	})
}

func TestPollingGivesConnectionsBack(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		d := lineDrop(t, s.Admin(t), "Crowd Box")
		visitor := s.Visitor(t)
		for range 2_000 {
			s.API.CountConnection(nil, http.StateNew)
		}
		closes := func() bool {
			answer, err := visitor.HTTP.Get(s.URL + "/api/drops/" + d.Slug + "/queue")
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			return answer.Close
		}
		if closes() {
			t.Error("with 2,000 connections an answer closes its own")
		}
		s.API.CountConnection(nil, http.StateNew)
		if !closes() {
			t.Error("with 2,001 connections an answer keeps its own open")
		}
		s.API.CountConnection(nil, http.StateClosed)
		if closes() {
			t.Error("with 2,000 connections again an answer closes its own")
		}
	})
}
