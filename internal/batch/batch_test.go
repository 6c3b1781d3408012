package batch_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/batch"
)

func always(error) bool { return true }

func TestRequestsThatArriveTogetherShareABatch(t *testing.T) {
	first, release := make(chan struct{}), make(chan struct{})
	var sizes []int
	q := batch.New(batch.Config[int, int]{Name: "test", Waiting: 100, PerSource: 100, Batch: 8, Time: time.Minute, Alone: always,
		Do: func(_ context.Context, in []int) ([]batch.Result[int], error) {
			if len(sizes) == 0 {
				close(first)
				<-release
			}
			sizes = append(sizes, len(in))
			out := make([]batch.Result[int], len(in))
			for i, n := range in {
				out[i].Value = 2 * n
			}
			return out, nil
		}})
	var wait sync.WaitGroup
	submit := func(n int) {
		wait.Go(func() {
			if got, err := q.Submit(context.Background(), "one", n); err != nil || got != 2*n {
				t.Errorf("request %d got %d (%v)", n, got, err)
			}
		})
	}
	submit(0)
	<-first
	for n := 1; n <= 20; n++ {
		submit(n)
	}
	for q.Len() < 20 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	wait.Wait()
	if len(sizes) != 4 || sizes[0] != 1 || sizes[1] != 8 || sizes[3] != 4 {
		t.Errorf("the batches had %v requests", sizes)
	}
}

func TestAFullQueueRefusesAndOneSourceCannotFillIt(t *testing.T) {
	begun, release := make(chan struct{}, 1), make(chan struct{})
	q := batch.New(batch.Config[int, int]{Name: "test", Waiting: 6, PerSource: 4, Batch: 1, Time: time.Minute, Alone: always,
		Do: func(_ context.Context, in []int) ([]batch.Result[int], error) {
			select {
			case begun <- struct{}{}:
			default:
			}
			<-release
			return make([]batch.Result[int], len(in)), nil
		}})
	var wait sync.WaitGroup
	wait.Go(func() { _, _ = q.Submit(context.Background(), "flood", 0) })
	<-begun
	for range 4 {
		wait.Go(func() { _, _ = q.Submit(context.Background(), "flood", 0) })
	}
	for q.Len() < 4 {
		time.Sleep(time.Millisecond)
	}
	if _, err := q.Submit(context.Background(), "flood", 0); !errors.Is(err, batch.ErrFull) {
		t.Errorf("the fifth waiting request of one source got %v", err)
	}
	for range 2 {
		wait.Go(func() { _, _ = q.Submit(context.Background(), "other", 0) })
	}
	for q.Len() < 6 {
		time.Sleep(time.Millisecond)
	}
	if _, err := q.Submit(context.Background(), "third", 0); !errors.Is(err, batch.ErrFull) {
		t.Errorf("the seventh waiting request got %v", err)
	}
	close(release)
	wait.Wait()
}

func TestOneRequestDoesNotSpoilTheOthers(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	q := batch.New(batch.Config[int, int]{Name: "test", Waiting: 100, PerSource: 100, Batch: 10, Time: time.Minute, Alone: always,
		Do: func(_ context.Context, in []int) ([]batch.Result[int], error) {
			if in[0] == -1 {
				close(begun)
				<-release
			}
			for _, n := range in {
				if n == 3 {
					panic("three")
				}
			}
			return make([]batch.Result[int], len(in)), nil
		}})
	var wait sync.WaitGroup
	wait.Go(func() { _, _ = q.Submit(context.Background(), "", -1) })
	<-begun
	for n := range 5 {
		wait.Go(func() {
			if _, err := q.Submit(context.Background(), "", n); (err != nil) != (n == 3) {
				t.Errorf("request %d got %v", n, err)
			}
		})
	}
	for q.Len() < 5 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	wait.Wait()
}

func TestABatchIsBoundedByTheCostOfItsRequests(t *testing.T) {
	first, release, last := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var batches [][]int
	q := batch.New(batch.Config[int, int]{Name: "test", Waiting: 100, PerSource: 100, Batch: 4, Time: time.Minute, Alone: always,
		Cost: func(n int) int { return n }, MaxCost: 10, TurnCost: 5,
		Do: func(_ context.Context, in []int) ([]batch.Result[int], error) {
			if len(batches) == 0 {
				close(first)
				<-release
			}
			batches = append(batches, in)
			if len(batches) == 5 {
				close(last)
			}
			return make([]batch.Result[int], len(in)), nil
		}})
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, _ = q.Submit(gone, "", 0)
	<-first
	for i, cost := range []int{12, 8, 4, 1, 1, 1, 1, 4} {
		_, _ = q.Submit(gone, string(rune('a'+i)), cost)
	}
	close(release)
	<-last
	want := [][]int{{0}, {4, 1, 1, 1}, {1, 4}, {8}, {12}}
	if !slices.EqualFunc(batches, want, slices.Equal) {
		t.Errorf("the batches were %v, want %v", batches, want)
	}
}
