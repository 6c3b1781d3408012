package shop

import "testing"

func TestAWholeNetworkOfIPv6CountsAsOneAddress(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "not an address": "not an address",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::1": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "::1": "::/64",
	} {
		if got := (Client{IP: ip}).Network(); got != want {
			t.Errorf("%s counts as %s, want %s", ip, got, want)
		}
	}
}

func TestLoopbackAndPrivateAddressesAreNotLimitedByNetwork(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string][2]string{
		"192.0.2.7": {"192.0.2.7", ""}, "::ffff:192.0.2.7": {"192.0.2.7", ""},
		"2001:db8:1:2:3:4:5:6": {"2001:db8:1:2::/64", "2001:db8:1::/48"},
		"127.0.0.1":            {}, "::1": {}, "10.1.2.3": {}, "192.168.0.4": {}, "172.16.9.9": {}, "fd00::1": {}, "fe80::1%eth0": {}, "": {}, "unix": {},
	} {
		network, wider := Client{IP: ip}.LimitedNetworks()
		if got := [2]string{network, wider}; got != want {
			t.Errorf("%q is limited as %v, want %v", ip, got, want)
		}
	}
}
