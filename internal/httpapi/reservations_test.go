package httpapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

func TestACartIsHeldWithAnEarlyPassAndBought(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		product := stocked(t, admin, "Midnight Mochi", map[string]any{"stock_quantity": 20})
		now := time.Now().UTC()
		in := map[string]any{"name": "Midnight Box", "mode": "open", "teased_at": now.Add(-time.Minute), "early_at": now.Add(-time.Minute), "opens_at": now.Add(time.Hour), "ends_at": nil,
			"early_share": 50, "limit_units": 2, "products": []any{map[string]any{"product_id": product.ID, "units": 4, "price": 3.00, "hidden": false}}}
		draft := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", "/api/admin/drops", in, 200))
		admin.Must("POST", fmt.Sprintf("/api/admin/drops/%d/schedule", draft.ID), map[string]any{"version": draft.Version}, 200)
		pass := func(email string) string {
			return reservations.EarlyPass(s.Services.Keys, draft.ID, s.Services.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email)))
		}
		body := func(units int, pass string) map[string]any {
			return map[string]any{"product_id": product.ID, "units": units, "pass": pass}
		}
		for _, wrong := range []struct {
			body   map[string]any
			status int
			code   string
		}{
			{body(1, ""), 409, "not_open"}, {body(1, "forged"), 404, "not_found"}, {body(0, pass("ada@example.com")), 422, "invalid_input"},
			{body(3, pass("ada@example.com")), 409, "limit_reached"}, {map[string]any{"product_id": product.ID + 1, "pass": pass("ada@example.com")}, 404, "not_found"},
		} {
			if code := visitor.Must("POST", "/api/reservations", wrong.body, wrong.status).Problem(t).Code; code != wrong.code {
				t.Errorf("%v: %s, want %s", wrong.body, code, wrong.code)
			}
		}
		held := apitest.Read[shopapi.Reservation](t, visitor.Must("POST", "/api/reservations", body(2, pass("ada@example.com")), 200))
		if held.Units != 2 || held.State != "held" || held.Kind != "cart" || held.SecondsLeft < 470 || held.Paused {
			t.Errorf("held %+v", held)
		}
		if code := visitor.Must("POST", "/api/reservations", body(1, pass("ben@example.com")), 409).Problem(t).Code; code != "not_open" {
			t.Errorf("beyond the early share: %s", code)
		}
		order := map[string]any{"lines": []any{map[string]any{"product_id": product.ID, "quantity": 1}}, "reservations": []string{held.Token}, "fulfillment_type": "pickup", "state": "OR"}
		quote := apitest.Read[shopapi.Quote](t, visitor.Must("POST", "/api/quote", order, 200))
		if len(quote.Problems) > 0 {
			t.Errorf("quoted with %v", quote.Problems)
		}
		delete(order, "reservations")
		quote = apitest.Read[shopapi.Quote](t, visitor.Must("POST", "/api/quote", order, 200))
		if len(quote.Problems) != 1 || quote.Problems[0].Kind != "not_open" {
			t.Errorf("without the reservation: %v", quote.Problems)
		}
		again := apitest.Read[shopapi.Reservation](t, visitor.Must("GET", "/api/reservations/"+held.Token, nil, 200))
		if !again.ExpiresAt.Equal(held.ExpiresAt) || again.Units != 2 {
			t.Errorf("read %+v", again)
		}
		visitor.Must("DELETE", "/api/reservations/"+held.Token, nil, 204)
		if over := apitest.Read[shopapi.Reservation](t, visitor.Must("GET", "/api/reservations/"+held.Token, nil, 200)); over.State != "ended" || over.SecondsLeft != 0 {
			t.Errorf("after it was given back: %+v", over)
		}
		visitor.Must("DELETE", "/api/reservations/"+held.Token, nil, 410)
	})
}
