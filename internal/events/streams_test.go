package events

import (
	"errors"
	"fmt"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func open(t *testing.T, h *Hub, who Listener) *Stream {
	t.Helper()
	s, err := h.Open(who)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStreamsAreCappedPerNetworkAndInTotal(t *testing.T) {
	for name, c := range map[string]struct {
		ip   func(n int) string
		want int
	}{
		"one address":                   {func(int) string { return "203.0.113.7" }, 3},
		"one address written as IPv6":   {func(n int) string { return []string{"203.0.113.7", "::ffff:203.0.113.7"}[n%2] }, 3},
		"addresses of one /64":          {func(n int) string { return fmt.Sprintf("2001:db8:0:1::%x", n) }, 3},
		"/64 networks of one /48":       {func(n int) string { return fmt.Sprintf("2001:db8:0:%x::1", n) }, 30},
		"addresses of many networks":    {func(n int) string { return fmt.Sprintf("203.0.%d.%d", n/250, n%250) }, 100},
		"IPv6 addresses of many places": {func(n int) string { return fmt.Sprintf("2001:db8:%x::1", n) }, 100},
	} {
		h := NewHub(Limits{Total: 100, PerNetwork: 3})
		var opened []*Stream
		for n := range 1000 {
			s, err := h.Open(Listener{IP: c.ip(n)})
			if err == nil {
				opened = append(opened, s)
			} else if !errors.Is(err, ErrTooMany) && !errors.Is(err, ErrFull) {
				t.Fatal(err)
			}
		}
		if len(opened) != c.want || h.Count() != c.want {
			t.Errorf("%s: %d streams, counted %d, want %d", name, len(opened), h.Count(), c.want)
		}
		for _, s := range opened {
			h.Close(s)
			h.Close(s) // twice does no harm
		}
		if h.Count() != 0 || len(h.streams.networks) != 0 {
			t.Errorf("%s: closed, but %d streams and %d networks are counted", name, h.Count(), len(h.streams.networks))
		}
		open(t, h, Listener{IP: c.ip(1)})
	}
}

func TestTheTotalIsBelowTheFileLimit(t *testing.T) {
	if total := DefaultLimits().Total; total < 1 || total > maxOpenFiles()/2 {
		t.Errorf("%d streams with %d files", total, maxOpenFiles())
	}
}

// A stream can be opened and closed while events are handed on elsewhere.
func TestOpeningDoesNotWaitForPublishing(t *testing.T) {
	h := NewHub(DefaultLimits())
	inside, done := make(chan struct{}), make(chan struct{})
	h.Subscribe(func(shop.Event) { close(inside); <-done })
	published := make(chan struct{})
	go func() { h.Publish([]shop.Event{{Type: shop.EventProduct}}); close(published) }()
	<-inside
	h.Close(open(t, h, Listener{}))
	close(done)
	<-published
}

// Nobody may publish anything for a long time after the events that a page could not take.
func TestASlowStreamIsToldToLookAgainWithoutAnotherEvent(t *testing.T) {
	h := NewHub(DefaultLimits())
	s := open(t, h, Listener{})
	for range 2 { // it may happen again
		var events []shop.Event
		for id := range int64(2 * cap(s.C)) {
			events = append(events, shop.Event{Type: shop.EventProduct, ID: id})
		}
		h.Publish(events)
		var last *Message
		for len(s.C) > 0 {
			last = <-s.C
		}
		if last.Type != shop.EventResync {
			t.Fatalf("the last message is %s, want %s", last.Type, shop.EventResync)
		}
		h.Publish([]shop.Event{{Type: shop.EventProduct, ID: 7}})
		if e := <-s.C; e.Type != shop.EventProduct || e.ID != 7 {
			t.Fatalf("after that it hears %s %d, want %s 7", e.Type, e.ID, shop.EventProduct)
		}
	}
}
