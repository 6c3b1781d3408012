package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// forge is a request that reached the program through a proxy at 10.0.0.9. The client at 203.0.113.7 sent the forged
// lines; the proxy added its own entry as a line of its own or at the end of the last line.
func forge(forged []string, ownLine bool) *http.Request {
	r := &http.Request{RemoteAddr: "10.0.0.9:4711", Header: http.Header{}}
	lines := append([]string{}, forged...)
	if ownLine || len(lines) == 0 {
		lines = append(lines, "203.0.113.7")
	} else {
		lines[len(lines)-1] += ", 203.0.113.7"
	}
	r.Header["X-Forwarded-For"] = lines
	return r
}

func TestForgedAddressesAreNotBelieved(t *testing.T) {
	var forgeries [][]string
	for n := range 10 {
		ip := fmt.Sprintf("198.51.100.%d", n)
		forgeries = append(forgeries, []string{ip}, []string{ip + ", 10.0.0.1"}, []string{ip, "10.0.0.2"}, []string{"10.0.0.3", ip})
	}
	forgeries = append(forgeries, nil, []string{""}, []string{","}, []string{"unknown"}, []string{"[::1]:80"}, []string{"127.0.0.1"}, []string{"\x00"})
	tries := 0
	for _, spec := range []string{"true", "1", "10.0.0.0/8", "10.0.0.9", "192.168.0.0/16, 10.0.0.0/8"} {
		trusted, err := ParseTrustedProxies(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, forged := range forgeries {
			for _, ownLine := range []bool{true, false} {
				tries++
				if got := trusted.clientIP(forge(forged, ownLine)); got != "203.0.113.7" {
					t.Errorf("--trust-proxy %s, %q: %s, want the address that the proxy saw", spec, forge(forged, ownLine).Header["X-Forwarded-For"], got)
				}
			}
		}
	}
	if tries < 80 {
		t.Errorf("only %d variants were tried", tries)
	}
}

func TestTheClientIsTheLastHopThatIsNotTrusted(t *testing.T) {
	for _, c := range []struct{ spec, remote, forwarded, want string }{
		{"no", "10.0.0.9:1", "203.0.113.7", "10.0.0.9"},
		{"2", "10.0.0.9:1", "198.51.100.1, 203.0.113.7, 10.0.0.8", "203.0.113.7"},
		{"2", "10.0.0.9:1", "203.0.113.7", "203.0.113.7"},
		{"10.0.0.0/8", "10.0.0.9:1", "198.51.100.1, 203.0.113.7, 10.0.0.8, 10.1.2.3", "203.0.113.7"},
		{"10.0.0.0/8", "198.51.100.9:1", "203.0.113.7", "198.51.100.9"}, // not our proxy: its word is worth nothing
		{"10.0.0.0/8", "[::ffff:10.0.0.9]:1", "203.0.113.7:5555", "203.0.113.7"},
		{"fd00::/8", "[fd00::1]:1", "[2001:db8::7]:5555", "2001:db8::7"},
		{"true", "10.0.0.9:1", "", "10.0.0.9"},
	} {
		trusted, err := ParseTrustedProxies(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := trusted.clientIP(r); got != c.want {
			t.Errorf("--trust-proxy %s, %s behind %q: %s, want %s", c.spec, c.remote, c.forwarded, got, c.want)
		}
	}
	for _, bad := range []string{"-1", "8080", "10.0.0.0/99", "proxy.example", "10.0.0.1,"} {
		if _, err := ParseTrustedProxies(bad); err == nil {
			t.Errorf("--trust-proxy %s is accepted", bad)
		}
	}
}

func TestTheShopsOwnProxyIsRecognised(t *testing.T) {
	for _, c := range []struct {
		trust, remote, forwarded string
		want                     bool
	}{
		{"no", "127.0.0.1:1", "203.0.113.7", true},
		{"no", "10.0.0.9:1", "203.0.113.7", true},
		{"no", "[fd00::9]:1", "203.0.113.7", true},
		{"no", "127.0.0.1:1", "", false},           // a client on this machine
		{"no", "198.51.100.9:1", "1.2.3.4", false}, // a client that made the header up
		{"1", "127.0.0.1:1", "203.0.113.7", false}, // the proxy's word is believed
		{"1", "127.0.0.1:1", "192.168.0.4", false}, // and so is a client in a private network
	} {
		trusted, err := ParseTrustedProxies(c.trust)
		if err != nil {
			t.Fatal(err)
		}
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		s := &Server{config: Config{TrustProxy: trusted}, sessions: shopapi.NewSessions(&services.Services{}, func() bool { return false })}
		if client := s.client(r); client.ThroughOwnProxy != c.want {
			t.Errorf("%+v: %+v", c, client)
		}
	}
}
