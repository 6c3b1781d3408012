package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// orderLease is how long one instance alone may ask the authority for a certificate.
	orderLease = time.Minute
	// elsewherePause is how often the others look whether it is there.
	elsewherePause = 250 * time.Millisecond
)

var errElsewhere = errors.New("another instance is getting the certificate")

// challenge marks a request by which the certificate authority checks that the domain is ours. Any instance can respond to it.
type challenge struct{}

// acmeCertificates gets and renews certificates by ACME (RFC 8555). Instances on one PostgreSQL database share them, so
// that each can respond to the authority, whichever instance asked for the certificate.
type acmeCertificates struct {
	manager *autocert.Manager
	domains []string
	expires atomic.Int64 // of the certificate that was last used, in Unix seconds; 0: there is none
}

func newACME(o *options, shop services.Config) *acmeCertificates {
	c := &acmeCertificates{domains: o.domains()}
	c.manager = &autocert.Manager{Prompt: autocert.AcceptTOS, Email: o.acmeEmail, Client: &acme.Client{DirectoryURL: o.acmeDirectory},
		Cache: autocert.DirCache(filepath.Join(o.data, "certificates")), HostPolicy: c.known}
	if shop.Store.Engine() == store.Postgres {
		c.manager.Cache = sharedCertificates{shop, c.domains}
	}
	return c
}

// known refuses names that are not the shop's: anybody can point a name at this address.
func (c *acmeCertificates) known(ctx context.Context, host string) error {
	if ctx.Value(challenge{}) != nil {
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
	}
	if !slices.Contains(c.domains, host) {
		return fmt.Errorf("%q is not a domain of the shop", host)
	}
	return nil
}

// leaseOrder lets one instance ask the authority, which allows few certificates of one name a week.
func leaseOrder(ctx context.Context, shop services.Config, name string) error {
	free := false
	err := shop.Store.Write(ctx, func(tx *store.Tx) (err error) {
		now := shop.Clock.Now()
		_, free, err = tx.RateLimits.AcquireSlot(ctx, "certificate "+name, now, orderLease, now)
		return err
	})
	if err == nil && !free {
		return errElsewhere
	}
	return err
}

// config is that of the listener for HTTPS.
func (c *acmeCertificates) config() *tls.Config {
	return &tls.Config{GetCertificate: c.get, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1", acme.ALPNProto}}
}

func (c *acmeCertificates) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	for {
		found, err := c.manager.GetCertificate(hello)
		switch {
		case errors.Is(err, errElsewhere):
			select {
			case <-hello.Context().Done():
				return nil, err
			case <-time.After(elsewherePause):
				continue
			}
		case err != nil:
			return nil, err
		}
		if !slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
			c.used(found)
		}
		return found, nil
	}
}

func (c *acmeCertificates) used(found *tls.Certificate) {
	if found.Leaf != nil {
		c.expires.Store(found.Leaf.NotAfter.Unix())
	}
}

// expiry is when the certificate in use expires; the zero time when there is none yet.
func (c *acmeCertificates) expiry() time.Time {
	if seconds := c.expires.Load(); seconds != 0 {
		return time.Unix(seconds, 0).UTC()
	}
	return time.Time{}
}

// first gets the certificates before the first visitor comes, and again while that fails.
func (c *acmeCertificates) first(ctx context.Context) {
	for _, domain := range c.domains {
		for wait := 5 * time.Second; ctx.Err() == nil; wait = min(2*wait, 10*time.Minute) {
			// What every browser of today supports: the certificate has an ECDSA key then.
			found, err := c.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: domain, SupportedVersions: []uint16{tls.VersionTLS13},
				SignatureSchemes: []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256}, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
			if err == nil {
				c.used(found)
				break
			}
			if !errors.Is(err, errElsewhere) {
				slog.Error("no certificate yet", "domain", domain, "error", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
	}
}

// httpHandler serves plain HTTP: the authority's challenges; everything else is redirected to HTTPS.
func (c *acmeCertificates) httpHandler(publicURL string) http.Handler {
	handler := c.manager.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "Use HTTPS.", http.StatusBadRequest) // the body has already been sent unencrypted: a redirect would hide that
			return
		}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, publicURL+r.URL.RequestURI(), http.StatusMovedPermanently)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), challenge{}, true)))
	})
}

// sharedCertificates is a cache in the database. Keys are sealed with the shop's key.
type sharedCertificates struct {
	shop    services.Config
	domains []string
}

// Get is autocert.Cache's. autocert orders a certificate when it returns ErrCacheMiss, so one instance at a time may get that.
func (s sharedCertificates) Get(ctx context.Context, name string) ([]byte, error) {
	sealed, exists, err := s.shop.Store.CachedCertificate(ctx, name)
	if err != nil {
		return nil, err
	}
	if exists {
		content, err := s.shop.Keys.Open(sealed)
		if err == nil {
			return []byte(content), nil
		}
		slog.Warn("stored certificate not read", "name", name, "error", err) // sealed with another secret key, so it cannot be read
	}
	if domain := strings.TrimSuffix(name, "+rsa"); slices.Contains(s.domains, domain) {
		if err := leaseOrder(ctx, s.shop, name); err != nil {
			return nil, err
		}
	}
	return nil, autocert.ErrCacheMiss
}

// Put is autocert.Cache's.
func (s sharedCertificates) Put(ctx context.Context, name string, content []byte) error {
	return s.shop.Store.Write(ctx, func(tx *store.Tx) error { return tx.Certificates.Put(ctx, name, s.shop.Keys.Seal(string(content))) })
}

// Delete is autocert.Cache's.
func (s sharedCertificates) Delete(ctx context.Context, name string) error {
	return s.shop.Store.Write(ctx, func(tx *store.Tx) error { return tx.Certificates.Delete(ctx, name) })
}

// domains are the names of --domain, the first of which is the shop's address.
func (o *options) domains() (names []string) {
	for name := range strings.SplitSeq(o.domain, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			names = append(names, name)
		}
	}
	return names
}
