package ratelimit

import (
	"context"
	"sync"

	"github.com/snackdrop/snackdrop/internal/shop"
)

type sourceKey struct{}

// WithSource says for whom the calls under this context are made.
func WithSource(ctx context.Context, source string) context.Context {
	return context.WithValue(ctx, sourceKey{}, source)
}

const (
	// bookingAtOnce is how many slots of a provider's pace are booked at a time. Few: who
	// has booked cannot be overtaken.
	bookingAtOnce = 4
	maxWaiting    = 2_000
	maxPerSource  = 200
)

// FairShare lets callers of acquire take turns by their source (see WithSource): one
// that makes many calls delays its own, not those of others. Calls without a source
// are the shop's own and share one.
func FairShare(acquire Acquire) Acquire {
	gate := &gate{free: bookingAtOnce}
	return gate.around(acquire)
}

// gate lets a few callers through at a time and the others wait for their turn.
type gate struct {
	mu    sync.Mutex
	free  int
	queue FairQueue[*ticket]
}

type ticket struct {
	admitted chan struct{}
	left     bool // its caller waits no longer; guarded by the gate's mu
}

func (g *gate) around(acquire Acquire) Acquire {
	return func(ctx context.Context) error {
		source, _ := ctx.Value(sourceKey{}).(string)
		if err := g.enter(ctx, source); err != nil {
			return err
		}
		defer g.leave()
		return acquire(ctx)
	}
}

func (g *gate) enter(ctx context.Context, source string) error {
	busy := shop.Errorf(shop.Busy, "So many are paying right now. Please try again in a moment.")
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return nil
	}
	if g.queue.Len() >= maxWaiting || source != "" && g.queue.Waiting(source) >= maxPerSource {
		g.mu.Unlock()
		return busy
	}
	mine := &ticket{admitted: make(chan struct{})}
	g.queue.Push(source, 1, mine)
	g.mu.Unlock()
	select {
	case <-mine.admitted:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	mine.left = true
	g.mu.Unlock()
	select {
	case <-mine.admitted: // at the same moment: the next one goes instead
		g.leave()
	default:
	}
	return busy
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for {
		next, ok := g.queue.Pop()
		if !ok {
			g.free++
			return
		}
		if !next.left {
			close(next.admitted)
			return
		}
	}
}
