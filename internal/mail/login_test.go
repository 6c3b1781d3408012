package mail_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
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

func TestMain(m *testing.M) { os.Exit(trusting(m)) }

func trusting(m *testing.M) int {
	forget, err := testkit.TrustMailbox()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer forget()
	return m.Run()
}

const password = "p@ss: w/rd?"

var options = map[string]testkit.SMTPOptions{
	"STARTTLS":           {StartTLS: true, User: "shop", Password: password},
	"TLS from the start": {TLS: true, User: "shop", Password: password},
}

// wrong is the mailbox's address with another password.
func wrong(t *testing.T, box *testkit.Mailbox) string {
	t.Helper()
	u, err := url.Parse(box.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("shop", "not the secret")
	return u.String()
}

func TestTheServerIsLoggedInToOverAnEncryptedLine(t *testing.T) {
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, o)
			mailer, err := mail.Open(box.URL, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := mailer.Send(t.Context(), message(usual)); err != nil {
				t.Fatal(err)
			}
			box.Wait(t, 1)
			if right, wrong := box.Logins(); right != 1 || wrong != 0 {
				t.Errorf("%d right and %d wrong logins", right, wrong)
			}
		})
	}
}

func TestAServerThatRefusesTheLoginIsTriedAgain(t *testing.T) {
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, o)
			mailer, err := mail.Open(wrong(t, box), "")
			if err != nil {
				t.Fatal(err)
			}
			err = mailer.Send(t.Context(), message(usual))
			if err == nil || errors.Is(err, outbox.ErrUndeliverable) || strings.Contains(err.Error(), "not the secret") {
				t.Errorf("%v", err) // the password may be put right; what is stored and logged must not hold it
			}
			if _, wrong := box.Logins(); wrong != 1 || len(box.Messages()) != 0 {
				t.Errorf("%d wrong logins, %d emails", wrong, len(box.Messages()))
			}
		})
	}
}

func TestThePasswordNeverGoesOverAnOpenLine(t *testing.T) {
	box := testkit.SMTPOver(t, testkit.SMTPOptions{User: "shop", Password: password})
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), message(usual)); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("%v", err)
	}
	if right, wrong := box.Logins(); right+wrong != 0 {
		t.Error("it was sent")
	}
}

func TestACertificateForAnotherNameIsNotTrusted(t *testing.T) {
	for name, o := range options {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, o)
			mailer, err := mail.Open(strings.Replace(box.URL, "127.0.0.1", "localhost", 1), "")
			if err != nil {
				t.Fatal(err)
			}
			if err := mailer.Send(t.Context(), message(usual)); err == nil || !strings.Contains(err.Error(), "certificate") {
				t.Errorf("%v", err)
			}
			if right, wrong := box.Logins(); right+wrong != 0 {
				t.Error("the password went to a stranger")
			}
		})
	}
}

// A wrong password of the mail server loses no email, and staff are told.
func TestEmailsWaitUntilTheLoginIsPutRight(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTPOver(t, options["STARTTLS"])
		keys, err := secrets.New("a key for tests only")
		if err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
		started := func(mailer outbox.Mailer) *outbox.Service {
			return outbox.New(outbox.Config{Store: s, Hub: events.NewHub(events.DefaultLimits()), Keys: keys, Now: func() time.Time { return now }, PublicURL: "http://shop.test", Mailer: mailer,
				Settings: func(context.Context) (shop.Settings, error) { return shop.DefaultSettings(), nil }})
		}
		queue := func(to string) {
			t.Helper()
			err := s.Write(t.Context(), func(tx *store.Tx) error { return started(nil).QueueEmail(t.Context(), tx, to, usual, "") })
			if err != nil {
				t.Fatal(err)
			}
		}
		send := func(address string) {
			t.Helper()
			mailer, err := mail.Open(address, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := started(mailer).SendDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		failed := func() int64 {
			t.Helper()
			n, err := s.Outbox.CountFailed(t.Context(), now.AddDate(0, 0, -30))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		queue("casey@example.test")
		send(wrong(t, box))
		if n := failed(); n != 0 {
			t.Errorf("a first failure, which may pass, is shown: %d", n)
		}
		now = now.Add(2 * time.Minute)
		send(wrong(t, box))
		if n := failed(); n != 1 {
			t.Errorf("staff are told of %d emails, want 1", n)
		}
		now = now.Add(time.Hour)
		send(box.URL)
		if got := len(box.Messages()); got != 1 || failed() != 0 {
			t.Errorf("%d emails, %d still shown", got, failed())
		}

		queue("dana@example.test")
		for range 40 {
			send(wrong(t, box))
			now = now.Add(time.Hour)
		}
		send(box.URL)
		if got := len(box.Messages()); got != 1 || failed() != 1 {
			t.Errorf("after a day it is given up and shown: %d emails, %d shown", got, failed())
		}
	})
}
