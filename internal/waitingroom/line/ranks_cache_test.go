package line

import (
	"fmt"
	"testing"
)

func TestOnlyTheRanksAskedForLastAreKept(t *testing.T) {
	var c RanksCache
	seed := func(n int) string { return fmt.Sprintf("seed %d", n) }
	kept := make([]*Ranks, 2*maxCachedRanks)
	for n := range kept {
		kept[n] = &Ranks{}
		c.Put(seed(n), kept[n])
		if c.Get(seed(0)) != kept[0] { // a line that is still asked for
			t.Fatalf("after %d lines the ranks of the first are gone", n+1)
		}
	}
	c.Put(seed(0), kept[0]) // once more: it is one line
	known := 0
	for n, ranks := range kept {
		if found := c.Get(seed(n)); found == ranks {
			known++
		} else if found != nil {
			t.Errorf("line %d has the ranks of another one", n)
		}
	}
	if known != maxCachedRanks || c.Get(seed(len(kept)-1)) == nil || c.Get(seed(1)) != nil {
		t.Errorf("%d lines are kept, want the %d that were asked for last", known, maxCachedRanks)
	}
}
