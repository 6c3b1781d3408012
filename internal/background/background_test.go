package background_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

func TestAPanicIsCountedAndDoesNotEndTheProgram(t *testing.T) {
	before, done := background.Panics(), make(chan struct{})
	background.Go("test", func() {
		defer close(done)
		panic("on purpose")
	})
	<-done
	if !background.Protect("test", func() {}) {
		t.Error("work that went well is called failed")
	}
	if background.Protect("test", func() { panic("on purpose") }) {
		t.Error("work that panicked is called good")
	}
	if got := background.Panics() - before; got < 1 {
		t.Errorf("%d panics counted", got)
	}
}

func TestWorkIsStartedAgainAfterAPanic(t *testing.T) {
	starts := 0
	background.Run(t.Context(), "test", func(context.Context) {
		if starts++; starts == 1 {
			panic("on purpose")
		}
	})
	if starts != 2 {
		t.Errorf("started %d times, want 2", starts)
	}
}

func TestEveryCallsAtOnceAndUntilTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	background.Every(ctx, time.Millisecond, func() {
		if calls++; calls == 3 {
			cancel()
		}
	})
	if calls != 3 {
		t.Errorf("called %d times", calls)
	}
	background.Every(ctx, time.Millisecond, func() { t.Error("called after the end") })
}

func TestWorkThatStartsTogetherComesAtDifferentMoments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		begun := time.Now()
		moments := make([][]time.Duration, 4)
		for i := range moments {
			go background.Every(ctx, time.Second, func() { moments[i] = append(moments[i], time.Since(begun)) })
		}
		time.Sleep(3 * time.Second)
		cancel()
		synctest.Wait()
		var seconds []time.Duration
		for _, m := range moments {
			if len(m) < 3 || m[0] != 0 || m[1] > time.Second || m[2]-m[1] != time.Second {
				t.Errorf("called after %v, want at once, within a second and then each second", m)
				continue
			}
			seconds = append(seconds, m[1])
		}
		slices.Sort(seconds)
		for i := 1; i < len(seconds); i++ {
			if seconds[i]-seconds[i-1] < 40*time.Millisecond {
				t.Errorf("called at the same moment: %v", seconds)
			}
		}
	})
}
