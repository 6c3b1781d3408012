package drops_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// lineDrop schedules a drop that opens in an hour, with early access half an hour before and a line for each.
func (c *testShop) lineDrop(units int64, change ...func(*shop.Drop)) shop.Drop {
	c.t.Helper()
	id := c.product(units)
	opens := c.now().Add(time.Hour)
	early := opens.Add(-30 * time.Minute)
	d := shop.Drop{Slug: "night-market", Name: "Night Market", Mode: shop.DropQueue, TeasedAt: c.now(), EarlyAt: &early, OpensAt: opens, EarlyAccess: shop.EarlySubscribers, EarlyShare: 25,
		LimitUnits: 1, ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second,
		Products: []shop.DropProduct{{ProductID: id, Units: units, Hidden: true}}}
	for _, f := range change {
		f(&d)
	}
	made, err := c.Drops.Create(context.Background(), d, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	made, err = c.Drops.Schedule(context.Background(), made.ID, made.Version, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	return made.Drop
}

// moveTo sets the clock and does what is due then.
func (c *testShop) moveTo(at time.Time) {
	c.t.Helper()
	c.mu.Lock()
	c.at = at
	c.mu.Unlock()
	c.tick()
}

func (c *testShop) tick() {
	c.t.Helper()
	ctx := context.Background()
	if err := c.Drops.RunDue(ctx); err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.Units.EndExpired(ctx); err != nil {
		c.t.Fatal(err)
	}
	if err := c.WaitingRoom.Tick(ctx); err != nil {
		c.t.Fatal(err)
	}
}

// from is a client with an address of its own.
func from(n int) shop.Client {
	return shop.Client{IP: netip.AddrFrom4([4]byte{93, byte(n >> 16), byte(n >> 8), byte(n)}).String()}
}

func (c *testShop) mailbox(email string) string {
	return c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email))
}

// proof is what the announcement of a drop carries for a mailbox.
func (c *testShop) proof(d shop.Drop, email string) string {
	return c.Keys.Token(drops.ProofPurpose, fmt.Sprintf("%d %s", d.ID, c.mailbox(email)))
}

func (c *testShop) tryJoin(d shop.Drop, email string, change ...func(*waitingroom.JoinInput)) (waitingroom.Joined, error) {
	in := waitingroom.JoinInput{Slug: d.Slug, Email: email, Client: from(1)}
	for _, f := range change {
		f(&in)
	}
	return c.WaitingRoom.Join(context.Background(), in)
}

func (c *testShop) stand(d shop.Drop, email string, change ...func(*waitingroom.JoinInput)) waitingroom.Joined {
	c.t.Helper()
	joined, err := c.tryJoin(d, email, change...)
	if err != nil {
		c.t.Fatalf("%s could not join: %v", email, err)
	}
	return joined
}

// joinProven joins with the token of the announcement.
func (c *testShop) joinProven(d shop.Drop, n int) waitingroom.Joined {
	c.t.Helper()
	email := personsEmail(n)
	return c.stand(d, email, func(in *waitingroom.JoinInput) { in.Proof, in.Client = c.proof(d, email), from(n) })
}

// joinAll lets people join at the same time, proven, so that one transaction takes many of them.
func (c *testShop) joinAll(d shop.Drop, people int) []waitingroom.Joined {
	c.t.Helper()
	all, errs := make([]waitingroom.Joined, people), make([]error, people)
	var wait sync.WaitGroup
	for n := range people {
		email := personsEmail(n)
		wait.Go(func() {
			all[n], errs[n] = c.tryJoin(d, email, func(in *waitingroom.JoinInput) { in.Proof, in.Client = c.proof(d, email), from(n) })
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		c.t.Fatal(err)
	}
	return all
}

// personsEmail is the address of one of the people who join.
func personsEmail(n int) string { return fmt.Sprintf("person%d@gmail.com", n) }

func (c *testShop) entry(d shop.Drop, j waitingroom.Joined) waitingroom.EntryStatus {
	c.t.Helper()
	e, err := c.WaitingRoom.Entry(context.Background(), d.Slug, j.Ticket)
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

func (c *testShop) pass(d shop.Drop, j waitingroom.Joined) (waitingroom.GivenPass, error) {
	return c.WaitingRoom.Pass(context.Background(), d.Slug, j.Ticket)
}

// check is what selling does with a pass.
func (c *testShop) check(d shop.Drop, pass string) (p reservations.LinePass, err error) {
	ctx := context.Background()
	err = c.Store.Write(ctx, func(tx *store.Tx) error {
		locked, err := tx.Drops.Lock(ctx, d.ID)
		if err != nil {
			return err
		}
		p, err = waitingroom.NewPasses(c.Keys).Check(ctx, tx, pass, locked, c.now())
		return err
	})
	return p, err
}

// refused checks that something was refused with a code.
func refused(t *testing.T, what string, err error, code shop.Code) {
	t.Helper()
	if shop.CodeOf(err) != code {
		t.Errorf("%s: %v, not %s", what, err, code)
	}
}

func TestALineFromJoiningToAPaidOrder(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		_, err := c.tryJoin(d, "ada@example.com")
		refused(t, "an hour before", err, shop.NotOpen)
		c.moveTo(d.OpensAt.Add(-shop.QueueBefore))
		ada := c.stand(d, "Ada+drops@example.com", func(in *waitingroom.JoinInput) { in.Notify = true })
		if ada.Number != 1 || ada.Line != shop.MainLine || ada.Receipt == "" {
			t.Fatalf("Ada got %+v", ada)
		}
		_, err = c.tryJoin(d, "ada@example.com")
		refused(t, "the same mailbox again", err, shop.AlreadyQueued)
		bob := c.stand(d, "bob@example.com")
		_, err = c.pass(d, ada)
		refused(t, "before the shuffle", err, shop.NotYourTurn)

		link := mailed[outbox.LineEmail](c, "Ada+drops@example.com")
		if link.Number != 1 || link.Before == "" {
			t.Errorf("the email is %+v", link)
		}
		_, token, _ := strings.Cut(link.URL, "?entry=")
		opened, err := c.WaitingRoom.OpenLink(context.Background(), d.Slug, token, nil)
		if err != nil || opened.Number != 1 || !opened.Proven || opened.Receipt != ada.Receipt {
			t.Fatalf("the link gives %+v (%v)", opened, err)
		}
		_, err = c.WaitingRoom.Entry(context.Background(), d.Slug, ada.Ticket)
		refused(t, "the ticket from before the link was opened", err, shop.NotFound)

		c.moveTo(d.OpensAt.Add(19 * time.Second))
		if e := c.entry(d, opened); e.Rank != nil || e.State != shop.QueueWaiting || !e.Proven {
			t.Errorf("before the shuffle the entry is %+v", e)
		}
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		e := c.entry(d, opened)
		if e.Rank == nil || *e.Rank != 1 || e.Tier == nil || *e.Tier != 1 {
			t.Fatalf("the only proven mailbox has %+v", e)
		}
		c.moveTo(d.OpensAt.Add(22 * time.Second))
		pass, err := c.pass(d, opened)
		if err != nil || pass.Left != 5*time.Minute {
			t.Fatalf("the pass is %+v (%v)", pass, err)
		}
		again, err := c.pass(d, opened)
		if err != nil || !again.ExpiresAt.Equal(pass.ExpiresAt) {
			t.Errorf("asked again the pass ends at %v instead of %v (%v)", again.ExpiresAt, pass.ExpiresAt, err)
		}
		valid, err := c.check(d, pass.Pass)
		if err != nil || valid.MailboxKey != c.mailbox("ada@example.com") || valid.Email != "Ada+drops@example.com" || valid.Line != "main" {
			t.Errorf("the pass is valid for %+v (%v)", valid, err)
		}
		if _, err := c.pass(d, bob); err != nil {
			t.Errorf("there are units for Bob too: %v", err)
		}

		ctx := context.Background()
		if err := c.Store.Write(ctx, func(tx *store.Tx) error {
			return waitingroom.NewPasses(c.Keys).Used(ctx, tx, d.ID, []string{valid.MailboxKey}, c.now())
		}); err != nil {
			t.Fatal(err)
		}
		_, err = c.check(d, pass.Pass)
		refused(t, "a pass that was used", err, shop.PassExpired)
		_, err = c.pass(d, opened)
		refused(t, "another pass after an order", err, shop.PassExpired)
		_, err = c.tryJoin(d, "", func(in *waitingroom.JoinInput) { in.Ticket = opened.Ticket })
		refused(t, "joining again after an order", err, shop.PassExpired)
	})
}

func TestTheListAndTheRanksAreTheSameForEverybody(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		c.moveTo(d.OpensAt.Add(-time.Minute))
		var all []waitingroom.Joined
		for n := range 40 {
			if n%2 == 0 {
				all = append(all, c.joinProven(d, n))
			} else {
				all = append(all, c.stand(d, fmt.Sprintf("typed%d@gmail.com", n), func(in *waitingroom.JoinInput) { in.Client = from(n) }))
			}
		}
		if err := c.WaitingRoom.Leave(context.Background(), d.Slug, all[4].Ticket); err != nil {
			t.Fatal(err)
		}
		if err := c.WaitingRoom.Leave(context.Background(), d.Slug, all[5].Ticket); err != nil { // not proven: it stays
			t.Fatal(err)
		}
		_, err := c.WaitingRoom.EntriesCSV(context.Background(), d.Slug, shop.MainLine)
		refused(t, "the list before the shuffle", err, shop.NotFound)
		c.moveTo(d.OpensAt.Add(21 * time.Second))

		q, err := c.Store.Queues.OfDrop(context.Background(), d.ID, shop.MainLine)
		if err != nil || q.Shuffled == nil || *q.Shuffled != 40 || q.Seed == "" {
			t.Fatalf("the line is %+v (%v)", q, err)
		}
		if line.ReceiptHash("") == q.SeedHash || len(q.Seed) != 64 {
			t.Errorf("the seed is %q", q.Seed)
		}
		text, err := c.WaitingRoom.EntriesCSV(context.Background(), d.Slug, shop.MainLine)
		if err != nil || line.Digest(text) != q.EntriesDigest {
			t.Fatalf("the list does not have the published digest (%v)", err)
		}
		list, err := line.Parse(text)
		if err != nil || len(list) != 40 {
			t.Fatalf("the list has %d lines (%v)", len(list), err)
		}
		for i, l := range list {
			wantTier := int64(1 + i%2)
			if i == 4 {
				wantTier = 2
			}
			if l.Number != int64(i+1) || l.ReceiptHash != line.ReceiptHash(all[i].Receipt) || l.Tier != wantTier || l.Withdrawn != (i == 4) {
				t.Errorf("line %d of the list is %+v", i+1, l)
			}
		}
		ranks, err := line.Shuffle(list, q.Seed, q.EntriesDigest, *q.Shuffled)
		if err != nil {
			t.Fatal(err)
		}
		other := waitingroom.New(waitingroom.Config{Store: c.Store, Keys: c.Keys, Now: c.now, Settings: c.Settings.Get, DropIndex: c.DropIndex}) // another instance
		for i, j := range all {
			want, ok := ranks.Rank(int64(i + 1))
			if i == 4 {
				if e := c.entry(d, j); ok || e.Rank != nil || e.State != shop.QueueLeft || !e.MayJoin {
					t.Errorf("who left has %+v", e)
				}
				continue
			}
			if e := c.entry(d, j); e.Rank == nil || *e.Rank != want {
				t.Errorf("number %d has rank %v, not %d", i+1, e.Rank, want)
			}
			if e, err := other.Entry(context.Background(), d.Slug, j.Ticket); err != nil || e.Rank == nil || *e.Rank != want {
				t.Errorf("another instance ranks number %d %v, not %d (%v)", i+1, e.Rank, want, err)
			}
		}
		late := c.stand(d, "late@gmail.com")
		if e := c.entry(d, late); e.Rank == nil || *e.Rank != 41 || e.Tier != nil {
			t.Errorf("who came after the shuffle has %+v", e)
		}
		again := c.stand(d, "", func(in *waitingroom.JoinInput) { in.Ticket = all[4].Ticket })
		if e := c.entry(d, again); again.Number != 42 || *e.Rank != 42 {
			t.Errorf("who joined again has %+v", e)
		}
		_, err = c.WaitingRoom.Entry(context.Background(), d.Slug, all[4].Ticket)
		refused(t, "the ticket of the old number", err, shop.NotFound)
	})
}

func TestJoinsAtTheSameTimeGetOneNumberEach(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(10)
		c.moveTo(d.OpensAt.Add(-time.Minute))
		const people = 600
		numbers := make([]int64, people)
		var wait sync.WaitGroup
		for n := range people {
			wait.Go(func() {
				joined, err := c.tryJoin(d, fmt.Sprintf("p%d@gmail.com", n/2), func(in *waitingroom.JoinInput) { in.Client = from(n) }) // each mailbox twice
				if err != nil && shop.CodeOf(err) != shop.AlreadyQueued {
					t.Errorf("join %d: %v", n, err)
				}
				numbers[n] = joined.Number
			})
		}
		wait.Wait()
		seen := map[int64]bool{}
		for _, n := range numbers {
			if n > 0 && seen[n] {
				t.Errorf("number %d was given twice", n)
			}
			seen[n] = true
		}
		delete(seen, 0)
		q, err := c.Store.Queues.OfDrop(context.Background(), d.ID, shop.MainLine)
		if err != nil || len(seen) != people/2 || q.Joined != people/2 || q.Version != 1 {
			t.Errorf("%d numbers for %d mailboxes; the line says %d in version %d (%v)", len(seen), people/2, q.Joined, q.Version, err)
		}
	})
}

func TestWhoAskedForItIsWrittenToWhenItIsAlmostTheirTurn(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		rate := int64(1)
		d := c.lineDrop(20, func(d *shop.Drop) { d.RatePerMinute, d.EarlyAccess, d.EarlyAt = &rate, shop.EarlyNone, nil })
		c.moveTo(d.OpensAt.Add(-time.Minute))
		emails, ranks := map[int64]string{}, map[int64]waitingroom.Joined{}
		var all []waitingroom.Joined
		for n := range 12 {
			email := personsEmail(n)
			j := c.stand(d, email, func(in *waitingroom.JoinInput) { in.Proof, in.Client, in.Notify = c.proof(d, email), from(n), true })
			all, emails[j.Number] = append(all, j), email
		}
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		for _, j := range all {
			ranks[*c.entry(d, j).Rank] = j
		}
		for range 5 {
			c.moveTo(c.now().Add(time.Second))
		}
		mailed[outbox.LineSoonEmail](c, emails[ranks[3].Number])
		if n := len(allMailed[outbox.LineSoonEmail](c, emails[ranks[12].Number])); n != 0 {
			t.Errorf("rank 12 got %d emails although its turn is in 12 minutes", n)
		}
		for range 12 * 60 {
			c.mu.Lock()
			c.at = c.at.Add(time.Second)
			c.mu.Unlock()
			if c.now().Second()%10 == 0 {
				c.tick()
			}
		}
		for rank, j := range ranks {
			if rank > 3 {
				mailed[outbox.LineSoonEmail](c, emails[j.Number])
			}
			if n := len(allMailed[outbox.LineSoonEmail](c, emails[j.Number])); n > 1 {
				t.Errorf("rank %d got %d emails", rank, n)
			}
		}
	})
}
