package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

// limitMemory keeps the program small: it sets GOMEMLIMIT to what is in use plus room for half of it, and GOGC to 200. The limit
// makes the garbage collector run more often when much is in use, and it grows with what is in use: with 2,000 open pages or 100,000 people waiting, the smallest one would make the collector run all the time. A
// large picture may exceed it for a moment. Below the limit the collector runs half as often as by Go's default, by which a small
// shop in a rush collects 40 times a second. When a busy time is over, what it needed is returned to the system.
func limitMemory(ctx context.Context, cacheMB int64) {
	const rest, pause, garbagePercent = 32, time.Second, 200
	smallest := (cacheMB + rest) << 20
	limited := os.Getenv("GOMEMLIMIT") != ""
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	var busy busyTime
	background.Go("memory", func() {
		background.Run(ctx, "memory", func(ctx context.Context) {
			background.Every(ctx, pause, func() {
				use := readMemory()
				if !limited {
					debug.SetMemoryLimit(use.limit(smallest))
				}
				if busy.isOver(use.allocated) {
					runtime.GC() // sync.Pools are emptied at the second collection
					debug.FreeOSMemory()
				}
			})
		})
	})
}

// busyTime finds out when a busy time is over, from how much the program has allocated so far.
type busyTime struct {
	last  int64 // allocated by the last call
	ended int64 // allocated by the end of the last busy time
}

// isOver is true once after each busy time: when little was allocated since the last call and much before.
func (b *busyTime) isOver(allocated int64) bool {
	const little, much = 256 << 10, 4 << 20
	over := allocated-b.last < little && allocated-b.ended > much
	b.last = allocated
	if over {
		b.ended = allocated
	}
	return over
}

// memoryUse is what the program uses, in bytes.
type memoryUse struct {
	live      int64 // what the last collection found in use, with the stacks
	scanned   int64 // the part of it that has pointers: the work of a collection
	other     int64 // beside the heap and the stacks
	allocated int64 // all that was ever allocated
}

func readMemory() memoryUse {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/gc/scan/total:bytes"},
		{Name: "/gc/heap/allocs:bytes"},
	}
	metrics.Read(samples)
	value := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
	heap, stacks := value(3)+value(4)+value(5)+value(6), value(1)
	return memoryUse{live: value(0) + stacks, scanned: value(7), other: value(2) - heap - stacks, allocated: value(8)}
}

// limit leaves room between two collections for half of what they have to scan. Cached responses are most of the memory and
// have no pointers. It changes in steps: a new limit stops the program for a moment.
func (m memoryUse) limit(smallest int64) int64 {
	const step, room = 8 << 20, 16 << 20
	needed := m.live + max(room, m.scanned/2) + m.other
	return max(smallest, (needed+step-1)/step*step)
}
