package line

import (
	"slices"
	"sync"
)

// maxCachedRanks is how many lines a RanksCache keeps: those of a million people have 8 MB each.
const maxCachedRanks = 8

// RanksCache keeps the ranks of the lines that were asked for last, so that those of lines that are long over do not stay
// in memory. Its zero value is ready.
type RanksCache struct {
	mu   sync.Mutex
	last []cachedRanks // guarded by mu; what was asked for last comes last
}

// cachedRanks are ranks and the seed that they follow from, which no other line has.
type cachedRanks struct {
	seed  string
	ranks *Ranks
}

// Get finds the ranks that follow from a seed; nil when they must be computed.
func (c *RanksCache) Get(seed string) *Ranks {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.indexOf(seed)
	if at < 0 {
		return nil
	}
	found := c.last[at]
	c.last = append(slices.Delete(c.last, at, at+1), found)
	return found.ranks
}

// Put keeps ranks, and forgets those that were not asked for the longest when there are too many.
func (c *RanksCache) Put(seed string, ranks *Ranks) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.indexOf(seed); at >= 0 {
		c.last = slices.Delete(c.last, at, at+1)
	}
	if len(c.last) == maxCachedRanks {
		c.last = slices.Delete(c.last, 0, 1)
	}
	c.last = append(c.last, cachedRanks{seed, ranks})
}

func (c *RanksCache) indexOf(seed string) int {
	return slices.IndexFunc(c.last, func(r cachedRanks) bool { return r.seed == seed })
}
