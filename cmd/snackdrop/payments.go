package main

import (
	"context"
	"net/http"
	"path/filepath"

	demopay "github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
)

// paymentProviders makes the ways to pay. Accounts come from the settings, so staff can
// change them while the shop runs. The pay page is nil outside of the demo shop.
func paymentProviders(a *services.Services, o *options) (providers payments.Providers, payPage http.Handler, err error) {
	stripeKeys := func(ctx context.Context) (stripe.Keys, error) {
		settings, err := a.Settings.Get(ctx)
		return stripe.Keys{Secret: settings.Payments.StripeSecretKey, Webhook: settings.Payments.StripeWebhookSecret}, err
	}
	providers = payments.Providers{"manual": manual.Provider{}}
	paced := func(name string, rate func() int) ratelimit.Acquire {
		return a.PayMeters[name].Count(ratelimit.FairShare(ratelimit.PerSecond(a.Store, a.Clock.Now, name, rate)), rate)
	}
	providers["stripe"] = stripe.New(o.stripeAPI, stripeKeys, a.Clock.Now, paced("stripe", func() int {
		keys, _ := stripeKeys(context.Background()) // without a key the slower rate will do
		return stripe.Rate(keys)
	}))
	providers["paypal"] = paypal.New(o.paypalAPI, func(ctx context.Context) (paypal.Keys, error) {
		settings, err := a.Settings.Get(ctx)
		return paypal.Keys{ClientID: settings.Payments.PayPalClientID, Secret: settings.Payments.PayPalSecret,
			WebhookID: settings.Payments.PayPalWebhookID}, err
	}, paypal.Pace{Call: paced("paypal", func() int { return paypal.Rate }),
		Message: ratelimit.PerSecond(a.Store, a.Clock.Now, "paypal messages", func() int { return paypal.MessageRate })})
	if !o.demo {
		return providers, nil, nil
	}
	provider, err := demopay.New(filepath.Join(o.data, "demo-pay"), a.PublicURL)
	if err != nil {
		return nil, nil, err
	}
	providers["demo"] = provider
	return providers, provider, nil
}
