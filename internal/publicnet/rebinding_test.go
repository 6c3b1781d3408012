package publicnet

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer answers every question for an IPv4 address with the current one, for no time to keep.
func nameServer(t *testing.T, current *atomic.Value) string {
	t.Helper()
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	go func() {
		packet := make([]byte, 1500)
		for {
			n, from, err := socket.ReadFrom(packet)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(packet[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body: &dnsmessage.AResource{A: current.Load().(netip.Addr).As4()}}}
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = socket.WriteTo(answer, from)
			}
		}
	}()
	return socket.LocalAddr().String()
}

// A name that leads to an allowed address when it is looked at and to another one when it is called (DNS rebinding) gets nowhere.
func TestANameThatIsReboundGetsNowhere(t *testing.T) {
	var current atomic.Value
	current.Store(netip.MustParseAddr("127.0.0.1"))
	server, usual := nameServer(t, &current), net.DefaultResolver
	t.Cleanup(func() { net.DefaultResolver = usual })
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server)
	}}
	reached := 0
	outside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer outside.Close()
	client := Policy{Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}.Client(5 * time.Second) // as if that were public
	address := "http://hooks.example.com" + outside.URL[strings.LastIndex(outside.URL, ":"):]
	call := func() error {
		defer client.CloseIdleConnections()
		response, err := client.Get(address)
		if err == nil {
			_ = response.Body.Close()
		}
		return err
	}
	if err := call(); err != nil || reached != 1 {
		t.Fatalf("before: %v, reached %d times", err, reached)
	}
	for _, private := range []string{"127.0.0.2", "10.0.0.1", "169.254.169.254", "192.168.0.1", "0.0.0.0"} {
		current.Store(netip.MustParseAddr(private))
		if err := call(); !errors.Is(err, ErrNotPublic) {
			t.Errorf("rebound to %s: %v", private, err)
		}
	}
	if reached != 1 {
		t.Errorf("reached %d times", reached)
	}
}
