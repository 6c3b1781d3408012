package testkit

import (
	"errors"
	"net"
	"testing"
	"time"
)

// Connections counts the connections that clients opened so far.
func (m *Mailbox) Connections() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.opened
}

// WaitUntilLeft waits until no connection is open.
func (m *Mailbox) WaitUntilLeft(t testing.TB) {
	t.Helper()
	m.waitUntil(t, "no connection is open", func() bool { return len(m.open) == 0 })
}

// WaitHeld waits until n messages had to wait because of Hold.
func (m *Mailbox) WaitHeld(t testing.TB, n int) {
	t.Helper()
	m.waitUntil(t, "messages are held", func() bool { return m.waiting >= n })
}

// waitUntil asks again after every change; the lock is held while it asks.
func (m *Mailbox) waitUntil(t testing.TB, what string, done func() bool) {
	t.Helper()
	patience := time.After(15 * time.Second)
	for {
		m.mu.Lock()
		ok, changed := done(), m.changed
		m.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-patience:
			t.Fatalf("not within 15 s: %s", what)
		}
	}
}

// HangUp closes every open connection without a word, as a server does that is killed.
func (m *Mailbox) HangUp() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for conn := range m.open {
		_ = conn.(*countedConn).Conn.Close()
	}
}

// BreakNext closes the connection of the next n messages when they are at a stage.
func (m *Mailbox) BreakNext(n int, at Stage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.breaks[at] = n
}

func (m *Mailbox) breakAt(stage Stage, conn net.Conn) error {
	m.mu.Lock()
	broken := m.breaks[stage] > 0
	if broken {
		m.breaks[stage]--
	}
	m.mu.Unlock()
	if !broken {
		return nil
	}
	_ = conn.Close()
	return errors.New("the connection was closed")
}

// Hold makes messages to a recipient wait, within the SMTP conversation, until
// release is called or the test ends.
func (m *Mailbox) Hold(to string) (release func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held[to] = make(chan struct{})
	return func() { m.release(to) }
}

func (m *Mailbox) release(to string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if held, ok := m.held[to]; ok {
		close(held)
		delete(m.held, to)
	}
}

func (m *Mailbox) releaseAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, held := range m.held {
		close(held)
	}
	clear(m.held)
}

func (m *Mailbox) waitWhileHeld(recipients []string) {
	for _, to := range recipients {
		m.mu.Lock()
		held, ok := m.held[to]
		if ok {
			m.waiting++
			m.notify()
		}
		m.mu.Unlock()
		if ok {
			<-held
		}
	}
}

// countingListener tells the mailbox of each connection.
type countingListener struct {
	net.Listener
	box *Mailbox
}

func (l countingListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	conn := &countedConn{accepted, l.box}
	l.box.mu.Lock()
	defer l.box.mu.Unlock()
	l.box.opened++
	l.box.open[conn] = true
	return conn, nil
}

// countedConn tells the mailbox when it is closed.
type countedConn struct {
	net.Conn
	box *Mailbox
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.box.mu.Lock()
	delete(c.box.open, c)
	c.box.notify()
	c.box.mu.Unlock()
	return c.Conn.Close()
}
