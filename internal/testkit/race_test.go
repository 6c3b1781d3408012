//go:build race

package testkit_test

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// sharesVariable tells a child process which of the ways it tries.
const sharesVariable = "SNACKDROP_TEST_SHARES"

// ways are how two goroutines share a variable, with and without a data race.
var ways = map[string]struct {
	isRace bool
	share  func(value *int)
}{
	"unguarded": {true, func(value *int) {
		together(func() { *value++ })
	}},
	"different mutexes": {true, func(value *int) {
		together(func() {
			var mu sync.Mutex
			mu.Lock()
			defer mu.Unlock()
			*value++
		})
	}},
	"one mutex": {false, func(value *int) {
		var mu sync.Mutex
		together(func() {
			for range 100 {
				mu.Lock()
				*value++
				mu.Unlock()
			}
		})
	}},
	"TryLock": {false, func(value *int) {
		var mu sync.Mutex
		together(func() {
			for !mu.TryLock() {
			}
			*value++
			mu.Unlock()
		})
	}},
	"RWMutex": {false, func(value *int) {
		var mu sync.RWMutex
		together(func() {
			mu.RLock()
			_ = *value
			mu.RUnlock()
			mu.Lock()
			*value++
			mu.Unlock()
		})
	}},
	"sync.Map": {false, func(value *int) {
		var shared sync.Map
		together(func() {
			if _, late := shared.LoadOrStore("first", value); !late {
				*value++
				shared.Store("done", value)
				return
			}
			for {
				if written, ok := shared.Load("done"); ok {
					*written.(*int)++
					return
				}
			}
		})
	}},
	"sync.Once": {false, func(value *int) {
		var once sync.Once
		together(func() {
			once.Do(func() { *value++ })
			_ = *value
		})
	}},
}

// together runs work in two goroutines and waits for both.
func together(work func()) {
	var group sync.WaitGroup
	for range 2 {
		group.Go(work)
	}
	group.Wait()
}

// scripts/test leaves internal/sync out of the race detector: it still has to find races, and no false ones. A race ends a
// process with an error, so each way has a process of its own.
func TestTheRaceDetectorFindsRacesAndNothingElse(t *testing.T) {
	if way, ok := ways[os.Getenv(sharesVariable)]; ok {
		way.share(new(int))
		return
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			child := exec.Command(os.Args[0], "-test.run=^"+strings.Split(t.Name(), "/")[0]+"$")
			child.Env = append(os.Environ(), sharesVariable+"="+name)
			said, _ := child.CombinedOutput() // it fails when a race was found
			if found := strings.Contains(string(said), "DATA RACE"); found != way.isRace {
				t.Errorf("a race was found: %v, want %v\n%s", found, way.isRace, said)
			}
		})
	}
}
