package shop

import "net/netip"

// Client is the browser or program at the other end of a request.
type Client struct {
	IP        string
	UserAgent string
}

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
