package orders

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	placingTime = 10 * time.Second // how far back figures of order placement look
	maxPlacings = 1_000
)

// placing remembers how long the last orders took to be placed.
type placing struct {
	mu   sync.Mutex
	took [maxPlacings]struct {
		at   time.Time
		took time.Duration
	}
	next int
}

func (p *placing) add(took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.took[p.next].at, p.took[p.next].took = time.Now(), took
	p.next = (p.next + 1) % maxPlacings
}

func (p *placing) p95() time.Duration {
	p.mu.Lock()
	var took []time.Duration
	for _, one := range p.took {
		if time.Since(one.at) < placingTime {
			took = append(took, one.took)
		}
	}
	p.mu.Unlock()
	if len(took) == 0 {
		return 0
	}
	slices.Sort(took)
	return took[(len(took)*95-1)/100]
}

// submit queues a job and notes how that went.
func (s *Service) submit(ctx context.Context, j *job) (result, error) {
	begun := time.Now()
	r, err := s.queue.submit(ctx, j)
	if err == nil {
		s.placing.add(time.Since(begun))
		return r, nil
	}
	ids := make([]int64, 0, len(j.checkout.Lines))
	for _, line := range j.checkout.Lines {
		ids = append(ids, line.ProductID)
	}
	s.refused(ctx, ids, err)
	return r, err
}

// Queued is how many orders wait to be placed.
func (s *Service) Queued() int { return s.queue.Len() }

// P95 is within which time 95 of 100 orders were placed in the last seconds.
func (s *Service) P95() time.Duration { return s.placing.p95() }
