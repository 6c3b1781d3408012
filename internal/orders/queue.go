package orders

import (
	"context"
	"errors"
	"time"

	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/orderbook"
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
	// linesPerTurn is how many lines of an order one turn of its source pays for: an order of 25 lines counts like three.
	linesPerTurn = 10
	batchTime    = 20 * time.Second
)

// job is one checkout in the queue.
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
}

// result is what became of a job that was not refused.
type result struct {
	number string
	order  *store.NewOrder // nil when it was placed before
}

// queue takes orders. Those that arrive together share one transaction, so a rush
// costs one disk sync and one lock of a hot product, not one each. Orders of one size
// from different sources are placed in the order of their arrival.
type queue struct {
	*batch.Queue[*job, result]
	writer   *orderWriter
	activity *Activity
}

func newQueue(writer *orderWriter, activity *Activity) *queue {
	q := &queue{writer: writer, activity: activity}
	q.Queue = batch.New(queueConfig(q.place))
	return q
}

// queueConfig says how orders are batched. After a batch has failed each of its orders is tried alone, except while the
// database is away: then all would fail, and those that wait would wait longer.
func queueConfig(place func(context.Context, []*job) ([]batch.Result[result], error)) batch.Config[*job, result] {
	return batch.Config[*job, result]{Name: "order queue", Waiting: maxQueued, PerSource: maxQueuedPerSource, Batch: maxBatch,
		Cost: func(j *job) int { return len(j.checkout.Lines) }, MaxCost: maxBatchLines, TurnCost: linesPerTurn, Time: batchTime,
		Do: place, Alone: func(err error) bool { return !store.IsUnavailable(err) || store.IsConflict(err) }}
}

// submit waits for the job's result. A full queue refuses at once: waiting in it
// would take longer than a shopper waits. When ctx ends first, the order may still be
// placed; the same key finds it.
func (q *queue) submit(ctx context.Context, j *job) (result, error) {
	r, err := q.Submit(ctx, j.source, j)
	if errors.Is(err, batch.ErrFull) {
		err = shop.Errorf(shop.Busy, "So many are buying right now. Please try again in a moment.")
	}
	return r, err
}

// place places a batch.
func (q *queue) place(ctx context.Context, jobs []*job) ([]batch.Result[result], error) {
	begun := time.Now()
	defer func() { q.activity.ended(time.Now()) }()
	results, err := q.writer.placeBatch(ctx, jobs)
	if err == nil {
		now := time.Now()
		q.activity.add(now, int64(len(jobs)), now.Sub(begun))
	}
	return results, err
}
