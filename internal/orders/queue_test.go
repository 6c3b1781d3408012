package orders

import (
	"context"
	"errors"
	"testing"

	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func TestAPanicFailsItsOrdersAndNotTheQueue(t *testing.T) {
	q := newQueue(nil, NewActivity()) // placing anything panics
	for range 2 {                     // the second submit would wait for ever if the first had left the queue busy
		if _, err := q.submit(t.Context(), &job{}); err == nil || shop.CodeOf(err) != "" {
			t.Fatalf("got %v, want the order to fail", err)
		}
	}
}

// batchesOf are the batches in which jobs are placed that wait together.
func batchesOf(t *testing.T, jobs []*job) (batches [][]*job) {
	t.Helper()
	placed, left := make(chan struct{}), len(jobs)
	q, release := heldQueue(func(_ context.Context, jobs []*job) ([]batch.Result[result], error) {
		batches = append(batches, jobs)
		if left -= len(jobs); left == 0 {
			close(placed)
		}
		return make([]batch.Result[result], len(jobs)), nil
	})
	for _, j := range jobs {
		if err := leave(q, j); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	release()
	<-placed
	return batches
}

func bigJob(source string, lines int) *job {
	return &job{source: source, checkout: shop.Checkout{Lines: make([]shop.CheckoutLine, lines)}}
}

func TestABatchIsBoundedByItsLines(t *testing.T) {
	var jobs []*job
	for range 128 {
		jobs = append(jobs, bigJob("flood", shop.MaxLines))
	}
	honest := bigJob("honest", 1)
	batches := batchesOf(t, append(jobs, honest))
	for i, jobs := range batches {
		lines := 0
		for _, j := range jobs {
			lines += len(j.checkout.Lines)
			if j == honest && i > 0 {
				t.Errorf("the honest order is in batch %d", i)
			}
		}
		if lines > maxBatchLines {
			t.Errorf("batch %d has %d lines", i, lines)
		}
	}
	if most := len(jobs)/(maxBatchLines/shop.MaxLines) + 1; len(batches) > most {
		t.Errorf("%d orders of %d lines are placed in %d batches, want at most %d", len(jobs), shop.MaxLines, len(batches), most)
	}
}

func TestAnOutageIsNotTriedAgainForEachOrder(t *testing.T) {
	alone := queueConfig(nil).Alone
	if alone(store.ErrAway) {
		t.Error("each order of a batch is tried while the database is away")
	}
	if !alone(shop.Errorf(shop.Conflict, "one order")) || !alone(errors.New("one order")) {
		t.Error("one order that fails spoils the others of its batch")
	}
}

func TestASmallOrderIsPlacedBeforeBigOnesOfOtherSources(t *testing.T) {
	var jobs []*job
	for i := range 128 {
		jobs = append(jobs, bigJob("flood "+shop.IDText(int64(i)), shop.MaxLines))
	}
	honest := bigJob("honest", 1)
	if first := batchesOf(t, append(jobs, honest))[0]; first[0] != honest {
		t.Error("an order of one line waits for orders of 100 lines")
	}
}

func TestOneSourceDoesNotFillTheQueue(t *testing.T) {
	q, release := heldQueue(func(_ context.Context, jobs []*job) ([]batch.Result[result], error) {
		return make([]batch.Result[result], len(jobs)), nil
	})
	defer release()
	n := 0
	for n < maxQueued && !errors.Is(leave(q, bigJob("flood", 1)), batch.ErrFull) {
		n++
	}
	if n != maxQueuedPerSource {
		t.Errorf("%d orders of one source are queued, want %d", n, maxQueuedPerSource)
	}
	if errors.Is(leave(q, bigJob("honest", 1)), batch.ErrFull) {
		t.Error("there is no room for others")
	}
}
