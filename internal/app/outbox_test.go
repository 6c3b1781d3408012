package app_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
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

// quiet is a shop whose outbox is only sent when the test says so.
func quiet(t *testing.T, s *store.Store, mailer app.Mailer, at *clock) *app.App {
	t.Helper()
	secrets, err := app.NewSecrets("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), s, secrets, "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	a.Mailer, a.Now = mailer, at.now
	return a
}

func smtp(t *testing.T, box *testkit.Mailbox) app.Mailer {
	t.Helper()
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	return mailer
}

func queue(t *testing.T, a *app.App, key string) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		return a.QueueMail(t.Context(), tx, "casey@example.test", app.WelcomeLetter{Username: "casey", ShopURL: "http://shop.test/products"}, key)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sendDue(t *testing.T, a *app.App) {
	t.Helper()
	if err := a.SendDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestALetterGoesOutAtOnceAfterTheCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		a := apptest.On(t, s, func(a *app.App) { a.Mailer = smtp(t, box) })
		queue(t, a, "")
		start := time.Now()
		letter := box.Wait(t, 1)[0]
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("it took %v", waited)
		}
		if letter.To[0] != "casey@example.test" || !strings.Contains(letter.Header.Get("From"), "no-reply@shop.test") ||
			letter.Header.Get("Subject") != "Welcome to Snackdrop!" || !strings.HasSuffix(letter.Header.Get("Message-ID"), "@shop.test>") {
			t.Errorf("%v %v", letter.To, letter.Header)
		}
	})
}

func TestALetterOfATransactionThatFailedIsNeverSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		a := quiet(t, s, smtp(t, box), newClock())
		stop := errors.New("no")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := a.QueueMail(t.Context(), tx, "casey@example.test", app.WelcomeLetter{}, ""); err != nil {
				return err
			}
			return stop
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		sendDue(t, a)
		if n := len(box.Messages()); n != 0 {
			t.Errorf("%d letters went out", n)
		}
	})
}

func TestTheSameKeyIsQueuedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTP(t)
		a := quiet(t, s, smtp(t, box), newClock())
		queue(t, a, "order 1 confirmation")
		queue(t, a, "order 1 confirmation")
		sendDue(t, a)
		queue(t, a, "order 1 confirmation")
		sendDue(t, a)
		if n := len(box.Messages()); n != 1 {
			t.Errorf("%d letters went out", n)
		}
	})
}

func TestAFailedLetterIsTriedAgainWithLongerPauses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		a := quiet(t, s, smtp(t, box), at)
		box.FailNext(3)
		queue(t, a, "")
		for _, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute} {
			sendDue(t, a)
			before := box.Refused()
			at.move(pause - time.Second)
			sendDue(t, a)
			if box.Refused() != before || len(box.Messages()) != 0 {
				t.Fatalf("it was tried again before %v were over", pause)
			}
			at.move(time.Second)
		}
		if box.Refused() != 3 {
			t.Fatalf("%d tries, want 3", box.Refused())
		}
		sendDue(t, a)
		at.move(48 * time.Hour)
		sendDue(t, a)
		if n := len(box.Messages()); n != 1 {
			t.Errorf("%d letters came", n)
		}
	})
}

func TestAfterADayItIsGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		a := quiet(t, s, smtp(t, box), at)
		box.FailNext(1000)
		queue(t, a, "")
		for range 60 {
			sendDue(t, a)
			at.move(time.Hour)
		}
		if n := box.Refused(); n < 24 || n > 40 {
			t.Errorf("%d tries within a day", n)
		}
		before := box.Refused()
		at.move(72 * time.Hour)
		sendDue(t, a)
		if box.Refused() != before {
			t.Error("it was tried after it was given up")
		}
	})
}

// A process dies between the commit and the send: the row is claimed, nobody
// sends it. Another copy takes it up when the lease is over, once.
func TestACrashLosesNoLetterAndSendsNoneTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		a := quiet(t, s, smtp(t, box), at)
		queue(t, a, "")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ClaimOutbox(t.Context(), db.ClaimOutboxParams{LeaseEnd: at.now().Add(5 * time.Minute).UnixMilli(), Now: at.now().UnixMilli(), Most: 1})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		if n := len(box.Messages()); n != 0 {
			t.Fatal("a claimed letter was sent by somebody else")
		}
		at.move(5 * time.Minute)
		sendDue(t, a)
		sendDue(t, a)
		if n := len(box.Messages()); n != 1 {
			t.Fatalf("%d letters came", n)
		}
	})
}

// dying hands letters to the server and is killed with the server's second yes,
// before anybody can note it.
type dying struct {
	app.Mailer
	sent int
}

func (m *dying) Send(ctx context.Context, message app.Message) error {
	err := m.Mailer.Send(ctx, message)
	if m.sent++; m.sent == 2 {
		runtime.Goexit()
	}
	return err
}

// SMTP has no way to send exactly once. What a crash repeats is the one letter
// that was just taken, under the same id; those before it are noted.
func TestAKillAfterTheServersYesRepeatsThatLetterAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		mailer := &dying{Mailer: smtp(t, box)}
		a := quiet(t, s, mailer, at)
		for range 3 {
			queue(t, a, "")
		}
		sendDue(t, a)
		if n := len(box.Messages()); n != 2 {
			t.Fatalf("%d letters came before the kill", n)
		}
		at.move(10 * time.Minute)
		sendDue(t, a)
		at.move(time.Hour)
		sendDue(t, a)
		times := map[string]int{}
		for _, letter := range box.Messages() {
			times[letter.Header.Get("Message-ID")]++
		}
		again := box.Messages()[1].Header.Get("Message-ID")
		if len(times) != 3 || len(box.Messages()) != 4 || times[again] != 2 {
			t.Errorf("letters came so often: %v", times)
		}
	})
}

// slowMailer counts what it is given, slowly enough for copies to meet.
type slowMailer struct {
	mu   sync.Mutex
	sent []string
}

func (m *slowMailer) Send(_ context.Context, message app.Message) error {
	time.Sleep(2 * time.Millisecond)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = append(m.sent, message.ID)
	return nil
}

func TestSeveralCopiesSendEachLetterOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		at, mailer := newClock(), &slowMailer{}
		a := quiet(t, s, mailer, at)
		const letters = 40
		for range letters {
			queue(t, a, "")
		}
		var copies sync.WaitGroup
		for range 4 {
			copies.Go(func() {
				for {
					if err := a.SendDue(t.Context()); err != nil {
						t.Error(err)
						return
					}
					if _, err := a.Store.NextOutbox(t.Context()); err != nil {
						return // nothing is left
					}
				}
			})
		}
		copies.Wait()
		slices.Sort(mailer.sent)
		if n := len(slices.Compact(slices.Clone(mailer.sent))); n != letters || len(mailer.sent) != letters {
			t.Errorf("%d letters sent %d times, want %d once", n, len(mailer.sent), letters)
		}
	})
}

// What waits in the outbox may open accounts: it must not be readable in the database.
func TestTheOutboxIsSealedAndWipedAfterSending(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		a := quiet(t, s, smtp(t, box), at)
		queue(t, a, "")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			rows, err := tx.ClaimOutbox(t.Context(), db.ClaimOutboxParams{LeaseEnd: at.now().UnixMilli(), Now: at.now().UnixMilli(), Most: 1})
			if err == nil && (len(rows) != 1 || strings.Contains(rows[0].Payload, "casey")) {
				t.Error("the letter lies open in the database")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sendDue(t, a)
		box.Wait(t, 1)
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			n, err := tx.DeleteOldOutbox(t.Context(), ptr(at.now().Add(time.Hour).UnixMilli()))
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

func ptr[T any](value T) *T { return &value }
