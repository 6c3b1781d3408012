package main

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

type failingListener struct{ net.Listener }

func (failingListener) Accept() (net.Conn, error) {
	return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
}

func TestAcceptErrorsAreLoggedOnceASecond(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	l := &loggedListener{Listener: failingListener{}}
	for range 1000 {
		if _, err := l.Accept(); !errors.Is(err, syscall.EMFILE) {
			t.Fatal(err)
		}
	}
	if n := strings.Count(log.String(), "connection not accepted"); n < 1 || n > 5 {
		t.Errorf("%d lines: %s", n, log.String())
	}
}

func TestDatabaseAndKeyAreTheOwnersAlone(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"snackdrop.db", "secret.key"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&options{data: folder}).keepPrivate(); err != nil {
		t.Fatal(err)
	}
	if err := (&options{data: t.TempDir()}).keepPrivate(); err != nil {
		t.Errorf("in an empty folder: %v", err)
	}
	for _, name := range []string{"snackdrop.db", "secret.key"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestTrustProxyTakesItsOldForm(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
		ok   bool
	}{
		{nil, "", true}, {[]string{"--trust-proxy"}, "true", true}, {[]string{"--trust-proxy=false"}, "false", true},
		{[]string{"--trust-proxy=2"}, "2", true}, {[]string{"--trust-proxy=10.0.0.0/8,fd00::/8"}, "10.0.0.0/8,fd00::/8", true},
		{[]string{"--trust-proxy=nonsense"}, "", false},
	} {
		o := newOptions("serve")
		o.serveFlags()
		_, err := o.parse(c.args, &bytes.Buffer{}, 0)
		if (err == nil) != c.ok || c.ok && o.trustProxy.text != c.want {
			t.Errorf("%v: %q, %v", c.args, o.trustProxy.text, err)
		}
	}
}
