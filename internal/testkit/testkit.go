// Package testkit starts real servers for tests: a PostgreSQL server, an
// SMTP server and an S3 server, each on a free loopback port with its files in
// a temporary folder. Only tests and the test runner may import it.
//
// A server runs as long as the process that started it. Its parent is a small
// shell that waits on a pipe: when the test process ends, even killed, the pipe
// closes, and the shell stops the server and removes its folder.
package testkit

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// server is a process that stops when its pipe is closed, by us or by our end.
type server struct {
	stdin  io.Closer
	exited chan struct{}
	log    string
	output *bytes.Buffer // of the log, when the server ended by itself; read after exited
}

// The first argument is the folder to remove at the end, the others are the command.
// QUIT is PostgreSQL's "stop at once", which no later signal changes; TERM ends servers that ignore QUIT.
const supervisor = `
dir=$1; shift
"$@" >"$dir/log" 2>&1 </dev/null &
pid=$!
( while kill -0 $pid 2>/dev/null; do sleep 0.2; done; kill -TERM $$ 2>/dev/null ) &
trap 'cat "$dir/log" >&2; rm -rf "$dir"; exit 1' TERM
read -r _
trap '' TERM
kill -QUIT $pid 2>/dev/null
kill -TERM $pid 2>/dev/null
wait $pid 2>/dev/null
rm -rf "$dir"
`

// startServer starts command with its output in dir/log, as the given user when cred is set.
func startServer(dir string, cred *syscall.Credential, command ...string) (*server, error) {
	cmd := exec.Command("/bin/sh", append([]string{"-c", supervisor, "supervisor", dir}, command...)...)
	cmd.Dir = dir
	// A group of its own, so that Ctrl-C at the terminal reaches the test first.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: cred}
	words := new(bytes.Buffer)
	cmd.Stderr = words
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{stdin: stdin, exited: make(chan struct{}), log: filepath.Join(dir, "log"), output: words}
	go func() {
		_ = cmd.Wait()
		close(s.exited)
	}()
	return s, nil
}

func (s *server) end() {
	_ = s.stdin.Close()
	<-s.exited
}

// waitFor polls ready until it succeeds, the server dies or half a minute passes.
func (s *server) waitFor(ready func() error) error {
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := ready()
		if err == nil {
			return nil
		}
		select {
		case <-s.exited:
			return fmt.Errorf("it ended at once: %w\n%s", err, s.output)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			text, _ := os.ReadFile(s.log)
			return fmt.Errorf("not ready after 30 s: %w\n%s", err, text)
		}
	}
}

// freePort names a loopback port that was free a moment ago.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

// root is the repository's root: the nearest folder above with a go.mod.
func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod above the working folder")
		}
		dir = up
	}
}
