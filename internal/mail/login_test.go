package mail_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/mail"
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

var lines = map[string]testkit.Line{
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
	for name, line := range lines {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, line)
			mailer, err := mail.Open(box.URL, "")
			if err != nil {
				t.Fatal(err)
			}
			if err := mailer.Send(t.Context(), message(letters[0])); err != nil {
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
	for name, line := range lines {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, line)
			mailer, err := mail.Open(wrong(t, box), "")
			if err != nil {
				t.Fatal(err)
			}
			err = mailer.Send(t.Context(), message(letters[0]))
			if err == nil || errors.Is(err, app.ErrUndeliverable) || strings.Contains(err.Error(), "not the secret") {
				t.Errorf("%v", err) // the password may be put right; what is stored and logged must not hold it
			}
			if _, wrong := box.Logins(); wrong != 1 || len(box.Messages()) != 0 {
				t.Errorf("%d wrong logins, %d letters", wrong, len(box.Messages()))
			}
		})
	}
}

func TestThePasswordNeverGoesOverAnOpenLine(t *testing.T) {
	box := testkit.SMTPOver(t, testkit.Line{User: "shop", Password: password})
	mailer, err := mail.Open(box.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := mailer.Send(t.Context(), message(letters[0])); err == nil || errors.Is(err, app.ErrUndeliverable) {
		t.Errorf("%v", err)
	}
	if right, wrong := box.Logins(); right+wrong != 0 {
		t.Error("it was sent")
	}
}

func TestACertificateForAnotherNameIsNotTrusted(t *testing.T) {
	for name, line := range lines {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, line)
			mailer, err := mail.Open(strings.Replace(box.URL, "127.0.0.1", "localhost", 1), "")
			if err != nil {
				t.Fatal(err)
			}
			if err := mailer.Send(t.Context(), message(letters[0])); err == nil || !strings.Contains(err.Error(), "certificate") {
				t.Errorf("%v", err)
			}
			if right, wrong := box.Logins(); right+wrong != 0 {
				t.Error("the password went to a stranger")
			}
		})
	}
}

// A wrong password of the mail server loses no letter, and staff are told.
func TestLettersWaitUntilTheLoginIsPutRight(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box := testkit.SMTPOver(t, lines["STARTTLS"])
		secrets, err := app.NewSecrets("a key for tests only")
		if err != nil {
			t.Fatal(err)
		}
		a, err := app.New(t.Context(), s, secrets, "http://shop.test")
		if err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
		a.Now = func() time.Time { return now }
		send := func(address string) {
			t.Helper()
			if a.Mailer, err = mail.Open(address, ""); err != nil {
				t.Fatal(err)
			}
			if err := a.SendDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		failed := func() int64 {
			t.Helper()
			d, err := a.Dashboard(t.Context(), time.UTC)
			if err != nil {
				t.Fatal(err)
			}
			return d.Attention.MailFailed
		}
		if err := a.Subscribe(t.Context(), "casey@example.test", "", app.Client{IP: "192.0.2.1"}); err != nil {
			t.Fatal(err)
		}
		send(wrong(t, box))
		if n := failed(); n != 0 {
			t.Errorf("a first failure, which may pass, is shown: %d", n)
		}
		now = now.Add(2 * time.Minute)
		send(wrong(t, box))
		if n := failed(); n != 1 {
			t.Errorf("staff are told of %d letters, want 1", n)
		}
		now = now.Add(time.Hour)
		send(box.URL)
		if got := len(box.Messages()); got != 1 || failed() != 0 {
			t.Errorf("%d letters, %d still shown", got, failed())
		}

		if err := a.Subscribe(t.Context(), "dana@example.test", "", app.Client{IP: "192.0.2.1"}); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			send(wrong(t, box))
			now = now.Add(time.Hour)
		}
		send(box.URL)
		if got := len(box.Messages()); got != 1 || failed() != 1 {
			t.Errorf("after a day it is given up and shown: %d letters, %d shown", got, failed())
		}
	})
}
