package orders

import "github.com/snackdrop/snackdrop/internal/shop"

// FillQueue lets the order queue look busy and full.
func (s *Service) FillQueue() {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	s.queue.busy = true
	for range maxQueued {
		s.queue.jobs.Push("", 1, &job{done: make(chan result, 1)})
	}
}

// CountOrder counts an order under the limits on orders as if it had been placed.
func (s *Service) CountOrder(client shop.Client, email string) {
	s.orderLimits.take((&job{client: client, checkout: shop.Checkout{Email: email}}).counters())
}
