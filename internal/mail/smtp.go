package mail

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

const (
	handTime    = 30 * time.Second
	goodbyeTime = 5 * time.Second
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
	s := &SMTP{host: u.Hostname(), options: []gomail.Option{gomail.WithTimeout(handTime)}}
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

// Send hands the message to the server, and is done with the server's yes: the
// sooner the outbox can note it, the smaller the moment in which a crash would
// send it again. The goodbye is said afterwards.
func (s *SMTP) Send(ctx context.Context, m outbox.Message) error {
	msg, err := compose(m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	line, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("mail server not reached: %w", err)
	}
	if err := hand(line, msg, m.To); err != nil {
		_ = line.Close()
		return err
	}
	background.Go("leave the mail server", func() {
		_ = line.UpdateDeadline(goodbyeTime)
		_ = line.Quit()
		_ = line.Close()
	})
	return nil
}

func hand(line *smtp.Client, msg *gomail.Msg, to string) error {
	if err := line.UpdateDeadline(handTime); err != nil {
		return err
	}
	from, err := msg.GetSender(false)
	if err != nil {
		return err
	}
	if err := line.Mail(from); err != nil {
		return fmt.Errorf("sender refused: %w", err)
	}
	if err := line.Rcpt(to); err != nil {
		if refused, ok := errors.AsType[*textproto.Error](err); ok && refused.Code >= 500 { // otherwise the connection broke, or the server is busy
			err = fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
		}
		return fmt.Errorf("recipient refused: %w", err)
	}
	data, err := line.Data()
	if err != nil {
		return fmt.Errorf("email refused: %w", err)
	}
	if _, err := msg.WriteTo(data); err != nil {
		return fmt.Errorf("email not handed over: %w", err)
	}
	if err := data.Close(); err != nil { // the server says yes or no here
		return fmt.Errorf("email refused: %w", err)
	}
	return nil
}
