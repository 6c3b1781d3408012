package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

// writeCertificate leaves a new certificate and its key in a folder, and gives what trusts it.
func writeCertificate(t *testing.T, folder string) (certFile, keyFile string, trust *x509.CertPool) {
	t.Helper()
	pair, err := testkit.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})
	if err := errors.Join(os.WriteFile(certFile, cert, 0o600),
		os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600)); err != nil {
		t.Fatal(err)
	}
	trust = x509.NewCertPool()
	trust.AppendCertsFromPEM(cert)
	return certFile, keyFile, trust
}

func TestWithACertificateTheShopSpeaksHTTP2(t *testing.T) {
	certFile, keyFile, trust := writeCertificate(t, t.TempDir())
	url, _ := start(t, "--data", t.TempDir(), "--tls-cert", certFile, "--tls-key", keyFile)
	if !strings.HasPrefix(url, "https://") {
		t.Fatal(url)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}, ForceAttemptHTTP2: true}}
	for _, path := range []string{"/", "/api/products", "/api/events"} {
		answer, err := client.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(answer.Body).ReadString('\n') // a stream begins at once here, too
		if answer.ProtoMajor != 2 || answer.StatusCode != 200 || err != nil && line == "" {
			t.Errorf("%s: %s %s, %q %v", path, answer.Proto, answer.Status, line, err)
		}
		_ = answer.Body.Close()
	}
	old := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}, TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}}}
	answer, err := old.Get(url + "/")
	if err != nil || answer.ProtoMajor != 1 || answer.StatusCode != 200 {
		t.Fatalf("%v: %v", answer, err)
	}
	_ = answer.Body.Close()
	if out, err := say(t, "", "healthcheck", "--addr", strings.TrimPrefix(url, "https://"), "--tls-cert", certFile, "--tls-key", keyFile); err != nil || out != "ok\n" {
		t.Errorf("healthcheck: %q, %v", out, err)
	}
}

func TestARenewedCertificateNeedsNoRestart(t *testing.T) {
	folder := t.TempDir()
	certFile, keyFile, _ := writeCertificate(t, folder)
	c := &certificate{certFile: certFile, keyFile: keyFile}
	if err := c.read(); err != nil {
		t.Fatal(err)
	}
	shown := func(passed time.Duration) string {
		c.looked = c.looked.Add(-passed)
		pair, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(pair.Certificate[0])
	}
	first := shown(0)
	writeCertificate(t, folder)
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(certFile, later, later); err != nil {
		t.Fatal(err)
	}
	if shown(0) != first {
		t.Error("it looks at every handshake")
	}
	second := shown(2 * lookAgain)
	if second == first {
		t.Error("the new one is not shown")
	}
	if err := os.WriteFile(certFile, []byte("half of a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if shown(2*lookAgain) != second {
		t.Error("a broken file replaced a good certificate")
	}
}
