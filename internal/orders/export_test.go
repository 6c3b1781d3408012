package orders

import (
	"runtime"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// FillQueue lets the order queue look busy and full.
func (s *Service) FillQueue() {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	s.queue.busy = true
	for range maxQueued {
		s.queue.jobs.Push("", 1, &job{done: make(chan result, 1)})
	}
}

// TogetherInOneBatch places what send sends, each in a goroutine of its own, in one batch.
func (s *Service) TogetherInOneBatch(n int, send func(i int)) {
	s.queue.mu.Lock()
	s.queue.busy = true // nobody takes anything yet
	s.queue.mu.Unlock()
	var sent sync.WaitGroup
	for i := range n {
		sent.Go(func() { send(i) })
	}
	for begun, waiting := time.Now(), 0; waiting < n && time.Since(begun) < 10*time.Second; runtime.Gosched() {
		s.queue.mu.Lock()
		waiting = s.queue.jobs.Len()
		s.queue.mu.Unlock()
	}
	s.queue.run()
	sent.Wait()
}

// CountOrder counts an order under the limits on orders as if it had been placed.
func (s *Service) CountOrder(client shop.Client, email string) {
	s.orderLimits.take((&job{client: client, checkout: shop.Checkout{Email: email}}).counters())
}
