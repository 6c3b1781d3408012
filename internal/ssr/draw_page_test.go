package ssr_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// The number of entries changes all the time. Everybody gets a rendered page all the same: one that is not recent is sent
// while it is made again.
func TestThePageOfADrawIsAlwaysRendered(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	d, _ := shoptest.AddDrop(t, a, "crisps", opening, func(d *shop.Drop) { d.Mode = shop.DropDraw })
	page := "/drop/" + d.Slug + "/draw"
	clock.Set(opening.Add(time.Minute))
	before := rendered(t, s, page).Body.String()
	for step := 1; step <= 3; step++ {
		clock.Set(opening.Add(time.Minute + time.Duration(step)*6*time.Second))
		old := get(s, page).Body.String()
		if isShell(old) || old != before {
			t.Fatalf("a page that is not recent is not sent as it was, a shell: %t", isShell(old))
		}
		now := old
		for deadline := time.Now().Add(10 * time.Second); now == old && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			now = get(s, page).Body.String()
		}
		if isShell(now) || now == old {
			t.Fatalf("the page was not made again, a shell: %t", isShell(now))
		}
		before = now
	}
	if get(s, page).Body.String() != before {
		t.Error("a recent page was made again")
	}
}
