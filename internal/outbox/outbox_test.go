package outbox_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
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

// open gives an outbox that delivers only when the test says so.
func open(t *testing.T, s *store.Store, mailer outbox.Mailer, at *clock, change ...func(*outbox.Config)) *outbox.Service {
	t.Helper()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	hub := events.NewHub(events.DefaultLimits())
	s.OnCommit(hub.Publish)
	c := outbox.Config{Store: s, Hub: hub, Keys: keys, Now: at.now, PublicURL: "http://shop.test", Mailer: mailer,
		Settings: func(context.Context) (shop.Settings, error) { return shop.DefaultSettings(), nil }}
	for _, apply := range change {
		apply(&c)
	}
	return outbox.New(c)
}

func smtp(t *testing.T, box *testkit.Mailbox) outbox.Mailer {
	t.Helper()
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	return mailer
}

func queue(t *testing.T, s *store.Store, o *outbox.Service, key string) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		return o.QueueEmail(t.Context(), tx, "casey@example.test", outbox.WelcomeEmail{Username: "casey", ShopURL: "http://shop.test/products"}, key)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sendDue(t *testing.T, o *outbox.Service) {
	t.Helper()
	if err := o.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestAnEmailIsSentAtOnceAfterTheCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		o := open(t, s, smtp(t, box), newClock())
		ctx, stop := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() { o.Run(ctx) })
		defer func() { stop(); running.Wait() }()
		queue(t, s, o, "")
		start := time.Now()
		email := box.Wait(t, 1)[0]
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("it took %v", waited)
		}
		if email.To[0] != "casey@example.test" || !strings.Contains(email.Header.Get("From"), "no-reply@shop.test") ||
			email.Header.Get("Subject") != "Welcome to Snackdrop!" || !strings.HasSuffix(email.Header.Get("Message-ID"), "@shop.test>") {
			t.Errorf("%v %v", email.To, email.Header)
		}
	})
}

func TestAnEmailOfAFailedTransactionIsNeverSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		o := open(t, s, smtp(t, box), newClock())
		stop := errors.New("no")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := o.QueueEmail(t.Context(), tx, "casey@example.test", outbox.WelcomeEmail{}, ""); err != nil {
				return err
			}
			return stop
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		sendDue(t, o)
		if n := len(box.Messages()); n != 0 {
			t.Errorf("%d emails went out", n)
		}
	})
}

func TestTheSameKeyIsQueuedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		o := open(t, s, smtp(t, box), newClock())
		queue(t, s, o, "order 1 confirmation")
		queue(t, s, o, "order 1 confirmation")
		sendDue(t, o)
		queue(t, s, o, "order 1 confirmation")
		sendDue(t, o)
		if n := len(box.Messages()); n != 1 {
			t.Errorf("%d emails went out", n)
		}
	})
}

func TestAFailedEmailIsTriedAgainWithLongerPauses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		box.FailNext(3)
		queue(t, s, o, "")
		for _, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
			sendDue(t, o)
			before := box.Refused()
			at.move(pause - time.Second)
			sendDue(t, o)
			if box.Refused() != before || len(box.Messages()) != 0 {
				t.Fatalf("it was tried again before %v were over", pause)
			}
			at.move(time.Second)
		}
		if box.Refused() != 3 {
			t.Fatalf("%d tries, want 3", box.Refused())
		}
		sendDue(t, o)
		at.move(48 * time.Hour)
		sendDue(t, o)
		if n := len(box.Messages()); n != 1 {
			t.Errorf("%d emails came", n)
		}
	})
}

func TestAfterADayItIsGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		box.FailNext(1000)
		queue(t, s, o, "")
		for range 60 {
			sendDue(t, o)
			at.move(time.Hour)
		}
		if n := box.Refused(); n < 24 || n > 40 {
			t.Errorf("%d tries within a day", n)
		}
		before := box.Refused()
		at.move(72 * time.Hour)
		sendDue(t, o)
		if box.Refused() != before {
			t.Error("it was tried after it was given up")
		}
	})
}

// A process dies between the commit and the send: the row is claimed, nobody
// sends it. Another instance takes it up when the lease is over, once.
func TestACrashLosesNoEmailAndSendsNoneTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		queue(t, s, o, "")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Outbox.Claim(t.Context(), 0, at.now(), at.now().Add(5*time.Minute), 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sendDue(t, o)
		if n := len(box.Messages()); n != 0 {
			t.Fatal("a claimed email was sent by somebody else")
		}
		at.move(5 * time.Minute)
		sendDue(t, o)
		sendDue(t, o)
		if n := len(box.Messages()); n != 1 {
			t.Fatalf("%d emails came", n)
		}
	})
}

// dying is a process that is killed when the server has accepted the second email,
// before that is written down.
type dying struct {
	outbox.Mailer
	sent int
}

func (m *dying) Send(ctx context.Context, message outbox.Message) error {
	err := m.Mailer.Send(ctx, message)
	if m.sent++; m.sent == 2 {
		runtime.Goexit()
	}
	return err
}

// SMTP has no way to send exactly once. A crash repeats only the email
// that was just accepted, under the same id; those before it are written down.
func TestACrashAfterTheServerAcceptedRepeatsThatEmailOnly(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		mailer := &dying{Mailer: smtp(t, box)}
		o := open(t, s, mailer, at)
		for range 3 {
			queue(t, s, o, "")
		}
		sendDue(t, o)
		if n := len(box.Messages()); n != 2 {
			t.Fatalf("%d emails came before the kill", n)
		}
		at.move(10 * time.Minute)
		sendDue(t, o)
		at.move(time.Hour)
		sendDue(t, o)
		times := map[string]int{}
		for _, email := range box.Messages() {
			times[email.Header.Get("Message-ID")]++
		}
		again := box.Messages()[1].Header.Get("Message-ID")
		if len(times) != 3 || len(box.Messages()) != 4 || times[again] != 2 {
			t.Errorf("emails came so often: %v", times)
		}
	})
}

// slowMailer counts what it is given, slowly enough for instances to meet.
type slowMailer struct {
	mu   sync.Mutex
	sent []string
}

func (m *slowMailer) Send(_ context.Context, message outbox.Message) error {
	time.Sleep(2 * time.Millisecond)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, message.ID)
	return nil
}

func TestSeveralProcessesSendEachEmailOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		at, mailer := newClock(), &slowMailer{}
		o := open(t, s, mailer, at)
		const emails = 40
		for range emails {
			queue(t, s, o, "")
		}
		var instances sync.WaitGroup
		for range 4 {
			instances.Go(func() {
				for {
					if err := o.SendDue(t.Context()); err != nil {
						t.Error(err)
						return
					}
					if _, more, err := s.Outbox.NextDue(t.Context(), 0); err != nil || !more {
						return
					}
				}
			})
		}
		instances.Wait()
		slices.Sort(mailer.sent)
		if n := len(slices.Compact(slices.Clone(mailer.sent))); n != emails || len(mailer.sent) != emails {
			t.Errorf("%d emails sent %d times, want %d once", n, len(mailer.sent), emails)
		}
	})
}

// What waits in the outbox may open accounts: it must not be readable in the database.
func TestTheOutboxIsEncryptedAndWipedAfterSending(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		queue(t, s, o, "")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			rows, err := tx.Outbox.Claim(t.Context(), 0, at.now(), at.now(), 1)
			if err == nil && (len(rows) != 1 || strings.Contains(rows[0].Payload, "casey")) {
				t.Error("the email lies open in the database")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sendDue(t, o)
		box.Wait(t, 1)
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			n, err := tx.Outbox.DeleteOld(t.Context(), at.now().Add(time.Hour))
			if n != 1 {
				t.Errorf("%d rows were sent", n)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Emails wait in the outbox while the program is replaced by a newer version.
func TestAnEmailQueuedByAnOlderVersionIsDelivered(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		mailer, at := &recorder{}, newClock()
		o := open(t, s, mailer, at)
		keys, err := secrets.New("a key for tests only")
		if err != nil {
			t.Fatal(err)
		}
		stored := `{"to":"casey@example.test","template":"order-status","data":{"Order":{"Number":"ORD-007"},"Status":"ready_for_pickup","Words":"Ready For Pickup","Note":""}}`
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Outbox.Insert(t.Context(), []store.NewOutboxRow{{Kind: "mail", Payload: keys.Seal(stored), CreatedAt: at.now()}})
		})
		if err != nil {
			t.Fatal(err)
		}
		sendDue(t, o)
		if len(mailer.sent) != 1 {
			t.Fatalf("%d emails sent, want 1", len(mailer.sent))
		}
		want := outbox.OrderStatusEmail{Order: outbox.OrderEmailData{Number: "ORD-007"}, Status: "ready_for_pickup", StatusText: "Ready For Pickup"}
		if got := mailer.sent[0].Email; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

// recorder keeps what it is given.
type recorder struct{ sent []outbox.Message }

func (r *recorder) Send(_ context.Context, m outbox.Message) error {
	r.sent = append(r.sent, m)
	return nil
}

// busy counts how often the outbox asked whether orders are being placed.
type busy struct{ asked atomic.Int64 }

func (b *busy) WaitUntilIdle(context.Context, time.Duration) { b.asked.Add(1) }

func TestDeliveriesWaitForOrders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		idle := &busy{}
		o := open(t, s, &recorder{}, newClock(), func(c *outbox.Config) { c.Idle = idle })
		queue(t, s, o, "")
		sendDue(t, o)
		if idle.asked.Load() == 0 {
			t.Error("the outbox claimed rows without waiting for orders")
		}
	})
}
