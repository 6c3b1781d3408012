// Package httpcache is the one response cache of the program: finished responses, already compressed, bounded by their
// size in bytes, and the coalescing of requests that ask for the same missing response. It knows nothing of the shop:
// a key and a version go in, and nothing made from an older version comes out, unless it is asked for as stale. A response
// may also end at a moment, and another that was made before may take over then.
package httpcache

import (
	"container/list"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Cache holds entries up to a number of bytes; the least recently used are dropped first.
type Cache struct {
	mu       sync.Mutex
	maxBytes int64
	bytes    int64
	recent   *list.List // of *item, the most recently used first
	byKey    map[string]*list.Element

	inFlight singleflight.Group
}

// item is what the cache has of one key.
type item struct {
	key   string
	entry *Entry   // nil: there are only scheduled ones
	next  []*Entry // scheduled, the earliest first; each takes over at its ValidFrom
}

func (i *item) size() int64 {
	var total int64
	if i.entry != nil {
		total = i.entry.size + overhead
	}
	for _, e := range i.next {
		total += e.size + overhead
	}
	return total
}

// overhead is what an entry takes beside its bodies.
const overhead = 2048

// New makes a cache that holds at most the given number of bytes.
func New(maxBytes int64) *Cache {
	return &Cache{maxBytes: maxBytes, recent: list.New(), byKey: map[string]*list.Element{}}
}

// Get finds the entry that was made for the key from this version and is valid now. now is called only if the
// entry depends on a time.
func (c *Cache) Get(key string, version int64, now func() time.Time) (*Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	i := found.Value.(*item)
	if len(i.next) > 0 {
		c.takeOver(i, now())
	}
	e := i.entry
	if e == nil || e.Version != version { // an older one stays: it is what Stale gives during an outage
		return nil, false
	}
	if !e.ValidUntil.IsZero() && !now().Before(e.ValidUntil) {
		return nil, false
	}
	c.recent.MoveToFront(found)
	return e, true
}

// takeOver replaces the current entry with the scheduled ones whose ValidFrom has come.
func (c *Cache) takeOver(i *item, now time.Time) {
	for len(i.next) > 0 && !now.Before(i.next[0].ValidFrom) {
		e := i.next[0]
		c.bytes -= i.size()
		i.next = i.next[1:]
		if i.entry == nil || i.entry.Version <= e.Version {
			i.entry = e
		}
		c.bytes += i.size()
	}
}

// Schedule stores an entry that replaces the key's current one at its ValidFrom. It replaces what was scheduled for the
// same moment before.
func (c *Cache) Schedule(key string, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.size+overhead > c.maxBytes {
		return
	}
	found, ok := c.byKey[key]
	if !ok {
		found = c.recent.PushFront(&item{key: key})
		c.byKey[key] = found
	}
	i := found.Value.(*item)
	c.bytes -= i.size()
	at, same := slices.BinarySearchFunc(i.next, e, func(a, b *Entry) int { return a.ValidFrom.Compare(b.ValidFrom) })
	if same {
		i.next[at] = e
	} else {
		i.next = slices.Insert(i.next, at, e)
	}
	c.bytes += i.size()
	c.recent.MoveToFront(found)
	c.shrink()
}

// EndingAt lists the keys of a route's entries that end at a moment, the most recently used first, at most a number of them.
func (c *Cache) EndingAt(route string, version int64, at time.Time, most int) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var keys []string
	for e := c.recent.Front(); e != nil && len(keys) < most; e = e.Next() {
		if i := e.Value.(*item); i.entry != nil && i.entry.Route == route && i.entry.Version == version && i.entry.ValidUntil.Equal(at) {
			keys = append(keys, i.key)
		}
	}
	return keys
}

// maxStale is how old an entry may be to be served although it may be outdated.
const maxStale = 24 * time.Hour

// Stale finds the entry of the key whatever version it was made from, for when a newer one cannot be made. It never returns
// an entry that clients must not store (no-store): an outdated one of those would be wrong.
func (c *Cache) Stale(key string) (*Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	e := found.Value.(*item).entry
	if e == nil || e.status != http.StatusOK || e.noStore || time.Since(e.CreatedAt) > maxStale {
		return nil, false
	}
	c.recent.MoveToFront(found)
	return e, true
}

// Put stores an entry, unless the cached one has a newer version or is valid longer (outranks). Scheduled entries stay.
func (c *Cache) Put(key string, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if ok && found.Value.(*item).entry.outranks(e) {
		return
	}
	if e.size+overhead > c.maxBytes {
		if ok {
			c.remove(found)
		}
		return
	}
	if !ok {
		found = c.recent.PushFront(&item{key: key})
		c.byKey[key] = found
	}
	i := found.Value.(*item)
	c.bytes -= i.size()
	i.entry = e
	c.bytes += i.size()
	c.recent.MoveToFront(found)
	c.shrink()
}

// outranks says whether a cached entry must not be replaced by another one, because it has a newer version, or the same
// version and is valid longer.
func (e *Entry) outranks(other *Entry) bool {
	switch {
	case e == nil:
		return false
	case e.Version != other.Version:
		return e.Version > other.Version
	}
	return !other.ValidUntil.IsZero() && (e.ValidUntil.IsZero() || e.ValidUntil.After(other.ValidUntil))
}

// shrink drops the least recently used until the rest fits.
func (c *Cache) shrink() {
	for c.bytes > c.maxBytes {
		c.remove(c.recent.Back())
	}
}

// Remove drops an entry, unless another has replaced it. Scheduled entries stay.
func (c *Cache) Remove(key string, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok || found.Value.(*item).entry != e {
		return
	}
	i := found.Value.(*item)
	if len(i.next) == 0 {
		c.remove(found)
		return
	}
	c.bytes -= i.size()
	i.entry = nil
	c.bytes += i.size()
}

func (c *Cache) remove(found *list.Element) {
	i := c.recent.Remove(found).(*item)
	delete(c.byKey, i.key)
	c.bytes -= i.size()
}

// Size is the number of entries and the bytes they take.
func (c *Cache) Size() (count int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.bytes
}
