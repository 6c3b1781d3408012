// Package mail renders the shop's emails and sends them: over SMTP, or as files
// into a folder when there is no SMTP server. When an email is sent is decided by
// package outbox.
package mail

import (
	"fmt"
	netmail "net/mail"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

// Open gives the mailer for --smtp-url, or the one that writes into the folder when it is empty.
func Open(smtpURL, folder string) (outbox.Mailer, error) {
	if smtpURL == "" {
		return &Folder{Path: folder}, nil
	}
	return NewSMTP(smtpURL)
}

// Rendered is an email as its reader gets it.
type Rendered struct {
	Subject, HTML, Text string
}

// Render renders a message.
func Render(m outbox.Message) (Rendered, error) {
	brand := m.Brand
	brand.Primary, brand.Secondary = safeColor(brand.Primary), safeColor(brand.Secondary)
	c, err := contentOf(brand, m.Email)
	if err != nil {
		return Rendered{}, err
	}
	// A line break in a subject would begin another header.
	subject := strings.Join(strings.FieldsFunc(c.subject, func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
	var page strings.Builder
	if err := layout(brand, subject, c.html).Render(&page); err != nil {
		return Rendered{}, err
	}
	text := strings.TrimSpace(c.text + "\n\n\n--\n" + brand.Name + "\n" + brand.URL)
	return Rendered{Subject: subject, HTML: page.String() + "\n", Text: text + "\n"}, nil
}

// compose makes the message that goes over the wire.
func compose(m outbox.Message) (*gomail.Msg, error) {
	rendered, err := Render(m)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
	}
	msg := gomail.NewMsg()
	// A shop's name may have quotes and commas, which net/mail quotes.
	if err := msg.From((&netmail.Address{Name: m.FromName, Address: m.From}).String()); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	if err := msg.To(m.To); err != nil {
		return nil, fmt.Errorf("%w: recipient: %w", outbox.ErrUndeliverable, err)
	}
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(m.ReplyTo); err != nil {
			return nil, fmt.Errorf("%w: reply address: %w", outbox.ErrUndeliverable, err)
		}
	}
	msg.SetMessageIDWithValue(m.ID)
	msg.SetDateWithValue(m.Date)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.Subject(rendered.Subject)
	msg.SetBodyString(gomail.TypeTextPlain, rendered.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, rendered.HTML)
	return msg, nil
}
