package drops_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func reserve(id, units int64, pass string, client ...string) carts.ReserveRequest {
	in := carts.ReserveRequest{ProductID: id, Units: units, Pass: pass, Buyer: orders.Buyer{Client: shop.Client{IP: "127.0.0.1"}}}
	if len(client) > 0 {
		in.Buyer.Client.IP = client[0]
	}
	return in
}

// passes is a line in which everybody whose pass was given has it.
type passes struct {
	c      *testShop
	mu     sync.Mutex
	state  map[string]string // by mailbox: valid, used or ended
	others int64
	moved  time.Duration
}

// eachWithFakeLine is eachShop for shops whose lines are fakes.
func eachWithFakeLine(t *testing.T, test func(t *testing.T, c *testShop, line *passes)) {
	t.Helper()
	var lines sync.Map // by *store.Store
	eachShop(t, func(t *testing.T, c *testShop) {
		line, _ := lines.Load(c.Store)
		line.(*passes).c = c
		test(t, c, line.(*passes))
	}, func(config *services.Config) {
		line := &passes{state: map[string]string{}}
		lines.Store(config.Store, line)
		config.Passes = line
	})
}

func (p *passes) give(d shop.Drop, email string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state[p.c.mailbox(email)] = "valid"
	return p.c.Keys.Token("line pass", fmt.Sprintf("%d main 1 1 %s", d.ID, p.c.mailbox(email)))
}

func (p *passes) of(email string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state[p.c.mailbox(email)]
}

func (p *passes) set(mailboxKey, state string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state[mailboxKey] = state
}

func (p *passes) Check(_ context.Context, _ *store.Tx, token string, drop shop.Drop, _ time.Time) (reservations.LinePass, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text, err := p.c.Keys.ReadToken("line pass", token)
	if err != nil {
		return reservations.LinePass{}, shop.Errorf(shop.NotFound, "This pass is not valid.")
	}
	var dropID, number, version int64
	var line, mailbox string
	if _, err := fmt.Sscan(text, &dropID, &line, &number, &version, &mailbox); err != nil || dropID != drop.ID {
		return reservations.LinePass{}, shop.Errorf(shop.NotFound, "This pass is not valid.")
	}
	if p.state[mailbox] != "valid" {
		return reservations.LinePass{}, shop.Errorf(shop.PassExpired, "Your turn is over.")
	}
	return reservations.LinePass{DropID: dropID, Line: line, MailboxKey: mailbox, Email: "from the line", Others: p.others}, nil
}

func (p *passes) Used(_ context.Context, _ *store.Tx, _ int64, mailboxKeys []string, _ time.Time) error {
	for _, key := range mailboxKeys {
		p.set(key, "used")
	}
	return nil
}

func (p *passes) Ended(_ context.Context, _ *store.Tx, _ int64, mailboxKey string, _ time.Time) error {
	p.set(mailboxKey, "ended")
	return nil
}

func (p *passes) Resumed(_ context.Context, _ *store.Tx, _ shop.Drop, pause time.Duration) error {
	p.moved = pause
	return nil
}

// queueDrop is an open drop with a line, opened already.
func (c *testShop) queueDrop(id, units, limit int64) shop.Drop {
	c.t.Helper()
	d := c.earlyDrop(id, func(d *shop.Drop) { d.Mode, d.LimitUnits, d.Products[0].Units = shop.DropQueue, limit, units })
	c.to(d.OpensAt)
	return d
}

func TestAPassReservesUnitsAndOneOrderUsesIt(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		d := c.queueDrop(id, 4, 2)
		_, err := c.order(inDrop("ada@example.com", id, 1))
		wantMessage(t, err, shop.QueueFirst, "Join the line to buy this.")
		for _, wrong := range []struct {
			pass string
			code shop.Code
		}{{"", shop.QueueFirst}, {c.earlyPass(d, "ada@example.com"), shop.QueueFirst}, {"forged", shop.NotFound}, {line.give(shop.Drop{ID: d.ID + 1}, "eve@example.com"), shop.NotFound}} {
			_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, wrong.pass))
			wantCode(t, err, wrong.code)
		}
		pass := line.give(d, "ada@example.com")
		r, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, pass))
		if err != nil || r.Units != 1 || r.Price != 6_00 || !r.ExpiresAt.Equal(c.now().Add(8*time.Minute)) || c.free(id) != 3 {
			t.Fatalf("reserved %+v, %v, %d free", r, err, c.free(id))
		}
		c.move(time.Minute)
		again, other, err := c.Carts.Reserve(t.Context(), reserve(id, 2, pass)) // on another device
		if err != nil || again.ID != r.ID || again.Units != 2 || !again.ExpiresAt.Equal(r.ExpiresAt) || c.free(id) != 2 {
			t.Errorf("raised to %+v, %v, %d free", again, err, c.free(id))
		}
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 3, pass))
		wantCode(t, err, shop.LimitReached)
		if again, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, pass)); err != nil || again.Units != 1 || c.free(id) != 3 {
			t.Errorf("lowered to %+v, %v, %d free", again, err, c.free(id))
		}
		c.checkInvariants()
		_, err = c.order(inDrop("ben@example.com", id, 1, token))
		wantCode(t, err, shop.NotFound)
		_, err = c.order(inDrop("ada@example.com", id, 2, token)) // only one is set aside
		wantCode(t, err, shop.QueueFirst)
		order, err := c.order(inDrop("ada@example.com", id, 1, other))
		if err != nil || *order.Lines[0].DropID != d.ID || order.Lines[0].Price != 6_00 {
			t.Fatalf("ordered %+v, %v", order.Lines, err)
		}
		if state := line.of("ada@example.com"); state != "used" {
			t.Errorf("the pass is %s", state)
		}
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, pass))
		wantMessage(t, err, shop.PassExpired, "Your turn is over.")
		_, err = c.order(inDrop("ada@example.com", id, 1, token))
		wantMessage(t, err, shop.ReservationExpired, "Your hold is over")
		c.checkInvariants()
	})
}

func TestThePassEndsWithItsLastReservation(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		id := c.product(10)
		d := c.queueDrop(id, 4, 1)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ada@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Units.ReleaseReservation(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		if _, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ben@example.com"))); err != nil {
			t.Fatal(err)
		}
		c.move(8 * time.Minute)
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			if state := line.of(email); state != "ended" {
				t.Errorf("the pass of %s is %s", email, state)
			}
		}
		if free := c.free(id); free != 4 {
			t.Errorf("%d free", free)
		}
		c.checkInvariants()
	})
}

func TestMoreThanOneUnitIsGivenOnlyWhileOthersGetOne(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		id := c.product(10)
		d := c.queueDrop(id, 4, 4)
		line.others = 3
		r, _, err := c.Carts.Reserve(t.Context(), reserve(id, 3, line.give(d, "ada@example.com")))
		if err != nil || r.Units != 1 {
			t.Errorf("reserved %d, %v, want one of four while three others wait", r.Units, err)
		}
		line.others = 1
		if r, _, err = c.Carts.Reserve(t.Context(), reserve(id, 4, line.give(d, "ada@example.com"))); err != nil || r.Units != 3 {
			t.Errorf("reserved %d, %v, want all but one", r.Units, err)
		}
		if _, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ben@example.com"))); err != nil {
			t.Error(err)
		}
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "cem@example.com")))
		wantCode(t, err, shop.OutOfStock)
	})
}

func TestReservationsAreLimitedPerPassAndNetwork(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		id := c.product(100)
		d := c.queueDrop(id, 100, 1)
		for i := range 31 {
			_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, fmt.Sprintf("guest%d@example.com", i)), "203.0.113.9"))
			if i < 30 && err != nil {
				t.Fatal(err)
			}
			if i == 30 {
				wantCode(t, err, shop.TooMany)
			}
		}
		pass := line.give(d, "ada@example.com")
		for i := range 21 {
			_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, pass))
			if i < 20 && err != nil {
				t.Fatal(err)
			}
			if i == 20 {
				wantCode(t, err, shop.TooMany)
			}
		}
	})
}

// Ten times as many reservations are held from an IPv6 /48 as from a network.
func TestReservationsAreLimitedPerWiderNetwork(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		id := c.product(400)
		d := c.queueDrop(id, 400, 1)
		err := c.Store.Write(t.Context(), func(tx *store.Tx) error {
			for i := range 299 {
				r := shop.Reservation{ProductID: id, DropID: &d.ID, Kind: shop.CartReservation, Units: 1, MailboxKey: fmt.Sprint("held ", i), ExpiresAt: c.now().Add(time.Hour),
					Network: c.Keys.BuyerKey("network", fmt.Sprintf("2001:db8:7:%x::/64", i)), Network48: c.Keys.BuyerKey("network", "2001:db8:7::/48")}
				if _, err := tx.Reservations.Create(t.Context(), r, c.now()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		hold := func(email, ip string) error {
			_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, email), ip))
			return err
		}
		if err := hold("ada@example.com", "2001:db8:7:fff1::1"); err != nil {
			t.Errorf("the 300th of the /48: %v", err)
		}
		wantCode(t, hold("ben@example.com", "2001:db8:7:fff2::1"), shop.TooMany)
		if err := hold("cem@example.com", "2001:db8:8:fff2::1"); err != nil {
			t.Errorf("another /48: %v", err)
		}
	})
}

func TestEarlyReservationsAreWithinTheEarlyShare(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, nil) // 8 units, a quarter of them early
		_, _, err := c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com")))
		wantCode(t, err, shop.Conflict)
		c.to(d.TeasedAt)
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ada@example.com")))
		wantCode(t, err, shop.NotOpen)
		c.to(*d.EarlyAt)
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, ""))
		wantCode(t, err, shop.NotOpen)
		_, token, err := c.Carts.Reserve(t.Context(), reserve(id, 2, c.earlyPass(d, "ada@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com")))
		wantMessage(t, err, shop.NotOpen, "The early units are gone.")
		if _, err := c.order(inDrop("ada@example.com", id, 1, token)); err != nil { // the other one comes back
			t.Fatal(err)
		}
		if _, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "ben@example.com"))); err != nil {
			t.Errorf("after one came back: %v", err)
		}
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "cem@example.com")))
		wantCode(t, err, shop.NotOpen)
		c.to(d.OpensAt)
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, c.earlyPass(d, "cem@example.com")))
		wantCode(t, err, shop.Conflict)
		c.checkInvariants()
	})
}

func TestAPauseStopsTheTimeOfReservations(t *testing.T) {
	eachWithFakeLine(t, func(t *testing.T, c *testShop, line *passes) {
		id := c.product(10)
		d := c.queueDrop(id, 4, 1)
		r, token, err := c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ada@example.com")))
		if err != nil {
			t.Fatal(err)
		}
		c.move(5 * time.Minute) // three are left
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { now := c.now(); d.PausedAt = &now; return nil })
		_, _, err = c.Carts.Reserve(t.Context(), reserve(id, 1, line.give(d, "ben@example.com")))
		wantCode(t, err, shop.DropPaused)
		c.move(10 * time.Minute)
		if now, err := c.Units.Reservation(t.Context(), token); err != nil || now.State != shop.ReservationHeld {
			t.Errorf("in the pause the reservation is %s, %v", now.State, err)
		}
		c.editDrop(d.ID, func(tx *store.Tx, d *shop.Drop) error {
			defer func() { d.PausedAt = nil }()
			return c.Units.ResumeDrop(t.Context(), tx, *d, c.now())
		})
		now, err := c.Units.Reservation(t.Context(), token)
		if err != nil || !now.ExpiresAt.Equal(r.ExpiresAt.Add(10*time.Minute)) || !now.ExpiresAt.Equal(c.now().Add(3*time.Minute)) {
			t.Errorf("after the pause it ends %v, %v", now.ExpiresAt, err)
		}
		if line.moved != 10*time.Minute {
			t.Errorf("the passes were moved by %v", line.moved)
		}
		c.move(3 * time.Minute)
		if free := c.free(id); free != 4 {
			t.Errorf("%d free after its end", free)
		}
	})
}
