package main

import (
	"runtime"
	"testing"
)

// A shop that needs more memory than the smallest limit must not spend its time collecting garbage.
func TestTheMemoryLimitGrowsWithWhatIsInUse(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		live, scanned, other, want int64
	}{
		{live: 20 * mb, scanned: 10 * mb, other: 10 * mb, want: 96 * mb},
		{live: 74 * mb, scanned: 10 * mb, other: 6 * mb, want: 96 * mb}, // a full cache
		{live: 74 * mb, scanned: 10 * mb, other: 7 * mb, want: 104 * mb},
		{live: 200 * mb, scanned: 200 * mb, other: 20 * mb, want: 320 * mb},
		{live: 200 * mb, scanned: 120 * mb, other: 20 * mb, want: 280 * mb},
	} {
		if got := (memoryUse{live: c.live, scanned: c.scanned, other: c.other}).limit(96 * mb); got != c.want {
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
	after := readMemory()
	if grown := after.live - before.live; grown < 40*mb {
		t.Errorf("64 MB more in use are read as %d MB more", grown/mb)
	}
	if grown := after.scanned - before.scanned; grown > 20*mb {
		t.Errorf("64 MB without pointers are read as %d MB more to scan", grown/mb)
	}
	runtime.KeepAlive(kept)
	pointers := make([]*int, 64*mb/8)
	runtime.GC()
	if grown := readMemory().scanned - after.scanned; grown < 40*mb {
		t.Errorf("64 MB of pointers are read as %d MB more to scan", grown/mb)
	}
	runtime.KeepAlive(pointers)
}

// The memory of a busy time is returned once, when it is over.
func TestABusyTimeIsOverOnce(t *testing.T) {
	const kb, mb = 1 << 10, 1 << 20
	var busy busyTime
	allocated := int64(0)
	for i, step := range []struct {
		allocates int64
		over      bool
	}{
		{20 * mb, false}, // the start
		{100 * kb, true},
		{100 * kb, false},
		{3 * mb, false}, // a few requests are not a busy time
		{100 * kb, false},
		{mb, false},
		{100 * kb, true},
		{500 * mb, false},
		{500 * mb, false},
		{0, true},
		{0, false},
	} {
		allocated += step.allocates
		if over := busy.isOver(allocated); over != step.over {
			t.Errorf("second %d: over is %v", i, over)
		}
	}
}
