package drops_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

func TestNoForgedForeignExpiredOrReplayedTicketOrPassIsAccepted(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(50)
		foreign, err := secrets.New("the secret of another shop")
		if err != nil {
			t.Fatal(err)
		}
		c.moveTo(d.OpensAt.Add(-time.Minute))
		mine := c.joinProven(d, 1)
		moved := c.joinProven(d, 2) // leaves and joins again: its first ticket is replayed
		ctx := context.Background()
		if err := c.WaitingRoom.Leave(ctx, d.Slug, moved.Ticket); err != nil {
			t.Fatal(err)
		}
		c.stand(d, "", func(in *waitingroom.JoinInput) { in.Ticket = moved.Ticket })
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		c.moveTo(d.OpensAt.Add(22 * time.Second))
		given, err := c.pass(d, mine)
		if err != nil {
			t.Fatal(err)
		}
		ticket, err := line.ReadTicket(c.Keys, mine.Ticket)
		if err != nil {
			t.Fatal(err)
		}

		var tickets, passes []string
		for i := range 2_500 {
			n := int64(i)
			other := ticket
			switch i % 5 {
			case 0: // a bit flipped
				raw := []byte(mine.Ticket)
				raw[i%len(raw)] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[i%52]
				if string(raw) == mine.Ticket {
					raw = append(raw, 'A')
				}
				tickets = append(tickets, string(raw))
				flipped := []byte(given.Pass)
				flipped[i%len(flipped)] ^= 1
				passes = append(passes, string(flipped))
				continue
			case 1: // made by another shop
				tickets = append(tickets, ticket.Seal(foreign))
				passes = append(passes, line.Pass{DropID: d.ID, Line: shop.MainLine, Number: 1, Version: 1, MailboxKey: ticket.MailboxKey}.Seal(foreign))
				continue
			case 2: // of another drop
				other.DropID += 1 + n
			case 3: // of another number or version
				other.Number, other.Version = other.Number+n%7, other.Version+1+n%3
			case 4: // of another mailbox or line
				other.MailboxKey += "x"
			}
			tickets = append(tickets, other.Seal(c.Keys))
			passes = append(passes, line.Pass{DropID: other.DropID, Line: other.Line, Number: other.Number, Version: other.Version, MailboxKey: other.MailboxKey}.Seal(c.Keys))
		}
		for range 1_250 {
			tickets, passes = append(tickets, moved.Ticket), append(passes, mine.Ticket) // replayed; a ticket as a pass
			tickets = append(tickets, given.Pass)                                        // a pass as a ticket
			passes = append(passes, line.Pass{DropID: d.ID, Line: shop.MainLine, Number: moved.Number, Version: 1, MailboxKey: c.mailbox("person2@gmail.com")}.Seal(c.Keys))
		}
		if len(tickets)+len(passes) != 10_000 {
			t.Fatalf("%d tickets and %d passes", len(tickets), len(passes))
		}
		for i, text := range tickets {
			var err error
			if i%2 == 0 {
				_, err = c.WaitingRoom.Pass(ctx, d.Slug, text)
			} else {
				_, err = c.WaitingRoom.Entry(ctx, d.Slug, text)
			}
			if code := shop.CodeOf(err); code != shop.NotFound && code != shop.TooMany {
				t.Fatalf("ticket %d: %v", i, err)
			}
		}
		accepted := 0
		if err := c.Store.Write(ctx, func(tx *store.Tx) error {
			locked, err := tx.Drops.Lock(ctx, d.ID)
			if err != nil {
				return err
			}
			accepted = 0
			for _, text := range passes {
				if _, err := waitingroom.NewPasses(c.Keys).Check(ctx, tx, text, locked, c.now()); shop.CodeOf(err) != shop.NotFound {
					accepted++
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if accepted > 0 {
			t.Errorf("%d of %d passes were not refused as unknown", accepted, len(passes))
		}
		if _, err := c.check(d, given.Pass); err != nil {
			t.Errorf("the real pass does not work: %v", err)
		}
		c.moveTo(c.now().Add(d.PassTime))
		_, err = c.check(d, given.Pass)
		refused(t, "an expired pass", err, shop.PassExpired)
		_, err = c.pass(d, mine)
		refused(t, "another pass after the first one expired", err, shop.PassExpired)
	})
}

func TestWhoTypedAnAddressLosesThePlaceToItsOwner(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5)
		ctx := context.Background()
		mallory := c.customer(t, "mallory")
		c.moveTo(d.OpensAt.Add(-time.Minute))
		typed := c.stand(d, "ada@example.com", func(in *waitingroom.JoinInput) { in.User = &mallory.User })
		if again := c.stand(d, "whoever@example.com", func(in *waitingroom.JoinInput) { in.User = &mallory.User }); again.Number != typed.Number {
			t.Errorf("another device of the account gets number %d, not %d", again.Number, typed.Number)
		}
		_, token, _ := strings.Cut(mailed[outbox.LineEmail](c, "ada@example.com").URL, "?entry=")
		own, err := c.WaitingRoom.OpenLink(ctx, d.Slug, token, nil)
		if err != nil {
			t.Fatal(err)
		}
		second, err := c.WaitingRoom.OpenLink(ctx, d.Slug, token, nil) // on another device
		if err != nil {
			t.Fatal(err)
		}
		c.moveTo(d.OpensAt.Add(20 * time.Second))
		c.moveTo(d.OpensAt.Add(22 * time.Second))
		_, err = c.pass(d, typed)
		refused(t, "a pass with the typed ticket", err, shop.NotFound)
		refused(t, "leaving with the typed ticket", c.WaitingRoom.Leave(ctx, d.Slug, typed.Ticket), shop.NotFound)
		_, err = c.tryJoin(d, "ada@example.com", func(in *waitingroom.JoinInput) { in.User = &mallory.User })
		refused(t, "the account that typed the address", err, shop.AlreadyQueued)

		var wait sync.WaitGroup
		ends := make([]time.Time, 8)
		for i := range ends { // two devices with two tabs each, at once
			wait.Go(func() {
				p, err := c.pass(d, []waitingroom.Joined{own, second}[i%2])
				if err != nil {
					t.Errorf("device %d: %v", i, err)
				}
				ends[i] = p.ExpiresAt
			})
		}
		wait.Wait()
		for _, end := range ends {
			if !end.Equal(ends[0]) {
				t.Errorf("two passes: one ends at %v, one at %v", ends[0], end)
			}
		}
	})
}

func (c *testShop) customer(t *testing.T, name string) shop.Session {
	t.Helper()
	_, session, err := c.Accounts.SignUp(context.Background(), shop.SignUp{Username: name, Email: name + "@shop.test", Password: "a long enough password"}, shop.Client{IP: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func TestAMailboxGetsAtMostTwoEmailsAboutItsPlace(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5)
		c.moveTo(d.OpensAt.Add(-shop.QueueBefore))
		c.stand(d, "ada@example.com")
		count := func() int { return len(allMailed[outbox.LineEmail](c, "ada@example.com")) }
		ask := func() {
			_, err := c.tryJoin(d, "ada+again@example.com")
			refused(t, "the address again", err, shop.AlreadyQueued)
		}
		mailed[outbox.LineEmail](c, "ada@example.com")
		ask()
		c.moveTo(c.now().Add(9 * time.Minute))
		ask()
		if n := count(); n != 1 {
			t.Errorf("%d emails within 10 minutes", n)
		}
		c.moveTo(c.now().Add(time.Minute))
		for range 3 {
			ask()
			c.sendMail() // one that is being sent while the clock passes the time it has for that is sent again
			c.moveTo(c.now().Add(11 * time.Minute))
		}
		for end := time.Now().Add(10 * time.Second); count() < 2 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		}
		if n := count(); n != 2 {
			t.Errorf("%d emails, not 2", n)
		}
	})
}

func TestTheAccountsPlacesAreExportedAndForgotten(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5)
		ctx := context.Background()
		ada := c.customer(t, "ada")
		c.moveTo(d.OpensAt.Add(-time.Minute))
		place := c.stand(d, "ada@example.com", func(in *waitingroom.JoinInput) { in.User = &ada.User })
		export, err := c.Accounts.Export(ctx, ada.User.ID, shop.Client{IP: "127.0.0.1"})
		if err != nil || len(export.Lines) != 1 || export.Lines[0].Email != "ada@example.com" || export.Lines[0].Number != 1 || export.Lines[0].Drop != d.Name {
			t.Fatalf("the export has %+v (%v)", export.Lines, err)
		}
		if err := c.Accounts.DeleteAccount(ctx, ada, "a long enough password", shop.Client{IP: "127.0.0.1"}); err != nil {
			t.Fatal(err)
		}
		entry, err := c.Store.QueueEntries.ByNumber(ctx, d.ID, shop.MainLine, 1)
		if err != nil || entry.MailboxKey != "" || entry.EmailSealed != "" || entry.UserID != nil || entry.State != shop.QueueLeft || entry.ReceiptHash != line.ReceiptHash(place.Receipt) {
			t.Errorf("after the account is deleted the entry is %+v (%v)", entry, err)
		}
		_, err = c.WaitingRoom.Entry(ctx, d.Slug, place.Ticket)
		refused(t, "the ticket of the deleted account", err, shop.NotFound)
	})
}

func TestJoinsAreLimitedPerNetwork(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.lineDrop(5)
		c.moveTo(d.OpensAt.Add(-time.Minute))
		try := func(n int, ip string) error {
			_, err := c.tryJoin(d, fmt.Sprintf("n%d@gmail.com", n), func(in *waitingroom.JoinInput) { in.Client = shop.Client{IP: ip} })
			return err
		}
		for n := range 300 {
			if err := try(n, "93.184.216.34"); err != nil {
				t.Fatalf("join %d: %v", n, err)
			}
		}
		refused(t, "the 301st join of a network", try(300, "93.184.216.34"), shop.TooMany)
		if err := try(301, "93.184.216.35"); err != nil {
			t.Errorf("another network: %v", err)
		}
		if err := try(302, "127.0.0.1"); err != nil {
			t.Errorf("the shop's own proxy: %v", err)
		}
	})
}
