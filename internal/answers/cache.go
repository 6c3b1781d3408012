package answers

import (
	"container/list"
	"sync"
	"time"
)

// Kept is an answer with what it was made under.
type Kept struct {
	*Answer
	Route    string // what it answers, for the figures
	Version  int64
	Volatile bool  // it shows things that move without the version
	Tick     int64 // how far they had moved
	At       time.Time
}

// Cache keeps answers up to a number of bytes, the least recently used go first.
type Cache struct {
	mu    sync.Mutex
	most  int64
	size  int64
	order *list.List
	byKey map[string]*list.Element
}

type entry struct {
	key  string
	kept Kept
}

// overhead is what an entry costs beside its bodies.
const overhead = 2048

// NewCache keeps at most the given number of bytes.
func NewCache(most int64) *Cache {
	return &Cache{most: most, order: list.New(), byKey: map[string]*list.Element{}}
}

// Get finds what is kept under the key and version.
func (c *Cache) Get(key string, version int64) (Kept, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return Kept{}, false
	}
	e := found.Value.(*entry)
	if e.kept.Version != version {
		if e.kept.Version < version {
			c.drop(found)
		}
		return Kept{}, false
	}
	c.order.MoveToFront(found)
	return e.kept, true
}

// Put keeps an answer, unless a newer one is there.
func (c *Cache) Put(key string, kept Kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byKey[key]; ok {
		if found.Value.(*entry).kept.Version > kept.Version {
			return
		}
		c.drop(found)
	}
	if kept.size+overhead > c.most {
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key, kept})
	c.size += kept.size + overhead
	for c.size > c.most {
		c.drop(c.order.Back())
	}
}

// Forget drops an answer, unless another has taken its place.
func (c *Cache) Forget(key string, answer *Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byKey[key]; ok && found.Value.(*entry).kept.Answer == answer {
		c.drop(found)
	}
}

func (c *Cache) drop(found *list.Element) {
	e := c.order.Remove(found).(*entry)
	delete(c.byKey, e.key)
	c.size -= e.kept.size + overhead
}

// Size says how many answers are kept and how many bytes they take.
func (c *Cache) Size() (count int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.size
}
