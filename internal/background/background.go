// Package background starts goroutines whose panic does not end the program:
// it is recovered, logged and counted. Every goroutine of the program that is
// not a request's own starts here.
package background

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"
)

var panics atomic.Int64

// Panics is how many panics were recovered since the start.
func Panics() int64 { return panics.Load() }

// Go runs work in a goroutine of its own. The name says in the log what failed.
func Go(name string, work func()) { go Protect(name, work) }

// Protect runs work and says whether it ended without a panic.
func Protect(name string, work func()) (ok bool) {
	defer func() {
		if failure := recover(); failure != nil {
			panics.Add(1)
			slog.Error("panic in the background", "work", name, "panic", failure, "stack", string(debug.Stack()))
		}
	}()
	work()
	return true
}

// restartPause keeps work that fails at once from filling the log.
const restartPause = time.Second

// Run runs work that goes on until ctx ends, and starts it again after a panic.
func Run(ctx context.Context, name string, work func(context.Context)) {
	for !Protect(name, func() { work(ctx) }) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(restartPause):
		}
	}
}

// started counts the calls of Every.
var started atomic.Uint64

// Every calls work at once and then once an interval, until ctx ends. The pause after the first call differs from caller to
// caller: work that starts together would otherwise run at the same moment of every interval, each on its own database
// connection.
func Every(ctx context.Context, interval time.Duration, work func()) {
	const goldenRatio = 0.618 // its multiples spread any number of callers evenly
	_, part := math.Modf(float64(started.Add(1)) * goldenRatio)
	for pause := time.Duration(part * float64(interval)); ctx.Err() == nil; pause = interval {
		begun := time.Now()
		work()
		select {
		case <-ctx.Done():
		case <-time.After(max(interval/10, pause-time.Since(begun))):
		}
	}
}
