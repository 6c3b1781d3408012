package store_test

import (
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func countAttempts(t *testing.T, s *store.Store, counts []store.AttemptCount, now time.Time) (windows map[string]store.AttemptWindow, err error) {
	err = s.Write(t.Context(), func(tx *store.Tx) (err error) {
		windows, err = tx.RateLimits.CountAttempts(t.Context(), counts, now)
		return err
	})
	return windows, err
}

func TestAttemptsAreCountedInWindows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		count := func(now time.Time, counts ...store.AttemptCount) map[string]store.AttemptWindow {
			t.Helper()
			windows, err := countAttempts(t, s, counts, now)
			if err != nil {
				t.Fatal(err)
			}
			return windows
		}
		end := noon.Add(time.Hour)
		a := store.AttemptCount{Key: "a", Change: 1, EndsAt: end}
		count(noon, a, store.AttemptCount{Key: "b", Change: 5, EndsAt: end})
		windows := count(noon.Add(time.Minute), store.AttemptCount{Key: "b", Change: -2}, store.AttemptCount{Key: "a", Change: 2, EndsAt: end.Add(time.Minute)})
		if got := windows["a"]; got.Count != 3 || !got.EndsAt.Equal(end) {
			t.Errorf("a: %+v, want 3 until the end of the first window", got)
		}
		under := func(key string, now time.Time, want int64) {
			t.Helper()
			if got, err := s.RateLimits.AttemptsUnder(t.Context(), key, now); err != nil || got.Count != want {
				t.Errorf("%s: %+v %v, want %d", key, got, err, want)
			}
		}
		under("b", noon, 3)
		under("b", end, 0)
		under("nobody", noon, 0)
		count(noon, store.AttemptCount{Key: "b", Change: -9}, store.AttemptCount{Key: "nobody", Change: -1})
		under("b", noon, 3) // never below what was counted
		count(noon, store.AttemptCount{Key: "b", Reset: true, Change: 1, EndsAt: end})
		under("b", noon, 1)
		if got := count(end, store.AttemptCount{Key: "a", Change: 1, EndsAt: end.Add(time.Hour)})["a"]; got.Count != 1 || !got.EndsAt.Equal(end.Add(time.Hour)) {
			t.Errorf("a in a new window: %+v", got)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(t.Context(), end) }); err != nil {
			t.Error(err)
		}
		under("b", noon, 0)
	})
}

func TestAttemptsAtTheSameTimeAllCount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for range 5 {
					counts := []store.AttemptCount{{Key: "a", Change: 1, EndsAt: noon.Add(time.Hour)}, {Key: "b", Change: 1, EndsAt: noon.Add(time.Hour)}}
					if i%2 == 1 {
						counts[0], counts[1] = counts[1], counts[0]
					}
					if _, err := countAttempts(t, s, counts, noon); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		for _, key := range []string{"a", "b"} {
			if got, err := s.RateLimits.AttemptsUnder(t.Context(), key, noon); err != nil || got.Count != 40 {
				t.Errorf("%s: %+v %v, want 40", key, got, err)
			}
		}
	})
}
