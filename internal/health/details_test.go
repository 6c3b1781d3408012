package health_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestDetailsOfTheDemoShopAreNamedUntilTheyAreReplaced(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		s := health.New(parts(a))
		for _, step := range []struct {
			change map[string]string
			state  health.State
			text   string
			link   string
		}{
			{nil, health.Attention, "the demo shop’s address, terms of service and privacy policy.", "/admin/settings?tab=store"},
			{map[string]string{"store_street": "1 Main St"}, health.Attention, "the demo shop’s terms of service and privacy policy.",
				"/admin/settings?tab=texts"},
			{map[string]string{"privacy_text": "We keep nothing."}, health.Attention, "the demo shop’s terms of service.", "/admin/settings?tab=texts"},
			{map[string]string{"terms_updated": "January 7, 2027"}, health.Good, "the shop’s own", ""},
		} {
			set(t, a, step.change)
			row := rows(t, s)["details"]
			want(t, row, step.state, step.text)
			if row.Link != step.link {
				t.Errorf("after %v it links to %q, want %q", step.change, row.Link, step.link)
			}
		}
		set(t, a, map[string]string{"store_street": "7563 Melrose Ave"})
		want(t, rows(t, s)["details"], health.Attention, "the demo shop’s address.")
		bank, err := demo.New(t.TempDir(), a.PublicURL)
		if err != nil {
			t.Fatal(err)
		}
		shoptest.SetProvider(a.Store, "demo", bank)
		want(t, rows(t, s)["details"], health.Good, "demo shop")
		// Started with --demo, but it takes real money.
		shoptest.SetProvider(a.Store, "stripe", manual.Provider{})
		set(t, a, map[string]string{"stripe_secret_key": "sk_test_x"})
		want(t, rows(t, s)["details"], health.Attention, "the demo shop’s address.")
	})
}
