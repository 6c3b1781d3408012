// Package batch collects requests that arrive together, so that they share one
// transaction: a rush costs one disk sync per batch, not one per request.
package batch

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
)

// ErrFull refuses a request because too many wait: waiting would take longer than a person does.
var ErrFull = errors.New("too many requests wait")

var errPanicked = errors.New("a batch panicked")

// Config says how requests are batched.
type Config[In, Out any] struct {
	Name      string
	Waiting   int // most that wait
	PerSource int // most of one source that wait
	Batch     int // most in one batch
	Time      time.Duration
	// Cost is how much work a request is; nil: all are alike, and MaxCost and TurnCost are not used.
	Cost func(In) int
	// MaxCost is the most that the requests of one batch cost together, unless the first alone costs more.
	MaxCost int
	// TurnCost is the cost that one turn of a source pays for. A request that costs more uses up several turns, so other
	// sources come before the next request of its source.
	TurnCost int
	// Do serves a batch and returns one result for each request, in order.
	Do func(ctx context.Context, requests []In) ([]Result[Out], error)
	// Alone says whether each request is tried alone after Do failed for all of them,
	// so that one cannot spoil the rest.
	Alone func(error) bool
}

// Result is what became of one request.
type Result[Out any] struct {
	Value Out
	Err   error
}

// Queue batches requests. Sources take turns, so a flood from one of them delays
// itself. No goroutine runs while nobody waits.
type Queue[In, Out any] struct {
	c       Config[In, Out]
	mu      sync.Mutex
	waiting ratelimit.FairQueue[*request[In, Out]] // guarded by mu
	busy    bool                                   // run is running; guarded by mu
}

type request[In, Out any] struct {
	in   In
	cost int
	done chan Result[Out]
}

// New makes a queue.
func New[In, Out any](c Config[In, Out]) *Queue[In, Out] { return &Queue[In, Out]{c: c} }

// Submit waits for the result of a request. It refuses with ErrFull at once.
func (q *Queue[In, Out]) Submit(ctx context.Context, source string, in In) (out Out, err error) {
	r := &request[In, Out]{in: in, done: make(chan Result[Out], 1)}
	turns := 1
	if q.c.Cost != nil {
		r.cost = q.c.Cost(in)
		turns += r.cost / q.c.TurnCost
	}
	if !q.add(source, int64(turns), r) {
		return out, ErrFull
	}
	select {
	case result := <-r.done:
		return result.Value, result.Err
	case <-ctx.Done(): // it may still be served
		return out, ctx.Err()
	}
}

// Len is how many requests wait.
func (q *Queue[In, Out]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting.Len()
}

func (q *Queue[In, Out]) add(source string, turns int64, r *request[In, Out]) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting.Len() >= q.c.Waiting || q.waiting.Waiting(source) >= q.c.PerSource {
		return false
	}
	q.waiting.Push(source, turns, r)
	if !q.busy {
		q.busy = true
		background.Go(q.c.Name, q.run)
	}
	return true
}

// run works until nobody waits.
func (q *Queue[In, Out]) run() {
	for requests := q.take(); len(requests) > 0; requests = q.take() {
		q.serve(requests)
		runtime.Gosched() // requests that are about to be submitted come into the next batch
	}
}

// take is the next batch. When there is none, run has ended.
func (q *Queue[In, Out]) take() []*request[In, Out] {
	q.mu.Lock()
	defer q.mu.Unlock()
	var requests []*request[In, Out]
	cost := 0
	for len(requests) < q.c.Batch {
		next, ok := q.waiting.Peek()
		if !ok || len(requests) > 0 && cost+next.cost > q.c.MaxCost {
			break
		}
		q.waiting.Pop()
		requests = append(requests, next)
		cost += next.cost
	}
	q.busy = len(requests) > 0
	return requests
}

func (q *Queue[In, Out]) serve(requests []*request[In, Out]) {
	ctx, cancel := context.WithTimeout(context.Background(), q.c.Time)
	defer cancel()
	in := make([]In, len(requests))
	for i, r := range requests {
		in[i] = r.in
	}
	var results []Result[Out]
	err := errPanicked
	background.Protect(q.c.Name, func() { results, err = q.c.Do(ctx, in) })
	if err != nil && len(requests) > 1 && q.c.Alone(err) {
		slog.Warn("a batch failed, its requests are tried one by one", "queue", q.c.Name, "requests", len(requests), "error", err)
		for _, r := range requests {
			q.serve([]*request[In, Out]{r})
		}
		return
	}
	for i, r := range requests {
		if err != nil {
			r.done <- Result[Out]{Err: err}
			continue
		}
		r.done <- results[i]
	}
}
