package shop

import "net/netip"

// Client is the browser or program at the other end of a request.
type Client struct {
	IP        string
	UserAgent string
	// Device is what the browser was given when it signed in before; package
	// accounts reads it.
	Device string
	// ThroughOwnProxy says that the address is that of a proxy of the shop which
	// is not trusted to name its clients, so that all of them have this address.
	ThroughOwnProxy bool
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

// Network is one of the networks that a client's attempts count for.
type Network struct {
	Name  string
	Share int // how many times the limit it may use
}

// Networks are what attempts are counted by in memory: an IPv4 address, or an
// IPv6 /64 and its /48. Unlike LimitedNetworks they include loopback and private
// addresses, so that a shop without a proxy is limited there too; there are none
// for a client that came through a proxy whose word is not believed, because a
// limit would refuse everybody at once.
func (c Client) Networks() []Network {
	if c.ThroughOwnProxy {
		return nil
	}
	networks := []Network{{c.Network(), 1}}
	ip, err := netip.ParseAddr(c.IP)
	if ip = ip.Unmap().WithZone(""); err != nil || ip.Is4() {
		return networks
	}
	return append(networks, Network{netip.PrefixFrom(ip, 48).Masked().String(), WiderNetwork})
}
