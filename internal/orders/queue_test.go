package orders

import (
	"errors"
	"testing"
)

func TestAPanicFailsItsOrdersAndNotTheQueue(t *testing.T) {
	q := newQueue(nil) // placing anything panics
	for range 2 {      // the second submit would wait for ever if the first had left the queue busy
		if _, err := q.submit(t.Context(), &job{}); !errors.Is(err, errBatchPanicked) {
			t.Fatalf("got %v, want the order to fail", err)
		}
	}
}
