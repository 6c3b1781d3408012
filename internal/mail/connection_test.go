package mail_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

func openSMTP(t *testing.T, box *testkit.Mailbox) *mail.SMTP {
	t.Helper()
	mailer, err := mail.NewSMTP(box.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mailer.Close() })
	return mailer
}

// numbered is a message with an id of its own.
func numbered(n int) outbox.Message {
	m := message(usual)
	m.ID = fmt.Sprintf("%d@shop.test", n)
	return m
}

func TestAConnectionCarriesFiftyMessages(t *testing.T) {
	for name, o := range map[string]testkit.SMTPOptions{"open": {}, "STARTTLS": options["STARTTLS"], "TLS from the start": options["TLS from the start"]} {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTPOver(t, o)
			mailer := openSMTP(t, box)
			for n := range 120 {
				if err := mailer.Send(t.Context(), numbered(n)); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(box.Messages()); got != 120 || box.Connections() != 3 {
				t.Errorf("%d messages over %d connections, want 120 over 3", got, box.Connections())
			}
			if logins, _ := box.Logins(); o.User != "" && logins != 3 {
				t.Errorf("%d logins, want one per connection", logins)
			}
		})
	}
}

func TestAnIdleConnectionIsClosed(t *testing.T) {
	box := testkit.SMTP(t)
	mailer := openSMTP(t, box)
	mailer.SetIdleTime(10 * time.Millisecond)
	for n := range 2 {
		if err := mailer.Send(t.Context(), numbered(n)); err != nil {
			t.Fatal(err)
		}
		box.WaitUntilLeft(t)
	}
	if box.Connections() != 2 {
		t.Errorf("%d connections, want 2", box.Connections())
	}
}

func TestClosingLeavesNoConnection(t *testing.T) {
	box := testkit.SMTP(t)
	mailer := openSMTP(t, box)
	if err := mailer.Send(t.Context(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	if err := mailer.Close(); err != nil {
		t.Fatal(err)
	}
	box.WaitUntilLeft(t)
}

// A refusal concerns one message: the next one goes over the same connection.
func TestARefusedMessageLeavesTheConnectionInOrder(t *testing.T) {
	box := testkit.SMTP(t)
	mailer := openSMTP(t, box)
	box.FailNext(1)
	if err := mailer.Send(t.Context(), numbered(1)); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("the refusal was reported as %v", err)
	}
	if err := mailer.Send(t.Context(), numbered(2)); err != nil {
		t.Error(err)
	}
	if box.Refused() != 1 || len(box.Messages()) != 1 || box.Connections() != 1 {
		t.Errorf("%d refused, %d accepted, %d connections", box.Refused(), len(box.Messages()), box.Connections())
	}
}

func TestABrokenConnectionLosesAndDoublesNothing(t *testing.T) {
	breaks := map[string]struct {
		do   func(*testkit.Mailbox)
		fail bool // the server may have accepted the message: the outbox decides
	}{
		"between two messages": {do: (*testkit.Mailbox).HangUp},
		"at MAIL":              {do: func(box *testkit.Mailbox) { box.BreakNext(1, testkit.AtMail) }},
		"at RCPT":              {do: func(box *testkit.Mailbox) { box.BreakNext(1, testkit.AtRcpt) }},
		"after DATA":           {do: func(box *testkit.Mailbox) { box.BreakNext(1, testkit.AtData) }, fail: true},
	}
	for name, broken := range breaks {
		t.Run(name, func(t *testing.T) {
			box := testkit.SMTP(t)
			mailer := openSMTP(t, box)
			if err := mailer.Send(t.Context(), numbered(1)); err != nil {
				t.Fatal(err)
			}
			broken.do(box)
			err := mailer.Send(t.Context(), numbered(2))
			if (err != nil) != broken.fail || errors.Is(err, outbox.ErrUndeliverable) {
				t.Errorf("the message over the broken connection: %v", err)
			}
			if err != nil {
				if n := len(box.Messages()); n != 1 {
					t.Errorf("%d messages came, want 1: it was sent again without asking", n)
				}
				if err := mailer.Send(t.Context(), numbered(2)); err != nil {
					t.Error(err)
				}
			}
			came := box.Messages()
			if len(came) != 2 || came[1].Header.Get("Message-ID") != "<2@shop.test>" {
				t.Errorf("%d messages came, want both once", len(came))
			}
			if box.Connections() != 2 {
				t.Errorf("%d connections, want 2", box.Connections())
			}
		})
	}
}

// A connection that breaks again is not tried without end.
func TestAMessageIsTriedOnOneNewConnection(t *testing.T) {
	box := testkit.SMTP(t)
	mailer := openSMTP(t, box)
	if err := mailer.Send(t.Context(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	box.BreakNext(2, testkit.AtRcpt)
	if err := mailer.Send(t.Context(), numbered(2)); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("reported as %v", err)
	}
	if box.Connections() != 2 || len(box.Messages()) != 1 {
		t.Errorf("%d connections, %d messages", box.Connections(), len(box.Messages()))
	}
}
