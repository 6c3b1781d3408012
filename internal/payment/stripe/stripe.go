// Package stripe takes payments on Stripe's hosted Checkout page. It speaks the
// few calls it needs by plain HTTP; no card number ever comes near the shop.
package stripe

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// API is Stripe's address; tests use another.
const API = "https://api.stripe.com"

// The version of the API that this was written against.
const apiVersion = "2025-03-31.basil"

// Keys are what the settings hold for Stripe. They are asked for at every call,
// because staff can change them while the shop runs.
type Keys struct {
	Secret  string
	Webhook string
}

// Provider is a Stripe account.
type Provider struct {
	api     string
	keys    func(context.Context) (Keys, error)
	acquire ratelimit.Acquire
	client  *http.Client
	now     func() time.Time
}

// New uses the account that keys names, at the given address of the API. Every call is paced by acquire;
// now tells how old a message is.
func New(api string, keys func(context.Context) (Keys, error), now func() time.Time, acquire ratelimit.Acquire) *Provider {
	return &Provider{api: strings.TrimRight(api, "/"), keys: keys, acquire: acquire, client: &http.Client{Timeout: 20 * time.Second}, now: now}
}

// Rate keeps a fifth below the calls a second that Stripe allows: 100, and 25 in test mode.
func Rate(keys Keys) int {
	if strings.HasPrefix(keys.Secret, "sk_live_") {
		return 80
	}
	return 20
}

// What Stripe takes at least, in cents of the currency; others are like half a dollar.
var minimums = map[string]shop.Cents{"GBP": 30, "AED": 2_00, "BGN": 1_00, "CZK": 15_00, "DKK": 2_50, "HKD": 4_00, "HUF": 175_00, "MXN": 10_00,
	"MYR": 2_00, "NOK": 3_00, "PLN": 2_00, "RON": 2_00, "SEK": 3_00, "THB": 10_00}

// Minimum is the smallest charge that Stripe does not refuse.
func (p *Provider) Minimum(currency string) shop.Cents {
	if least, ok := minimums[strings.ToUpper(currency)]; ok {
		return least
	}
	return 50
}

type session struct {
	ID            string `json:"id"`
	URL           string `json:"url"`
	Status        string `json:"status"`
	PaymentStatus string `json:"payment_status"`
	AmountTotal   int64  `json:"amount_total"`
	Currency      string `json:"currency"`
	PaymentIntent intent `json:"payment_intent"`
}

// intent is the payment behind a session: its id alone, or, where it was asked for, with the charge.
type intent struct {
	id   string
	card string // the card's fingerprint
}

// UnmarshalJSON reads either form.
func (i *intent) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] != '{' {
		return json.Unmarshal(text, &i.id) // null stays ""
	}
	var whole struct {
		ID     string          `json:"id"`
		Charge json.RawMessage `json:"latest_charge"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		return err
	}
	i.id = whole.ID
	var charge struct {
		Details struct {
			Card struct {
				Fingerprint string `json:"fingerprint"`
			} `json:"card"`
		} `json:"payment_method_details"`
	}
	if json.Unmarshal(whole.Charge, &charge) == nil { // an id alone has no card
		i.card = charge.Details.Card.Fingerprint
	}
	return nil
}

func (s session) outcome() payment.Outcome {
	out := payment.Outcome{Ref: s.ID, CaptureRef: s.PaymentIntent.id, Payer: s.PaymentIntent.card, State: shop.PaymentStateOpen, Amount: shop.Cents(s.AmountTotal), Currency: s.Currency}
	switch {
	case s.Status == "complete" && s.PaymentStatus == "paid":
		out.State = shop.PaymentStatePaid
	case s.Status == "expired":
		out.State = shop.PaymentStateFailed
	}
	return out
}

// wholeCurrencies have no cents: their amounts would be a hundredfold.
var wholeCurrencies = []string{"BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"}

// Start makes a Checkout session, once per key.
func (p *Provider) Start(ctx context.Context, c payment.Charge) (payment.Started, error) {
	if slices.Contains(wholeCurrencies, strings.ToUpper(c.Currency)) {
		return payment.Started{}, fmt.Errorf("%w: a currency without cents", payment.ErrRefused)
	}
	form := url.Values{
		"mode":                                   {"payment"},
		"success_url":                            {c.ReturnURL},
		"cancel_url":                             {c.CancelURL},
		"client_reference_id":                    {c.Number},
		"customer_email":                         {c.Email},
		"line_items[0][quantity]":                {"1"},
		"line_items[0][price_data][currency]":    {strings.ToLower(c.Currency)},
		"line_items[0][price_data][unit_amount]": {strconv.FormatInt(int64(c.Amount), 10)},
		"line_items[0][price_data][product_data][name]":  {c.Description},
		"payment_intent_data[metadata][snackdrop_order]": {c.Number},
	}
	var s session
	if err := p.call(ctx, http.MethodPost, "/v1/checkout/sessions", form, c.Key, &s); err != nil {
		return payment.Started{}, err
	}
	return payment.Started{Ref: s.ID, PayURL: s.URL}, nil
}

// Lookup asks for a session, with the card that paid.
func (p *Provider) Lookup(ctx context.Context, ref string) (payment.Outcome, error) {
	var s session
	err := p.call(ctx, http.MethodGet, "/v1/checkout/sessions/"+url.PathEscape(ref)+"?expand[]=payment_intent.latest_charge", nil, "", &s)
	return s.outcome(), err
}

// Cancel expires a session, so that nobody pays on it any more.
func (p *Provider) Cancel(ctx context.Context, ref string) error {
	var s session
	return p.call(ctx, http.MethodPost, "/v1/checkout/sessions/"+url.PathEscape(ref)+"/expire", url.Values{}, "", &s)
}

// Refund gives part or all of a payment back.
func (p *Provider) Refund(ctx context.Context, r payment.RefundRequest) (string, error) {
	form := url.Values{"payment_intent": {r.CaptureRef}, "amount": {strconv.FormatInt(int64(r.Amount), 10)}}
	var refund struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	if err := p.call(ctx, http.MethodPost, "/v1/refunds", form, r.Key, &refund); err != nil {
		return "", err
	}
	if refund.Status == "failed" || refund.Status == "canceled" {
		return refund.ID, fmt.Errorf("%w: refund %s", payment.ErrRefused, refund.Status)
	}
	return refund.ID, nil
}

// Check reads the balance. A key that may not read it is known all the same.
func (p *Provider) Check(ctx context.Context) error {
	var balance struct{}
	if err := p.call(ctx, http.MethodGet, "/v1/balance", nil, "", &balance); !errors.Is(err, payment.ErrRefused) {
		return err
	}
	return nil
}

func (p *Provider) call(ctx context.Context, method, path string, form url.Values, key string, into any) error {
	keys, err := p.keys(ctx)
	if err != nil {
		return err
	}
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, p.api+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+keys.Secret)
	request.Header.Set("Stripe-Version", apiVersion)
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	if err := p.acquire(ctx); err != nil {
		return err
	}
	response, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return failure(response.StatusCode, text)
	}
	return json.Unmarshal(text, into)
}

// failure keeps Stripe's code for the log. Its own trouble, a conflict and "too
// many" pass; everything else is a refusal for good.
func failure(status int, text []byte) error {
	var problem struct {
		Error struct {
			Type string `json:"type"`
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(text, &problem) // without a body the status says enough
	err := fmt.Errorf("stripe answered %d %s %s", status, problem.Error.Type, problem.Error.Code)
	if status == http.StatusUnauthorized {
		return fmt.Errorf("%w: %w", payment.ErrKeys, err)
	}
	if status < 500 && status != http.StatusConflict && status != http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", payment.ErrRefused, err)
	}
	return err
}

// tolerance is how old a signed message may be, so that a copied one is of no use later.
const tolerance = 5 * time.Minute

// ParseWebhook accepts a message whose signature is valid and recent.
func (p *Provider) ParseWebhook(ctx context.Context, header http.Header, body []byte) (payment.Outcome, bool, error) {
	keys, err := p.keys(ctx)
	if err != nil {
		return payment.Outcome{}, false, err
	}
	if err := verify(keys.Webhook, header.Get("Stripe-Signature"), body, p.now()); err != nil {
		return payment.Outcome{}, false, err
	}
	var event struct {
		Type string `json:"type"`
		Data struct {
			Object session `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return payment.Outcome{}, false, err
	}
	switch event.Type {
	case "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.expired":
		return event.Data.Object.outcome(), true, nil
	case "checkout.session.async_payment_failed":
		out := event.Data.Object.outcome()
		out.State = shop.PaymentStateFailed
		return out, true, nil
	}
	return payment.Outcome{}, false, nil
}

func verify(secret, signature string, body []byte, now time.Time) error {
	if secret == "" {
		return fmt.Errorf("%w: no webhook secret is set", payment.ErrNotSigned)
	}
	var at string
	var signatures []string
	for _, part := range strings.Split(signature, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			at = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return fmt.Errorf("%w: no time in the signature", payment.ErrNotSigned)
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return fmt.Errorf("%w: the signature is too old", payment.ErrNotSigned)
	}
	for _, given := range signatures {
		if hmac.Equal([]byte(given), []byte(Sign(secret, at, body))) {
			return nil
		}
	}
	return payment.ErrNotSigned
}

// Sign is Stripe's scheme v1 over the time and the body.
func Sign(secret, at string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(at + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
