// Package demo is a payment provider of our own for trying the shop out: a pay
// page that behaves like a real one, with success, decline, slowness and a
// payer who never comes back. No money moves. It is wired with --demo only.
package demo

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Provider keeps its payments in files, as a real one keeps them elsewhere: they
// outlive the shop's process.
type Provider struct {
	dir  string
	site string // where its pages and the shop's webhook are
	key  []byte
	mu   sync.Mutex
}

// storedPayment is one pay page, as it is kept in a file.
type storedPayment struct {
	Ref       string
	Key       string // idempotency
	Number    string
	Amount    shop.Cents
	Currency  string
	ReturnURL string
	CancelURL string
	Status    shop.PaymentState
	Refunds   map[string]shop.Cents // by idempotency key
}

const signature = "Demo-Signature"

// New opens the provider over a folder. site is the shop's own address.
func New(dir, site string) (*Provider, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	p := &Provider{dir: dir, site: site}
	file := filepath.Join(dir, "webhook.key")
	key, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		key = []byte(rand.Text())
		err = os.WriteFile(file, key, 0o600)
	}
	p.key = key
	return p, err
}

// Minimum is none: no money moves.
func (p *Provider) Minimum(string) shop.Cents { return 0 }

// Start opens a page, once per key.
func (p *Provider) Start(_ context.Context, c payment.Charge) (payment.Started, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := sha256.Sum256(append([]byte(c.Key), p.key...))
	ref := "demo_" + hex.EncodeToString(sum[:12])
	if _, err := p.read(ref); errors.Is(err, os.ErrNotExist) {
		err = p.write(storedPayment{Ref: ref, Key: c.Key, Number: c.Number, Amount: c.Amount, Currency: c.Currency, ReturnURL: c.ReturnURL,
			CancelURL: c.CancelURL, Status: shop.PaymentStateOpen, Refunds: map[string]shop.Cents{}})
		if err != nil {
			return payment.Started{}, err
		}
	} else if err != nil {
		return payment.Started{}, err
	}
	return payment.Started{Ref: ref, PayURL: p.siteOf(c) + "/demo-pay/" + ref}, nil
}

// siteOf is where the buyer comes back to: the pay page is at the same address.
func (p *Provider) siteOf(c payment.Charge) string {
	back, err := url.Parse(c.ReturnURL)
	if err != nil || back.Host == "" {
		return p.site
	}
	return back.Scheme + "://" + back.Host
}

// Lookup returns the state of a payment.
func (p *Provider) Lookup(_ context.Context, ref string) (payment.Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay, err := p.read(ref)
	return pay.outcome(), err
}

// Cancel closes a page that nobody has paid on.
func (p *Provider) Cancel(_ context.Context, ref string) error {
	return p.move(ref, shop.PaymentStateFailed)
}

// Refund gives back at most what was paid, once per key.
func (p *Provider) Refund(_ context.Context, r payment.RefundRequest) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay, err := p.read(r.Ref)
	if err != nil {
		return "", err
	}
	if _, done := pay.Refunds[r.Key]; !done {
		given := r.Amount
		for _, amount := range pay.Refunds {
			given += amount
		}
		if pay.Status != shop.PaymentStatePaid || given > pay.Amount {
			return "", fmt.Errorf("%w: no more than was paid goes back", payment.ErrRefused)
		}
		pay.Refunds[r.Key] = r.Amount
		if err := p.write(pay); err != nil {
			return "", err
		}
	}
	return "refund_" + r.Key, nil
}

// ParseWebhook checks the signature over the body.
func (p *Provider) ParseWebhook(_ context.Context, header http.Header, body []byte) (payment.Outcome, bool, error) {
	if !hmac.Equal([]byte(header.Get(signature)), []byte(p.sign(body))) {
		return payment.Outcome{}, false, payment.ErrNotSigned
	}
	var outcome payment.Outcome
	err := json.Unmarshal(body, &outcome)
	return outcome, err == nil, err
}

func (p *Provider) sign(body []byte) string {
	mac := hmac.New(sha256.New, p.key)
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Pay marks a page as paid; it is what its button does.
func (p *Provider) Pay(ref string) error { return p.move(ref, shop.PaymentStatePaid) }

// Decline marks a page as refused by the bank.
func (p *Provider) Decline(ref string) error { return p.move(ref, shop.PaymentStateFailed) }

// Webhook is the signed message about a payment, as it would be sent.
func (p *Provider) Webhook(ref string) (http.Header, []byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay, err := p.read(ref)
	if err != nil {
		return nil, nil, err
	}
	body, err := json.Marshal(pay.outcome())
	return http.Header{signature: {p.sign(body)}, "Content-Type": {"application/json"}}, body, err
}

// tell sends the webhook to the shop, a few times when it does not respond.
func (p *Provider) tell(ref string) {
	header, body, err := p.Webhook(ref)
	for try := 0; err == nil && try < 5; try++ {
		if p.post(header, body) {
			return
		}
		time.Sleep(time.Second << try)
	}
	slog.Warn("demo pay: webhook not delivered", "ref", ref, "error", err)
}

func (p *Provider) post(header http.Header, body []byte) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.site+"/api/webhooks/demo", bytes.NewReader(body))
	if err != nil {
		return false
	}
	request.Header = header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode < 300
}

// move changes an open payment; a settled one stays as it is.
func (p *Provider) move(ref string, status shop.PaymentState) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	pay, err := p.read(ref)
	if err != nil || pay.Status != shop.PaymentStateOpen {
		return err
	}
	pay.Status = status
	return p.write(pay)
}

func (pay storedPayment) outcome() payment.Outcome {
	return payment.Outcome{Ref: pay.Ref, CaptureRef: pay.Ref, State: pay.Status, Amount: pay.Amount, Currency: pay.Currency}
}

var refForm = regexp.MustCompile(`^demo_[0-9a-f]{24}$`)

func (p *Provider) read(ref string) (storedPayment, error) {
	var pay storedPayment
	if !refForm.MatchString(ref) {
		return pay, os.ErrNotExist
	}
	text, err := os.ReadFile(filepath.Join(p.dir, ref+".json"))
	if err != nil {
		return pay, err
	}
	return pay, json.Unmarshal(text, &pay)
}

// write replaces the file in one step: a killed process leaves the old one or the new.
func (p *Provider) write(pay storedPayment) error {
	text, err := json.Marshal(pay)
	if err != nil {
		return err
	}
	file := filepath.Join(p.dir, pay.Ref+".json")
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

func (pay storedPayment) amountText() string {
	return shop.MoneyText(pay.Amount, pay.Currency, "symbol")
}
