package testkit

import (
	"fmt"
	"net/http"
	"os"
	"sync"
	"testing"
)

// StripeMock gives the address of Stripe's published mock: it checks every call
// against Stripe's OpenAPI document and responds with its examples. It is stateless.
func StripeMock(t testing.TB) string {
	t.Helper()
	address, err := stripeMock()
	if err != nil {
		t.Fatalf("Stripe's mock: %v", err)
	}
	return address
}

var stripeMock = sync.OnceValues(func() (string, error) {
	program, err := tool("stripe-mock", "github.com/stripe/stripe-mock")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "snackdrop-stripe-")
	if err != nil {
		return "", err
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	server, err := startServer(dir, nil, program, "-http-addr", "127.0.0.1:"+port, "-strict-version-check=false")
	if err != nil {
		return "", err
	}
	address := "http://127.0.0.1:" + port
	if err := server.waitFor(func() error {
		resp, err := http.Get(address) // it answers 401: nobody is without a key
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}); err != nil {
		server.end()
		return "", fmt.Errorf("start stripe-mock: %w", err)
	}
	return address, nil
})
