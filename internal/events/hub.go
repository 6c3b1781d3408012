// Package events carries hints of change from the store to open pages. It
// keeps nothing: a page that missed some is told to look at everything again.
package events

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Hub hands every event to the streams that may hear it.
type Hub struct {
	// publishing keeps events in order: a count of units must not overtake a later
	// one. Opening and closing streams does not wait for it.
	publishing  sync.Mutex
	subscribers []func(shop.Event) // guarded by publishing
	streams     streams
	mu          sync.Mutex // guards stock
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
	h := &Hub{stock: map[int64]sold{}}
	h.streams.limits = DefaultLimits()
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
	h.mu.Lock()
	defer h.mu.Unlock()
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
	h.publishing.Lock()
	defer h.publishing.Unlock()
	h.subscribers = append(h.subscribers, receive)
}

// SetLimits changes how many streams may be open. It is for the start, before any is.
func (h *Hub) SetLimits(limits Limits) { h.streams.limits = limits }

// Open adds a stream. It fails with ErrClosed, or with ErrTooMany when the
// client's network or the whole shop has as many as it may.
func (h *Hub) Open(who Listener) (*Stream, error) { return h.streams.open(who) }

// Close ends one stream.
func (h *Hub) Close(s *Stream) { h.streams.close(s) }

// Shutdown ends every stream and refuses new ones.
func (h *Hub) Shutdown() { h.streams.shutdown() }

// Count says how many streams are open.
func (h *Hub) Count() int { return int(h.streams.count.Load()) }

// Publish hands events on. A stream that does not keep up loses events and is
// told so with a resync instead of holding up the rest.
func (h *Hub) Publish(events []shop.Event) {
	h.publishing.Lock()
	defer h.publishing.Unlock()
	for _, event := range events {
		h.remember(event)
		for _, receive := range h.subscribers {
			receive(event)
		}
	}
	h.streams.offer(events)
}
