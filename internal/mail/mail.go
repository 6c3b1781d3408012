// Package mail puts the shop's letters into words and sends them: over SMTP, or
// as files into a folder when there is no SMTP server. It decides nothing about
// when a letter is sent; the outbox of package app does.
package mail

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Open gives the mailer for --smtp-url, or the one that writes into the folder when it is empty.
func Open(smtpURL, folder string) (app.Mailer, error) {
	if smtpURL == "" {
		return &Folder{Path: folder}, nil
	}
	return NewSMTP(smtpURL)
}

// Each letter is one file with three parts: "subject" and "text" are read by
// text/template, "html" by html/template, within the layout that all share.
//
//go:embed templates/*.tmpl
var templates embed.FS

const layout = "templates/layout.tmpl"

// Words is a letter as its reader gets it.
type Words struct {
	Subject, HTML, Text string
}

type page struct {
	Brand   app.Brand
	Subject string
	Letter  app.Letter
}

func (p page) OnPrimary() string { return textOn(p.Brand.Primary) }

// money writes the amounts of one message: in the currency of its order, as the shop writes them.
func money(m app.Message) func(shop.Cents) string {
	currency := ""
	switch letter := m.Letter.(type) {
	case app.OrderConfirmationLetter:
		currency = letter.Order.Currency
	case app.OrderStatusLetter:
		currency = letter.Order.Currency
	}
	return func(c shop.Cents) string { return shop.MoneyText(c, cmp.Or(currency, "USD"), m.Brand.Money) }
}

// lines keeps a visitor's line breaks in HTML.
func lines(text string) []string {
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// Render puts a message into words.
func Render(m app.Message) (Words, error) {
	functions := map[string]any{"money": money(m), "lines": lines}
	file := "templates/" + m.Letter.Template() + ".tmpl"
	text, err := texttemplate.New("").Funcs(functions).ParseFS(templates, layout, file)
	if err != nil {
		return Words{}, err
	}
	rich, err := htmltemplate.New("").Funcs(functions).ParseFS(templates, layout, file)
	if err != nil {
		return Words{}, err
	}
	p := page{Brand: m.Brand, Letter: m.Letter}
	var out bytes.Buffer
	if err := text.ExecuteTemplate(&out, "subject", p); err != nil {
		return Words{}, err
	}
	// A line break in a subject would begin another header.
	p.Subject = strings.Join(strings.FieldsFunc(out.String(), func(r rune) bool { return unicode.IsControl(r) || r == ' ' }), " ")
	words := Words{Subject: p.Subject}
	out.Reset()
	if err := text.ExecuteTemplate(&out, "text-layout", p); err != nil {
		return Words{}, err
	}
	words.Text = strings.TrimSpace(out.String()) + "\n"
	out.Reset()
	if err := rich.ExecuteTemplate(&out, "html-layout", p); err != nil {
		return Words{}, err
	}
	words.HTML = strings.TrimSpace(out.String()) + "\n"
	return words, nil
}

// compose makes the message that goes over the wire.
func compose(m app.Message) (*gomail.Msg, error) {
	words, err := Render(m)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", app.ErrUndeliverable, err)
	}
	msg := gomail.NewMsg()
	if err := msg.FromFormat(m.FromName, m.From); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	if err := msg.To(m.To); err != nil {
		return nil, fmt.Errorf("%w: recipient: %w", app.ErrUndeliverable, err)
	}
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(m.ReplyTo); err != nil {
			return nil, fmt.Errorf("%w: reply address: %w", app.ErrUndeliverable, err)
		}
	}
	msg.SetMessageIDWithValue(m.ID)
	msg.SetDateWithValue(m.Date)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.Subject(words.Subject)
	msg.SetBodyString(gomail.TypeTextPlain, words.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, words.HTML)
	return msg, nil
}
