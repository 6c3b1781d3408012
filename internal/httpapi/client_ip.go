package httpapi

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// TrustedProxies says which hops in front of the program are trusted: a number
// of proxies, or the networks they are in. The zero value trusts none.
type TrustedProxies struct {
	hops     int
	networks []netip.Prefix
}

// maxProxies bounds the number form, so that a port typed there by mistake is noticed.
const maxProxies = 10

// ParseTrustedProxies reads --trust-proxy: a number of proxies, a list of
// addresses and networks, or yes and no (one proxy, none).
func ParseTrustedProxies(text string) (TrustedProxies, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "0", "false", "no":
		return TrustedProxies{}, nil
	case "true", "yes":
		return TrustedProxies{hops: 1}, nil
	}
	if hops, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
		if hops < 0 || hops > maxProxies {
			return TrustedProxies{}, fmt.Errorf("a number of proxies is from 0 to %d", maxProxies)
		}
		return TrustedProxies{hops: hops}, nil
	}
	var trusted TrustedProxies
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		network, err := netip.ParsePrefix(item)
		if err != nil {
			ip, err := netip.ParseAddr(item)
			if err != nil {
				return TrustedProxies{}, fmt.Errorf("%q is neither a number of proxies nor a network like 10.0.0.0/8", item)
			}
			network = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen())
		}
		trusted.networks = append(trusted.networks, network.Masked())
	}
	return trusted, nil
}

func (p TrustedProxies) none() bool { return p.hops == 0 && len(p.networks) == 0 }

func (p TrustedProxies) trusts(ip netip.Addr, hop int) bool {
	if len(p.networks) == 0 {
		return hop < p.hops
	}
	for _, network := range p.networks {
		if network.Contains(ip) {
			return true
		}
	}
	return false
}

// client is who sent the request.
func (s *Server) client(r *http.Request) shop.Client {
	ip := s.config.TrustProxy.clientIP(r)
	return shop.Client{IP: ip, UserAgent: r.UserAgent(), Device: s.sessions.Device(r), ThroughOwnProxy: s.config.TrustProxy.none() && isLocal(ip) && proxied(r.Header)}
}

// isLocal says whether an address is of this machine or of a private network, where
// the shop's own proxies are.
func isLocal(text string) bool {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return false
	}
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
}

// clientIP is the last hop that is not a trusted proxy. The connection itself
// is the last hop of all; the ones before it are the entries of every
// X-Forwarded-For line, read from the end. Entries before the first hop that is
// not trusted were written by that hop and are ignored.
func (p TrustedProxies) clientIP(r *http.Request) string {
	remote, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		remote = r.RemoteAddr
	}
	if p.none() {
		return remote
	}
	ip, err := netip.ParseAddr(remote)
	if err != nil {
		return remote
	}
	ip = ip.Unmap()
	entries := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for hop := 0; len(entries) > 0 && p.trusts(ip, hop); hop++ {
		next, ok := forwardedAddress(entries[len(entries)-1])
		if !ok {
			break
		}
		ip, entries = next, entries[:len(entries)-1]
	}
	return ip.String()
}

// forwardedAddress reads one entry; some proxies write a port behind the address.
func forwardedAddress(entry string) (netip.Addr, bool) {
	entry = strings.TrimSpace(entry)
	if withPort, err := netip.ParseAddrPort(entry); err == nil {
		return withPort.Addr().Unmap().WithZone(""), true
	}
	ip, err := netip.ParseAddr(strings.Trim(entry, "[]"))
	return ip.Unmap().WithZone(""), err == nil
}

// hostForm is a host name or address with an optional port, and nothing that could end it in a URL.
var hostForm = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// visitorSite is the shop's address as the visitor's browser knows it, for a shop that
// was not told its public address: a phone that opened http://192.168.1.5:8080 cannot
// come back to http://localhost:8080. It is "" in a shop with a public address. The
// Host header is the visitor's own word, so it is used for nothing but sending the same
// visitor back; emails and cached pages have the public address.
func (s *Server) visitorSite(r *http.Request) string {
	if !s.anyHost || !hostForm.MatchString(r.Host) {
		return ""
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
