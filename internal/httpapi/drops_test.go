package httpapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/publicapi"
)

func TestStaffMakeADropAndShoppersSeeIt(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		product := stocked(t, admin, "Midnight Mochi", map[string]any{"stock_quantity": 20})
		opens := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
		in := map[string]any{"name": "Midnight Box", "opens_at": opens, "ends_at": nil, "image_url": nil, "rate_per_minute": nil, "building_units": nil,
			"products": []any{map[string]any{"product_id": product.ID, "units": 5, "price": nil}}}
		draft := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", "/api/admin/drops", in, 200))
		if draft.Phase != "draft" || draft.Mode != "queue" || draft.EarlyAccess != "circle" || draft.EarlyAt == nil || draft.EarlyShare != 25 || draft.LimitUnits != 1 ||
			draft.ReservationSeconds != 480 || !draft.Products[0].Hidden || draft.Products[0].SafetyStock != 15 {
			t.Errorf("the draft is %+v", draft)
		}
		if !draft.Draft || !draft.CanDelete || draft.CanPause || draft.CanEnd || draft.CanWithdraw {
			t.Errorf("a draft can only be deleted, not: %+v", draft)
		}
		visitor.Must("GET", "/api/drops/midnight-box", nil, 404)
		path := fmt.Sprintf("/api/admin/drops/%d", draft.ID)
		in["version"], in["description"] = draft.Version, "Ten bites."
		saved := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("PUT", path, in, 200))
		if code := admin.Must("PUT", path, in, 409).Problem(t).Code; code != "changed_meanwhile" {
			t.Errorf("a stale version: %s", code)
		}
		version := func(d adminapi.StaffDropDetail) map[string]any { return map[string]any{"version": d.Version} }
		announced := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", path+"/schedule", version(saved), 200))
		if announced.Phase != "early" && announced.Phase != "teased" {
			t.Errorf("announced in phase %s", announced.Phase)
		}
		if announced.Draft || announced.CanDelete || !announced.CanPause || announced.CanEnd || !announced.CanWithdraw {
			t.Errorf("an announced drop can be paused and withdrawn, not: %+v", announced)
		}
		admin.Must("POST", path+"/end", version(announced), 409)
		metrics := apitest.Read[struct {
			NextAfter int64 `json:"next_after"`
		}](t, admin.Must("GET", path+"/metrics", nil, 200))
		if age := time.Since(time.Unix(metrics.NextAfter, 0)); age < 0 || age > 3*time.Minute {
			t.Errorf("the figures of the last two minutes go on after the second %d", metrics.NextAfter)
		}
		drop := apitest.Read[publicapi.Drop](t, visitor.Must("GET", "/api/drops/midnight-box", nil, 200))
		if len(drop.Products) != 1 || drop.Products[0].Drop == nil || drop.Products[0].Drop.Slug != "midnight-box" || drop.Free != 5 || len(drop.SeedHash) != 64 || drop.Seed != "" ||
			drop.EarlyLine == nil || drop.QueueOpensAt == nil || !drop.OpensAt.Equal(opens) {
			t.Errorf("shoppers see %+v", drop)
		}
		if list := apitest.Read[publicapi.DropList](t, visitor.Must("GET", "/api/drops", nil, 200)); len(list.Items) != 1 {
			t.Errorf("%d drops are listed", len(list.Items))
		}
		if code := admin.Must("DELETE", fmt.Sprintf("%s?version=%d", path, announced.Version), nil, 409).Problem(t).Code; code != "conflict" {
			t.Errorf("deleting an announced drop: %s", code)
		}
		withdrawn := apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", path+"/withdraw", version(announced), 200))
		if !withdrawn.Draft || withdrawn.CanDelete || withdrawn.CanPause || withdrawn.CanEnd || withdrawn.CanWithdraw {
			t.Errorf("a withdrawn drop can only be scheduled again, not: %+v", withdrawn)
		}
		visitor.Must("GET", "/api/drops/midnight-box", nil, 404)
		visitor.Must("GET", fmt.Sprintf("/api/products/%d", product.ID), nil, 404)
		for _, bad := range []map[string]any{
			{"name": "", "opens_at": opens}, {"name": "No time"}, {"name": "Share", "opens_at": opens, "early_share": 101},
			{"name": "Fast", "opens_at": opens, "hold_seconds": 5}, {"name": "Draw", "opens_at": opens, "mode": "draw", "early_access": "circle"},
			{"name": "Ghost", "opens_at": opens, "products": []any{map[string]any{"product_id": 4711, "units": 1}}},
		} {
			admin.Must("POST", "/api/admin/drops", bad, 422)
		}
	})
}
