package testkit

import (
	"bytes"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Message is one email as the SMTP server received it.
type Message struct {
	From string
	To   []string
	Raw  []byte
	// Header is parsed from Raw; its values may still be encoded words.
	Header mail.Header
}

// Mailbox is a real SMTP server that stores what it receives.
type Mailbox struct {
	// URL is what --smtp-url takes.
	URL string

	mu       sync.Mutex
	messages []Message
	refuse   int
	refused  int
	logins   int
	wrong    int
	changed  chan struct{}
	opened   int
	open     map[net.Conn]bool
	breaks   map[Stage]int
	held     map[string]chan struct{}
	waiting  int // messages that had to wait because of Hold
}

// Stage is a point in the delivery of a message.
type Stage string

const (
	AtMail Stage = "MAIL" // before the sender is accepted
	AtRcpt Stage = "RCPT" // before the recipient is accepted
	AtData Stage = "DATA" // the message has come and is not accepted
)

// SMTPOptions is how a mailbox is reached: encryption and login. The zero value needs neither.
type SMTPOptions struct {
	StartTLS bool   // offers STARTTLS
	TLS      bool   // is encrypted from the start: smtps://
	User     string // and Password: asks for a login, once the connection is encrypted
	Password string
}

// SMTP starts a mailbox that ends with the test.
func SMTP(t testing.TB) *Mailbox {
	t.Helper()
	return SMTPOver(t, SMTPOptions{})
}

// SMTPOver starts a mailbox with encryption or login. Its certificate is trusted after TrustMailbox.
func SMTPOver(t testing.TB, options SMTPOptions) *Mailbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := url.URL{Scheme: "smtp", Host: listener.Addr().String()}
	if options.User != "" {
		address.User = url.UserPassword(options.User, options.Password)
	}
	box := &Mailbox{changed: make(chan struct{}), open: map[net.Conn]bool{}, breaks: map[Stage]int{}, held: map[string]chan struct{}{}}
	listener = countingListener{listener, box}
	server := smtp.NewServer(smtp.BackendFunc(func(conn *smtp.Conn) (smtp.Session, error) {
		if options.User != "" {
			return &guarded{delivery: delivery{box: box, conn: conn.Conn()}, options: options}, nil
		}
		return &delivery{box: box, conn: conn.Conn()}, nil
	}))
	server.Domain = "localhost"
	server.ReadTimeout, server.WriteTimeout = 10*time.Second, 10*time.Second
	server.ErrorLog = log.New(io.Discard, "", 0) // a client that hangs up on us is part of some tests
	if options.StartTLS || options.TLS {
		certificate, err := mailboxCertificate()
		if err != nil {
			t.Fatal(err)
		}
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	if options.TLS {
		address.Scheme = "smtps"
		listener = tls.NewListener(listener, server.TLSConfig)
	}
	box.URL = address.String()
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		box.releaseAll()
		_ = server.Close()
		<-served
	})
	return box
}

// FailNext makes the server refuse the next n messages with a temporary failure (451).
func (m *Mailbox) FailNext(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = n
}

// Refused counts the messages refused because of FailNext.
func (m *Mailbox) Refused() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.refused
}

// Logins counts the right and the wrong logins so far.
func (m *Mailbox) Logins() (right, wrong int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.logins, m.wrong
}

func (m *Mailbox) login(right bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !right {
		m.wrong++
		return smtp.ErrAuthFailed
	}
	m.logins++
	return nil
}

// Messages are all messages so far, oldest first.
func (m *Mailbox) Messages() []Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.messages)
}

// Wait returns the messages once there are n of them, and fails the test after a timeout.
func (m *Mailbox) Wait(t testing.TB, n int) []Message {
	t.Helper()
	patience := time.After(15 * time.Second)
	for {
		m.mu.Lock()
		messages, changed := slices.Clone(m.messages), m.changed
		m.mu.Unlock()
		if len(messages) >= n {
			return messages
		}
		select {
		case <-changed:
		case <-patience:
			t.Fatalf("%d messages came, %d were expected", len(messages), n)
		}
	}
}

func (m *Mailbox) take(l Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse > 0 {
		m.refuse--
		m.refused++
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	m.messages = append(m.messages, l)
	m.notify()
	return nil
}

// notify wakes whoever waits for a change. The caller holds the lock.
func (m *Mailbox) notify() {
	close(m.changed)
	m.changed = make(chan struct{})
}

type delivery struct {
	box  *Mailbox
	conn net.Conn
	from string
	to   []string
}

func (d *delivery) Logout() error { return nil }
func (d *delivery) Reset()        { d.from, d.to = "", nil }

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	d.from = from
	return d.box.breakAt(AtMail, d.conn)
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.to = append(d.to, to)
	return d.box.breakAt(AtRcpt, d.conn)
}

func (d *delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return &smtp.SMTPError{Code: 554, Message: "Not a message"}
	}
	d.box.waitWhileHeld(d.to)
	if err := d.box.breakAt(AtData, d.conn); err != nil {
		return err
	}
	return d.box.take(Message{From: d.from, To: slices.Clone(d.to), Raw: raw, Header: message.Header})
}

// guarded refuses messages from clients that have not logged in.
type guarded struct {
	delivery
	options SMTPOptions
	in      bool
}

func (g *guarded) AuthMechanisms() []string { return []string{sasl.Plain} }

func (g *guarded) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		err := g.box.login(user == g.options.User && password == g.options.Password)
		g.in = err == nil
		return err
	}), nil
}

func (g *guarded) Mail(from string, options *smtp.MailOptions) error {
	if !g.in {
		return smtp.ErrAuthRequired
	}
	return g.delivery.Mail(from, options)
}
