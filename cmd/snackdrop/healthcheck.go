package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthcheck asks the shop on this machine whether it is ready.
func healthcheck(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("healthcheck")
	o.serveFlags()
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if host == "" || strings.Trim(host, "0.:[]") == "" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, o.scheme()+"://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	// The certificate is for the shop's host name, and this request goes to the same machine.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: o.serverName()}}}
	response, err := client.Do(request)
	if err != nil {
		return errors.New("the shop does not answer")
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the shop is not ready: %s", response.Status)
	}
	_, err = fmt.Fprintln(out, "ok")
	return err
}

// serverName is for which domain the certificate is asked.
func (o *options) serverName() string {
	if names := o.domains(); len(names) > 0 {
		return names[0]
	}
	return ""
}
