package drops_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

func TestTheEarlyLine(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(40) // 10 of them early
		c.moveTo(*d.EarlyAt)
		early := func(email string) func(*waitingroom.JoinInput) {
			return func(in *waitingroom.JoinInput) {
				in.EarlyPass, in.Proof = reservations.EarlyPass(c.Keys, d.ID, c.mailbox(email)), c.proof(d, email)
			}
		}
		var all []waitingroom.Joined
		for n := range 20 {
			email := fmt.Sprintf("early%d@gmail.com", n)
			all = append(all, c.stand(d, email, early(email)))
		}
		if all[19].Line != shop.EarlyLine || all[19].Number != 20 {
			t.Fatalf("the last got %+v", all[19])
		}
		if j := c.stand(d, "other@gmail.com", early("early1@gmail.com")); j.Line != shop.MainLine {
			t.Errorf("the early pass of another mailbox gave a place in the %s line", j.Line)
		}
		_, err := c.tryJoin(d, "forged@gmail.com", func(in *waitingroom.JoinInput) { in.EarlyPass = all[0].Ticket })
		refused(t, "a ticket as early pass", err, shop.NotFound)
		if j := c.stand(d, "early3@gmail.com"); j.Line != shop.MainLine || j.Number != 2 {
			t.Errorf("somebody in the early line joins the main line as %+v", j)
		}
		c.moveTo(d.EarlyAt.Add(20 * time.Second))
		c.moveTo(d.EarlyAt.Add(25 * time.Second))
		var passes []string
		for _, j := range all {
			given, err := c.pass(d, j)
			if err == nil {
				passes = append(passes, given.Pass)
			} else {
				refused(t, "beyond the early share", err, shop.NotYourTurn)
			}
		}
		if len(passes) != 10 {
			t.Errorf("%d passes for 10 early units", len(passes))
		}
		proofs, err := c.Store.Queues.Proofs(context.Background(), d.ID)
		qs := proofs[d.ID]
		if err != nil || len(qs) != 2 || qs[0].SeedHash == qs[1].SeedHash {
			t.Fatalf("the lines are %+v (%v)", qs, err)
		}
		for _, q := range qs {
			if q.Seed != "" != (q.Line == "early") {
				t.Errorf("the seed of the %s line is %q", q.Line, q.Seed)
			}
		}
		if _, err := c.check(d, passes[0]); err != nil {
			t.Errorf("a pass of the early line does not work before the opening: %v", err)
		}
		c.moveTo(d.OpensAt)
		for _, pass := range passes {
			_, err := c.check(d, pass)
			refused(t, "a pass of the early line from the opening on", err, shop.PassExpired)
		}
		_, err = c.pass(d, all[19])
		refused(t, "a pass of the early line after the opening", err, shop.NotOpen)
		if j := c.stand(d, "early5@gmail.com", early("early5@gmail.com")); j.Line != shop.MainLine {
			t.Errorf("after the opening an early pass gives the %s line", j.Line)
		}
	})
}

func TestTheShuffleWaitsForThoseWhoWereRefused(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		refuse := func() {
			ctx := context.Background()
			if err := c.Store.Write(ctx, func(tx *store.Tx) error { return tx.Queues.NoteRefusedJoin(ctx, d.ID, shop.MainLine, c.now()) }); err != nil {
				t.Fatal(err)
			}
		}
		shuffled := func() bool {
			q, err := c.Store.Queues.OfDrop(context.Background(), d.ID, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			return q.Shuffled != nil
		}
		for second := 0; second <= 60; second += 2 {
			c.moveTo(d.OpensAt.Add(time.Duration(second) * time.Second))
			refuse()
			c.tick()
			if shuffled() {
				t.Fatalf("shuffled %d s after the opening, while joins are refused", second)
			}
		}
		c.moveTo(d.OpensAt.Add(64 * time.Second))
		if shuffled() {
			t.Error("shuffled 4 s after the last refusal")
		}
		c.moveTo(d.OpensAt.Add(65 * time.Second))
		if !shuffled() {
			t.Error("not shuffled 5 s after the last refusal")
		}
	})
}

func TestTheShuffleDoesNotWaitForEver(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		ctx := context.Background()
		shuffledAt := 0
		for second := 0; second <= 150 && shuffledAt == 0; second += 2 {
			c.moveTo(d.OpensAt.Add(time.Duration(second) * time.Second))
			if err := c.Store.Write(ctx, func(tx *store.Tx) error { return tx.Queues.NoteRefusedJoin(ctx, d.ID, shop.MainLine, c.now()) }); err != nil {
				t.Fatal(err)
			}
			q, err := c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			if q.Shuffled != nil {
				shuffledAt = second
			}
		}
		if shuffledAt != 140 {
			t.Errorf("shuffled %d s after the opening, not 140", shuffledAt)
		}
	})
}

func TestAProcessKilledBetweenListAndSeed(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		ctx := context.Background()
		c.moveTo(d.OpensAt.Add(-time.Minute))
		c.joinAll(d, 10)
		was, err := c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
		if err != nil {
			t.Fatal(err)
		}
		// What the first transaction of a shuffle leaves, before the second.
		if err := c.Store.Write(ctx, func(tx *store.Tx) error {
			if _, err := tx.Queues.Freeze(ctx, d.ID, shop.MainLine); err != nil {
				return err
			}
			text := "1,x,1,0\n"
			return tx.Queues.StoreList(ctx, d.ID, shop.MainLine, []string{text}, line.Digest(text))
		}); err != nil {
			t.Fatal(err)
		}
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		q, err := c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
		seed, _ := c.Keys.Open(was.SeedSealed)
		if err != nil || q.EntriesDigest != line.Digest("1,x,1,0\n") || q.Seed != seed {
			t.Errorf("after the restart the digest is %s and the seed %s (%v)", q.EntriesDigest, q.Seed, err)
		}
		if text, err := c.Store.Queues.PublishedList(ctx, d.ID, shop.MainLine); err != nil || text != "1,x,1,0\n" {
			t.Errorf("the list was stored again: %q (%v)", text, err)
		}
	})
}

func TestThreeInstancesShuffleOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil })
		c.moveTo(d.OpensAt.Add(-time.Minute))
		all := c.joinAll(d, 50)
		c.mu.Lock()
		c.at = d.OpensAt.Add(20 * time.Second)
		c.mu.Unlock()
		config := waitingroom.Config{Store: c.Store, DropIndex: c.DropIndex, Keys: c.Keys, Now: c.now, Settings: c.Settings.Get}
		rooms := []*waitingroom.Service{c.WaitingRoom}
		for range 2 {
			rooms = append(rooms, waitingroom.New(config))
		}
		var wait sync.WaitGroup
		for _, room := range rooms {
			wait.Go(func() {
				if err := waitingroom.Tasks(config)[shop.TaskShuffle](context.Background(), d); err != nil {
					t.Error(err)
				}
				if err := room.Refresh(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		text, err := c.WaitingRoom.EntriesCSV(context.Background(), d.Slug, shop.MainLine)
		if err != nil || strings.Count(text, "\n") != 50 {
			t.Fatalf("the list has %d lines (%v)", strings.Count(text, "\n"), err)
		}
		seen := map[int64]bool{}
		for _, j := range all {
			first, err := rooms[0].Entry(context.Background(), d.Slug, j.Ticket)
			if err != nil || first.Rank == nil || seen[*first.Rank] {
				t.Fatalf("number %d has %+v (%v)", j.Number, first, err)
			}
			seen[*first.Rank] = true
			for _, room := range rooms[1:] {
				if e, err := room.Entry(context.Background(), d.Slug, j.Ticket); err != nil || e.Rank == nil || *e.Rank != *first.Rank {
					t.Errorf("number %d has rank %d on one instance and %v on another (%v)", j.Number, *first.Rank, e.Rank, err)
				}
			}
		}
	})
}
