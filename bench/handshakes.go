package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

const (
	handshakesGoal  = 1_700 // a second
	handshakesShare = 50    // percent of a core that they may take
	pollsOverTLS    = 2_000 // a second
	tlsFor          = 10 * time.Second
	tlsWorkers      = 64
	// idleTLS is above the number of connections from which on the shop closes those of who polls.
	idleTLS = 2_100
)

// measureHandshakes polls the line of a drop over HTTPS: on connections that stay open, and, when too many are open, on
// one that the shop closes after each response, with HTTP/1.1 and HTTP/2.
func measureHandshakes(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-handshakes-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if _, _, err := openLine(ctx, folder); err != nil {
		return err
	}
	trusted, flags, err := certificateIn(folder)
	if err != nil {
		return err
	}
	p, err := b.openShopIn(ctx, folder, flags...)
	if err != nil {
		return err
	}
	defer p.stop()
	poll := "https://" + p.addr + "/api/drops/" + lineSlug + "/queue"
	var handshakes atomic.Int64
	kept, err := b.pollTLS(ctx, p, pollsOverTLS, poll, callers(trusted, "http/1.1", &handshakes))
	if err != nil {
		return err
	}
	b.add(row{what: fmt.Sprintf("%s polls a second over HTTPS, connections stay open", count(pollsOverTLS)), ours: kept.String()})
	idle, err := idleConnections(ctx, p.addr, trusted)
	if err != nil {
		return err
	}
	defer func() {
		for _, c := range idle {
			_ = c.Close()
		}
	}()
	for _, protocol := range []struct{ name, alpn, closing string }{{"HTTP/1.1", "http/1.1", "Connection: close"}, {"HTTP/2", "h2", "GOAWAY"}} {
		handshakes.Store(0)
		closed, err := b.pollTLS(ctx, p, handshakesGoal, poll, callers(trusted, protocol.alpn, &handshakes))
		if err != nil {
			return fmt.Errorf("%s: %w", protocol.name, err)
		}
		if made := int(handshakes.Load()); made < len(closed.waits)*9/10 {
			return fmt.Errorf("%s: %d handshakes for %d polls: the shop keeps connections open", protocol.name, made, len(closed.waits))
		}
		perPoll := kept.share / kept.perSecond // percent of a core
		alone := closed.share - perPoll*closed.perSecond
		b.add(row{what: fmt.Sprintf("%s, %s after each poll, %d connections open: a handshake each", protocol.name, protocol.closing, idleTLS),
			ours: fmt.Sprintf("%s; handshakes alone %.0f%%", closed, alone), goal: fmt.Sprintf("%s/s, handshakes ≤ %d%% of a core", count(handshakesGoal), handshakesShare),
			met: holds(alone <= handshakesShare && closed.perSecond >= 0.95*handshakesGoal)})
	}
	return nil
}

// certificateIn writes a certificate into a folder and gives who trusts it and the flags of the program.
func certificateIn(folder string) (*x509.CertPool, []string, error) {
	certificate, err := testkit.NewCertificate()
	if err != nil {
		return nil, nil, err
	}
	key, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	if err != nil {
		return nil, nil, err
	}
	chain := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Certificate[0]})
	files := []string{filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")}
	err = errors.Join(os.WriteFile(files[0], chain, 0o600), os.WriteFile(files[1], pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600))
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(chain)
	return trusted, []string{"--tls-cert", files[0], "--tls-key", files[1]}, err
}

// callers makes clients that speak one protocol and count their handshakes.
func callers(trusted *x509.CertPool, alpn string, handshakes *atomic.Int64) func() *http.Client {
	return func() *http.Client {
		count := func(tls.ConnectionState) error { handshakes.Add(1); return nil }
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, NextProtos: []string{alpn}, VerifyConnection: count}, Protocols: new(http.Protocols)}
		transport.Protocols.SetHTTP1(alpn != "h2")
		transport.Protocols.SetHTTP2(alpn == "h2")
		return &http.Client{Transport: transport, Timeout: 10 * time.Second}
	}
}

// idleConnections opens connections that have asked once and then wait.
func idleConnections(ctx context.Context, addr string, trusted *x509.CertPool) (open []*tls.Conn, err error) {
	for range idleTLS {
		c, err := (&tls.Dialer{Config: &tls.Config{RootCAs: trusted}}).DialContext(ctx, "tcp", addr)
		if err != nil {
			return open, err
		}
		open = append(open, c.(*tls.Conn))
		if _, err := fmt.Fprintf(c, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", addr); err != nil {
			return open, err
		}
	}
	return open, nil
}

// polled is what a round of polls gave.
type polled struct {
	perSecond, share float64 // share: percent of a core that the shop used
	waits            []time.Duration
}

func (p polled) String() string {
	return fmt.Sprintf("%s/s, p50 %s, p99 %s, %.0f%% of a core", count(p.perSecond), ms(at(p.waits, 0.5)), ms(at(p.waits, 0.99)), p.share)
}

// pollTLS polls at a steady pace, each worker with a client of its own.
func (b *bench) pollTLS(ctx context.Context, p *process, perSecond int, url string, newClient func() *http.Client) (polled, error) {
	var all sync.WaitGroup
	waits, failures := make([][]time.Duration, tlsWorkers), make([]error, tlsWorkers)
	between := time.Second * tlsWorkers / time.Duration(perSecond)
	busy, start := p.processorTime(), time.Now()
	for i := range tlsWorkers {
		all.Go(func() {
			client := newClient()
			defer client.CloseIdleConnections()
			for due := start.Add(between * time.Duration(i) / tlsWorkers); due.Sub(start) < tlsFor && ctx.Err() == nil; due = due.Add(between) {
				pause(ctx, time.Until(due))
				if failures[i] = pollOnce(ctx, client, url); failures[i] != nil {
					return
				}
				waits[i] = append(waits[i], time.Since(due))
			}
		})
	}
	all.Wait()
	took := time.Since(start)
	out := polled{waits: slices.Concat(waits...), share: 100 * (p.processorTime() - busy).Seconds() / took.Seconds()}
	out.perSecond = float64(len(out.waits)) / took.Seconds()
	slices.Sort(out.waits)
	return out, errors.Join(failures...)
}

func pollOnce(ctx context.Context, client *http.Client, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the response is %s", response.Status)
	}
	return err
}
