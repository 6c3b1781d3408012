package ratelimit

import "container/heap"

// FairQueue is a queue in which every source gets its turn, however much another one
// puts in (self-clocked fair queueing). Sources that ask for the same are served in
// the order in which they came. It is not safe for concurrent use.
type FairQueue[T any] struct {
	items   fairHeap[T]
	sources map[string]*fairSource
	clock   int64 // the tag of what was taken last
	count   int64
}

type fairSource struct {
	waiting int
	last    int64 // the tag of its last item
}

type fairItem[T any] struct {
	value  T
	source string
	tag    int64 // lower is served earlier
	number int64
}

// Push adds an item of a source. The more it costs, the later the source's next one is served.
func (q *FairQueue[T]) Push(source string, cost int64, value T) {
	if q.sources == nil {
		q.sources = map[string]*fairSource{}
	}
	s := q.sources[source]
	if s == nil {
		s = &fairSource{}
		q.sources[source] = s
	}
	s.last = max(s.last, q.clock) + cost
	s.waiting++
	q.count++
	heap.Push(&q.items, fairItem[T]{value, source, s.last, q.count})
}

// Peek is the item that Pop gives next.
func (q *FairQueue[T]) Peek() (value T, ok bool) {
	if len(q.items) == 0 {
		return value, false
	}
	return q.items[0].value, true
}

// Pop takes the item whose turn it is.
func (q *FairQueue[T]) Pop() (value T, ok bool) {
	if len(q.items) == 0 {
		return value, false
	}
	item := heap.Pop(&q.items).(fairItem[T])
	q.clock = max(q.clock, item.tag)
	s := q.sources[item.source]
	if s.waiting--; s.waiting == 0 {
		delete(q.sources, item.source) // its last tag is not after the clock any more
	}
	return item.value, true
}

// Len is how many items wait.
func (q *FairQueue[T]) Len() int { return len(q.items) }

// Waiting is how many items of the source wait.
func (q *FairQueue[T]) Waiting(source string) int {
	if s := q.sources[source]; s != nil {
		return s.waiting
	}
	return 0
}

type fairHeap[T any] []fairItem[T]

func (h fairHeap[T]) Len() int { return len(h) }
func (h fairHeap[T]) Less(i, j int) bool {
	return h[i].tag < h[j].tag || h[i].tag == h[j].tag && h[i].number < h[j].number
}
func (h fairHeap[T]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *fairHeap[T]) Push(item any) {
	*h = append(*h, item.(fairItem[T]))
}
func (h *fairHeap[T]) Pop() any {
	old := *h
	item := old[len(old)-1]
	old[len(old)-1] = fairItem[T]{}
	*h = old[:len(old)-1]
	return item
}
