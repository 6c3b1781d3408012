package testkit

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// S3 gives the URL of a fresh bucket on a real S3 server, as --assets-url takes
// it. The credentials are in the environment of this process from then on.
func S3(t testing.TB) string {
	t.Helper()
	server, err := s3Server()
	if err != nil {
		t.Fatalf("S3 for the tests: %v", err)
	}
	bucket := "test-" + strings.ToLower(rand.Text())
	if err := os.Mkdir(filepath.Join(server.buckets, bucket), 0o755); err != nil {
		t.Fatal(err)
	}
	at := url.Values{"endpoint": {server.endpoint}, "region": {s3Region}}
	return "s3://" + bucket + "?" + at.Encode()
}

const s3Region = "us-east-1"

type s3 struct{ endpoint, buckets string }

var s3Server = sync.OnceValues(func() (s3, error) {
	program, err := tool("s3server", "./s3server")
	if err != nil {
		return s3{}, err
	}
	dir, err := os.MkdirTemp("", "snackdrop-s3-")
	if err != nil {
		return s3{}, err
	}
	buckets, sidecar := filepath.Join(dir, "buckets"), filepath.Join(dir, "sidecar")
	for _, folder := range []string{buckets, sidecar} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			return s3{}, err
		}
	}
	access, secret := rand.Text(), rand.Text()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": access, "AWS_SECRET_ACCESS_KEY": secret, "AWS_SESSION_TOKEN": "",
		"ROOT_ACCESS_KEY": access, "ROOT_SECRET_KEY": secret,
		// Without this the SDK asks a cloud's metadata service when it starts.
		"AWS_EC2_METADATA_DISABLED": "true",
	} {
		if err := os.Setenv(name, value); err != nil {
			return s3{}, err
		}
	}
	port, err := freePort()
	if err != nil {
		return s3{}, err
	}
	// Metadata beside the objects, not in extended attributes: not every temporary folder has those.
	server, err := startServer(dir, nil, program, "127.0.0.1:"+port, s3Region, buckets, sidecar)
	if err != nil {
		return s3{}, err
	}
	endpoint := "http://127.0.0.1:" + port
	if err := server.waitFor(func() error { return answers(endpoint + "/health") }); err != nil {
		server.end()
		return s3{}, fmt.Errorf("start the S3 server: %w", err)
	}
	return s3{endpoint: endpoint, buckets: buckets}, nil
})

func answers(address string) error {
	resp, err := http.Get(address)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, resp.Status)
	}
	return nil
}

// tool builds a program of tools/go.mod into bin/tools, once for all test processes.
func tool(name, pkg string) (string, error) {
	top, err := root()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(top, "bin", "tools")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(filepath.Join(folder, "."+name+".lock"))
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	program := filepath.Join(folder, name)
	pinned, err := os.Stat(filepath.Join(top, "tools", "go.sum"))
	if err != nil {
		return "", err
	}
	if built, err := os.Stat(program); err == nil && built.ModTime().After(pinned.ModTime()) {
		return program, nil
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", program, pkg)
	cmd.Dir = filepath.Join(top, "tools")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return program, nil
}
