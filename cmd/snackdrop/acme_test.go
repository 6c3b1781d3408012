package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

func TestTheShopGetsAndRenewsItsCertificate(t *testing.T) {
	const domain = "snacks.example"
	plain, secure, metrics := freePort(t), freePort(t), freePort(t)
	authority := testkit.StartACME(t, plain, secure, 15)
	t.Setenv("SSL_CERT_FILE", authority.TrustFile)
	t.Setenv("SNACKDROP_SECRET_KEY", "the key that both instances have")
	flags := func(plain, secure int) []string {
		return []string{"--domain", domain, "--acme-directory", authority.Directory, "--addr", fmt.Sprint("127.0.0.1:", secure), "--http-addr", fmt.Sprint("127.0.0.1:", plain)}
	}
	database := []string{"--data", t.TempDir(), "--database-url", storetest.Empty(t)}
	url, _ := start(t, append(append(database, flags(plain, secure)...), "--metrics-addr", fmt.Sprint("127.0.0.1:", metrics))...)
	if url != "https://"+domain {
		t.Errorf("the shop is at %s", url)
	}

	// ask connects to a port of this machine, whatever the URL's host.
	ask := func(port int, url string) (*http.Response, error) {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: authority.Issued}, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, fmt.Sprint("127.0.0.1:", port))
			}}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.Get(url)
		if err == nil {
			_ = answer.Body.Close()
		}
		return answer, err
	}
	serial := func(port int) *big.Int {
		answer, err := ask(port, "https://"+domain+"/healthz")
		if err != nil || answer.StatusCode != 200 {
			return nil
		}
		if answer.Header.Get("Strict-Transport-Security") == "" {
			t.Error("no HSTS")
		}
		return answer.TLS.PeerCertificates[0].SerialNumber
	}
	v := newVisitors(t, url)
	var first *big.Int
	v.waitFor("there is no certificate", func() bool { first = serial(secure); return first != nil })

	redirect, err := ask(plain, "http://"+domain+"/products?q=1")
	must(t, err)
	if to := redirect.Header.Get("Location"); redirect.StatusCode != http.StatusMovedPermanently || to != "https://"+domain+"/products?q=1" {
		t.Errorf("HTTP: %d to %q", redirect.StatusCode, to)
	}
	if answer, err := ask(plain, "http://"+domain+"/.well-known/acme-challenge/a-guess"); err != nil || answer.StatusCode != http.StatusNotFound {
		t.Errorf("a challenge that nobody made: %v %v", answer, err)
	}
	if _, err := ask(secure, "https://other.example/"); err == nil {
		t.Error("there is a certificate for somebody else's name")
	}
	figures, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", metrics))
	must(t, err)
	text, err := io.ReadAll(figures.Body)
	_ = figures.Body.Close()
	if name := "snackdrop_certificate_expiry_timestamp_seconds"; err != nil || !strings.Contains(string(text), "\n"+name) || strings.Contains(string(text), "\n"+name+" 0\n") {
		t.Error("the expiry is not among the metrics")
	}

	// The authority cannot reach the second instance: it has the certificate of the first.
	otherPlain, otherSecure := freePort(t), freePort(t)
	start(t, append(append([]string{"--data", t.TempDir()}, database[2:]...), flags(otherPlain, otherSecure)...)...)
	v.waitFor("the second instance has no certificate", func() bool { return serial(otherSecure) != nil })

	v.waitFor("the certificate is not renewed", func() bool {
		now := serial(secure)
		return now != nil && now.Cmp(first) != 0
	})
	if out, err := program(append([]string{"healthcheck"}, flags(plain, secure)...)...).CombinedOutput(); err != nil {
		t.Errorf("healthcheck: %v %s", err, out)
	}
}
