package ratelimit

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// waitingIn waits until as many calls of the source wait at the gate.
func waitingIn(g *gate, source string, calls int) {
	for {
		g.mu.Lock()
		n := g.queue.Waiting(source)
		g.mu.Unlock()
		if n == calls {
			return
		}
		runtime.Gosched()
	}
}

func TestOneSourceDoesNotUseUpTheCallsOfAProvider(t *testing.T) {
	// One slot, so that the calls arrive in the order in which they were admitted.
	const slots = 1
	g, turn := &gate{free: slots}, make(chan string)
	acquire := g.around(func(ctx context.Context) error {
		turn <- ctx.Value(sourceKey{}).(string)
		return nil
	})
	var calls sync.WaitGroup
	refused := make(chan error, 400)
	call := func(source string) {
		calls.Go(func() {
			if err := acquire(WithSource(t.Context(), source)); err != nil {
				refused <- err
			}
		})
	}
	for range 400 {
		call("flood")
	}
	tooMany := 400 - slots - maxPerSource
	var refusals []error
	for range tooMany {
		refusals = append(refusals, <-refused)
	}
	waitingIn(g, "flood", maxPerSource)
	call("honest")
	waitingIn(g, "honest", 1)
	var served []string
	for range slots + maxPerSource + 1 {
		served = append(served, <-turn)
	}
	calls.Wait()
	if place := slices.Index(served, "honest"); place > slots+1 {
		t.Errorf("the honest call came as number %d of %d", place+1, len(served))
	}
	for _, err := range refusals {
		if shop.CodeOf(err) != shop.Busy {
			t.Errorf("a call too many: %v, want busy", err)
		}
	}
	if len(refused) != 0 {
		t.Errorf("%d calls more than %d were refused", len(refused), tooMany)
	}
}

func TestACallerWhoLeavesDoesNotKeepItsTurn(t *testing.T) {
	hold := make(chan struct{})
	acquire := FairShare(func(context.Context) error { <-hold; return nil })
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() { _ = acquire(t.Context()) })
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	left := make(chan error, 8)
	for range 8 {
		calls.Go(func() { left <- acquire(gone) })
	}
	admitted := 0
	go func() { close(hold) }()
	calls.Wait()
	for range 8 {
		if err := <-left; err == nil {
			admitted++
		} else if shop.CodeOf(err) != shop.Busy {
			t.Errorf("who left got %v", err)
		}
	}
	if err := acquire(t.Context()); err != nil {
		t.Errorf("after %d were admitted and the rest left: %v", admitted, err)
	}
}
