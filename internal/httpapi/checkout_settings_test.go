package httpapi_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

func TestTheCheckoutOffersWhatTheSettingsSay(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		offered := func(settings map[string]string) httpapi.Checkout {
			t.Helper()
			admin.Must("PUT", "/api/admin/settings", fields{"settings": settings}, 204)
			return apitest.Read[httpapi.Checkout](t, s.Visitor(t).Must("GET", "/api/checkout", nil, 200))
		}
		manual := func(c httpapi.Checkout) bool {
			for _, way := range c.PaymentMethods {
				if way.Method == "manual" {
					return true
				}
			}
			return false
		}
		if c := offered(map[string]string{}); !c.Notes || c.DeliveryNote != "" || !manual(c) || c.AccountOffer != "automatic" || c.DeliveryOptions[1].Fee != 14_99 {
			t.Errorf("unset: %+v", c)
		}
		c := offered(map[string]string{"order_notes_enabled": "disabled", "delivery_note": "Ring twice.", "accept_manual": "disabled",
			"customer_account_creation": "manual", "express_shipping_fee": "20"})
		if c.Notes || c.DeliveryNote != "Ring twice." || manual(c) || c.AccountOffer != "none" || c.DeliveryOptions[1].Fee != 20_00 {
			t.Errorf("set: %+v", c)
		}
		if c := offered(map[string]string{"customer_account_creation": "opt-in"}); c.AccountOffer != "opt-in" {
			t.Errorf("opt-in: %+v", c)
		}
	})
}
