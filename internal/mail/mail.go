// Package mail renders the shop's emails and sends them: over SMTP, or as files
// into a folder when there is no SMTP server. When an email is sent is decided by
// package outbox.
package mail

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"strings"
	texttemplate "text/template"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Open gives the mailer for --smtp-url, or the one that writes into the folder when it is empty.
func Open(smtpURL, folder string) (outbox.Mailer, error) {
	if smtpURL == "" {
		return &Folder{Path: folder}, nil
	}
	return NewSMTP(smtpURL)
}

// Each email is one template file with three parts: "subject" and "text" are read by
// text/template, "html" by html/template, within the layout that all share.
//
//go:embed templates/*.tmpl
var templates embed.FS

const layout = "templates/layout.tmpl"

// Rendered is an email as its reader gets it.
type Rendered struct {
	Subject, HTML, Text string
}

type page struct {
	Brand   outbox.Brand
	Subject string
	Email   outbox.Email
}

func (p page) OnPrimary() string { return textOn(p.Brand.Primary) }

// money writes the amounts of one message: in the currency of its order, as the shop writes them.
func money(m outbox.Message) func(shop.Cents) string {
	currency := ""
	switch email := m.Email.(type) {
	case outbox.OrderConfirmationEmail:
		currency = email.Order.Currency
	case outbox.OrderStatusEmail:
		currency = email.Order.Currency
	}
	return func(c shop.Cents) string { return shop.MoneyText(c, cmp.Or(currency, "USD"), m.Brand.Money) }
}

// lines keeps a visitor's line breaks in HTML.
func lines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// Render renders a message.
func Render(m outbox.Message) (Rendered, error) {
	functions := map[string]any{"money": money(m), "lines": lines}
	file := "templates/" + m.Email.Template() + ".tmpl"
	text, err := texttemplate.New("").Funcs(functions).ParseFS(templates, layout, file)
	if err != nil {
		return Rendered{}, err
	}
	rich, err := htmltemplate.New("").Funcs(functions).ParseFS(templates, layout, file)
	if err != nil {
		return Rendered{}, err
	}
	p := page{Brand: m.Brand, Email: m.Email}
	var out bytes.Buffer
	if err := text.ExecuteTemplate(&out, "subject", p); err != nil {
		return Rendered{}, err
	}
	// A line break in a subject would begin another header.
	p.Subject = strings.Join(strings.FieldsFunc(out.String(), func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
	rendered := Rendered{Subject: p.Subject}
	out.Reset()
	if err := text.ExecuteTemplate(&out, "text-layout", p); err != nil {
		return Rendered{}, err
	}
	rendered.Text = strings.TrimSpace(out.String()) + "\n"
	out.Reset()
	if err := rich.ExecuteTemplate(&out, "html-layout", p); err != nil {
		return Rendered{}, err
	}
	rendered.HTML = strings.TrimSpace(out.String()) + "\n"
	return rendered, nil
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
