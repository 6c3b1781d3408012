// Package paypal takes payments on PayPal's own page (Orders v2: create, the
// payer approves, capture), by plain HTTP.
package paypal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// API is PayPal's address; the sandbox and tests use others.
const API = "https://api-m.paypal.com"

// Keys are what the settings hold for PayPal.
type Keys struct {
	ClientID  string
	Secret    string
	WebhookID string
}

// Provider is a PayPal account.
type Provider struct {
	api    string
	keys   func(context.Context) (Keys, error)
	pace   Pace
	client *http.Client

	mu       sync.Mutex
	token    string
	tokenOf  Keys
	tokenEnd time.Time
}

// Pace is waited for before every call.
type Pace struct {
	Call    ratelimit.Acquire
	Message ratelimit.Acquire // when the call asks about a message
}

// New uses the account that keys names, at the given address of the API.
func New(api string, keys func(context.Context) (Keys, error), pace Pace) *Provider {
	return &Provider{api: strings.TrimRight(api, "/"), keys: keys, pace: pace, client: &http.Client{Timeout: 20 * time.Second}}
}

// Calls per second, chosen cautiously: PayPal publishes no limit and responds 429
// above it. Webhooks have a separate rate, since each of them causes a call: forged
// webhooks only delay other webhooks.
const (
	Rate        = 15
	MessageRate = 5
)

// Minimum is the smallest amount there is.
func (p *Provider) Minimum(string) shop.Cents { return 1 }

type amount struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func amountOf(c shop.Cents, currency string) amount {
	return amount{strings.ToUpper(currency), c.String()}
}

type order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Payer  struct {
		ID string `json:"payer_id"`
	} `json:"payer"`
	Links []struct {
		Href string `json:"href"`
		Rel  string `json:"rel"`
	} `json:"links"`
	Units []struct {
		Amount   amount `json:"amount"`
		Payments struct {
			Captures []struct {
				ID     string `json:"id"`
				Status string `json:"status"`
				Amount amount `json:"amount"`
			} `json:"captures"`
		} `json:"payments"`
	} `json:"purchase_units"`
}

func (o order) outcome() (payment.Outcome, error) {
	out := payment.Outcome{Ref: o.ID, State: shop.PaymentStateOpen, Payer: o.Payer.ID}
	if o.Status == "VOIDED" {
		out.State = shop.PaymentStateFailed
	}
	for _, unit := range o.Units {
		for _, capture := range unit.Payments.Captures {
			cents, err := shop.ParseCents(capture.Amount.Value)
			if err != nil {
				return out, err
			}
			out.CaptureRef, out.Amount, out.Currency = capture.ID, cents, capture.Amount.Currency
			switch capture.Status {
			case "COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED":
				out.State = shop.PaymentStatePaid
			case "DECLINED", "FAILED":
				out.State = shop.PaymentStateFailed
			}
		}
	}
	return out, nil
}

// Start makes an order at PayPal, once per key.
func (p *Provider) Start(ctx context.Context, c payment.Charge) (payment.Started, error) {
	type unit struct {
		ReferenceID string `json:"reference_id"`
		CustomID    string `json:"custom_id"`
		Description string `json:"description"`
		Amount      amount `json:"amount"`
	}
	type experience struct {
		ReturnURL          string `json:"return_url"`
		CancelURL          string `json:"cancel_url"`
		UserAction         string `json:"user_action"`
		ShippingPreference string `json:"shipping_preference"`
	}
	body := map[string]any{
		"intent":         "CAPTURE",
		"purchase_units": []unit{{c.Number, c.Number, c.Description, amountOf(c.Amount, c.Currency)}},
		"payment_source": map[string]any{"paypal": map[string]any{
			"experience_context": experience{c.ReturnURL, c.CancelURL, "PAY_NOW", "NO_SHIPPING"}}},
	}
	var made order
	if err := p.call(ctx, http.MethodPost, "/v2/checkout/orders", body, c.Key, &made); err != nil {
		return payment.Started{}, err
	}
	for _, link := range made.Links {
		if link.Rel == "payer-action" || link.Rel == "approve" {
			return payment.Started{Ref: made.ID, PayURL: link.Href}, nil
		}
	}
	return payment.Started{}, errors.New("paypal gave no page to pay on")
}

// Lookup asks for an order and captures the money of one that was approved.
func (p *Provider) Lookup(ctx context.Context, ref string) (payment.Outcome, error) {
	path := "/v2/checkout/orders/" + url.PathEscape(ref)
	var found order
	if err := p.call(ctx, http.MethodGet, path, nil, "", &found); err != nil {
		return payment.Outcome{}, err
	}
	if found.Status == "APPROVED" {
		err := p.call(ctx, http.MethodPost, path+"/capture", map[string]any{}, "capture-"+ref, &found)
		if refusal, ok := errors.AsType[*refusedError](err); ok && refusal.issue == "INSTRUMENT_DECLINED" {
			return payment.Outcome{Ref: ref, State: shop.PaymentStateFailed}, nil
		}
		if err != nil {
			return payment.Outcome{}, err
		}
	}
	return found.outcome()
}

// Cancel does nothing: PayPal has no call for it. An order that nobody approves
// ends by itself, and one approved too late is refunded.
func (p *Provider) Cancel(context.Context, string) error { return nil }

// Refund gives part or all of a capture back.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (string, error) {
	var refund struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	err := p.call(ctx, http.MethodPost, "/v2/payments/captures/"+url.PathEscape(r.CaptureRef)+"/refund",
		map[string]any{"amount": amountOf(r.Amount, r.Currency)}, r.Key, &refund)
	if err == nil && (refund.Status == "FAILED" || refund.Status == "CANCELLED") {
		err = fmt.Errorf("%w: refund %s", payment.ErrRefused, refund.Status)
	}
	return refund.ID, err
}

// ParseWebhook asks PayPal whether it sent the message. How the order stands is
// for the shop to ask, if the order is its own: asking takes the money.
func (p *Provider) ParseWebhook(ctx context.Context, header http.Header, body []byte) (payment.Outcome, bool, error) {
	keys, err := p.keys(ctx)
	if err != nil {
		return payment.Outcome{}, false, err
	}
	if keys.WebhookID == "" {
		return payment.Outcome{}, false, fmt.Errorf("%w: no webhook id is set", payment.ErrNotSigned)
	}
	if !json.Valid(body) {
		return payment.Outcome{}, false, fmt.Errorf("%w: not JSON", payment.ErrNotSigned)
	}
	ref, relevant := orderOf(body)
	if !relevant {
		return payment.Outcome{}, false, nil
	}
	question := map[string]any{
		"auth_algo": header.Get("Paypal-Auth-Algo"), "cert_url": header.Get("Paypal-Cert-Url"),
		"transmission_id": header.Get("Paypal-Transmission-Id"), "transmission_sig": header.Get("Paypal-Transmission-Sig"),
		"transmission_time": header.Get("Paypal-Transmission-Time"), "webhook_id": keys.WebhookID, "webhook_event": json.RawMessage(body),
	}
	var verdict struct {
		Status string `json:"verification_status"`
	}
	err = p.callAt(ctx, p.pace.Message, http.MethodPost, "/v1/notifications/verify-webhook-signature", question, "", &verdict)
	if refusal, ok := errors.AsType[*refusedError](err); ok && refusal.badRequest() { // no message of its own has such headers
		return payment.Outcome{}, false, fmt.Errorf("%w: %w", payment.ErrNotSigned, err)
	}
	if err != nil {
		return payment.Outcome{}, false, err
	}
	if verdict.Status != "SUCCESS" {
		return payment.Outcome{}, false, fmt.Errorf("%w: paypal does not know this message", payment.ErrNotSigned)
	}
	return payment.Outcome{Ref: ref, State: shop.PaymentStateOpen}, true, nil
}

// orderOf finds the order that a message is about.
func orderOf(body []byte) (string, bool) {
	var event struct {
		Type     string `json:"event_type"`
		Resource struct {
			ID            string `json:"id"`
			Supplementary struct {
				Related struct {
					OrderID string `json:"order_id"`
				} `json:"related_ids"`
			} `json:"supplementary_data"`
		} `json:"resource"`
	}
	if json.Unmarshal(body, &event) != nil {
		return "", false
	}
	switch event.Type {
	case "CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.COMPLETED", "CHECKOUT.ORDER.VOIDED":
		return event.Resource.ID, event.Resource.ID != ""
	case "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.DENIED":
		id := event.Resource.Supplementary.Related.OrderID
		return id, id != ""
	}
	return "", false
}
