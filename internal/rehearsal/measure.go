package rehearsal

import (
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// measurements is what the crowd sees while it plays.
type measurements struct {
	mu        sync.Mutex
	times     map[string][]time.Duration
	statuses  map[string]map[int]int
	perSecond map[int64]int
	orders    map[int64][]time.Duration // of accepted orders, by second
	errors    map[string]int
	refusals  map[string]int // by request and code
	forged    atomic.Int64   // invented passes that were accepted
}

func newMeasurements() *measurements {
	return &measurements{times: map[string][]time.Duration{}, statuses: map[string]map[int]int{}, perSecond: map[int64]int{}, orders: map[int64][]time.Duration{}, errors: map[string]int{}, refusals: map[string]int{}}
}

func (m *measurements) took(what string, status int, d time.Duration) {
	second := time.Now().Unix()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.times[what] = append(m.times[what], d)
	if m.statuses[what] == nil {
		m.statuses[what] = map[int]int{}
	}
	m.statuses[what][status]++
	m.perSecond[second]++
	if what == "order" && status == 200 {
		m.orders[second] = append(m.orders[second], d)
	}
}

func (m *measurements) refused(what string, status int, code string) {
	if code == "" {
		code = strconv.Itoa(status)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refusals[what+" "+code]++
}

func (m *measurements) failed(what string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.errors[what]++; m.errors[what] == 1 {
		slog.Warn("a buyer's request failed", "what", what, "error", err)
	}
}

// Latency is how long one kind of request took.
type Latency struct {
	What          string
	Count         int
	P50, P95, P99 time.Duration
	ServerErrors  int // 5xx other than 503
	Busy          int // 503 and 429: come back later
}

var kindsOfRequest = []string{"page", "status", "join", "rank", "pass", "reservation", "quote", "order"}

func (m *measurements) latencies() []Latency {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Latency
	for _, what := range kindsOfRequest {
		times := m.times[what]
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		at := func(percent int) time.Duration { return times[min(len(times)-1, len(times)*percent/100)] }
		l := Latency{What: what, Count: len(times), P50: at(50), P95: at(95), P99: at(99)}
		for status, n := range m.statuses[what] {
			switch {
			case status == 503 || status == 429:
				l.Busy += n
			case status >= 500:
				l.ServerErrors += n
			}
		}
		all = append(all, l)
	}
	return all
}

// peak is the largest number of requests in one second.
func (m *measurements) peak() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	most := 0
	for _, n := range m.perSecond {
		most = max(most, n)
	}
	return most
}

// quickOrders is the largest number of orders in one second whose p95 stayed below half a second.
func (m *measurements) quickOrders() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	most := 0
	for _, times := range m.orders {
		slices.Sort(times)
		if times[len(times)*95/100] < 500*time.Millisecond {
			most = max(most, len(times))
		}
	}
	return most
}

// series is how many requests and accepted orders there were in each second.
func (m *measurements) series(begun time.Time) (requests, orders []int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for second := begun.Unix(); second <= time.Now().Unix(); second++ {
		requests, orders = append(requests, m.perSecond[second]), append(orders, len(m.orders[second]))
	}
	return requests, orders
}
