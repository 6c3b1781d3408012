// Package events carries hints of change from the store to open pages. It
// keeps nothing: a page that missed some is told to look at everything again.
package events

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Listener is who is at the other end of a stream.
type Listener struct {
	UserID int64
	Admin  bool
}

// Stream is one open page.
type Stream struct {
	C      chan shop.Event
	who    Listener
	missed bool
}

// Hub hands every event to the streams that may hear it.
type Hub struct {
	mu          sync.Mutex
	streams     map[*Stream]struct{}
	subscribers []func(shop.Event)
	closed      bool
	// The latest count of every product that sold lately, for pages that were
	// kept before it did: units left are not part of a page's version.
	stock map[int64]sold
	since atomic.Int64 // in ms: what happened before is not remembered
}

type sold struct {
	units *int64
	at    time.Time
}

const mostStock = 4096

// NewHub makes a hub without listeners.
func NewHub() *Hub {
	h := &Hub{streams: map[*Stream]struct{}{}, stock: map[int64]sold{}}
	h.forget()
	return h
}

// Since is from when on the hub knows what moved. Whatever shows counts and was
// made before has to be made anew.
func (h *Hub) Since() time.Time { return time.UnixMilli(h.since.Load()) }

func (h *Hub) forget() {
	clear(h.stock)
	h.since.Store(time.Now().UnixMilli())
}

// StockSince lists the counts that moved after a page was made. It is not whole
// when more moved than the hub remembers.
func (h *Hub) StockSince(made time.Time) (moved []shop.Event, whole bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, s := range h.stock {
		if !s.at.Before(made) {
			moved = append(moved, shop.Event{Type: shop.EventStock, ID: id, Units: s.units})
		}
	}
	return moved, !made.Before(h.Since())
}

func (h *Hub) remember(event shop.Event) {
	if event.Type == shop.EventResync { // something was missed, and it may have been a sale
		h.forget()
	}
	if event.Type != shop.EventStock {
		return
	}
	if len(h.stock) >= mostStock {
		h.forget()
	}
	h.stock[event.ID] = sold{event.Units, time.Now()}
}

// Subscribe adds a receiver within this program (caches, workers). It must not block.
func (h *Hub) Subscribe(receive func(shop.Event)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers = append(h.subscribers, receive)
}

// Open adds a stream. It returns nil when the hub is closed.
func (h *Hub) Open(who Listener) *Stream {
	s := &Stream{C: make(chan shop.Event, 16), who: who}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.streams[s] = struct{}{}
	return s
}

// Close ends one stream.
func (h *Hub) Close(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, open := h.streams[s]; open {
		delete(h.streams, s)
		close(s.C)
	}
}

// Shutdown ends every stream and refuses new ones.
func (h *Hub) Shutdown() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for s := range h.streams {
		delete(h.streams, s)
		close(s.C)
	}
}

// Count says how many streams are open.
func (h *Hub) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.streams)
}

// Publish hands events on. A stream that does not keep up loses events and is
// told so with a resync instead of holding up the rest.
func (h *Hub) Publish(events []shop.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, event := range events {
		h.remember(event)
		for _, receive := range h.subscribers {
			receive(event)
		}
		for s := range h.streams {
			if hears(s.who, event) {
				s.offer(event)
			}
		}
	}
}

func (s *Stream) offer(event shop.Event) {
	if s.missed {
		event = shop.Event{Type: shop.EventResync}
	}
	select {
	case s.C <- event:
		s.missed = false
	default:
		s.missed = true
	}
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
