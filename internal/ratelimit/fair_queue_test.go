package ratelimit_test

import (
	"fmt"
	"testing"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
)

func TestAFairQueueServesEverySourceInTurn(t *testing.T) {
	var q ratelimit.FairQueue[string]
	for i := range 100 {
		q.Push("flood", 1, fmt.Sprintf("flood %d", i))
	}
	for range 10 {
		q.Pop()
	}
	q.Push("honest", 1, "honest")
	q.Pop()
	q.Push("other", 1, "other")
	place := map[string]int{}
	for n := 1; ; n++ {
		value, ok := q.Pop()
		if !ok {
			break
		}
		place[value] = n
	}
	if place["honest"] > 2 || place["other"] > 3 || place["flood 99"] != len(place) || q.Len() != 0 {
		t.Errorf("honest came at %d, other at %d, the last of the flood at %d of %d", place["honest"], place["other"], place["flood 99"], len(place))
	}
}

func TestAFairQueueKeepsTheOrderOfArrivalBetweenEquals(t *testing.T) {
	var q ratelimit.FairQueue[int]
	for i := range 50 {
		q.Push(fmt.Sprint("buyer ", i), 1, i)
	}
	for want := range 50 {
		if got, _ := q.Pop(); got != want {
			t.Fatalf("%d is served as number %d", got, want)
		}
	}
}

func TestWhoAsksForMuchIsServedAfterThoseWhoAskForLittle(t *testing.T) {
	var q ratelimit.FairQueue[string]
	for i := range 20 {
		q.Push(fmt.Sprint("flood ", i), 11, "big")
	}
	q.Push("honest", 1, "small")
	if first, _ := q.Peek(); first != "small" {
		t.Errorf("%q is served first", first)
	}
}
