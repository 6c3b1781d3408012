package orders

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/shop"
)

type placeFunc = func(context.Context, []*job) ([]batch.Result[result], error)

// heldQueue is a queue that places nothing before it is released.
func heldQueue(place placeFunc) (q *batch.Queue[*job, result], release func()) {
	begun, released := make(chan struct{}), make(chan struct{})
	first := &job{}
	q = batch.New(queueConfig(func(ctx context.Context, jobs []*job) ([]batch.Result[result], error) {
		if jobs[0] != first {
			return place(ctx, jobs)
		}
		close(begun)
		<-released
		return make([]batch.Result[result], len(jobs)), nil
	}))
	_ = leave(q, first)
	<-begun
	return q, func() { close(released) }
}

// leave puts a job into a queue and does not wait for its result.
func leave(q *batch.Queue[*job, result], j *job) error {
	gone, leave := context.WithCancel(context.Background())
	leave()
	_, err := q.Submit(gone, j.source, j)
	return err
}

// FillQueue makes the order queue full until it is released. No background work may run.
func (s *Service) FillQueue() (release func()) {
	s.queue.Queue, release = heldQueue(func(_ context.Context, jobs []*job) ([]batch.Result[result], error) {
		return make([]batch.Result[result], len(jobs)), nil
	})
	for i := 0; !errors.Is(leave(s.queue.Queue, &job{source: strconv.Itoa(i % 10)}), batch.ErrFull); i++ {
	}
	return release
}

// TogetherInOneBatch places what send sends, each in a goroutine of its own, in one batch. No background work may run.
func (s *Service) TogetherInOneBatch(n int, send func(i int)) {
	var release func()
	s.queue.Queue, release = heldQueue(s.queue.place)
	var sent sync.WaitGroup
	for i := range n {
		sent.Go(func() { send(i) })
	}
	for begun := time.Now(); s.queue.Len() < n && time.Since(begun) < 10*time.Second; runtime.Gosched() {
	}
	release()
	sent.Wait()
}

// CountOrder counts an order under the limits on orders as if it had been placed.
func (s *Service) CountOrder(client shop.Client, email string) {
	s.orderLimits.take((&job{client: client, checkout: shop.Checkout{Email: email}}).counters())
}
