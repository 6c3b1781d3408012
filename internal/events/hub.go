// Package events passes changes from the store to open pages and to caches of this
// process. It stores nothing: a page that missed events gets EventResync and loads
// everything again.
package events

import (
	"slices"
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
	merger      stockMerger        // guarded by publishing
	held        heldUnits          // guarded by publishing
	correcting  sync.Mutex         // one at a time: what was read earlier must not replace what was read later
	streams     streams
	mu          sync.Mutex // guards stock, drops, order, owners and ownersSince
	// Pages that were rendered earlier ask for the next three: the catalogue version does not cover them.
	stock map[int64]stockChange     // the last count of each product whose stock changed
	drops map[int64]time.Time       // when each drop changed
	order time.Time                 // when any order changed
	since atomic.Pointer[time.Time] // stock, drops and order have every change since then
	// When an order of an account changed last. In a rush there are too many accounts: they are forgotten then, and
	// ownersSince is from when on all of them are known.
	owners      map[int64]time.Time
	ownersSince time.Time
}

type stockChange struct {
	units, held *int64
	at          time.Time
}

const maxTracked = 4096

// TimeFormat is how a page says when it was rendered.
const TimeFormat = "2006-01-02T15:04:05.000Z07:00"

// NewHub makes a hub without listeners. limits is how many streams may be open.
func NewHub(limits Limits) *Hub {
	h := &Hub{stock: map[int64]stockChange{}, drops: map[int64]time.Time{}, owners: map[int64]time.Time{}, streams: streams{limits: limits}}
	h.forgetChanges()
	return h
}

// Since is from when on the hub knows every change of units left and of drops. What was
// cached before has to be computed again.
func (h *Hub) Since() time.Time { return *h.since.Load() }

func (h *Hub) forgetChanges() {
	clear(h.stock)
	clear(h.drops)
	// Pages say in milliseconds when they were rendered.
	now := time.Now().Truncate(time.Millisecond)
	h.since.Store(&now)
}

// ChangesSince lists the changes of units left and of drops since a page was rendered. Staff are told when any order
// changed, customers when one of their own did or may have. complete is false when the hub does not know all changes.
func (h *Hub) ChangesSince(rendered time.Time, who Listener) (changes []shop.Event, complete bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, s := range h.stock {
		if !s.at.Before(rendered) {
			changes = append(changes, shop.Event{Type: shop.EventStock, ID: id, Units: s.units, Held: s.held})
		}
	}
	for id, at := range h.drops {
		if !at.Before(rendered) {
			changes = append(changes, shop.Event{Type: shop.EventDrop, ID: id})
		}
	}
	own := who.UserID != 0 && (!h.owners[who.UserID].Before(rendered) || rendered.Before(h.ownersSince))
	if own || who.Admin && !h.order.Before(rendered) {
		changes = append(changes, shop.Event{Type: shop.EventOrder})
	}
	return changes, !rendered.Before(h.Since())
}

func (h *Hub) trackChange(event shop.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch event.Type {
	case shop.EventResync: // a missed event may have been a sale
		h.forgetChanges()
	case shop.EventStock:
		h.stock[event.ID] = stockChange{event.Units, event.Held, time.Now()}
	case shop.EventDrop:
		h.drops[event.ID] = time.Now()
	case shop.EventOrder:
		h.order = time.Now()
		if event.UserID == 0 {
			break
		}
		if len(h.owners) == maxTracked {
			clear(h.owners)
			h.ownersSince = h.order
		}
		h.owners[event.UserID] = h.order
	}
	if len(h.stock)+len(h.drops) > maxTracked {
		h.forgetChanges()
	}
}

// Subscribe adds a receiver within this program (caches, workers). It must not block.
func (h *Hub) Subscribe(receive func(shop.Event)) {
	h.publishing.Lock()
	defer h.publishing.Unlock()
	h.subscribers = append(h.subscribers, receive)
}

// Open adds a stream. It fails with ErrClosed, with ErrTooMany when the client's
// network has as many as it may, or with ErrFull when the whole shop has.
func (h *Hub) Open(who Listener) (*Stream, error) { return h.streams.open(who) }

// Close ends one stream.
func (h *Hub) Close(s *Stream) { h.streams.close(s) }

// Shutdown ends every stream and refuses new ones.
func (h *Hub) Shutdown() { h.streams.shutdown() }

// Count says how many streams are open.
func (h *Hub) Count() int { return int(h.streams.count.Load()) }

// Publish delivers events. A stream that does not keep up loses events and gets an
// EventResync instead of delaying the others. Of the counts of one product streams get
// one each stockInterval, the last one always.
func (h *Hub) Publish(events []shop.Event) {
	h.publishing.Lock()
	defer h.publishing.Unlock()
	if len(h.held) > 0 {
		events = slices.Clone(events)
	}
	for i, event := range events {
		if event.Type == shop.EventResync {
			h.held = nil // until they are read again
		}
		if len(h.held) > 0 {
			event = h.held.follow(event)
			events[i] = event
		}
		h.trackChange(event)
		for _, receive := range h.subscribers {
			receive(event)
		}
	}
	h.merger.interval = stockInterval(h.Count())
	h.streams.offer(h.merger.merge(events, time.Now(), h.flushStock))
}

// flushStock sends the counts that were held back.
func (h *Hub) flushStock() {
	h.publishing.Lock()
	defer h.publishing.Unlock()
	h.streams.offer(h.merger.due(time.Now(), h.flushStock))
}

// Count is how many units of a product are free and held.
type Count struct{ Free, Held int64 }

// CorrectHeld reads how many units of each product of the open drops are free and held. Pages hear of those that were not
// known or are other ones. A product that changed while the database was read keeps what its event said.
func (h *Hub) CorrectHeld(read func() (map[int64]Count, error)) error {
	h.correcting.Lock()
	defer h.correcting.Unlock()
	begun := time.Now()
	counts, err := read()
	if err != nil {
		return err
	}
	h.publishing.Lock()
	var corrected []shop.Event
	next := heldUnits{}
	for id, c := range counts {
		was, known := h.held[id]
		if h.stockChangedSince(id, begun) {
			if known {
				next[id] = was
			}
			continue
		}
		next[id] = heldProduct{c.Free, c.Held}
		if next[id] != was || !known {
			corrected = append(corrected, shop.Event{Type: shop.EventStock, ID: id, Units: &c.Free})
		}
	}
	h.held = next
	h.publishing.Unlock()
	if len(corrected) > 0 {
		h.Publish(corrected)
	}
	return nil
}

func (h *Hub) stockChangedSince(id int64, begun time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	change, ok := h.stock[id]
	return ok && !change.at.Before(begun)
}
