package ratelimit

import (
	"strings"
	"time"
)

// window is the count of one key since its first attempt.
type window struct {
	key   string
	start time.Time
	per   time.Duration
	count int

	kind       *kind
	list       *windowList
	prev, next *window
}

func (w *window) over(now time.Time) bool { return now.Sub(w.start) >= w.per }

// moveTo puts the window at the end of another list of its kind.
func (w *window) moveTo(list *windowList) {
	if w.list != list {
		w.list.remove(w)
		list.append(w)
	}
}

// kind is all windows whose keys begin with the same word.
type kind struct {
	counting windowList // those that still allow something
	refusing windowList // those that are used up
}

func (k *kind) size() int { return k.counting.size + k.refusing.size }

// oldest is the window that is missed least.
func (k *kind) oldest() *window {
	if k.counting.first != nil {
		return k.counting.first
	}
	return k.refusing.first
}

// windowList is a linked list in the order of arrival.
type windowList struct {
	first, last *window
	size        int
}

func (q *windowList) append(w *window) {
	w.list, w.prev, w.next = q, q.last, nil
	if q.last != nil {
		q.last.next = w
	} else {
		q.first = w
	}
	q.last = w
	q.size++
}

func (q *windowList) remove(w *window) {
	if w.prev != nil {
		w.prev.next = w.next
	} else {
		q.first = w.next
	}
	if w.next != nil {
		w.next.prev = w.prev
	} else {
		q.last = w.prev
	}
	q.size--
}

// current is the window of a key, or nil when there is none or it is over.
func (l *Limiter) current(key string, now time.Time) *window {
	w := l.windows[key]
	if w != nil && w.over(now) {
		l.drop(w)
		return nil
	}
	return w
}

// open starts a window, after making room for it.
func (l *Limiter) open(key string, limit Limit, now time.Time) *window {
	name, _, _ := strings.Cut(key, " ")
	of := l.kinds[name]
	if of == nil {
		of = &kind{}
		l.kinds[name] = of
	}
	for _, list := range []*windowList{&of.counting, &of.refusing} {
		for range 2 { // more than is added, so that a kind shrinks after a flood
			if w := list.first; w != nil && w.over(now) {
				l.drop(w)
			}
		}
	}
	if len(l.windows) >= maxWindows {
		l.drop(l.largestKind().oldest())
	}
	w := &window{key: key, start: now, per: limit.Per, kind: of}
	of.counting.append(w)
	l.windows[key] = w
	return w
}

func (l *Limiter) largestKind() *kind {
	var largest *kind
	for _, k := range l.kinds {
		if largest == nil || k.size() > largest.size() {
			largest = k
		}
	}
	return largest
}

func (l *Limiter) drop(w *window) {
	w.list.remove(w)
	delete(l.windows, w.key)
}
