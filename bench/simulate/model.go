package main

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Model is what a simulated drop depends on. The behaviour of the crowd is the rehearsal's; the costs are measured.
type Model struct {
	Buyers      int     `json:"buyers"`
	Units       int     `json:"units"`
	Cores       float64 `json:"cores"`        // processors of all instances together that serve requests
	OpensIn     float64 `json:"opens_in"`     // seconds in which those who come before the opening arrive
	Late        float64 `json:"late"`         // seconds after the opening in which the others arrive
	Stays       float64 `json:"stays"`        // seconds after the opening that everybody stays at most
	Before      float64 `json:"before"`       // share of buyers who come before the opening
	Reloads     float64 `json:"reloads"`      // share of buyers who load the page four times
	Doubles     float64 `json:"doubles"`      // share of buyers who click twice
	Leaves      float64 `json:"leaves"`       // share of buyers who go, at each step
	MaxPoll     float64 `json:"max_poll"`     // longest wait between two polls
	Shuffle     float64 `json:"shuffle"`      // seconds from the opening to the shuffle
	PassSeconds float64 `json:"pass_seconds"` // how long a pass that nobody uses counts
	HoldSeconds float64 `json:"hold_seconds"` // how long a cart that was left holds its unit
	Rate        float64 `json:"rate"`         // people called a second at most: the provider's calls a second by 3, or 50
	Seed        uint64  `json:"seed"`
	// Cost is the processor time of a request in microseconds.
	Cost map[string]float64 `json:"cost_us"`
	// Bytes is what a response takes on the network.
	Bytes map[string]float64 `json:"bytes"`
}

// Result is what a simulated drop comes to.
type Result struct {
	Requests  map[string]int
	PerSecond []int
	Peak      int
	Busy      float64 // share of the processors in the busiest second
	P95       float64 // seconds from a request to its response
	Sold      int
	SoldOutAt float64 // seconds after the opening; 0: not sold out
	Megabits  float64 // in the busiest second
}

type event struct {
	at float64
	do func()
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any          { last := (*e)[len(*e)-1]; *e = (*e)[:len(*e)-1]; return last }

// simulation is one run: events in the order of their time, processors that are free again at a time.
type simulation struct {
	Model
	events  events
	now     float64
	random  *rand.Rand
	free    []float64 // of each processor, when it is free again
	result  Result
	work    []float64 // processor seconds begun in each second
	bytes   []float64
	delays  []float64
	joined  []*buyer
	shuffle bool
	serving int
	units   int // free
	held    int
	passes  int // fetched, without units
	moved   float64
}

type buyer struct {
	rank     int // 0: not asked for
	calledAt float64
	fetched  bool
}

// Run simulates the drop.
func (m Model) Run() Result {
	s := &simulation{Model: m, random: rand.New(rand.NewPCG(m.Seed, 1)), units: m.Units, free: make([]float64, max(1, int(math.Ceil(m.Cores)))),
		result: Result{Requests: map[string]int{}}}
	for range m.Buyers {
		at := s.random.Float64() * m.OpensIn
		if s.random.Float64() >= m.Before {
			at = m.OpensIn + s.random.Float64()*m.Late
		}
		s.after(at, s.arrive)
	}
	s.after(m.OpensIn+m.Shuffle, func() {
		s.random.Shuffle(len(s.joined), func(i, j int) { s.joined[i], s.joined[j] = s.joined[j], s.joined[i] })
		s.shuffle, s.moved = true, s.now
		s.call()
	})
	end := m.OpensIn + m.Stays
	for len(s.events) > 0 {
		next := heap.Pop(&s.events).(event)
		if next.at > end {
			break
		}
		s.now = next.at
		next.do()
	}
	return s.finish()
}

func (s *simulation) after(seconds float64, do func()) {
	heap.Push(&s.events, event{s.now + seconds, do})
}

// request waits for a free processor and is answered when its processor time is over.
func (s *simulation) request(what string, then func()) {
	second := int(s.now)
	for len(s.result.PerSecond) <= second {
		s.result.PerSecond, s.work, s.bytes = append(s.result.PerSecond, 0), append(s.work, 0), append(s.bytes, 0)
	}
	s.result.Requests[what]++
	s.result.PerSecond[second]++
	s.bytes[second] += s.Bytes[what]
	cost := s.Cost[what] / 1e6 * float64(len(s.free)) / s.Cores
	s.work[second] += s.Cost[what] / 1e6
	first := 0
	for i, at := range s.free {
		if at < s.free[first] {
			first = i
		}
	}
	s.free[first] = max(s.now, s.free[first]) + cost
	s.delays = append(s.delays, s.free[first]-s.now)
	s.after(s.free[first]-s.now, then)
}

// several sends a request n times, one after the other.
func (s *simulation) several(n int, what string, then func()) {
	if n == 0 {
		then()
		return
	}
	s.request(what, func() { s.several(n-1, what, then) })
}

func (s *simulation) chance(share float64) bool { return s.random.Float64() < share }

func (s *simulation) clicks() int {
	if s.chance(s.Doubles) {
		return 2
	}
	return 1
}

func (s *simulation) arrive() {
	loads := 1
	if s.chance(s.Reloads) {
		loads = 4
	}
	s.several(loads, "page", func() {
		if s.chance(s.Leaves) {
			return
		}
		s.several(s.clicks(), "join", func() {
			b := &buyer{}
			s.joined = append(s.joined, b)
			if !s.chance(s.Leaves) {
				s.poll(b)
			}
		})
	})
}

// poll is the shared status, the own rank once, and the pass when it is called; then the purchase.
func (s *simulation) poll(b *buyer) {
	s.request("status", func() {
		again := func() {
			if s.shuffle && s.units == 0 && s.held == 0 {
				return
			}
			wait := float64(line.Poll(int64(len(s.joined) - s.serving)))
			s.after(min(wait*(0.8+0.4*s.random.Float64()), s.MaxPoll), func() { s.poll(b) })
		}
		called := func() {
			if b.calledAt == 0 {
				again()
				return
			}
			s.request("pass", func() {
				b.fetched = true
				s.passes++
				if s.chance(s.Leaves) {
					s.after(s.PassSeconds, func() { s.passes-- })
					return
				}
				s.buy()
			})
		}
		if s.shuffle && b.rank == 0 {
			b.rank = 1
			s.after(s.random.Float64()*float64(len(s.joined))/3_000, func() { s.request("rank", called) })
			return
		}
		called()
	})
}

func (s *simulation) buy() {
	s.request("reservation", func() {
		if s.units == 0 {
			s.passes--
			return
		}
		s.units, s.held, s.passes = s.units-1, s.held+1, s.passes-1
		if s.chance(s.Leaves) {
			s.after(s.HoldSeconds, func() { s.units, s.held = s.units+1, s.held-1 })
			return
		}
		s.request("quote", func() {
			s.several(s.clicks(), "order", func() {
				s.result.Sold++
				if s.result.Sold == s.Units {
					s.result.SoldOutAt = s.now - s.OpensIn
				}
			})
		})
	})
}

// call calls the next ranks each second by the rule of the shop.
func (s *simulation) call() {
	coming, sampled, came := int64(0), int64(0), int64(0)
	for i := s.serving - 1; i >= 0; i-- {
		b := s.joined[i]
		if !b.fetched && s.now-b.calledAt < line.CalledFor.Seconds() {
			coming++
		}
		if s.now-b.calledAt >= line.SampledAfter.Seconds() && sampled < line.Sample {
			sampled++
			if b.fetched {
				came++
			}
		}
	}
	people, served := line.Calls(line.CallState{Free: int64(s.units), Passes: int64(s.passes), Coming: coming, Share: line.ShowShare(came, sampled),
		Rate: s.Rate, Unserved: time.Duration((s.now - s.moved) * float64(time.Second))})
	s.moved += served.Seconds()
	for range min(int(people), len(s.joined)-s.serving) {
		s.joined[s.serving].calledAt = s.now
		s.serving++
	}
	s.after(1, s.call)
}

func (s *simulation) finish() Result {
	for second, n := range s.result.PerSecond {
		s.result.Peak = max(s.result.Peak, n)
		s.result.Busy = max(s.result.Busy, s.work[second]/s.Cores)
		s.result.Megabits = max(s.result.Megabits, s.bytes[second]*8/1e6)
	}
	slices.Sort(s.delays)
	if n := len(s.delays); n > 0 {
		s.result.P95 = s.delays[n*95/100]
	}
	return s.result
}
