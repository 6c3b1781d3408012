package shop

import "net/netip"

// Client is the browser or program at the other end of a request.
type Client struct {
	IP        string
	UserAgent string
}

// WiderNetwork is how many times more than one network the IPv6 /48 around it may do.
const WiderNetwork = 10

// Network is what limits per address count by. Whoever has one IPv6 address
// also has the other 2^64 of its network, so all of them count as one.
func (c Client) Network() string {
	ip, err := netip.ParseAddr(c.IP)
	if err != nil {
		return c.IP
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// LimitedNetworks are the networks that a limit per network counts: the IPv4 address,
// or the IPv6 /64 and the /48 around it, which may do WiderNetwork times as much.
// Both are "" for loopback and private addresses, where the shop sees its own proxy,
// and for what is no address.
func (c Client) LimitedNetworks() (network, wider string) {
	ip, err := netip.ParseAddr(c.IP)
	if err != nil {
		return "", ""
	}
	if ip = ip.Unmap().WithZone(""); ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() {
		return "", ""
	}
	if ip.Is6() {
		wider = netip.PrefixFrom(ip, 48).Masked().String()
	}
	return c.Network(), wider
}
