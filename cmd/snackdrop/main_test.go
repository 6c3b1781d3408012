package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func say(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, strings.NewReader(in), &out)
	return out.String(), err
}

func TestWhatIsWrongIsSaidInOneLine(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = busy.Close() }()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"no such command":      {"sell"},
		"wrong flag":           {"serve", "--nope"},
		"stray word":           {"serve", "now"},
		"busy port":            {"serve", "--data", t.TempDir(), "--addr", busy.Addr().String()},
		"no such address":      {"serve", "--data", t.TempDir(), "--addr", "nonsense"},
		"unreachable database": {"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--database-url", "postgres://nobody@127.0.0.1:1/none"},
		"wrong database":       {"serve", "--data", t.TempDir(), "--database-url", "mysql://x"},
		"data folder a file":   {"serve", "--data", file, "--addr", "127.0.0.1:0"},
		"wrong public URL":     {"serve", "--data", t.TempDir(), "--public-url", "snacks"},
		"half a certificate":   {"serve", "--data", t.TempDir(), "--tls-cert", file},
		"no certificate":       {"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--tls-cert", file, "--tls-key", file},
		"wrong assets URL":     {"serve", "--data", t.TempDir(), "--assets-url", "ftp://x"},
		"admin without verb":   {"admin"},
		"admin without email":  {"admin", "create", "--data", t.TempDir()},
		"remove nobody":        {"admin", "remove", "--email", "x@y.co", "--data", t.TempDir()},
		"backup of nothing":    {"backup", "--data", t.TempDir(), filepath.Join(t.TempDir(), "b")},
		"restore of nothing":   {"restore", "--data", t.TempDir(), filepath.Join(t.TempDir(), "b")},
		"restore of rubbish":   {"restore", "--data", t.TempDir(), file},
		"nobody is there":      {"healthcheck", "--addr", "127.0.0.1:1"},
	} {
		_, err := say(t, "", args...)
		if err == nil {
			t.Errorf("%s: no error", name)
		} else if line := oneLine(err); line == "" || strings.Contains(line, "\n") || strings.Contains(line, "goroutine") {
			t.Errorf("%s: %q", name, line)
		}
	}
}

func TestHelpIsNoError(t *testing.T) {
	out, err := say(t, "", "serve", "--help")
	if !errors.Is(err, flag.ErrHelp) || !strings.Contains(out, "SNACKDROP_DATABASE_URL") {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := say(t, ""); err != nil || !strings.Contains(out, "snackdrop serve") {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestAdminsAreMadeListedAndRemoved(t *testing.T) {
	data := t.TempDir()
	must := func(in string, args ...string) string {
		t.Helper()
		out, err := say(t, in, append(args, "--data", data)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if _, err := say(t, "short\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err == nil {
		t.Error("a short password was taken")
	}
	must("correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin")
	if out := must("", "admin", "create", "--email", "b@b.co"); !strings.Contains(out, "Password: ") {
		t.Error(out)
	}
	if out := must("", "admin", "list"); out != "a@b.co\nb@b.co\n" {
		t.Error(out)
	}
	must("", "admin", "remove", "--email", "a@b.co")
	if out := must("", "admin", "list"); out != "b@b.co\n" {
		t.Error(out)
	}
}

func TestABackupComesBackWhole(t *testing.T) {
	data, file, again := t.TempDir(), filepath.Join(t.TempDir(), "shop.backup"), t.TempDir()
	if _, err := say(t, "correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join("site-assets", "product-images", "x.webp")
	if err := os.MkdirAll(filepath.Dir(filepath.Join(data, picture)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, picture), []byte("crunch"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "", "backup", file, "--data", data); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "", "restore", file, "--data", data); err == nil {
		t.Error("a shop was overwritten")
	}
	if _, err := say(t, "", "restore", "--data", again, file); err != nil {
		t.Fatal(err)
	}
	if out, err := say(t, "", "admin", "list", "--data", again); err != nil || out != "a@b.co\n" {
		t.Errorf("%q, %v", out, err)
	}
	if text, err := os.ReadFile(filepath.Join(again, picture)); err != nil || string(text) != "crunch" {
		t.Errorf("%q, %v", text, err)
	}
	was, _ := os.ReadFile(filepath.Join(data, "secret.key"))
	if is, err := os.ReadFile(filepath.Join(again, "secret.key")); err != nil || !bytes.Equal(was, is) {
		t.Errorf("the key of the secrets: %v", err)
	}
}

func TestServeStopsPolitely(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	read, write := newLines()
	go func() {
		done <- run(ctx, []string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, nil, write)
	}()
	line := <-read
	if !strings.Contains(line, "is open: http://localhost:") {
		t.Fatal(line)
	}
	if line := <-read; !strings.Contains(line, "/setup?token=") {
		t.Fatal(line)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// lines hands on what is printed, one write at a time.
type lines chan string

func newLines() (<-chan string, lines) {
	l := make(lines, 64)
	return l, l
}

func (l lines) Write(text []byte) (int, error) {
	l <- string(text)
	return len(text), nil
}
