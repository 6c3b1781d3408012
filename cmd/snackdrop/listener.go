package main

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// loggedListener logs connections that could not be accepted, most often
// because the process has no file left. net/http tries again by itself.
type loggedListener struct {
	net.Listener
	mu      sync.Mutex
	logged  time.Time
	skipped int
}

// acceptLogPause: one line a second says it all; there can be thousands of failures.
const acceptLogPause = time.Second

func (l *loggedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil && !errors.Is(err, net.ErrClosed) {
		l.log(err, time.Now())
	}
	return conn, err
}

func (l *loggedListener) log(err error, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.logged) < acceptLogPause {
		l.skipped++
		return
	}
	slog.Error("connection not accepted", "error", err, "not_logged", l.skipped)
	l.logged, l.skipped = now, 0
}
