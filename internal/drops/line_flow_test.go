package drops_test

import (
	"math"
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// waiter is somebody in a line as the simulation moves them.
type waiter struct {
	waitingroom.Joined
	email    string
	comes    bool // 60 of 100 never do
	rank     int64
	called   time.Time
	fetches  time.Time // when they ask for their pass
	pass     string
	reserves time.Time
	done     bool
	estimate time.Duration // of the time until they are called, as their page showed it
	asked    time.Time
}

// A bug of aws-solutions/virtual-waiting-room-on-aws (issue 154): the line stopped once enough of the people who were called did not come.
func TestPeopleWhoDoNotComeDoNotStopTheLine(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		// Enough units for those who come and those who still may: with fewer, the line waits for units, as it must.
		const people, units, perMinute = 150, 100, 60
		rate := int64(perMinute)
		d := c.lineDrop(units, func(d *shop.Drop) { d.RatePerMinute, d.EarlyAccess, d.EarlyAt = &rate, shop.EarlyNone, nil })
		dice := rand.New(rand.NewPCG(1, 2))
		c.moveTo(d.OpensAt.Add(-time.Minute))
		line := make([]*waiter, people)
		order := dice.Perm(people)
		for n, joined := range c.joinAll(d, people) {
			line[n] = &waiter{Joined: joined, email: personsEmail(n), comes: order[n] < people*40/100}
		}
		c.moveTo(d.OpensAt.Add(d.ShuffleTime))
		begun := c.now()
		byRank := map[int64]*waiter{}
		for _, w := range line {
			w.rank = *c.entry(d, w.Joined).Rank
			byRank[w.rank] = w
		}
		var lastCalled time.Time
		limit := time.Duration(1.1*people/(perMinute/60.0)*float64(time.Second)) + 2*time.Second
		for served := int64(0); served < people && c.now().Sub(begun) < limit; {
			c.moveTo(c.now().Add(time.Second))
			status, err := c.WaitingRoom.Status(t.Context(), d.Slug, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			q, err := c.Store.Queues.OfDrop(t.Context(), d.ID, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			for ; served < q.Serving; served++ {
				w := byRank[served+1]
				w.called, lastCalled = c.now(), c.now()
				w.fetches = c.now().Add(time.Duration(dice.IntN(20)) * time.Second)
			}
			if second := int(c.now().Sub(begun) / time.Second); second == 20 || second == 60 {
				for _, w := range line {
					if w.called.IsZero() && w.asked.IsZero() {
						w.asked = c.now()
						w.estimate = time.Duration(float64(w.rank-1-status.Serving) / status.RatePerMinute * float64(time.Minute))
					}
				}
			}
			for _, w := range line {
				c.goOn(d, w, dice)
			}
			if out, free := c.passesOut(d); out > free {
				t.Fatalf("%v after the shuffle %d passes without a reservation for %d free units", c.now().Sub(begun), out, free)
			}
		}
		if took := lastCalled.Sub(begun); took > limit || byRank[people].called.IsZero() {
			t.Errorf("the last was called after %v, at most %v are allowed", took, limit)
		}
		good, all := 0, 0
		for _, w := range line {
			if w.asked.IsZero() || w.estimate < 10*time.Second {
				continue
			}
			all++
			if actual := w.called.Sub(w.asked); math.Abs(float64(w.estimate-actual)) <= 0.3*float64(actual) {
				good++
			}
		}
		if all < people/2 || good*10 < all*9 {
			t.Errorf("the estimate was right for %d of %d", good, all)
		}
	})
}

// Two bugs of aws-solutions/virtual-waiting-room-on-aws: people whose time was over still counted as waiting (issue 208), and a pass
// stayed valid after the purchase, so that the next person was not called (issue 265).
func TestWhoBoughtOrLetTheirPassExpireDoesNotCountAsWaiting(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		const units, people = 4, 6
		d := c.lineDrop(units, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil })
		id := d.Products[0].ProductID
		c.moveTo(d.OpensAt.Add(-time.Minute))
		byRank := make([]*waiter, people)
		joined := c.joinAll(d, people)
		c.moveTo(d.OpensAt.Add(d.ShuffleTime))
		for n, j := range joined {
			byRank[*c.entry(d, j).Rank-1] = &waiter{Joined: j, email: personsEmail(n)}
		}
		c.moveTo(c.now().Add(time.Second))
		buy := func(w *waiter) {
			t.Helper()
			given, err := c.pass(d, w.Joined)
			if err != nil {
				t.Fatal(err)
			}
			ip := from(int(w.Number)).IP
			_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, given.Pass, ip))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.order(inDrop(w.email, id, 1, token), ip); err != nil {
				t.Fatal(err)
			}
		}
		buy(byRank[0])
		buy(byRank[1])
		if out, free := c.passesOut(d); out != 0 || free != 2 {
			t.Errorf("after two have bought %d passes are out, %d units free", out, free)
		}
		if _, err := c.pass(d, byRank[2].Joined); err != nil { // takes a pass and does not come
			t.Fatal(err)
		}
		for second := 0; ; second++ { // the other one was called and does not come at all
			status, err := c.WaitingRoom.Status(t.Context(), d.Slug, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			if status.Joined == status.Serving {
				break
			}
			if second > int(d.PassTime.Seconds()) {
				t.Fatalf("%d people wait", status.Joined-status.Serving)
			}
			c.moveTo(c.now().Add(time.Second))
		}
		c.moveTo(c.now().Add(d.PassTime))
		buy(byRank[4])
		buy(byRank[5])
	})
}

// goOn lets somebody who was called do what they do next.
func (c *testShop) goOn(d shop.Drop, w *waiter, dice *rand.Rand) {
	c.t.Helper()
	switch {
	case w.called.IsZero() || !w.comes || w.done:
	case w.pass == "" && !c.now().Before(w.fetches):
		given, err := c.pass(d, w.Joined)
		if shop.CodeOf(err) == shop.NotYourTurn {
			return // the page asks again
		}
		if err != nil {
			c.t.Fatalf("rank %d got no pass: %v", w.rank, err)
		}
		w.pass, w.reserves = given.Pass, c.now().Add(time.Duration(5+dice.IntN(60))*time.Second)
	case w.pass != "" && !c.now().Before(w.reserves):
		if _, _, err := c.Carts.Reserve(c.t.Context(), reserve(d.Products[0].ProductID, 1, w.pass, from(int(w.Number)).IP)); err != nil {
			c.t.Fatalf("rank %d has a pass and gets nothing: %v", w.rank, err)
		}
		w.done = true
	}
}

// passesOut counts the passes whose owners hold nothing, and the free units.
func (c *testShop) passesOut(d shop.Drop) (out, free int64) {
	c.t.Helper()
	_, out, err := c.Store.QueueEntries.ValidPasses(c.t.Context(), d.ID, shop.MainLine, c.now())
	if err != nil {
		c.t.Fatal(err)
	}
	units, err := c.Store.Drops.Units(c.t.Context(), d)
	if err != nil {
		c.t.Fatal(err)
	}
	return out, units.Free
}

func TestAPauseStopsTheLineAndThePasses(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		rate := int64(60)
		d := c.lineDrop(10, func(d *shop.Drop) { d.RatePerMinute = &rate })
		c.moveTo(d.OpensAt.Add(-time.Minute))
		line := c.joinAll(d, 30)
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		c.moveTo(d.OpensAt.Add(25 * time.Second))
		serving := func() int64 {
			q, err := c.Store.Queues.OfDrop(t.Context(), d.ID, shop.MainLine)
			if err != nil {
				t.Fatal(err)
			}
			return q.Serving
		}
		if serving() != 5 {
			t.Fatalf("after 5 s at 60 a minute rank %d is served", serving())
		}
		var pass waitingroom.GivenPass
		for _, j := range line {
			if e := c.entry(d, j); *e.Rank == 1 {
				var err error
				if pass, err = c.pass(d, j); err != nil {
					t.Fatal(err)
				}
			}
		}
		now, err := c.Drops.Get(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		paused, err := c.Drops.Pause(t.Context(), d.ID, now.Version, staff)
		if err != nil {
			t.Fatal(err)
		}
		c.moveTo(c.now().Add(10 * time.Minute))
		if serving() != 5 {
			t.Errorf("while the drop is paused rank %d is served", serving())
		}
		if status, err := c.WaitingRoom.Status(t.Context(), d.Slug, shop.MainLine); err != nil || !status.Paused {
			t.Errorf("the status does not say that the line is paused (%v)", err)
		}
		_, err = c.pass(d, line[0])
		if code := shop.CodeOf(err); code != shop.DropPaused {
			t.Errorf("a pass while the drop is paused: %v", err)
		}
		if _, err := c.Drops.Resume(t.Context(), d.ID, paused.Version, staff); err != nil {
			t.Fatal(err)
		}
		c.moveTo(c.now().Add(4 * time.Minute))
		if _, err := c.check(d, pass.Pass); err != nil {
			t.Errorf("the pass did not stand still during the pause: %v", err)
		}
		c.moveTo(c.now().Add(time.Minute))
		_, err = c.check(d, pass.Pass)
		refused(t, "5 minutes after the pause", err, shop.PassExpired)
	})
}

func TestTheLineClosesForGoodAndTheWaitlistIsNextByRank(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		bank := newBank(c.all...)
		const units, people = 30, 50
		d := c.lineDrop(units, func(d *shop.Drop) { d.EarlyAccess, d.EarlyAt = shop.EarlyNone, nil })
		id := d.Products[0].ProductID
		c.moveTo(d.OpensAt.Add(-time.Minute))
		type buyer struct {
			waitingroom.Joined
			email string
			rank  int64
		}
		var line []buyer
		for n, joined := range c.joinAll(d, people) {
			line = append(line, buyer{Joined: joined, email: personsEmail(n)})
		}
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		for i := range line {
			line[i].rank = *c.entry(d, line[i].Joined).Rank
		}
		sort.Slice(line, func(a, b int) bool { return line[a].rank < line[b].rank })
		c.moveTo(c.now().Add(time.Second)) // 50 a second
		var sold []shop.Order
		for i, b := range line[:units] {
			given, err := c.pass(d, b.Joined)
			if err != nil {
				t.Fatalf("rank %d: %v", b.rank, err)
			}
			ip := from(i).IP
			_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, given.Pass, ip))
			if err != nil {
				t.Fatal(err)
			}
			order, err := c.order(inDrop(b.email, id, 1, token), ip)
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.check(d, given.Pass)
			refused(t, "the pass after the order", err, shop.PassExpired)
			sold = append(sold, c.payOnline(bank, order, "payer-"+b.email))
			if i == units-2 {
				c.tick()
				if _, err := c.tryJoin(d, "late@gmail.com"); err != nil {
					t.Errorf("with one unit left the line is closed: %v", err)
				}
				if _, err := c.Waitlist.Join(t.Context(), id, "early@gmail.com", 1, "", nil, shop.Client{IP: "127.0.0.1"}); shop.CodeOf(err) != shop.Conflict {
					t.Errorf("the waitlist while the line is open: %v", err)
				}
			}
		}
		c.tick()
		_, err := c.tryJoin(d, "later@gmail.com")
		refused(t, "joining after all is sold", err, shop.OutOfStock)
		_, err = c.pass(d, line[units].Joined)
		refused(t, "a pass after all is sold", err, shop.OutOfStock)

		if p, err := c.Catalog.PublicProduct(t.Context(), id); err != nil || p.Drop == nil || !p.Drop.LineClosed || !p.Drop.CanWait {
			t.Errorf("the product does not say that its line is closed and that it can be waited for (%v)", err)
		}

		rest := append([]buyer{}, line[units:]...)
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(rest), func(a, b int) { rest[a], rest[b] = rest[b], rest[a] })
		for i, b := range rest {
			place, err := c.Waitlist.Join(t.Context(), id, b.email, 1, b.Ticket, nil, from(i))
			if err != nil || !place.Counts {
				t.Fatalf("rank %d joins the waitlist as %+v (%v)", b.rank, place, err)
			}
		}
		for n := range 15 {
			c.refund(sold[n])
			next := line[units+n]
			held, err := c.offerOf(id, next.email)
			if err != nil || !held {
				t.Errorf("unit %d that came back was not offered to rank %d (%v)", n+1, next.rank, err)
			}
		}
	})
}

// offerOf says whether an offer of the product is held for a mailbox.
func (c *testShop) offerOf(id int64, email string) (bool, error) {
	entry, waiting, err := c.entryOn(id, email)
	return waiting && entry.State == shop.WaitlistOffered, err
}

func (c *testShop) entryOn(id int64, email string) (entry shop.WaitlistEntry, waiting bool, err error) {
	err = c.Store.Write(c.t.Context(), func(tx *store.Tx) error {
		entry, waiting, err = tx.Waitlist.OpenEntry(c.t.Context(), id, c.mailbox(email))
		return err
	})
	return entry, waiting, err
}
