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
	"github.com/snackdrop/snackdrop/internal/settings"
)

// paymentProviders makes the ways to pay. Accounts come from the settings, so staff can
// change them while the shop runs. The pay page is nil outside of the demo shop.
func paymentProviders(
	account *settings.Service, c services.Config, o *options,
) (providers payments.Providers, payPage http.Handler, err error) {
	stripeKeys := func(ctx context.Context) (stripe.Keys, error) {
		settings, err := account.Get(ctx)
		return stripe.Keys{Secret: settings.Payments.StripeSecretKey, Webhook: settings.Payments.StripeWebhookSecret}, err
	}
	paypalKeys := func(ctx context.Context) (paypal.Keys, error) {
		settings, err := account.Get(ctx)
		return paypal.Keys{ClientID: settings.Payments.PayPalClientID, Secret: settings.Payments.PayPalSecret,
			WebhookID: settings.Payments.PayPalWebhookID}, err
	}
	perSecond := func(name string, rate func() int) ratelimit.Acquire {
		return ratelimit.PerSecond(c.Store, c.Clock.Now, name, rate)
	}
	paced := func(name string, rate func() int) ratelimit.Acquire {
		return c.PayMeters[name].Count(ratelimit.FairShare(perSecond(name, rate)), rate)
	}
	providers = payments.Providers{"manual": manual.Provider{}}
	providers["stripe"] = stripe.New(o.stripeAPI, stripeKeys, c.Clock.Now, paced("stripe", func() int {
		keys, _ := stripeKeys(context.Background()) // without a key the slower rate will do
		return stripe.Rate(keys)
	}))
	providers["paypal"] = paypal.New(o.paypalAPI, paypalKeys, paypal.Pace{Call: paced("paypal", func() int { return paypal.Rate }),
		Message: perSecond("paypal messages", func() int { return paypal.MessageRate })})
	if !o.demo {
		return providers, nil, nil
	}
	provider, err := demopay.New(filepath.Join(o.data, "demo-pay"), c.PublicURL)
	if err != nil {
		return nil, nil, err
	}
	providers["demo"] = provider
	return providers, provider, nil
}
