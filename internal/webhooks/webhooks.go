// Package webhooks tells other programs what happens in the shop. An event becomes a
// row of the outbox for each webhook that asked for it, in the transaction of what it
// tells about, and is sent after the commit until the receiver accepts it or a day is
// over. Messages are signed by Standard Webhooks. Which events there are is in events.go.
package webhooks

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Config is what a Service needs.
type Config struct {
	Store     *store.Store
	Hub       *events.Hub
	Keys      *secrets.Keys
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Now       func() time.Time
	PublicURL string // without a slash at the end

	// Tests alone have the next two: no setting, flag or variable leads here. Reach are networks that are allowed besides the
	// public ones, TLS has the certificates of receivers.
	Reach []netip.Prefix
	TLS   *tls.Config
}

// Service is the webhooks of one shop. A nil one tells nobody.
type Service struct {
	c      Config
	queued events.Signal
	client func() *client
	mu     sync.Mutex
	busy   map[int64]bool // webhooks that a sender of this process is at
}

// New makes the webhooks of a shop. Its Run sends as soon as the hub reports a queued row.
func New(c Config) *Service {
	s := &Service{c: c, queued: events.NewSignal(), busy: map[int64]bool{}}
	s.client = sync.OnceValue(func() *client { return newClient(c.Reach, c.TLS) })
	c.Hub.Subscribe(func(e shop.Event) {
		if e.Type == shop.EventOutbox && e.ID == priority {
			s.queued.Notify()
		}
	})
	return s
}

const entity = "webhook"

// List gives all webhooks with how many of their deliveries wait and failed.
func (s *Service) List(ctx context.Context) ([]shop.Webhook, error) {
	return s.c.Store.Webhooks.All(ctx)
}

// Add stores a webhook and returns its secret, which is not shown again.
func (s *Service) Add(ctx context.Context, w shop.Webhook, by audit.Actor) (shop.Webhook, string, error) {
	w.URL = strings.TrimSpace(w.URL)
	slices.Sort(w.Events)
	w.Events = slices.Compact(w.Events)
	if err := w.Check(); err != nil {
		return w, "", err
	}
	if u, err := url.Parse(w.URL); err != nil || (publicnet.Policy{Allowed: s.c.Reach}).CheckURL(u) != nil {
		return w, "", shop.FieldError(shop.Invalid, "url", "Enter an address that the whole internet can reach.")
	}
	secret := newSecret()
	w.Secret, w.CreatedAt = s.c.Keys.Seal(secret), s.c.Now()
	err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
		n, err := tx.Webhooks.Lock(ctx)
		if err != nil {
			return err
		}
		if n >= shop.MaxWebhooks {
			return shop.Errorf(shop.Conflict, "There are %d webhooks already. Remove one first.", shop.MaxWebhooks)
		}
		if w.ID, err = tx.Webhooks.Create(ctx, w); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "create", entity, shop.IDText(w.ID), nil, facts(w))
	})
	return w, secret, err
}

// Remove deletes a webhook with its deliveries, also those that wait.
func (s *Service) Remove(ctx context.Context, id int64, by audit.Actor) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		w, err := tx.Webhooks.ByID(ctx, id)
		if err != nil {
			return err
		}
		if removed, err := tx.Webhooks.Delete(ctx, id); err != nil || !removed {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "delete", entity, shop.IDText(id), facts(w), nil)
	})
}

// facts are what the audit log says of a webhook. An address may carry a secret in its path or query, as Discord's do.
func facts(w shop.Webhook) map[string]any {
	host := w.URL
	if u, err := url.Parse(w.URL); err == nil {
		host = u.Host
	}
	return map[string]any{"host": host, "events": w.Events, "format": w.Format}
}

// Deliveries lists those of a webhook, the newest first, from after the cursor on.
func (s *Service) Deliveries(ctx context.Context, id int64, limit int, cursor string) ([]shop.WebhookDelivery, string, error) {
	if _, err := s.c.Store.Webhooks.ByID(ctx, id); err != nil {
		return nil, "", err
	}
	return s.c.Store.Webhooks.Deliveries(ctx, id, limit, cursor)
}

// SendAgain sends a delivery that was given up, with all its attempts.
func (s *Service) SendAgain(ctx context.Context, id, deliveryID int64, by audit.Actor) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		again, err := tx.Webhooks.ResendDelivery(ctx, id, deliveryID, s.c.Now())
		if err != nil {
			return err
		}
		if !again {
			return shop.Errorf(shop.NotFound, "There is no such delivery, or it is not one that was given up.")
		}
		tx.Emit(outboxChanged)
		return s.c.Audit.Record(ctx, tx, by, "send again", entity, shop.IDText(id), nil, map[string]any{"delivery": deliveryID})
	})
}

// testLimit is how often the test of one webhook may be sent.
var testLimit = ratelimit.Limit{Times: 10, Per: time.Minute}

// Test sends a message at once and says how the receiver answered. It is not tried again.
func (s *Service) Test(ctx context.Context, id int64, by audit.Actor) (shop.WebhookDelivery, error) {
	if err := s.c.Limits.Take("webhook-test "+shop.IDText(id), testLimit); err != nil {
		return shop.WebhookDelivery{}, err
	}
	w, err := s.c.Store.Webhooks.ByID(ctx, id)
	if err != nil {
		return shop.WebhookDelivery{}, err
	}
	now := s.c.Now()
	row, err := s.row(w, message{event: shop.WebhookTest, data: map[string]string{"message": "This is a test."},
		discord: "This is a test. Drops will be announced here."}, now)
	if err != nil {
		return shop.WebhookDelivery{}, err
	}
	var d shop.WebhookDelivery
	err = s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if d, err = tx.Webhooks.CreateClaimedDelivery(ctx, row, now.Add(lease)); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "test", entity, shop.IDText(id), nil, facts(w))
	})
	if err != nil {
		return d, err
	}
	return s.send(context.WithoutCancel(ctx), w, d)
}

const secretPrefix = "whsec_"

// newSecret is 256 random bits in the form of Standard Webhooks.
func newSecret() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails: see crypto/rand
	return secretPrefix + base64.StdEncoding.EncodeToString(raw)
}
