package analytics

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const visitsEvery = 10 * time.Second

const orderPlaced = "order"

// visitKinds are what browsers report, in the order of the way to an order: numbers per day, nothing about anybody.
var visitKinds = []string{"visit", "product", "cart", "checkout"}

// reached says for each step how many came to it or beyond it. Steps can be passed over, for example from a list into
// the cart without a look at the product's own page.
func reached(counts map[string]int64) map[string]int64 {
	beyond := counts[orderPlaced]
	for _, kind := range slices.Backward(visitKinds) {
		beyond = max(beyond, counts[kind])
		if beyond > 0 {
			counts[kind] = beyond
		}
	}
	return counts
}

// visits collects counts in memory, so that a page view costs no write.
type visits struct {
	mu     sync.Mutex
	counts map[[2]string]int64 // day and kind
}

// CountVisit counts a page view, when the shop counts at all.
func (s *Service) CountVisit(ctx context.Context, kind string) error {
	if !slices.Contains(visitKinds, kind) {
		return shop.FieldError(shop.Invalid, "kind", "There is no such kind.")
	}
	settings, err := s.c.Settings(ctx)
	if err != nil || !settings.Customers.Analytics {
		return err
	}
	s.count(kind)
	return nil
}

// CountOrder counts an order that was placed. The caller knows whether the shop counts at all.
func (s *Service) CountOrder() { s.count(orderPlaced) }

func (s *Service) count(kind string) {
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if s.visits.counts == nil {
		s.visits.counts = map[[2]string]int64{}
	}
	s.visits.counts[[2]string{s.c.Now().UTC().Format(time.DateOnly), kind}]++
}

// FlushVisits adds the collected counts to those of the day in the database.
func (s *Service) FlushVisits(ctx context.Context) error {
	s.visits.mu.Lock()
	counts := s.visits.counts
	s.visits.counts = nil
	s.visits.mu.Unlock()
	if len(counts) == 0 {
		return nil
	}
	err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
		for key, n := range counts {
			if err := tx.Analytics.AddVisits(ctx, key[0], key[1], n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil { // for the next time
		s.visits.mu.Lock()
		defer s.visits.mu.Unlock()
		for key, n := range s.visits.counts {
			counts[key] += n
		}
		s.visits.counts = counts
	}
	return err
}
