package publicnet

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestOnlyAddressesOfThePublicInternetArePublic(t *testing.T) {
	for text, want := range map[string]bool{
		"93.184.216.34": true, "8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.1.2.3": false, "10.0.0.1": false, "172.31.255.255": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false,
		"::1": false, "::": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false, "fe80::1": false, "fc00::1": false, "fd00:ec2::254": false,
		"64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:0:7f00:1::": false, "2001:db8::1": false, "ff02::1": false, "fe80::1%eth0": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: public %v, want %v", text, got, want)
		}
	}
}

func TestAClientReachesNoAddressThatIsNotPublic(t *testing.T) {
	reached := 0
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer inside.Close()
	port := inside.URL[strings.LastIndex(inside.URL, ":"):]
	client := Policy{}.Client(5 * time.Second)
	// A name, a number and the ways to write the number that browsers and resolvers know.
	for _, host := range []string{"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "127.1", "2130706433", "0x7f.1", "0"} {
		response, err := client.Get("http://" + host + port)
		if err == nil {
			_ = response.Body.Close()
			t.Errorf("%s was reached", host)
		}
	}
	if reached != 0 {
		t.Errorf("%d requests arrived", reached)
	}
	if _, err := client.Get("http://localhost" + port); !errors.Is(err, ErrNotPublic) {
		t.Errorf("a name of this machine: %v", err)
	}
}

func TestARedirectIsCheckedLikeTheFirstAddress(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := map[string]string{"/loop": "/loop", "/file": "file:///etc/passwd", "/inside": "http://127.0.0.2/", "/end": "/there"}[r.URL.Path]
		if to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	}))
	defer server.Close()
	allowed := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	follows := Policy{Redirects: 3, Allowed: allowed}.Client(5 * time.Second)
	for _, path := range []string{"/loop", "/file", "/inside"} {
		response, err := follows.Get(server.URL + path)
		if err == nil {
			_ = response.Body.Close()
			t.Errorf("%s was followed", path)
		}
		if path == "/inside" && !errors.Is(err, ErrNotPublic) {
			t.Errorf("a redirect to an address that is not public: %v", err)
		}
	}
	for client, want := range map[*http.Client]int{follows: http.StatusOK, Policy{Allowed: allowed}.Client(5 * time.Second): http.StatusFound} {
		response, err := client.Get(server.URL + "/end")
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("a redirect ended with %d, want %d", response.StatusCode, want)
		}
	}
}

func TestAddressesThatAreRefusedBeforeTheyAreResolved(t *testing.T) {
	for text, want := range map[string]bool{
		"https://cdn.example/a.png": true, "http://cdn.example:8443/a.png": true, "https://8.8.8.8/": true,
		"ftp://cdn.example/a.png": false, "file:///etc/passwd": false, "//cdn.example/a.png": false, "cdn.example/a.png": false,
		"https://user:word@cdn.example/": false, "https:///a.png": false, "http://127.0.0.1/": false, "http://[::1]/": false, "http://169.254.169.254/latest": false,
	} {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Policy{}).CheckURL(u); (err == nil) != want {
			t.Errorf("%s: %v, want it allowed: %v", text, err, want)
		}
	}
}
