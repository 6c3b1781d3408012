package httpapi_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestTheCheckoutOffersWhatTheSettingsSay(t *testing.T) {
	s := apitest.New(t, func(c *services.Config) { shoptest.SetProvider(c.Store, "stripe", manual.Provider{}) })
	admin := s.Admin(t)
	offered := func(settings map[string]string) shopapi.Checkout {
		t.Helper()
		admin.Must("PUT", "/api/admin/settings", fields{"settings": settings}, 204)
		return apitest.Read[shopapi.Checkout](t, s.Visitor(t).Must("GET", "/api/checkout", nil, 200))
	}
	manual := func(c shopapi.Checkout) bool {
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

	// Whoever pays with a test key is told so; a test key beside a real one is refused.
	save := func(status int, settings map[string]string) {
		t.Helper()
		admin.Must("PUT", "/api/admin/settings", fields{"settings": settings}, status)
	}
	save(422, map[string]string{"stripe_public_key": "sk_live_1"})
	save(422, map[string]string{"stripe_public_key": "pk_test_1", "stripe_secret_key": "sk_live_1"})
	for _, kind := range []string{"test", "live"} {
		c := offered(map[string]string{"stripe_public_key": "pk_" + kind + "_1", "stripe_secret_key": "sk_" + kind + "_1"})
		if len(c.PaymentMethods) != 1 || c.PaymentMethods[0].Demo != (kind == "test") {
			t.Errorf("%s: %+v", kind, c.PaymentMethods)
		}
	}
	save(422, map[string]string{"stripe_public_key": "pk_test_1"})
}
