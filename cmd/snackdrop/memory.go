package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

// keepSmall sets a soft memory limit, so that the garbage collector runs more often instead of letting the heap double. The
// limit grows with what is in use: with 2,000 open pages or 100,000 people waiting, the smallest one would make the collector
// run all the time. A large picture may exceed it for a moment.
func keepSmall(ctx context.Context, cacheMB int64) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	const rest, pause = 32, time.Second
	smallest := (cacheMB + rest) << 20
	debug.SetMemoryLimit(smallest)
	background.Go("memory limit", func() {
		background.Run(ctx, "memory limit", func(ctx context.Context) {
			background.Every(ctx, pause, func() { debug.SetMemoryLimit(readMemory().limit(smallest)) })
		})
	})
}

// memoryUse is what the program uses, in bytes.
type memoryUse struct {
	live    int64 // what the last collection found in use, with the stacks
	scanned int64 // the part of it that has pointers: the work of a collection
	other   int64 // beside the heap and the stacks
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
	}
	metrics.Read(samples)
	value := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
	heap, stacks := value(3)+value(4)+value(5)+value(6), value(1)
	return memoryUse{live: value(0) + stacks, scanned: value(7), other: value(2) - heap - stacks}
}

// limit leaves room between two collections for half of what they have to scan. Cached responses are most of the memory and
// have no pointers. It changes in steps: a new limit stops the program for a moment.
func (m memoryUse) limit(smallest int64) int64 {
	const step, room = 8 << 20, 16 << 20
	needed := m.live + max(room, m.scanned/2) + m.other
	return max(smallest, (needed+step-1)/step*step)
}
