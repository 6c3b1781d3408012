package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Listener is who is at the other end of a stream.
type Listener struct {
	UserID int64
	Admin  bool
	IP     string // whose network the stream counts for; "" counts for none
}

// Message is an event on its way to pages. It is encoded once for all of them.
type Message struct {
	shop.Event
	Text []byte // as pages get it: a line of an event stream
}

// Encode encodes an event as pages get it, without what only the server needs.
func Encode(event shop.Event) *Message {
	shown := event
	shown.Audience, shown.UserID = "", 0
	text, err := json.Marshal(shown)
	if err != nil { // impossible: every field of an event can be encoded
		panic(err)
	}
	return &Message{event, fmt.Appendf(nil, "data: %s\n\n", text)}
}

var resync = Encode(shop.Event{Type: shop.EventResync})

// Stream is one open page.
type Stream struct {
	C      chan *Message
	who    Listener
	missed bool
	shard  *shard
}

// Why a stream is not opened.
var (
	ErrClosed  = errors.New("the hub is closed")
	ErrFull    = errors.New("the shop has as many streams as it may")
	ErrTooMany = errors.New("the network has as many streams as it may")
)

// Limits is how many streams may be open at once. A page that gets none polls.
type Limits struct {
	Total      int
	PerNetwork int // of one IPv4 address or IPv6 /64; a /48 may have ten times as many
}

// maxStreams is what a small machine has memory for.
const maxStreams = 2_000

// DefaultLimits leaves at least half of the files that the process may open to everything else.
func DefaultLimits() Limits {
	return Limits{Total: min(maxStreams, maxOpenFiles()/2), PerNetwork: 200}
}

const (
	shards          = 32
	widerNetwork    = 10 // how much more a /48 may have than a /64
	ipv6SiteBits    = 48
	ipv6NetworkBits = 64
)

// streams holds what is open, in shards: opening, closing and publishing lock one of them at a time.
type streams struct {
	limits   Limits
	count    atomic.Int64
	closed   atomic.Bool
	shards   [shards]shard
	counting sync.Mutex
	networks map[netip.Prefix]int // guarded by counting
}

type shard struct {
	mu   sync.Mutex
	open map[*Stream]struct{}
}

func (a *streams) open(who Listener) (*Stream, error) {
	if err := a.countIn(who.IP); err != nil {
		return nil, err
	}
	s := &Stream{C: make(chan *Message, 16), who: who, shard: &a.shards[rand.IntN(shards)]}
	s.shard.mu.Lock()
	defer s.shard.mu.Unlock()
	if a.closed.Load() { // looked at under the shard's lock: shutdown empties the shard after it says so
		a.countOut(who.IP)
		return nil, ErrClosed
	}
	if s.shard.open == nil {
		s.shard.open = map[*Stream]struct{}{}
	}
	s.shard.open[s] = struct{}{}
	return s, nil
}

func (a *streams) close(s *Stream) {
	s.shard.mu.Lock()
	defer s.shard.mu.Unlock()
	a.remove(s)
}

// remove ends a stream once; its shard is locked.
func (a *streams) remove(s *Stream) {
	if _, open := s.shard.open[s]; open {
		delete(s.shard.open, s)
		close(s.C)
		a.countOut(s.who.IP)
	}
}

func (a *streams) shutdown() {
	a.closed.Store(true)
	for i := range a.shards {
		a.shards[i].mu.Lock()
		for s := range a.shards[i].open {
			a.remove(s)
		}
		a.shards[i].mu.Unlock()
	}
}

func (a *streams) offer(events []shop.Event) {
	messages := make([]*Message, 0, len(events))
	for _, event := range events {
		if event.Audience != shop.ToServers {
			messages = append(messages, Encode(event))
		}
	}
	if len(messages) == 0 {
		return
	}
	for i := range a.shards {
		a.shards[i].mu.Lock()
		for s := range a.shards[i].open {
			for _, message := range messages {
				if hears(s.who, message.Event) {
					s.offer(message)
				}
			}
		}
		a.shards[i].mu.Unlock()
	}
}

// countIn counts a stream for its networks, or refuses it.
func (a *streams) countIn(ip string) error {
	a.counting.Lock()
	defer a.counting.Unlock()
	if int(a.count.Load()) >= a.limits.Total {
		return ErrFull
	}
	near, wide := networksOf(ip)
	if near.IsValid() && a.networks[near] >= a.limits.PerNetwork || wide.IsValid() && a.networks[wide] >= widerNetwork*a.limits.PerNetwork {
		return ErrTooMany
	}
	if a.networks == nil {
		a.networks = map[netip.Prefix]int{}
	}
	for _, network := range []netip.Prefix{near, wide} {
		if network.IsValid() {
			a.networks[network]++
		}
	}
	a.count.Add(1)
	return nil
}

func (a *streams) countOut(ip string) {
	a.counting.Lock()
	defer a.counting.Unlock()
	near, wide := networksOf(ip)
	for _, network := range []netip.Prefix{near, wide} {
		if !network.IsValid() {
			continue
		}
		if a.networks[network]--; a.networks[network] <= 0 {
			delete(a.networks, network)
		}
	}
	a.count.Add(-1)
}

// networksOf are the networks that an address counts for: itself for IPv4, its
// /64 and its /48 for IPv6. Whoever has one address of IPv6 has those beside it too.
func networksOf(text string) (near, wide netip.Prefix) {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return near, wide
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return netip.PrefixFrom(ip, 32), wide
	}
	return netip.PrefixFrom(ip, ipv6NetworkBits).Masked(), netip.PrefixFrom(ip, ipv6SiteBits).Masked()
}

// offer puts a message into the channel and never waits: the last place is kept for a resync, which stands for this message
// and all that follow until the page has read it. The shard is locked, so nobody else sends meanwhile.
func (s *Stream) offer(message *Message) {
	switch {
	case s.missed && len(s.C) > 0: // the resync waits to be read
		return
	case len(s.C) == cap(s.C)-1:
		message, s.missed = resync, true
	default:
		s.missed = false
	}
	s.C <- message
}

func hears(who Listener, event shop.Event) bool {
	switch event.Audience {
	case shop.ToAll:
		return true
	case shop.ToAdmins:
		return who.Admin
	case shop.ToOwner:
		return who.Admin || who.UserID != 0 && who.UserID == event.UserID
	case shop.ToUser:
		return who.UserID != 0 && who.UserID == event.UserID
	}
	return false
}
