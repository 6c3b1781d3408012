package events

import (
	"maps"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// stockInterval is the shortest time between two counts of one product on a stream, with so many streams open. In a rush
// units change with every batch of orders; pages show the last count of each interval. From a thousand streams on it grows:
// all of them together get at most 4,000 counts of one product a second.
func stockInterval(streams int) time.Duration {
	const shortest, perStream = 250 * time.Millisecond, 250 * time.Microsecond
	return max(shortest, time.Duration(streams)*perStream)
}

// stockMerger delays counts that come too soon after the last one of their product. The hub's mutex publishing guards it.
type stockMerger struct {
	interval time.Duration
	sent     map[int64]time.Time  // when a product's count was last sent, if that is less than an interval ago
	waiting  map[int64]shop.Event // the last count of each product that is held back
	timer    *time.Timer          // nil: nothing waits
}

// merge gives the events that are sent now. The others are sent by flush, which is called when the next may go.
func (m *stockMerger) merge(events []shop.Event, now time.Time, flush func()) []shop.Event {
	var out []shop.Event
	for i, event := range events {
		if event.Type != shop.EventStock {
			if out != nil {
				out = append(out, event)
			}
			continue
		}
		if now.Sub(m.sent[event.ID]) >= m.interval && m.waiting[event.ID].Type == "" {
			m.mark(event.ID, now)
			if out != nil {
				out = append(out, event)
			}
			continue
		}
		if out == nil {
			out = append(make([]shop.Event, 0, len(events)), events[:i]...)
		}
		if m.waiting == nil {
			m.waiting = map[int64]shop.Event{}
		}
		m.waiting[event.ID] = event
		if m.timer == nil {
			m.timer = time.AfterFunc(m.interval, flush)
		}
	}
	if out == nil {
		return events
	}
	return out
}

// due takes out the counts whose interval is over.
func (m *stockMerger) due(now time.Time, flush func()) []shop.Event {
	m.timer = nil
	maps.DeleteFunc(m.sent, func(_ int64, at time.Time) bool { return now.Sub(at) >= m.interval })
	var out []shop.Event
	next := m.interval
	for id, event := range m.waiting {
		if at, soon := m.sent[id]; soon {
			next = min(next, m.interval-now.Sub(at))
			continue
		}
		delete(m.waiting, id)
		m.mark(id, now)
		out = append(out, event)
	}
	if len(m.waiting) > 0 {
		m.timer = time.AfterFunc(next, flush)
	}
	return out
}

func (m *stockMerger) mark(id int64, now time.Time) {
	if m.sent == nil {
		m.sent = map[int64]time.Time{}
	}
	m.sent[id] = now
}

// heldUnits are, for each product of an open drop, the units in reservations and unpaid orders. Between two reads of the
// database they are estimated: when the count of free units falls by some, as many more are held, and the reverse.
// CorrectHeld replaces the estimates by what the database says.
type heldUnits map[int64]heldProduct

type heldProduct struct{ free, held int64 }

// follow adds the held units to an event with a count of free units, if the product is of an open drop.
func (h heldUnits) follow(event shop.Event) shop.Event {
	p, ok := h[event.ID]
	if !ok || event.Type != shop.EventStock || event.Units == nil {
		return event
	}
	p = heldProduct{*event.Units, max(0, p.held+p.free-*event.Units)}
	h[event.ID] = p
	held := p.held
	event.Held = &held
	return event
}
