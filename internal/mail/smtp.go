package mail

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

const (
	handTime    = 30 * time.Second // for connecting, and for handing over one message
	checkTime   = 5 * time.Second
	goodbyeTime = 5 * time.Second
	// perConnection is how many messages one connection carries: servers limit it, often to 100.
	perConnection = 50
	// defaultIdleTime is how long a connection stays open without a message.
	defaultIdleTime = 15 * time.Second
)

// SMTP sends over a mail server. Each call of Send has a connection to itself, which
// stays open for the next call.
type SMTP struct {
	host    string
	options []gomail.Option
	idle    idleConnections
}

// NewSMTP reads smtp://user:password@host:587, which uses STARTTLS when the
// server offers it, or smtps://…, which is encrypted from the start.
func NewSMTP(address string) (*SMTP, error) {
	bad := errors.New("--smtp-url must be like smtp://user:password@host:587 or smtps://user:password@host")
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" {
		return nil, bad // its text may hold the password
	}
	s := &SMTP{host: u.Hostname(), options: []gomail.Option{gomail.WithTimeout(handTime)}, idle: idleConnections{most: defaultIdleTime}}
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
// send it again.
//
// It uses a connection that an earlier message left open, if there is one. When
// that turns out to be closed or used up, and the server cannot have accepted the
// message, it is handed over a new one.
func (s *SMTP) Send(ctx context.Context, m outbox.Message) error {
	msg, err := compose(m)
	if err != nil {
		return err
	}
	if c := s.idle.take(); c != nil {
		if err := c.check(); err != nil {
			c.close()
		} else if result := s.handOver(ctx, c, msg, m.To); !result.retry {
			return result.err
		}
	}
	c, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("mail server not reached: %w", err)
	}
	return s.handOver(ctx, c, msg, m.To).err
}

// Check connects to the server, logs in and leaves.
func (s *SMTP) Check(ctx context.Context) error {
	c, err := s.dial(ctx)
	if err != nil {
		return err
	}
	background.Go("leave the mail server", c.quit)
	return nil
}

// Close says goodbye on the connections that are open and not in use. Sending goes
// on to work afterwards.
func (s *SMTP) Close() error {
	for c := s.idle.take(); c != nil; c = s.idle.take() {
		c.quit()
	}
	return nil
}

func (s *SMTP) dial(ctx context.Context) (*connection, error) {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return nil, err
	}
	dialed, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{client: dialed}, nil
}

// handOver hands a message over and keeps the connection for the next one when it
// can be used again.
func (s *SMTP) handOver(ctx context.Context, c *connection, msg *gomail.Msg, to string) outcome {
	result := c.hand(ctx, msg, to)
	c.messages++
	switch {
	case !result.usable:
		c.close()
	case c.messages >= perConnection:
		background.Go("leave the mail server", c.quit)
	default:
		s.idle.put(c)
	}
	return result
}
