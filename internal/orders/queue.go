package orders

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	maxQueued = 2_000
	// One source may have this many of them, so that it cannot fill the queue.
	maxQueuedPerSource = 500
	// More orders in one transaction would only make the first of them wait longer,
	// and so would more lines: most of an order's work is per line.
	maxBatch      = 128
	maxBatchLines = 256
	// linesPerTurn is how many lines an order may have before it counts like several.
	linesPerTurn = 10
	batchTime    = 20 * time.Second
)

// job is one checkout in the queue. It gets exactly one result.
type job struct {
	checkout    shop.Checkout
	key         string // Idempotency-Key
	requestHash requestHash
	userID      *int64
	customerKey string
	buyer       store.Buyer
	reserved    []int64 // ids of the reservations it uses
	early       shop.EarlyPass
	limitedKeys []orderbook.BuyerKey // by which drops limit what the buyer gets; set when it is in one
	client      shop.Client
	source      string // whose turn it takes in the queue
	counted     bool   // it was counted by the limits on orders
	provider    string
	noProvider  error          // why the way to pay is not offered; an order that costs nothing needs none
	minimum     shop.Cents     // of the provider
	settings    *shop.Settings // shared
	rules       shop.Rules
	done        chan result
}

type result struct {
	number string
	order  *store.NewOrder // nil when it was placed before
	err    error
}

// queue takes orders. Those that arrive together share one transaction, so a rush
// costs one disk sync and one lock of a hot product, not one each. Sources take turns,
// so a flood from one of them delays itself; orders of one size from different sources
// are placed in the order of their arrival. No goroutine runs while nobody waits.
type queue struct {
	writer   *orderWriter
	activity *Activity
	mu       sync.Mutex
	jobs     ratelimit.FairQueue[*job] // guarded by mu
	busy     bool                      // run is running; guarded by mu
}

func newQueue(writer *orderWriter, activity *Activity) *queue {
	return &queue{writer: writer, activity: activity}
}

// submit waits for the job's result. A full queue refuses at once: waiting in it
// would take longer than a shopper waits.
func (q *queue) submit(ctx context.Context, j *job) (result, error) {
	j.done = make(chan result, 1)
	if !q.add(j) {
		return result{}, shop.Errorf(shop.Busy, "So many are buying right now. Please try again in a moment.")
	}
	select {
	case r := <-j.done:
		return r, r.err
	case <-ctx.Done(): // the order may still be placed; the same key finds it
		return result{}, ctx.Err()
	}
}

func (q *queue) add(j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.jobs.Len() >= maxQueued || q.jobs.Waiting(j.source) >= maxQueuedPerSource {
		return false
	}
	q.jobs.Push(j.source, int64(1+len(j.checkout.Lines)/linesPerTurn), j)
	if !q.busy {
		q.busy = true
		background.Go("order queue", q.run)
	}
	return true
}

// run works until the queue is empty.
func (q *queue) run() {
	for jobs := q.take(); len(jobs) > 0; jobs = q.take() {
		q.process(jobs)
	}
}

// take is the next batch. When there is none, run has ended.
func (q *queue) take() []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	var jobs []*job
	lines := 0
	for len(jobs) < maxBatch {
		next, ok := q.jobs.Peek()
		if !ok || len(jobs) > 0 && lines+len(next.checkout.Lines) > maxBatchLines {
			break
		}
		q.jobs.Pop()
		jobs = append(jobs, next)
		lines += len(next.checkout.Lines)
	}
	q.busy = len(jobs) > 0
	return jobs
}

var errBatchPanicked = errors.New("placing orders panicked")

// process places a batch. Should the whole batch fail for a reason that is not one
// order's in particular, each is tried alone, so that one cannot spoil the rest. An
// outage of the database is everybody's: trying alone would keep the queue waiting.
func (q *queue) process(jobs []*job) {
	ctx, cancel := context.WithTimeout(context.Background(), batchTime)
	defer cancel()
	var results []result
	err := errBatchPanicked
	begun := time.Now()
	background.Protect("order batch", func() { results, err = q.writer.placeBatch(ctx, jobs) })
	now := time.Now()
	q.activity.ended(now)
	if err == nil {
		q.activity.add(now, int64(len(jobs)), now.Sub(begun))
	}
	if err != nil && len(jobs) > 1 && (!store.IsUnavailable(err) || store.IsConflict(err)) {
		slog.Warn("a batch of orders failed, placing them one by one", "orders", len(jobs), "error", err)
		for _, j := range jobs {
			q.process([]*job{j})
		}
		return
	}
	for i, j := range jobs {
		if err != nil {
			j.done <- result{err: err}
			continue
		}
		j.done <- results[i]
	}
}
