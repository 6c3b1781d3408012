package demo

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// memoryPictures stores pictures in memory.
type memoryPictures struct {
	mu    sync.Mutex
	files map[string][]byte
}

func (s *memoryPictures) Put(_ context.Context, key string, content []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[key] = content
	return nil
}

func TestDropsComeOnceAndOneOfThemIsOver(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		pictures := &memoryPictures{files: map[string][]byte{}}
		now := time.Date(2026, 11, 16, 17, 0, 0, 0, time.UTC)
		zone, err := time.LoadLocation("America/Los_Angeles")
		if err != nil {
			t.Fatal(err)
		}
		if err := Seed(t.Context(), s, pictures, load(t), now); err != nil {
			t.Fatal(err)
		}
		var announced []shop.Drop
		schedule := func(_ context.Context, d shop.Drop) error {
			announced = append(announced, d)
			return nil
		}
		for range 2 { // the second time there is a drop
			if err := SeedDrops(t.Context(), s, pictures, zone, now, schedule); err != nil {
				t.Fatal(err)
			}
		}
		if len(announced) != 3 {
			t.Fatalf("%d drops were announced, want 3", len(announced))
		}
		if draw := announced[2]; draw.Mode != shop.DropDraw || draw.OpensAt.Sub(now) > 5*time.Minute || draw.EndsAt.Sub(now) < 24*time.Hour {
			t.Errorf("the draw takes entries from %s to %s", draw.OpensAt, draw.EndsAt)
		}
		if first := announced[0].OpensAt.Sub(now); first != 5*time.Minute {
			t.Errorf("the first opens after %s", first)
		}
		if opening := announced[1].OpensAt.In(zone); opening.Hour() != 12 || opening.Sub(now) < 48*time.Hour {
			t.Errorf("the announced one opens %s", opening)
		}
		for _, d := range announced {
			d.Complete(now)
			if err := d.Check(false); err != nil {
				t.Errorf("%s cannot be saved: %v", d.Name, err)
			}
			if err := d.CheckSchedule(now); err != nil {
				t.Errorf("%s cannot be scheduled: %v", d.Name, err)
			}
		}
		drops, err := s.Drops.All(t.Context())
		if err != nil || len(drops) != 1 {
			t.Fatalf("%d drops, %v", len(drops), err)
		}
		if phase := drops[0].PhaseAt(now); phase != shop.PhaseEnded {
			t.Errorf("%s is %s, want ended", drops[0].Name, phase)
		}
	})
}
