package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that this run started.
type process struct {
	addr    string
	command *exec.Cmd
	said    *bytes.Buffer
	data    string // a shop's folder, when it is this process's to delete
	took    time.Duration
}

func (p *process) url(path string) string { return "http://" + p.addr + path }

// freeAddr is an address of this machine that nobody listens on.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// openShop starts a demo shop of its own with an empty cache and waits for its first page.
func (b *bench) openShop(ctx context.Context, flags ...string) (*process, error) {
	data, err := os.MkdirTemp("", "snackdrop-bench-")
	if err != nil {
		return nil, err
	}
	p, err := b.openShopIn(ctx, data, append([]string{"--demo", "--demo-drops=false"}, flags...)...)
	if err != nil {
		_ = os.RemoveAll(data)
		return nil, err
	}
	p.data = data
	return p, nil
}

// openShopIn starts a shop on an existing folder.
func (b *bench) openShopIn(ctx context.Context, data string, flags ...string) (*process, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	program, err := filepath.Abs(b.program)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, program, append([]string{"serve", "--data", data, "--addr", addr, "--streams-per-network", "100000"}, flags...)...)
	return start(command, addr, "/product/10")
}

// start runs a server and waits until it answers at the path.
func start(command *exec.Cmd, addr, path string) (*process, error) {
	p := &process{addr: addr, command: command, said: &bytes.Buffer{}}
	command.Stdout, command.Stderr = io.Discard, p.said
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = 5 * time.Second
	began := time.Now()
	if err := command.Start(); err != nil {
		return nil, err
	}
	for time.Since(began) < 60*time.Second {
		response, err := http.Get(p.url(path))
		if err == nil {
			p.took = time.Since(began)
			_ = response.Body.Close()
			return p, nil
		}
		if !errors.Is(err, syscall.ECONNREFUSED) {
			p.stop()
			return nil, err
		}
		time.Sleep(time.Millisecond)
	}
	p.stop()
	return nil, fmt.Errorf("%s does not answer: %s", command.Path, p.said)
}

func (p *process) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	_ = p.command.Wait()
	if p.data != "" {
		_ = os.RemoveAll(p.data)
	}
}

// memory is what a process holds in RAM, in MB.
type memory struct {
	resident float64
	own      float64 // without the pages of files; 0 where the system does not say
}

func (p *process) memory() (memory, error) {
	pid := strconv.Itoa(p.command.Process.Pid)
	out, err := exec.Command("ps", "-o", "rss=", "-p", pid).Output()
	if err != nil {
		return memory{}, fmt.Errorf("ps: %w", err)
	}
	kilobytes, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	m := memory{resident: kilobytes * 1024 / 1e6}
	parts, _ := os.ReadFile("/proc/" + pid + "/smaps_rollup")
	for line := range strings.Lines(string(parts)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "Anonymous:" {
			own, _ := strconv.ParseFloat(fields[1], 64)
			m.own = own * 1024 / 1e6
		}
	}
	return m, err
}

// processorTime is how long the process has computed so far; 0 where the system does not say.
func (p *process) processorTime() time.Duration {
	if runtime.GOOS != "linux" {
		return 0
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

type page struct{ name, path string }

// pages are those that the measurements look at.
var pages = []page{
	{"home", "/"}, {"list", "/products"}, {"product", "/product/10"}, {"category", "/category/chips"}, {"cart", "/cart"},
}

// warm requests pages until the server has rendered them.
func (p *process) warm(ctx context.Context, pages ...page) error {
	for _, page := range pages {
		if page.path == "/cart" {
			continue // client-rendered
		}
		deadline := time.Now().Add(30 * time.Second)
		for {
			text, err := get(ctx, p.url(page.path))
			if err != nil {
				return err
			}
			if !bytes.Contains(text, []byte(`<div id="app"></div>`)) {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("%s is not rendered", page.path)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return nil
}

func get(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}
