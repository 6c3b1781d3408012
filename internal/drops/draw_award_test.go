package drops_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

func TestUnitsOfWinnersWhoDoNotPayGoToTheNextRanks(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		const units = 50
		c.untaxed()
		id := c.product(units)
		d := c.drawDrop(id, units)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 150)
		c.moveTo(*d.EndsAt)
		passed, seen := map[int64]bool{}, map[int64]bool{}
		for c.now().Before(d.EndsAt.Add(shop.AwardTime)) {
			for open := true; open; { // units that come back at once have another winner at once
				open = false
				for _, w := range c.result(d).Winners {
					if w.State != shop.WinOpen || seen[w.Number] {
						continue
					}
					open, seen[w.Number] = true, true
					turn := len(seen) % 5
					passed[w.Number] = turn < 2 // 40 of 100
					if turn == 0 {
						continue // does not come
					}
					order := c.orderWin(d, id, w.Number)
					if passed[w.Number] { // does not pay
						if err := c.Orders.Cancel(t.Context(), order.Number, "", staff); err != nil {
							t.Fatal(err)
						}
						continue
					}
					c.payInHand(order)
				}
			}
			c.moveTo(c.now().Add(44 * time.Hour))
		}
		r := c.result(d)
		bought, rank := 0, int64(1)
		for _, w := range r.Winners {
			if w.Rank != rank {
				t.Errorf("rank %d won before rank %d", w.Rank, rank)
			}
			rank++
			if w.State == shop.WinBought {
				bought++
			}
			if (w.State == shop.WinBought) == passed[w.Number] {
				t.Errorf("rank %d is %s, passed over: %v", w.Rank, w.State, passed[w.Number])
			}
		}
		if bought != units || len(seen) <= units {
			t.Errorf("%d units were bought by %d winners", bought, len(r.Winners))
		}
		c.checkInvariants()
	})
}

// orderWin places the order of a winner.
func (c *testShop) orderWin(d shop.Drop, product, number int64) shop.Order {
	c.t.Helper()
	placed, err := c.tryOrderWin(d, product, number, phoneOf(c.emailOf(d, number)))
	if err != nil {
		c.t.Fatal(err)
	}
	return placed
}

func (c *testShop) tryOrderWin(d shop.Drop, product, number int64, phone string) (shop.Order, error) {
	c.t.Helper()
	email := c.emailOf(d, number)
	r, held, err := c.Store.Reservations.Held(context.Background(), product, c.mailbox(email))
	if err != nil || !held || r.Kind != shop.Win {
		c.t.Fatalf("number %d has %+v (%v)", number, r, err)
	}
	order := checkout(email, 8_00, product, 1, reservations.Token(c.Keys, r.ID))
	order.Phone, order.Name = phone, email
	return c.place(order)
}

func TestPurchaseLimitsApplyToWinners(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(2)
		d := c.drawDrop(id, 2)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 2)
		c.moveTo(*d.EndsAt)
		winners := c.result(d).Winners
		phone := phoneOf(c.emailOf(d, winners[0].Number))
		c.payInHand(c.orderWin(d, id, winners[0].Number))
		_, err := c.tryOrderWin(d, id, winners[1].Number, phone)
		refused(t, "a second win of one buyer", err, shop.LimitReached)
		c.orderWin(d, id, winners[1].Number)
	})
}

// emailOf is the address of an entry of enterMany.
func (c *testShop) emailOf(d shop.Drop, number int64) string {
	c.t.Helper()
	e, err := c.Store.QueueEntries.ByNumber(context.Background(), d.ID, shop.MainLine, number)
	if err != nil {
		c.t.Fatal(err)
	}
	email, err := c.Keys.Open(e.EmailSealed)
	if err != nil {
		c.t.Fatal(err)
	}
	return email
}

func TestADrawThatIsKilledAtAnyStepIsOneDraw(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.drawDrop(id, 10)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 60)
		c.mu.Lock()
		c.at = *d.EndsAt
		c.mu.Unlock()
		var first draws.Result
		for kill := range 50 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(kill)*500*time.Microsecond)
			_ = c.Draws.Draw(ctx, d) // ends in the middle of something, later and later
			cancel()
			r := c.result(d)
			if first.Proof.EntriesDigest == "" {
				first = r
			}
			if first.Proof.EntriesDigest != "" && r.Proof.EntriesDigest != first.Proof.EntriesDigest {
				t.Fatal("the list has changed")
			}
		}
		if err := c.Draws.Draw(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		r := c.result(d)
		if len(r.Winners) != 10 || r.Winners[9].Rank != 10 || c.free(id) != 0 {
			t.Errorf("after 50 kills %d won", len(r.Winners))
		}
		wins, losses := 0, 0
		for end := time.Now().Add(20 * time.Second); wins+losses < 60 && time.Now().Before(end); {
			wins, losses = len(allMailed[outbox.WinEmail](c, anyone)), len(allMailed[outbox.NotThisTimeEmail](c, anyone))
		}
		if wins != 10 || losses != 50 {
			t.Errorf("%d emails tell of a win and %d of none", wins, losses)
		}
		c.checkInvariants()
	})
}

func TestAWinLasts24HoursWithoutQuietHoursAndBeyondTheAwarding(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(1)
		d := c.drawDrop(id, 1)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 2)
		c.moveTo(*d.EndsAt) // 1 PM in Los Angeles: 9 h until 10 PM, 14 h on the next day, 1 h on the third
		first := c.result(d).Winners[0]
		c.moveTo(d.EndsAt.Add(44*time.Hour - time.Second))
		if w := c.result(d).Winners; len(w) != 1 {
			t.Fatalf("the win ended early: %+v", w)
		}
		// Its owner gives it back on the last day: the next rank may buy after the 7 days.
		c.moveTo(d.EndsAt.Add(shop.AwardTime - time.Hour))
		r := c.result(d)
		if len(r.Winners) != 2 || r.Winners[0].Number != first.Number || r.Winners[0].State != shop.WinPassed {
			t.Fatalf("the winners are %+v", r.Winners)
		}
		refuse := checkout("stranger@example.com", 8_00, id, 1)
		refuse.Phone = phoneOf("stranger@example.com")
		_, err := c.place(refuse)
		refused(t, "an order without a win", err, shop.NotOpen)
	})
}

// A win may be used until its own end, also after the seven days; what is given back then has no next rank.
func TestAWinMayBeUsedAfterTheAwarding(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		id := c.product(1)
		d := c.drawDrop(id, 1)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 6)
		for _, hours := range []time.Duration{0, 44, 88, 132} { // a win lasts 44 h with the quiet hours
			c.moveTo(d.EndsAt.Add(hours*time.Hour + time.Second))
		}
		c.moveTo(d.EndsAt.Add(shop.AwardTime + time.Hour))
		winners := c.result(d).Winners
		last := winners[len(winners)-1]
		if len(winners) != 4 || last.State != shop.WinOpen {
			t.Fatalf("after seven days the winners are %+v", winners)
		}
		order := c.orderWin(d, id, last.Number)
		if err := c.Orders.Cancel(t.Context(), order.Number, "", staff); err != nil {
			t.Fatal(err)
		}
		c.moveTo(c.now().Add(time.Minute))
		if again := c.result(d).Winners; len(again) != 4 {
			t.Errorf("after seven days somebody else won: %+v", again)
		}
		c.checkInvariants()
	})
}

func TestWhoDidNotWinIsEnteredInTheNextDraw(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		ctx := context.Background()
		id := c.product(5)
		d := c.drawDrop(id, 1)
		c.moveTo(d.OpensAt)
		c.enter(d, "ada@example.com", func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.enter(d, "ben@example.com", func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.enter(d, "cem@example.com")
		c.moveTo(*d.EndsAt)
		winner := c.emailOf(d, c.result(d).Winners[0].Number)
		c.moveTo(d.EndsAt.Add(shop.AwardTime + 4*24*time.Hour))
		next := c.drawDrop(id, 1, func(d *shop.Drop) { d.Name = "Golden Ticket II" })
		if err := c.Draws.Tick(ctx); err != nil {
			t.Fatal(err)
		}
		c.moveTo(next.OpensAt)
		for range 2 {
			if err := c.Draws.Tick(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for _, email := range []string{"ada@example.com", "ben@example.com", "cem@example.com"} {
			entered := 0
			for _, e := range allMailed[outbox.DrawEntryEmail](c, email) {
				if e.Carried {
					entered++
				}
			}
			// Of three entries and one unit, everybody wins in turn as nobody buys; whoever was told 'Not this time' is carried over unless they won later.
			entry, err := c.Store.QueueEntries.OfMailbox(ctx, next.ID, shop.MainLine, c.mailbox(email))
			if (err == nil) != (entered == 1) || err == nil && (!entry.Proven || entry.EnterNext || email == winner || email == "cem@example.com") {
				t.Errorf("%s (winner: %s) got %d emails, the entry is %+v (%v)", email, winner, entered, entry, err)
			}
		}
	})
}

func TestStaffNameTheNextDraw(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		ctx := context.Background()
		later := c.drawDrop(c.product(1), 1, func(d *shop.Drop) {
			d.OpensAt = d.EndsAt.Add(time.Hour)
			end := d.OpensAt.Add(time.Hour)
			d.EndsAt = &end
		})
		other, err := c.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Melon Soda", Slug: "melon-soda", Description: "Green.", Price: 4_00, InStock: true, Stock: new(int64)}, staff)
		if err != nil {
			t.Fatal(err)
		}
		c.setStock(other.ID, 1)
		d := c.drawDrop(other.ID, 1, func(d *shop.Drop) { d.NextDrawID = &later.ID })
		c.moveTo(d.OpensAt)
		c.enterMany(d, 5, func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.moveTo(*d.EndsAt)
		c.moveTo(later.OpensAt)
		if err := c.Draws.Tick(ctx); err != nil {
			t.Fatal(err)
		}
		if q, err := c.Store.Queues.OfDrop(ctx, later.ID, shop.MainLine); err != nil || q.Joined != 4 {
			t.Errorf("%d are entered in the next draw (%v)", q.Joined, err)
		}
		same := d
		same.NextDrawID = &d.ID
		same.Version = c.must(c.Drops.Get(ctx, d.ID)).Version
		_, err = c.Drops.Change(ctx, same, staff)
		refused(t, "a draw after itself", err, shop.Invalid)
		unknown := int64(99_999)
		same.NextDrawID = &unknown
		_, err = c.Drops.Change(ctx, same, staff)
		refused(t, "a draw that is none", err, shop.Invalid)
	})
}

func TestThreeInstancesDrawOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		hook, _, err := c.Webhooks.Add(t.Context(), shop.Webhook{URL: "https://receiver.invalid/", Format: shop.WebhookStandard, Events: []shop.WebhookEvent{shop.WebhookDrawDone}}, staff)
		if err != nil {
			t.Fatal(err)
		}
		d := c.drawDrop(c.product(3), 3)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 30)
		c.mu.Lock()
		c.at = *d.EndsAt
		c.mu.Unlock()
		var wait sync.WaitGroup
		for range 3 {
			wait.Go(func() {
				if err := c.Draws.Draw(context.Background(), d); err != nil && !errors.Is(err, store.ErrStartOver) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if r := c.result(d); len(r.Winners) != 3 {
			t.Errorf("%d won", len(r.Winners))
		}
		told, _, err := c.Store.Webhooks.Deliveries(t.Context(), hook.ID, 100, "")
		if err != nil || len(told) != 1 || told[0].Event != shop.WebhookDrawDone {
			t.Errorf("webhooks are told %+v (%v)", told, err)
		}
	})
}
