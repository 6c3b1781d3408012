package orders

import (
	"sync"
	"time"
)

// placed counts orders and the time that was spent placing them, by second of the last minute.
type placed struct {
	mu      sync.Mutex
	seconds [60]struct {
		second int64
		orders int64
		spent  time.Duration
	}
}

func (p *placed) add(at time.Time, orders int64, spent time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.seconds[at.Unix()%60]
	if s.second != at.Unix() {
		s.second, s.orders, s.spent = at.Unix(), 0, 0
	}
	s.orders += orders
	s.spent += spent
}

func (p *placed) sum(at time.Time) (orders int64, spent time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.seconds {
		if at.Unix()-s.second < 60 {
			orders += s.orders
			spent += s.spent
		}
	}
	return orders, spent
}
