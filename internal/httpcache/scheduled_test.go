package httpcache

import (
	"fmt"
	"testing"
	"time"
)

// moments is a clock that a test sets.
type moments struct{ now time.Time }

func (m *moments) read() time.Time { return m.now }

func entryOf(body string, version int64, from, until time.Time) *Entry {
	e := Compress(200, nil, []byte(body))
	e.Version, e.CreatedAt, e.ValidFrom, e.ValidUntil, e.Route = version, time.Now(), from, until, "/"
	return e
}

func (m *moments) body(t *testing.T, c *Cache, key string, version int64) string {
	t.Helper()
	e, ok := c.Get(key, version, m.read)
	if !ok {
		return ""
	}
	text, err := e.Body()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var opening = time.UnixMilli(1_900_000_000_000)

func TestAScheduledEntryTakesOverAtItsMoment(t *testing.T) {
	c, clock := New(1<<20), &moments{opening.Add(-time.Minute)}
	end := opening.Add(time.Hour)
	c.Put("/drop", entryOf("opens soon", 1, time.Time{}, opening))
	c.Put("/about", entryOf("about us", 1, time.Time{}, time.Time{}))
	c.Schedule("/drop", entryOf("over", 1, end, time.Time{}))
	c.Schedule("/drop", entryOf("live", 1, opening, end))
	c.Schedule("/new", entryOf("just published", 1, opening, time.Time{}))
	for _, step := range []struct {
		at                 time.Time
		drop, about, fresh string
	}{
		{opening.Add(-time.Minute), "opens soon", "about us", ""},
		{opening.Add(-time.Millisecond), "opens soon", "about us", ""},
		{opening, "live", "about us", "just published"},
		{end.Add(-time.Millisecond), "live", "about us", "just published"},
		{end, "over", "about us", "just published"},
	} {
		clock.now = step.at
		for key, want := range map[string]string{"/drop": step.drop, "/about": step.about, "/new": step.fresh} {
			if got := clock.body(t, c, key, 1); got != want {
				t.Errorf("%s at %s from the opening: %q, want %q", key, step.at.Sub(opening), got, want)
			}
		}
	}
}

func TestAnEntryWithoutASuccessorEndsAtItsMoment(t *testing.T) {
	c, clock := New(1<<20), &moments{opening.Add(-1)}
	c.Put("/drop", entryOf("opens soon", 1, time.Time{}, opening))
	if clock.body(t, c, "/drop", 1) == "" {
		t.Error("an entry ended before its moment")
	}
	clock.now = opening
	if got := clock.body(t, c, "/drop", 1); got != "" {
		t.Errorf("at its end an entry is still given: %q", got)
	}
	if _, ok := c.Stale("/drop"); !ok {
		t.Error("during an outage an entry that has ended is not given")
	}
	c.Put("/drop", entryOf("live", 1, time.Time{}, time.Time{}))
	c.Put("/drop", entryOf("opens soon, rendered late", 1, time.Time{}, opening))
	if got := clock.body(t, c, "/drop", 1); got != "live" {
		t.Errorf("a page of before the opening replaced one of after it: %q", got)
	}
}

func TestACatalogueChangeOutdatesWhatIsScheduled(t *testing.T) {
	c, clock := New(1<<20), &moments{opening.Add(-time.Minute)}
	c.Put("/drop", entryOf("opens soon", 1, time.Time{}, opening))
	c.Schedule("/drop", entryOf("live at 5 dollars", 1, opening, time.Time{}))
	c.Put("/drop", entryOf("opens soon, changed", 2, time.Time{}, opening))
	clock.now = opening
	if got := clock.body(t, c, "/drop", 2); got != "" {
		t.Errorf("what was scheduled before a change is served after it: %q", got)
	}
	clock.now = opening.Add(-time.Minute)
	c.Schedule("/drop", entryOf("live at 6 dollars", 2, opening, time.Time{}))
	c.Schedule("/drop", entryOf("live at 7 dollars", 2, opening, time.Time{}))
	if got := clock.body(t, c, "/drop", 2); got != "opens soon, changed" {
		t.Errorf("before the opening: %q", got)
	}
	clock.now = opening
	if got := clock.body(t, c, "/drop", 2); got != "live at 7 dollars" {
		t.Errorf("of two scheduled for one moment the last one counts, got %q", got)
	}
}

func TestScheduledEntriesKeepTheSizeBound(t *testing.T) {
	const most = 20 * (overhead + 200)
	c, clock := New(most), &moments{opening.Add(-time.Minute)}
	check := func(what string) {
		t.Helper()
		count, bytes := c.Size()
		if bytes > most || bytes < 0 {
			t.Fatalf("%s: %d bytes of %d", what, bytes, most)
		}
		if count == 0 && bytes != 0 {
			t.Fatalf("%s: an empty cache has %d bytes", what, bytes)
		}
	}
	for i := range 200 {
		key := fmt.Sprint("/", i%30)
		e := entryOf(fmt.Sprintf("%0200d", i), 1, time.Time{}, time.Time{})
		c.Put(key, e)
		check("after Put")
		c.Schedule(key, entryOf(fmt.Sprintf("%0150d", i), 1, opening.Add(time.Duration(i%3)*time.Second), time.Time{}))
		check("after Schedule")
		if i%4 == 0 {
			c.Remove(key, e)
			check("after Remove")
		}
	}
	clock.now = opening.Add(time.Second)
	for i := range 30 {
		clock.body(t, c, fmt.Sprint("/", i), 1)
		check("after taking over")
	}
	for len(c.byKey) > 0 {
		c.remove(c.recent.Back())
	}
	if _, bytes := c.Size(); bytes != 0 {
		t.Errorf("an emptied cache has %d bytes", bytes)
	}
	c.Schedule("/large", entryOf(string(make([]byte, 400)), 1, opening, time.Time{}))
	New(10).Schedule("/large", entryOf("too large", 1, opening, time.Time{}))
}

func TestEntriesThatEndAtAMomentAreFound(t *testing.T) {
	c := New(1 << 20)
	c.Put("/a", entryOf("a", 1, time.Time{}, opening))
	c.Put("/b", entryOf("b", 1, time.Time{}, opening))
	c.Put("/later", entryOf("later", 1, time.Time{}, opening.Add(1)))
	c.Put("/old", entryOf("old", 0, time.Time{}, opening))
	api := entryOf("json", 1, time.Time{}, opening)
	api.Route = "GET /api/products"
	c.Put("/api/products", api)
	c.Schedule("/scheduled", entryOf("s", 1, opening, time.Time{}))
	if got := fmt.Sprint(c.EndingAt("/", 1, opening, 10)); got != "[/b /a]" {
		t.Errorf("pages that end at the opening: %s", got)
	}
	if got := c.EndingAt("/", 1, opening, 1); len(got) != 1 {
		t.Errorf("more than one: %v", got)
	}
}
