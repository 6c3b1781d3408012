package main

import (
	"runtime"
	"testing"
)

// A shop that needs more memory than the smallest limit must not spend its time collecting garbage.
func TestTheMemoryLimitGrowsWithWhatIsInUse(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		live, other, want int64
	}{
		{live: 20 * mb, other: 10 * mb, want: 96 * mb},
		{live: 60 * mb, other: 6 * mb, want: 96 * mb},
		{live: 60 * mb, other: 7 * mb, want: 104 * mb},
		{live: 200 * mb, other: 20 * mb, want: 320 * mb},
	} {
		if got := (memoryUse{c.live, c.other}).limit(96 * mb); got != c.want {
			t.Errorf("%+v: %d MB", c, got/mb)
		}
	}
	runtime.GC() // garbage of other tests is not in use
	before := readMemory()
	kept := make([][]byte, 64)
	for i := range kept {
		kept[i] = make([]byte, mb)
	}
	runtime.GC()
	if grown := readMemory().live - before.live; grown < 40*mb {
		t.Errorf("64 MB more in use are read as %d MB more", grown/mb)
	}
	runtime.KeepAlive(kept)
}
