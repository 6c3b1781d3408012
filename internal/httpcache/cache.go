// Package httpcache is the one response cache of the program: finished responses, already compressed, bounded by their
// size in bytes, and the coalescing of requests that ask for the same missing response. It knows nothing of the shop:
// a key and a version go in, and nothing made from an older version comes out, unless it is asked for as stale.
package httpcache

import (
	"container/list"
	"net/http"
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

type item struct {
	key   string
	entry *Entry
}

// overhead is what an entry takes beside its bodies.
const overhead = 2048

// New makes a cache that holds at most the given number of bytes.
func New(maxBytes int64) *Cache {
	return &Cache{maxBytes: maxBytes, recent: list.New(), byKey: map[string]*list.Element{}}
}

// Get finds the entry that was made for the key from this version.
func (c *Cache) Get(key string, version int64) (*Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	e := found.Value.(*item).entry
	if e.Version != version { // an older one stays: it is what Stale gives during an outage
		return nil, false
	}
	c.recent.MoveToFront(found)
	return e, true
}

// MaxStale is how old an entry may be to be served although it may be outdated.
const MaxStale = 24 * time.Hour

// Stale finds the entry of the key whatever version it was made from, for when a newer one cannot be made. Entries that
// clients must not store are not among them: what is one person's own is right or not there.
func (c *Cache) Stale(key string) (*Entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return nil, false
	}
	e := found.Value.(*item).entry
	if e.status != http.StatusOK || e.noStore || time.Since(e.CreatedAt) > MaxStale {
		return nil, false
	}
	c.recent.MoveToFront(found)
	return e, true
}

// Put stores an entry, unless one of a newer version is there.
func (c *Cache) Put(key string, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byKey[key]; ok {
		if found.Value.(*item).entry.Version > e.Version {
			return
		}
		c.remove(found)
	}
	if e.size+overhead > c.maxBytes {
		return
	}
	c.byKey[key] = c.recent.PushFront(&item{key, e})
	c.bytes += e.size + overhead
	for c.bytes > c.maxBytes {
		c.remove(c.recent.Back())
	}
}

// Remove drops an entry, unless another has replaced it.
func (c *Cache) Remove(key string, e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byKey[key]; ok && found.Value.(*item).entry == e {
		c.remove(found)
	}
}

func (c *Cache) remove(found *list.Element) {
	i := c.recent.Remove(found).(*item)
	delete(c.byKey, i.key)
	c.bytes -= i.entry.size + overhead
}

// Size is the number of entries and the bytes they take.
func (c *Cache) Size() (count int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.bytes
}
