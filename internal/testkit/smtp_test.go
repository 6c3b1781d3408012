package testkit_test

import (
	"errors"
	"net/smtp"
	"net/textproto"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

func send(box *testkit.Mailbox, body string) error {
	return smtp.SendMail(strings.TrimPrefix(box.URL, "smtp://"), nil,
		"shop@example.com", []string{"ada@example.com", "bob@example.com"}, []byte(body))
}

func TestSMTPKeepsWhatItIsSent(t *testing.T) {
	box := testkit.SMTP(t)
	if err := send(box, "Subject: Your order\r\n\r\nThank you.\r\n"); err != nil {
		t.Fatal(err)
	}
	message := box.Wait(t, 1)[0]
	if message.From != "shop@example.com" || strings.Join(message.To, " ") != "ada@example.com bob@example.com" {
		t.Errorf("wrong envelope: %s to %v", message.From, message.To)
	}
	if got := message.Header.Get("Subject"); got != "Your order" {
		t.Errorf("subject %q", got)
	}
	if !strings.Contains(string(message.Raw), "Thank you.") {
		t.Errorf("body lost: %s", message.Raw)
	}
}

func TestSMTPFailsAsOftenAsTold(t *testing.T) {
	box := testkit.SMTP(t)
	box.FailNext(2)
	for range 2 {
		err := send(box, "Subject: x\r\n\r\n")
		if refusal, ok := errors.AsType[*textproto.Error](err); !ok || refusal.Code != 451 {
			t.Fatalf("want 451, got %v", err)
		}
	}
	if err := send(box, "Subject: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if len(box.Messages()) != 1 || box.Refused() != 2 {
		t.Errorf("%d messages, %d refused", len(box.Messages()), box.Refused())
	}
}
