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
