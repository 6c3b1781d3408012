package waitingroom_test

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

var noon = time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)

// lines schedules a drop with a line for each name, and moves the clock to when they can be joined.
func lines(t *testing.T, s *services.Services, clock *shoptest.Clock, names ...string) (drops []shop.Drop) {
	t.Helper()
	opens := noon.Add(time.Hour)
	for _, name := range names {
		d, _ := shoptest.AddDrop(t, s, name, opens, func(d *shop.Drop) { d.Mode = shop.DropQueue })
		drops = append(drops, d)
	}
	clock.Set(opens.Add(-time.Minute))
	return drops
}

func TestAJoinThatFailsSpoilsNoOtherOfItsBatch(t *testing.T) {
	t.Parallel()
	shoptest.EachAt(t, noon, func(t *testing.T, s *services.Services, clock *shoptest.Clock) {
		drops := lines(t, s, clock, "first", "second")
		gone := &shop.User{ID: 99_999} // an account that was deleted a moment ago
		results, err := s.WaitingRoom.JoinTogether(t.Context(), []shop.Drop{drops[0], drops[0], drops[1]}, []waitingroom.JoinInput{
			{Email: "ada@example.com"}, {Email: "gone@example.com", User: gone}, {Email: "bob@example.com"}})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{true, false, true} {
			if got := results[i].Err == nil; got != want {
				t.Errorf("join %d succeeded: %v, want %v (%v)", i+1, got, want, results[i].Err)
			}
		}
	})
}

func TestAnAccountHasOnePlaceWhateverAddressItTypes(t *testing.T) {
	t.Parallel()
	shoptest.EachAt(t, noon, func(t *testing.T, s *services.Services, clock *shoptest.Clock) {
		d := lines(t, s, clock, "first")[0]
		join := func(emails ...string) (numbers []int64) {
			t.Helper()
			var drops []shop.Drop
			var joins []waitingroom.JoinInput
			for i, email := range emails {
				drops = append(drops, d)
				joins = append(joins, waitingroom.JoinInput{Email: email, User: &shop.User{ID: accounts(t, s)[i]}})
			}
			results, err := s.WaitingRoom.JoinTogether(t.Context(), drops, joins)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				if r.Err != nil {
					t.Fatal(r.Err)
				}
				numbers = append(numbers, r.Value.Number)
			}
			return numbers
		}
		if first := join("ada@example.com", "bob@example.com"); first[0] != 1 || first[1] != 2 {
			t.Fatalf("the numbers are %v", first)
		}
		if again := join("other@example.com", "another@example.com"); again[0] != 1 || again[1] != 2 {
			t.Errorf("with other addresses the numbers are %v, want the same", again)
		}
	})
}

// accounts are the ids of two accounts.
func accounts(t *testing.T, s *services.Services) (ids []int64) {
	t.Helper()
	for _, name := range []string{"ada", "bob"} {
		email := name + "@shop.test"
		account, known, err := s.Store.Accounts.ByEmail(t.Context(), email)
		if err != nil {
			t.Fatal(err)
		}
		if !known {
			_, session, err := s.Accounts.SignUp(t.Context(), shop.SignUp{Username: name, Email: email, Password: "correct horse battery"}, shop.Client{IP: "192.0.2.1"})
			if err != nil {
				t.Fatal(err)
			}
			account.ID = session.User.ID
		}
		ids = append(ids, account.ID)
	}
	return ids
}
