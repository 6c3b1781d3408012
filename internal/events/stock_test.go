package events

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func count(id, units int64) shop.Event {
	return shop.Event{Type: shop.EventStock, ID: id, Units: &units}
}

// A rush of counts reaches pages at most four times a second, and the last one always.
func TestCountsOfAProductAreMerged(t *testing.T) {
	m := stockMerger{interval: stockInterval(1)}
	flush := func() {}
	start := time.Unix(1_900_000_000, 0)
	var sent []int64
	var at []time.Duration
	record := func(now time.Time, events []shop.Event) {
		for _, e := range events {
			if e.ID == 1 {
				sent, at = append(sent, *e.Units), append(at, now.Sub(start))
			}
		}
	}
	due := time.Time{}
	for i := range int64(1000) { // a sale every millisecond, for a second
		now := start.Add(time.Duration(i) * time.Millisecond)
		if m.timer != nil && due.IsZero() {
			due = now.Add(m.interval)
		}
		if !due.IsZero() && !now.Before(due) {
			record(now, m.due(now, flush))
			due = time.Time{}
		}
		record(now, m.merge([]shop.Event{count(1, 1000-i), count(2, 7)}, now, flush))
	}
	end := start.Add(2 * time.Second)
	record(end, m.due(end, flush))
	if len(sent) < 4 || len(sent) > 6 || sent[0] != 1000 || sent[len(sent)-1] != 1 {
		t.Errorf("of 1,000 counts in a second these were sent: %v", sent)
	}
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] < m.interval {
			t.Errorf("two counts were sent %s apart", at[i]-at[i-1])
		}
	}
	if len(m.waiting) != 0 {
		t.Errorf("%d counts still wait", len(m.waiting))
	}
}

// Two thousand pages still hear of a sale within a second, with half as many messages.
func TestManyPagesGetFewerCounts(t *testing.T) {
	for streams, want := range map[int]time.Duration{0: 250 * time.Millisecond, 1000: 250 * time.Millisecond, 1600: 400 * time.Millisecond, maxStreams: 500 * time.Millisecond} {
		if got := stockInterval(streams); got != want {
			t.Errorf("%d streams: %s", streams, got)
		}
	}
}

func TestOtherEventsAreNotHeldBack(t *testing.T) {
	m := stockMerger{interval: stockInterval(1)}
	now, flush := time.Unix(1_900_000_000, 0), func() {}
	m.merge([]shop.Event{count(1, 9)}, now, flush)
	got := m.merge([]shop.Event{count(1, 8), {Type: shop.EventProduct, ID: 4}, count(2, 5), count(1, 7)}, now.Add(time.Millisecond), flush)
	if len(got) != 2 || got[0].ID != 4 || got[1].ID != 2 {
		t.Errorf("sent at once: %+v", got)
	}
	if late := m.due(now.Add(m.interval), flush); len(late) != 1 || *late[0].Units != 7 {
		t.Errorf("sent later: %+v", late)
	}
}

// The last count of a rush is delivered without another event.
func TestAHeldBackCountIsDelivered(t *testing.T) {
	h := NewHub(DefaultLimits())
	s := open(t, h, Listener{})
	for units := int64(9); units >= 0; units-- {
		h.Publish([]shop.Event{count(1, units)})
	}
	for message := range s.C {
		if *message.Units == 0 {
			return
		}
	}
}

func TestHeldUnitsFollowTheCountsAndAreCorrected(t *testing.T) {
	h := NewHub(DefaultLimits())
	hear := func(events ...shop.Event) []shop.Event {
		var got []shop.Event
		h.Subscribe(func(e shop.Event) { got = append(got, e) })
		h.Publish(events)
		h.subscribers = nil
		return got
	}
	if e := hear(count(1, 10))[0]; e.Held != nil {
		t.Errorf("a product that is in no open drop has %d held units", *e.Held)
	}
	correct := func(counts map[int64]Count) {
		_ = h.CorrectHeld(func() (map[int64]Count, error) { return counts, nil })
	}
	correct(map[int64]Count{1: {Free: 10, Held: 2}})
	if e := hear(count(1, 7))[0]; e.Held == nil || *e.Held != 5 {
		t.Errorf("three units were taken, %v are held, want 5", e.Held)
	}
	if e := hear(count(1, 9))[0]; *e.Held != 3 {
		t.Errorf("two units came back, %d are held, want 3", *e.Held)
	}
	s := open(t, h, Listener{})
	correct(map[int64]Count{1: {Free: 9, Held: 1}}) // two were paid
	e := <-s.C
	for *e.Held == 3 { // the count from before, if it was held back until now
		e = <-s.C
	}
	if *e.Units != 9 || *e.Held != 1 {
		t.Errorf("the correction says %s", e.Text)
	}
	same := 0
	h.Subscribe(func(shop.Event) { same++ })
	correct(map[int64]Count{1: {Free: 9, Held: 1}})
	if h.subscribers = nil; same != 0 {
		t.Error("a correction that changes nothing was published")
	}
	_ = h.CorrectHeld(func() (map[int64]Count, error) {
		h.Publish([]shop.Event{count(1, 6)}) // an order, after the counts were read
		return map[int64]Count{1: {Free: 9, Held: 1}}, nil
	})
	if e := hear(count(1, 5))[0]; *e.Held != 5 {
		t.Errorf("four units were taken while one was held, %d are held, want 5", *e.Held)
	}
	correct(nil)
	if e := hear(count(1, 8))[0]; e.Held != nil {
		t.Error("after the drop units are still held")
	}
}
