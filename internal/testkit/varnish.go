package testkit

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// vcl makes Varnish a CDN: what a response says about caching alone decides, cookies do not, and POST /purge removes
// what has a tag.
const vcl = `vcl 4.1;
backend shop { .host = "127.0.0.1"; .port = "%s"; }
sub vcl_recv {
    if (req.method == "POST" && req.url == "/purge") {
        if (req.http.X-Purge-Key != "sesame") { return (synth(403)); }
        ban("obj.http.Cache-Tag ~ " + req.http.Cache-Tag);
        return (synth(200));
    }
    if (req.method != "GET" && req.method != "HEAD") { return (pass); }
    return (hash);
}
sub vcl_deliver { set resp.http.X-Cache-Hits = obj.hits; }
`

// PurgeHeader is what a purge of the cache that Varnish starts needs.
const PurgeHeader = "X-Purge-Key: sesame"

// Varnish starts a shared cache on a port, in front of a server on another port of this machine. It ends with the test.
func Varnish(t testing.TB, port, backend int) {
	t.Helper()
	if err := startVarnish(t, port, backend); err != nil {
		t.Fatalf("a shared cache: %v", err)
	}
}

func startVarnish(t testing.TB, port, backend int) error {
	program, err := exec.LookPath("varnishd")
	if err != nil {
		program = "/usr/sbin/varnishd" // not in everybody's path
		if _, err := os.Stat(program); err != nil {
			return errors.New("install Varnish (Debian: apt-get install varnish)")
		}
	}
	dir, err := os.MkdirTemp("", "snackdrop-varnish-")
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "default.vcl")
	if err := os.WriteFile(file, fmt.Appendf(nil, vcl, fmt.Sprint(backend)), 0o600); err != nil {
		return err
	}
	address := fmt.Sprint("127.0.0.1:", port)
	server, err := startServer(dir, nil, program, "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-a", address, "-f", file, "-s", "malloc,64m")
	if err != nil {
		return err
	}
	t.Cleanup(server.end)
	return server.waitFor(func() error {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return err
		}
		return conn.Close()
	})
}
