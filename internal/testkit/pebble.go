package testkit

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// ACME is a certificate authority for tests: Let's Encrypt's pebble. For it every name is 127.0.0.1.
type ACME struct {
	Directory string         // its directory URL
	TrustFile string         // what an HTTPS client of the directory has to trust, in PEM
	Issued    *x509.CertPool // trusts the certificates that it issues
}

// StartACME starts an authority that looks for the proof on the given ports, and whose certificates are valid for so many
// seconds. It ends with the test.
func StartACME(t testing.TB, httpPort, tlsPort, seconds int) ACME {
	t.Helper()
	a, err := startACME(t, httpPort, tlsPort, seconds)
	if err != nil {
		t.Fatalf("an ACME server: %v", err)
	}
	return a
}

func startACME(t testing.TB, httpPort, tlsPort, seconds int) (ACME, error) {
	program, err := tool("pebble", "github.com/letsencrypt/pebble/v2/cmd/pebble")
	if err != nil {
		return ACME{}, err
	}
	names, err := localNames(t)
	if err != nil {
		return ACME{}, err
	}
	dir, err := os.MkdirTemp("", "snackdrop-acme-")
	if err != nil {
		return ACME{}, err
	}
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	own, err := writeCertificate(certFile, keyFile)
	if err != nil {
		return ACME{}, err
	}
	port, err := freePort()
	if err != nil {
		return ACME{}, err
	}
	management, err := freePort()
	if err != nil {
		return ACME{}, err
	}
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{"listenAddress": "127.0.0.1:" + port, "managementListenAddress": "127.0.0.1:" + management,
		"certificate": certFile, "privateKey": keyFile, "httpPort": httpPort, "tlsPort": tlsPort, "keyAlgorithm": "ecdsa",
		"retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles":   map[string]any{"default": map[string]any{"description": "for tests", "validityPeriod": seconds}}}})
	if err != nil {
		return ACME{}, err
	}
	file := filepath.Join(dir, "config.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		return ACME{}, err
	}
	server, err := startServer(dir, nil, "env", "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0", program, "-config", file, "-dnsserver", names)
	if err != nil {
		return ACME{}, err
	}
	t.Cleanup(server.end)
	a := ACME{Directory: "https://127.0.0.1:" + port + "/dir", TrustFile: certFile, Issued: x509.NewCertPool()}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	return a, server.waitFor(func() error {
		answer, err := client.Get("https://127.0.0.1:" + management + "/roots/0")
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err == nil && !a.Issued.AppendCertsFromPEM(text) {
			return fmt.Errorf("no root: %s", text)
		}
		return err
	})
}

// writeCertificate leaves a new certificate and its key in two files and gives what trusts it.
func writeCertificate(certFile, keyFile string) (*x509.CertPool, error) {
	pair, err := NewCertificate()
	if err != nil {
		return nil, err
	}
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		return nil, err
	}
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})
	trust := x509.NewCertPool()
	trust.AppendCertsFromPEM(cert)
	return trust, errors.Join(os.WriteFile(certFile, cert, 0o600),
		os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600))
}

// localNames is a DNS server for which every name is 127.0.0.1. Pebble asks over TCP.
func localNames(t testing.TB) (address string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerNames(conn)
		}
	}()
	return listener.Addr().String(), nil
}

// answerNames answers questions until the client has no more. Over TCP each message follows its length.
func answerNames(conn net.Conn) {
	defer conn.Close()
	for {
		var length uint16
		if binary.Read(conn, binary.BigEndian, &length) != nil {
			return
		}
		question := make([]byte, length)
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		answer, err := localAddress(question)
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

func localAddress(question []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return nil, err
	}
	m.Response, m.Additionals = true, nil
	for _, q := range m.Questions {
		if q.Type == dnsmessage.TypeA {
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: 1},
				Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}})
		}
	}
	return m.Pack()
}
