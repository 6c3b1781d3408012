package httpapi_test

import (
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

type fields = map[string]any

func kindsOf(o adminapi.StaffOrder) string {
	var kinds []string
	for _, e := range o.Events {
		kinds = append(kinds, strings.TrimSuffix(e.Kind+":"+e.Detail, ":"))
	}
	return strings.Join(kinds, " ")
}

func TestAnOrderGoesItsWayByQuickActions(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		for number, steps := range map[string][]string{
			"ORD-001": {"Process", "Mark Ready", "Mark Delivered", "Mark Completed"},
			"ORD-002": {"Mark Ready", "Mark Picked Up", "Mark Completed"},
		} {
			path := "/api/admin/orders/" + number
			o := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", path, nil, 200))
			for _, step := range steps {
				if o.QuickAction == nil || o.QuickAction.Name != step {
					t.Fatalf("%s is %s and has the quick action %+v, want %s", number, o.Status, o.QuickAction, step)
				}
				o = apitest.Read[adminapi.StaffOrder](t, admin.Must("PUT", path+"/status", fields{"status": o.QuickAction.Status, "from": o.Status}, 200))
			}
			if o.Status != "completed" || o.Badge != "purple" || o.QuickAction != nil || o.Events[len(o.Events)-1].Actor != apitest.AdminEmail {
				t.Errorf("%s at the end: %+v", number, o)
			}
			// The dropdown knows no order.
			admin.Must("PUT", path+"/status", fields{"status": "ready_for_pickup"}, 200)
			if code := admin.Must("PUT", path+"/status", fields{"status": "completed", "from": "processing"}, 409).Problem(t).Code; code != "changed_meanwhile" {
				t.Errorf("a stale button moved the order: %s", code)
			}
			for _, status := range []string{"cancelled", "refunded", "pending", "lost"} {
				admin.Must("PUT", path+"/status", fields{"status": status}, 422)
			}
		}
		admin.Must("GET", "/api/admin/orders/ORD-999", nil, 404)
	})
}

func TestManyOrdersMoveTogether(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		moved := apitest.Read[adminapi.BulkMoved](t, admin.Must("POST", "/api/admin/orders/quick",
			fields{"numbers": []string{"ORD-001", "ORD-002", "ORD-404"}, "action": "Process"}, 200))
		if strings.Join(moved.Moved, " ") != "ORD-001" || strings.Join(moved.Skipped, " ") != "ORD-002 ORD-404" {
			t.Fatalf("got %+v", moved)
		}
		moved = apitest.Read[adminapi.BulkMoved](t, admin.Must("POST", "/api/admin/orders/quick",
			fields{"numbers": []string{"ORD-001", "ORD-002"}, "action": "Mark Ready"}, 200))
		list := apitest.Read[adminapi.StaffOrderList](t, admin.Must("GET", "/api/admin/orders?tab=ready", nil, 200))
		if len(moved.Moved) != 2 || list.Counts.Ready != 2 || list.Items[0].Status != "ready_for_pickup" || list.Items[1].Status != "ready_for_delivery" {
			t.Fatalf("got %+v, %+v", moved, list)
		}
	})
}

func TestAStatusThatIsSwitchedOffCannotBeChosen(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{"status_processing": "disabled"}}, 204)
		admin.Must("PUT", "/api/admin/orders/ORD-001/status", fields{"status": "processing"}, 409)
		o := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", "/api/admin/orders/ORD-001", nil, 200))
		if o.QuickAction != nil || o.Statuses[0].Enabled || o.Status != "pending" {
			t.Fatalf("got %+v", o)
		}
	})
}

func TestStaffFindAndHandOverAnOrderByItsCode(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		for _, code := range []string{"SNACK7", "snack7", "%20snack%207", "ORD-002", "ord-002"} {
			if o := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", "/api/admin/pickup/"+code, nil, 200)); o.Number != "ORD-002" || !o.CanHandOver {
				t.Errorf("%s: %+v", code, o)
			}
		}
		admin.Must("GET", "/api/admin/pickup/NOBODY", nil, 404)
		admin.Must("POST", "/api/admin/orders/ORD-001/handover", nil, 409)
		o := apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", "/api/admin/orders/ORD-002/handover", nil, 200))
		if o.Status != "picked_up" || o.CanHandOver {
			t.Fatalf("got %+v", o)
		}
		admin.Must("POST", "/api/admin/orders/ORD-002/handover", nil, 409)
	})
}

func TestAnOrderIsMarkedAsPaidOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		demoShop(t, h.Shop)
		product := h.products(t, "One")[0]
		admin, shopper := h.Admin(t), h.Visitor(t)
		path := "/api/admin/orders/" + h.buy(t, shopper, "paid-at-the-counter", 9, product).Number
		o := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", path, nil, 200))
		if o.PaymentStatus != "unpaid" || !o.CanMarkPaid || o.CanHandOver || o.Refundable != 0 {
			t.Fatalf("before: %+v", o)
		}
		admin.Must("POST", path+"/handover", nil, 409)
		o = apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", path+"/paid", nil, 200))
		if o.PaymentStatus != "paid" || o.CanMarkPaid || !o.CanHandOver || o.Refundable != o.Total || kindsOf(o) != "placed paid:manual" {
			t.Fatalf("after: %+v", o)
		}
		if len(o.Payments) != 1 || o.Payments[0].Status != "paid" || o.Payments[0].Provider != "manual" || o.Payments[0].Amount != o.Total {
			t.Fatalf("payments: %+v", o.Payments)
		}
		admin.Must("POST", path+"/paid", nil, 409)
		if again := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", path, nil, 200)); len(again.Payments) != 1 {
			t.Errorf("paid twice: %+v", again.Payments)
		}
		admin.Must("POST", "/api/admin/orders/ORD-001/paid", nil, 409) // by card, long ago

		gone := "/api/admin/orders/" + h.buy(t, shopper, "never-paid-for", 9, product).Number
		admin.Must("POST", gone+"/cancel", fields{}, 200)
		admin.Must("POST", gone+"/paid", nil, 409)
	})
}

func TestAnOrderThatWaitsForItsPaymentIsOfferedNoStatus(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		order := placed(t, place(t, h.Visitor(t), "paid-online-later", basket(h.products(t, "One")[0], fields{"payment_method": "card"}))).Order
		admin, path := h.Admin(t), "/api/admin/orders/"+order.Number
		if o := apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", path, nil, 200)); o.CanMove || o.CanHold || o.QuickAction != nil {
			t.Errorf("can be moved: %t, put on hold: %t, quick action %v", o.CanMove, o.CanHold, o.QuickAction)
		}
		if list := apitest.Read[adminapi.StaffOrderList](t, admin.Must("GET", "/api/admin/orders", nil, 200)); list.Items[0].CanMove {
			t.Error("the list says that it can be moved")
		}
		admin.Must("PUT", path+"/status", fields{"status": "processing"}, 409)
	}, demoPay(t))
}

func TestHoldNotesMailsCancelAndRefund(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		demoShop(t, s)
		admin := s.Admin(t)
		one, two := "/api/admin/orders/ORD-001", "/api/admin/orders/ORD-002"
		o := apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", one+"/hold", fields{"note": "We wait for the truck."}, 200))
		if o.Status != "on-hold" || o.CanHold || !o.HoldMails || o.QuickAction.Name != "Process" {
			t.Fatalf("on hold: %+v", o)
		}
		admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{"notify_on-hold": "disabled"}}, 204)
		if o = apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", one, nil, 200)); o.HoldMails || !o.CancelMails {
			t.Errorf("mails that would go out: %v %v", o.HoldMails, o.CancelMails)
		}
		o = apitest.Read[adminapi.StaffOrder](t, admin.Must("PUT", one+"/notes", fields{"staff_notes": " Call first. ", "was": ""}, 200))
		if o.StaffNotes != "Call first." || !o.HasNotes {
			t.Fatalf("notes: %+v", o)
		}
		if code := admin.Must("PUT", one+"/notes", fields{"staff_notes": "Mine", "was": ""}, 409).Problem(t).Code; code != "changed_meanwhile" {
			t.Errorf("notes were overwritten: %s", code)
		}
		admin.Must("POST", one+"/mails", fields{"kind": "confirmation"}, 200)
		o = apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", one+"/mails", fields{"kind": "status"}, 200))
		if got, want := kindsOf(o), "placed status:on-hold customer_note:We wait for the truck. note mail:confirmation mail:status"; got != want {
			t.Errorf("timeline %q, want %q", got, want)
		}
		admin.Must("POST", one+"/refunds", fields{"amount": 100000}, 409)
		part := apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", one+"/refunds", fields{"amount": 1.5, "reason": "A broken bag"}, 200))
		if part.Refunded != 150 || part.Refundable != part.Total-150 {
			t.Fatalf("after a refund in part: %+v", part)
		}
		done := apitest.Read[adminapi.StaffOrder](t, admin.Must("POST", two+"/cancel", fields{"note": "Sold out"}, 200))
		if done.Status != "refunded" || done.PaymentStatus != "refunded" || done.CanCancel || done.CanHold || done.Refunded != done.Total || done.QuickAction != nil {
			t.Fatalf("cancelled and refunded: %+v", done)
		}
		admin.Must("PUT", two+"/status", fields{"status": "processing"}, 409)
		admin.Must("POST", two+"/cancel", fields{}, 409)
	})
}
