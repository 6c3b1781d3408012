package testkit

import (
	"bytes"
	"io"
	"net"
	"net/mail"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Letter is one message as the SMTP server received it.
type Letter struct {
	From string
	To   []string
	Raw  []byte
	// Header is parsed from Raw; its values may still be encoded words.
	Header mail.Header
}

// Mailbox is a real SMTP server that keeps what it is sent.
type Mailbox struct {
	// URL is what --smtp-url takes.
	URL string

	mu      sync.Mutex
	letters []Letter
	refuse  int
	refused int
	changed chan struct{}
}

// SMTP starts a mailbox that ends with the test.
func SMTP(t testing.TB) *Mailbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	box := &Mailbox{URL: "smtp://" + listener.Addr().String(), changed: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{box: box}, nil
	}))
	server.Domain = "localhost"
	server.ReadTimeout, server.WriteTimeout = 10*time.Second, 10*time.Second
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-served
	})
	return box
}

// FailNext makes the server answer the next n messages with a passing failure (451).
func (m *Mailbox) FailNext(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse = n
}

// Refused counts the messages that FailNext turned away.
func (m *Mailbox) Refused() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.refused
}

// Letters are all messages so far, oldest first.
func (m *Mailbox) Letters() []Letter {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.letters)
}

// Wait gives the messages once there are n of them, and fails the test when they do not come.
func (m *Mailbox) Wait(t testing.TB, n int) []Letter {
	t.Helper()
	patience := time.After(15 * time.Second)
	for {
		m.mu.Lock()
		letters, changed := slices.Clone(m.letters), m.changed
		m.mu.Unlock()
		if len(letters) >= n {
			return letters
		}
		select {
		case <-changed:
		case <-patience:
			t.Fatalf("%d letters came, %d were expected", len(letters), n)
		}
	}
}

func (m *Mailbox) take(l Letter) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse > 0 {
		m.refuse--
		m.refused++
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "Try again later"}
	}
	m.letters = append(m.letters, l)
	close(m.changed)
	m.changed = make(chan struct{})
	return nil
}

type delivery struct {
	box  *Mailbox
	from string
	to   []string
}

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error { d.from = from; return nil }
func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error   { d.to = append(d.to, to); return nil }
func (d *delivery) Reset()                                      { d.from, d.to = "", nil }
func (d *delivery) Logout() error                               { return nil }

func (d *delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return &smtp.SMTPError{Code: 554, Message: "Not a message"}
	}
	return d.box.take(Letter{From: d.from, To: slices.Clone(d.to), Raw: raw, Header: message.Header})
}
