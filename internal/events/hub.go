// Package events passes changes from the store to open pages and to caches of this
// process. It stores nothing: a page that missed events gets EventResync and loads
// everything again.
package events

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Hub delivers every event to the streams that may receive it.
type Hub struct {
	// publishing keeps events in order: a count of units must not overtake a later
	// one. Opening and closing streams does not wait for it.
	publishing  sync.Mutex
	subscribers []func(shop.Event) // guarded by publishing
	streams     streams
	mu          sync.Mutex // guards stock
	// The latest units left of every product that changed lately, for pages that were
	// cached before: units left are not part of the catalogue version.
	stock map[int64]stockChange
	since atomic.Pointer[time.Time] // stock has every change since then
}

type stockChange struct {
	units *int64
	at    time.Time
}

const maxStockChanges = 4096

// TimeFormat is how a page says when it was rendered.
const TimeFormat = "2006-01-02T15:04:05.000Z07:00"

// NewHub makes a hub without listeners.
func NewHub() *Hub {
	h := &Hub{stock: map[int64]stockChange{}}
	h.streams.limits = DefaultLimits()
	h.resetStock()
	return h
}

// Since is from when on the hub knows every change of units left. What was cached
// before has to be computed again.
func (h *Hub) Since() time.Time { return *h.since.Load() }

func (h *Hub) resetStock() {
	clear(h.stock)
	// Pages say in milliseconds when they were rendered.
	now := time.Now().Truncate(time.Millisecond)
	h.since.Store(&now)
}

// StockSince lists the changes of units left since a page was rendered. complete is
// false when the hub does not know all of them.
func (h *Hub) StockSince(rendered time.Time) (changes []shop.Event, complete bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, s := range h.stock {
		if !s.at.Before(rendered) {
			changes = append(changes, shop.Event{Type: shop.EventStock, ID: id, Units: s.units})
		}
	}
	return changes, !rendered.Before(h.Since())
}

func (h *Hub) trackStock(event shop.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if event.Type == shop.EventResync { // a missed event may have been a sale
		h.resetStock()
	}
	if event.Type != shop.EventStock {
		return
	}
	if len(h.stock) >= maxStockChanges {
		h.resetStock()
	}
	h.stock[event.ID] = stockChange{event.Units, time.Now()}
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

// Publish delivers events. A stream that does not keep up loses events and gets an
// EventResync instead of delaying the others.
func (h *Hub) Publish(events []shop.Event) {
	h.publishing.Lock()
	defer h.publishing.Unlock()
	for _, event := range events {
		h.trackStock(event)
		for _, receive := range h.subscribers {
			receive(event)
		}
	}
	h.streams.offer(events)
}
