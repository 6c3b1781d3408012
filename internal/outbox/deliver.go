package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/snackdrop/snackdrop/internal/store"
)

// Message is one email, ready to be rendered and sent.
type Message struct {
	ID       string // of the Message-ID header: the same at every try
	From     string
	FromName string
	To       string
	ReplyTo  string
	Date     time.Time
	Email    Email
	Brand    Brand
}

// Brand is the shop's look, for mail.
type Brand struct {
	Name      string
	URL       string
	Primary   string
	Secondary string
	Welcome   string // what the mail to a new account says of the shop
	Shop      string // the name of buttons that lead to the products
	ListName  string // of the mailing list, without "The"
	ListTitle string // what subscribing to the mailing list is called
	Money     string // how amounts are written: symbol, code or both
}

// Mailer sends one message. ErrUndeliverable in its error means that trying
// again is of no use.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// ErrUndeliverable marks a refusal for good, like an address that does not exist.
var ErrUndeliverable = errors.New("undeliverable")

// deliver sends one row, outside of any transaction.
func (s *Service) deliver(ctx context.Context, row store.OutboxRow) error {
	payload, err := s.c.Keys.Open(row.Payload)
	if err != nil {
		return fmt.Errorf("queued with another secret key: %w", err)
	}
	switch row.Kind {
	case emailKind:
		return s.deliverEmail(ctx, row, payload)
	case mailingListKind:
		return s.deliverListChange(ctx, payload)
	case decoyKind:
		return nil
	}
	return fmt.Errorf("%w: nobody sends %q", ErrUndeliverable, row.Kind)
}

func (s *Service) deliverEmail(ctx context.Context, row store.OutboxRow, payload string) error {
	var queued queuedEmail
	if err := json.Unmarshal([]byte(payload), &queued); err != nil {
		return fmt.Errorf("%w: stored mail: %w", ErrUndeliverable, err)
	}
	read, ok := emailKinds[queued.Kind]
	if !ok {
		return fmt.Errorf("%w: no email is called %q", ErrUndeliverable, queued.Kind)
	}
	email, err := read(queued.Data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUndeliverable, err)
	}
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	host := "localhost"
	if u, err := url.Parse(s.c.PublicURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	from := settings.Email.StoreEmail
	if from == "" {
		from = "no-reply@" + host
	}
	return s.c.Mailer.Send(ctx, Message{
		ID:   fmt.Sprintf("%d.%s@%s", row.ID, row.CreatedAt.UTC().Format("20060102150405.000"), host),
		From: from, FromName: settings.Brand.SiteName, To: queued.To, ReplyTo: queued.ReplyTo,
		Date: row.CreatedAt, Email: withPickupAddress(email, settings.Store.Address()),
		Brand: Brand{Name: settings.Brand.SiteName, URL: s.c.PublicURL, Primary: settings.Brand.PrimaryColor, Secondary: settings.Brand.SecondaryColor,
			Welcome: settings.Fill(settings.About.Welcome), Shop: settings.Fill(settings.Brand.ShopButton), ListName: settings.Home.ListName, ListTitle: settings.Fill(settings.Home.ListTitle),
			Money: settings.Payments.CurrencyFormat},
	})
}

// withPickupAddress adds where an order is picked up: the store's address at the
// time the email is sent.
func withPickupAddress(email Email, address string) Email {
	switch email := email.(type) {
	case OrderConfirmationEmail:
		email.Order.setPickupAddress(address)
		return email
	case OrderStatusEmail:
		email.Order.setPickupAddress(address)
		return email
	}
	return email
}

func (o *OrderEmailData) setPickupAddress(address string) {
	if o.Pickup {
		o.PickupAt = address
	}
}
