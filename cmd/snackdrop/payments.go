package main

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	demopay "github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/payment/paypal"
	"github.com/snackdrop/snackdrop/internal/payment/stripe"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
)

// payments wires the ways to pay. Accounts come from the settings, so staff can
// change them while the shop runs. The pay page is nil outside of the demo shop.
func payments(a *services.Services, o *options) (payPage http.Handler, err error) {
	a.Orders.SetReservationTime(time.Duration(o.holdSeconds) * time.Second)
	a.Payments.Providers["manual"] = manual.Provider{}
	stripeKeys := func(ctx context.Context) (stripe.Keys, error) {
		settings, err := a.Settings.Get(ctx)
		return stripe.Keys{Secret: settings.Payments.StripeSecretKey, Webhook: settings.Payments.StripeWebhookSecret}, err
	}
	a.Payments.Providers["stripe"] = stripe.New(o.stripeAPI, stripeKeys, ratelimit.PerSecond(a.Store, "stripe", func() int {
		keys, _ := stripeKeys(context.Background()) // without a key the slower rate will do
		return stripe.Rate(keys)
	}))
	a.Payments.Providers["paypal"] = paypal.New(o.paypalAPI, func(ctx context.Context) (paypal.Keys, error) {
		settings, err := a.Settings.Get(ctx)
		return paypal.Keys{ClientID: settings.Payments.PayPalClientID, Secret: settings.Payments.PayPalSecret,
			WebhookID: settings.Payments.PayPalWebhookID}, err
	}, paypal.Pace{Call: ratelimit.PerSecond(a.Store, "paypal", func() int { return paypal.Rate }),
		Message: ratelimit.PerSecond(a.Store, "paypal messages", func() int { return paypal.MessageRate })})
	if !o.demo {
		return nil, nil
	}
	provider, err := demopay.New(filepath.Join(o.data, "demo-pay"), a.PublicURL)
	if err != nil {
		return nil, err
	}
	a.Payments.Providers["demo"] = provider
	return provider, nil
}
