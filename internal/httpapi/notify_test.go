package httpapi_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

func TestTheCustomerHearsOfTheStatusesThatTheSettingsName(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		demoShop(t, h.Shop)
		admin := h.Admin(t)
		const order, jordan = "/api/admin/orders/ORD-002", "jordan@example.com"
		moves := []struct{ status, setting string }{
			{"on-hold", "notify_on-hold"}, {"processing", "notify_processing"}, {"ready_for_pickup", "shipping_notification_email"},
			{"picked_up", "shipping_notification_email"}, {"completed", "notify_completed"}, {"processing", "notify_processing"},
			{"cancelled", "notify_cancelled"},
		}
		move := func(status string) {
			t.Helper()
			switch status {
			case "on-hold":
				admin.Must("POST", order+"/hold", fields{}, 200)
			case "cancelled":
				admin.Must("POST", order+"/cancel", fields{}, 200)
			default:
				admin.Must("PUT", order+"/status", fields{"status": status}, 200)
			}
		}
		for _, m := range moves {
			admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{m.setting: "disabled"}}, 204)
			if m.status != "cancelled" { // nothing would follow it
				move(m.status)
			}
		}
		for _, m := range moves {
			admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{m.setting: "enabled"}}, 204)
			move(m.status)
			if email := h.box.wait(t, jordan, "order-status").(outbox.OrderStatusEmail); email.Status != m.status {
				t.Fatalf("a email about %s, want %s", email.Status, m.status)
			}
			admin.Must("PUT", "/api/admin/settings", fields{"settings": map[string]string{m.setting: "disabled"}}, 204)
		}
		if n := h.box.count("order-status"); n != 0 {
			t.Errorf("%d emails more", n)
		}
	})
}
