package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	sendTime       = 10 * time.Second
	maxResponse    = 4 << 10 // bytes of a response that are read
	storedResponse = 500     // characters of it that are stored
)

// pauses are how long to wait after the first attempts; after that it is an hour.
var pauses = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute}

// giveUpAfter is how long a delivery is tried: the first pauses and then 24 hours.
var giveUpAfter = func() time.Duration {
	total := 24 * time.Hour
	for _, pause := range pauses {
		total += pause
	}
	return total
}()

// pauseAfter is how long to wait after an attempt, the first being 1.
func pauseAfter(attempt int64) time.Duration {
	if attempt >= 1 && attempt <= int64(len(pauses)) {
		return pauses[attempt-1]
	}
	return time.Hour
}

// client calls receivers: over https, at public addresses, without redirects.
type client struct{ http *http.Client }

func newClient(reach []netip.Prefix, config *tls.Config) *client {
	c := publicnet.Policy{Allowed: reach}.Client(sendTime)
	if transport, ok := c.Transport.(*http.Transport); ok {
		transport.TLSClientConfig, transport.DisableCompression = config, true
	}
	return &client{c}
}

// post sends one signed message. err is nil when the receiver accepted it.
func (c *client) post(ctx context.Context, address, secret, id, body string, at time.Time) (code int, text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader([]byte(body)))
	if err != nil || r.URL.Scheme != "https" {
		return 0, "", errors.New("not an https address")
	}
	signature, err := sign(secret, id, at, body)
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Snackdrop-Webhooks/1")
	r.Header.Set("webhook-id", id)
	r.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	r.Header.Set("webhook-signature", signature)
	response, err := c.http.Do(r)
	if err != nil {
		return 0, "", errors.New(failureText(err))
	}
	defer func() { _ = response.Body.Close() }()
	received, _ := io.ReadAll(io.LimitReader(response.Body, maxResponse)) // what came is shown, also when the rest does not come
	text = firstPart(string(received))
	if response.StatusCode/100 != 2 {
		return response.StatusCode, text, fmt.Errorf("answered %d", response.StatusCode)
	}
	return response.StatusCode, text, nil
}

// failureText says why there is no response, without the address: it may carry a secret.
func failureText(err error) string {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, publicnet.ErrNotPublic):
		return "The address is not a public one."
	case errors.Is(err, context.DeadlineExceeded):
		return "No answer within 10 seconds."
	case certificate:
		return "The receiver’s certificate is not valid."
	}
	return "The receiver could not be reached."
}

// sign is the header webhook-signature of Standard Webhooks.
func sign(secret, id string, at time.Time, body string) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return "", errors.New("the stored secret cannot be read")
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%d.%s", id, at.Unix(), body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// firstPart is the beginning of a response as text that both databases can hold.
func firstPart(received string) string {
	clean := []rune(strings.TrimSpace(strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(received, ""))))
	return string(clean[:min(len(clean), storedResponse)])
}

// send makes one attempt and writes down at once how it went.
func (s *Service) send(ctx context.Context, w shop.Webhook, d shop.WebhookDelivery) (shop.WebhookDelivery, error) {
	began := s.c.Now()
	code, response, failure := s.attempt(ctx, w, d, began)
	now := s.c.Now()
	d.Code, d.Response, d.RespondedAt, d.NextAt = int64(code), response, &now, nil
	next := now.Add(pauseAfter(d.Attempts))
	switch {
	case failure == nil:
		d.Status, d.Error = shop.DeliverySent, ""
	case d.Event == shop.WebhookTest, next.Sub(d.Begun()) > giveUpAfter:
		d.Status, d.Error = shop.DeliveryFailed, failure.Error()
		slog.Warn("webhook: given up", "webhook", w.ID, "delivery", d.ID, "event", d.Event, "attempts", d.Attempts, "error", d.Error)
	default:
		d.Status, d.Error, d.NextAt = shop.DeliveryWaiting, failure.Error(), &next
		slog.Info("webhook: will be tried again", "webhook", w.ID, "delivery", d.ID, "event", d.Event, "attempts", d.Attempts, "error", d.Error)
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return d, s.c.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Webhooks.RecordDelivery(ctx, d, now)
		return err
	})
}

func (s *Service) attempt(ctx context.Context, w shop.Webhook, d shop.WebhookDelivery, at time.Time) (code int, response string, err error) {
	secret, err := s.c.Keys.Open(w.Secret)
	if err != nil {
		return 0, "", errors.New("stored with another secret key")
	}
	body, err := s.c.Keys.Open(d.Payload)
	if err != nil {
		return 0, "", errors.New("stored with another secret key")
	}
	return s.client().post(ctx, w.URL, secret, d.MessageID, body, at)
}
