// Package publicnet makes HTTP clients for addresses that somebody typed: webhook receivers, pictures to import. They
// connect to public addresses only, so that nobody reaches the shop's own network through the shop.
package publicnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// ErrNotPublic says that an address is not one of the public internet.
var ErrNotPublic = errors.New("not a public address")

// Policy says which addresses a client may connect to. The zero value allows public addresses and no redirects.
type Policy struct {
	// Allowed are networks that are allowed besides the public ones: a receiver in the operator's own network, the loopback
	// address of a test.
	Allowed []netip.Prefix
	// Redirects is how many redirects a request follows; each one is checked like the first address.
	Redirects int
}

// Client makes a client whose requests end within timeout. The check is made on the address that is connected to,
// after its name was resolved: a name that gives another address the second time gets nowhere.
func (p Policy) Client(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: min(timeout, 5*time.Second), ControlContext: p.control}
	return &http.Client{
		Timeout: timeout,
		// No Proxy: a proxy would make the connection, and the check would see the proxy's address.
		Transport: &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 5 * time.Second,
			ResponseHeaderTimeout: timeout, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if p.Redirects == 0 {
				return http.ErrUseLastResponse
			}
			if len(via) > p.Redirects {
				return fmt.Errorf("more than %d redirects", p.Redirects)
			}
			return p.CheckURL(r.URL)
		},
	}
}

func (p Policy) control(_ context.Context, network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%s: %w", network, ErrNotPublic)
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil || !p.Allows(to.Addr()) {
		return ErrNotPublic
	}
	return nil
}

// CheckURL refuses what can be refused before a name is resolved: another scheme than http and https, a user name and
// password, a host that is missing or a number that is not public.
func (p Policy) CheckURL(u *url.URL) error {
	if u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil {
		return fmt.Errorf("not an address that begins with https:// or http://: %w", ErrNotPublic)
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil && !p.Allows(addr) {
		return ErrNotPublic
	}
	return nil
}

// Allows says whether the policy lets a client connect to an address.
func (p Policy) Allows(addr netip.Addr) bool {
	addr = addr.Unmap()
	for _, network := range p.Allowed {
		if network.Contains(addr) {
			return true
		}
	}
	return isPublic(addr)
}

// isPublic says whether an address belongs to the public internet, by IANA's registries of special-purpose addresses.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsValid() || addr.Zone() != "" || !addr.IsGlobalUnicast() {
		return false
	}
	if addr.Is6() && !globalIPv6.Contains(addr) {
		return false
	}
	for _, network := range special {
		if network.Contains(addr) {
			return false
		}
	}
	return true
}

// globalIPv6 is what IANA gives out of IPv6; everything else is special or not assigned.
var globalIPv6 = netip.MustParsePrefix("2000::/3")

// special are networks that are not public, and the address at which Azure serves its machines. Those in IPv6 that carry an IPv4 address are among them, because that
// address could be a private one.
var special = func() []netip.Prefix {
	var list []netip.Prefix
	for _, text := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
		"192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "168.63.129.16/32", "224.0.0.0/4", "240.0.0.0/4",
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()
