package app_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/store"
)

// clock is a time that tests move by hand.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) move(d time.Duration) { c.at.Add(int64(d)) }

// quiet is a shop whose outbox is only sent when the test says so.
func quiet(t *testing.T, s *store.Store, mailer outbox.Mailer, at *clock) *app.App {
	t.Helper()
	secrets, err := app.NewSecrets("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), s, secrets, "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	a.Outbox.Mailer, a.Now = mailer, at.now
	return a
}

func sendDue(t *testing.T, a *app.App) {
	t.Helper()
	if err := a.Outbox.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// mailbox keeps what would be mailed.
type letterbox struct {
	mu   sync.Mutex
	sent []outbox.Message
}

func (b *letterbox) Send(_ context.Context, m outbox.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, m)
	return nil
}

func (b *letterbox) take() []outbox.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	sent := b.sent
	b.sent = nil
	return sent
}

func ptr[T any](value T) *T { return &value }
