package payments_test

import (
	"context"
	"testing"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// Only a provider that buyers can choose now bounds how many people are called, and counts as what the shop may call.
func TestOnlyProvidersInUseSetThePace(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		meters := payments.Meters{"stripe": {}, "paypal": {}}
		free := func(context.Context) error { return nil }
		call := meters["stripe"].Count(free, func() int { return 20 })
		meters["paypal"].Count(free, func() int { return 15 })
		shoptest.SetProvider(s.Store, "stripe", manual.Provider{})
		shoptest.SetProvider(s.Store, "paypal", manual.Provider{})
		pace := payments.NewPace(s.Payments, meters)
		want := func(when string, slowest float64, allowed int64) {
			t.Helper()
			if got := pace.ProviderCalls(t.Context()); got != slowest {
				t.Errorf("%s: the slowest provider allows %v calls a second, want %v", when, got, slowest)
			}
			if _, got := pace.Figures(t.Context()); got != allowed {
				t.Errorf("%s: the providers allow %v calls a second, want %v", when, got, allowed)
			}
		}
		set := func(values map[string]string) {
			t.Helper()
			if err := s.Settings.Save(t.Context(), settings.Change{Values: values}, audit.Actor{Name: "staff"}); err != nil {
				t.Fatal(err)
			}
		}
		want("without a key", 0, 0)
		set(map[string]string{"accept_credit_cards": "enabled", "stripe_secret_key": "sk_test_1"})
		want("with cards", 20, 20)
		set(map[string]string{"accept_paypal": "enabled", "paypal_client_id": "client"})
		want("with half of the keys of PayPal", 20, 20)
		set(map[string]string{"paypal_secret": "secret"})
		want("with cards and PayPal", 15, 35)
		set(map[string]string{"accept_paypal": "disabled"})
		want("with PayPal switched off", 20, 20)
		set(map[string]string{"accept_credit_cards": "disabled"})
		want("with cards switched off too", 0, 0)
		if err := call(t.Context()); err != nil {
			t.Fatal(err)
		}
		if calls, _ := pace.Figures(t.Context()); calls != 1 {
			t.Errorf("%d calls, want 1: a refund of an earlier payment is counted though cards are switched off", calls)
		}
	})
}
