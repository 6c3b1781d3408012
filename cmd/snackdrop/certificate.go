package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// scheme is what the shop speaks on its own address.
func (o *options) scheme() string {
	if o.tlsCert != "" || o.domain != "" {
		return "https"
	}
	return "http"
}

// openCertificate gives nil when there is none: a proxy in front speaks HTTPS then. expires is when the certificate in use does.
func openCertificate(certFile, keyFile string) (config *tls.Config, expires func() time.Time, err error) {
	if certFile == "" {
		return nil, nil, nil
	}
	c := &certificate{certFile: certFile, keyFile: keyFile}
	if err := c.read(); err != nil {
		return nil, nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	return &tls.Config{GetCertificate: c.get, MinVersion: tls.VersionTLS12}, c.expires, nil
}

// certificate is read again when its file has changed, so that a renewal needs no restart.
type certificate struct {
	certFile, keyFile string

	mu      sync.Mutex
	current *tls.Certificate
	changed time.Time // when the file was changed that current is from
	looked  time.Time // when the file was looked at last
}

// lookAgain is for how long handshakes use a certificate before one looks whether its file has changed.
const lookAgain = time.Minute

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > lookAgain {
		c.looked = time.Now()
		if info, err := os.Stat(c.certFile); err == nil && !info.ModTime().Equal(c.changed) {
			if err := c.read(); err != nil { // for example while a renewal has replaced one of the two files; the old certificate is used until the next look
				slog.Warn("new certificate not read", "error", err)
			}
		}
	}
	return c.current, nil
}

func (c *certificate) read() error {
	info, err := os.Stat(c.certFile)
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.current, c.changed, c.looked = &pair, info.ModTime(), time.Now()
	return nil
}

func (c *certificate) expires() time.Time {
	pair, err := c.get(nil)
	if err != nil || pair.Leaf == nil {
		return time.Time{}
	}
	return pair.Leaf.NotAfter
}
