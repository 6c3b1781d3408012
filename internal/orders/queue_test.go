package orders

import (
	"errors"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestAPanicFailsItsOrdersAndNotTheQueue(t *testing.T) {
	q := newQueue(nil, NewActivity()) // placing anything panics
	for range 2 {                     // the second submit would wait for ever if the first had left the queue busy
		if _, err := q.submit(t.Context(), &job{}); !errors.Is(err, errBatchPanicked) {
			t.Fatalf("got %v, want the order to fail", err)
		}
	}
}

func bigJob(source string, lines int) *job {
	return &job{source: source, checkout: shop.Checkout{Lines: make([]shop.CheckoutLine, lines)}, done: make(chan result, 1)}
}

func TestABatchIsBoundedByItsLines(t *testing.T) {
	q := newQueue(nil, NewActivity())
	q.busy = true // nobody takes anything but this test
	for range 128 {
		q.add(bigJob("flood", shop.MaxLines))
	}
	honest := bigJob("honest", 1)
	q.add(honest)
	first := q.take()
	lines, found := 0, false
	for _, j := range first {
		lines += len(j.checkout.Lines)
		found = found || j == honest
	}
	if lines > maxBatchLines || !found {
		t.Errorf("the next batch has %d lines, and the honest order is in it: %v", lines, found)
	}
	taken := len(first)
	for batch := q.take(); len(batch) > 0; batch = q.take() {
		taken += len(batch)
	}
	if taken != 129 || q.busy {
		t.Errorf("%d of 129 orders were taken, busy %v", taken, q.busy)
	}
}

func TestASmallOrderIsPlacedBeforeBigOnesOfOtherSources(t *testing.T) {
	q := newQueue(nil, NewActivity())
	q.busy = true
	for i := range 128 {
		q.add(bigJob("flood "+shop.IDText(int64(i)), shop.MaxLines))
	}
	honest := bigJob("honest", 1)
	q.add(honest)
	if first := q.take(); first[0] != honest {
		t.Error("an order of one line waits for orders of 100 lines")
	}
}

func TestOneSourceDoesNotFillTheQueue(t *testing.T) {
	q := newQueue(nil, NewActivity())
	q.busy = true
	for range maxQueued {
		q.add(bigJob("flood", 1))
	}
	if q.jobs.Len() != maxQueuedPerSource || !q.add(bigJob("honest", 1)) {
		t.Errorf("%d orders of one source are queued, want %d and room for others", q.jobs.Len(), maxQueuedPerSource)
	}
}
