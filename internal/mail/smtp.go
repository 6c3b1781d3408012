package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/snackdrop/snackdrop/internal/app"
)

// SMTP sends over a mail server.
type SMTP struct {
	host    string
	options []gomail.Option
}

// NewSMTP reads smtp://user:password@host:587, which uses STARTTLS when the
// server offers it, or smtps://…, which is encrypted from the start.
func NewSMTP(address string) (*SMTP, error) {
	bad := errors.New("--smtp-url must be like smtp://user:password@host:587 or smtps://user:password@host")
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" {
		return nil, bad // its text may hold the password
	}
	s := &SMTP{host: u.Hostname(), options: []gomail.Option{gomail.WithTimeout(30 * time.Second)}}
	port := 587
	switch u.Scheme {
	case "smtp":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case "smtps":
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	default:
		return nil, bad
	}
	if given := u.Port(); given != "" {
		if port, err = strconv.Atoi(given); err != nil || port < 1 || port > 65535 {
			return nil, bad
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		// Autodiscovery never sends a plain password over an open line.
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	if _, err := gomail.NewClient(s.host, s.options...); err != nil {
		return nil, bad
	}
	return s, nil
}

// Send hands the message to the server.
func (s *SMTP) Send(ctx context.Context, m app.Message) error {
	msg, err := compose(m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, msg)
	if msg.IsDelivered() {
		return nil // the server has it: what failed afterwards was only the goodbye
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) && refused.Reason == gomail.ErrSMTPRcptTo && !refused.IsTemp() {
		return fmt.Errorf("%w: %w", app.ErrUndeliverable, err)
	}
	return err
}
