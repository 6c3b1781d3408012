package drops_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// An instance whose database is gone still answers from memory: no poll asks the database.
func TestPollsCostNoQuery(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		c.moveTo(d.OpensAt.Add(-time.Minute))
		const people = 2_000
		var wait sync.WaitGroup
		begun := time.Now()
		for n := range people {
			wait.Go(func() {
				email := fmt.Sprintf("person%d@gmail.com", n)
				if _, err := c.tryJoin(d, email, func(in *waitingroom.JoinInput) { in.Client, in.Proof = from(n), c.proof(d, email) }); err != nil {
					t.Errorf("join %d: %v", n, err)
				}
			})
		}
		wait.Wait()
		t.Logf("%.0f joins a second", people/time.Since(begun).Seconds())
		other, err := store.Open(t.Context(), storetest.LocationOf(c.Store))
		if err != nil {
			t.Fatal(err)
		}
		room := waitingroom.New(waitingroom.Config{Store: other, Keys: c.Keys, Now: c.now, Settings: c.Settings.Get, DropIndex: c.DropIndex})
		if err := room.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
		for range 10_000 {
			status, err := room.Status(t.Context(), d.Slug, shop.MainLine)
			if err != nil || status.Joined != people || status.Paused {
				t.Fatalf("without a database the status is %+v (%v)", status, err)
			}
		}
		c.moveTo(c.now().Add(10 * time.Second))
		if status, err := room.Status(t.Context(), d.Slug, shop.MainLine); err != nil || !status.Paused {
			t.Errorf("10 s without a database the line is not paused (%v)", err)
		}
	})
}
