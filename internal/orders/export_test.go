package orders

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
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

// EndIfOver ends a reservation that was found to be over, if it still is.
func (u *Units) EndIfOver(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	return u.endIfOver(ctx, tx, id)
}

// CountOrder counts an order under the limits on orders as if it had been placed.
func (s *Service) CountOrder(client shop.Client, email string) {
	s.orderLimits.take((&job{client: client, checkout: shop.Checkout{Email: email}}).counters())
}
