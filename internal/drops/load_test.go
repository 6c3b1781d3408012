package drops_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sharedclock "github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// instances opens shops on one database with the clock of the machine, off by the given times.
func instances(t *testing.T, location string, off ...time.Duration) ([]*counter, *bank) {
	t.Helper()
	shared := &bank{charges: map[string]payment.Charge{}, paid: map[string]string{}}
	var out []*counter
	for _, d := range off {
		s := shoptest.On(t, storetest.Open(t, location), func(s *services.Services) {
			if d != 0 {
				s.Clock = sharedclock.New(func() time.Time { return time.Now().Add(d) }, s.Store.DatabaseTime)
				if err := s.Clock.Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
				s.Now = s.Clock.Now
			}
			s.Drops.Demo = true
			shoptest.SetProvider(s, "demo", shared)
		})
		out = append(out, &counter{Services: s, t: t, at: time.Now()})
	}
	return out, shared
}

// soon is a drop that opens after some time, teased already.
func (c *counter) soon(product, units, limit int64, opens time.Duration) shop.Drop {
	c.t.Helper()
	return c.scheduledDrop(product, func(d *shop.Drop) {
		d.Mode, d.TeasedAt, d.OpensAt, d.LimitUnits, d.EarlyAccess = shop.DropOpen, c.Now(), c.Now().Add(opens), limit, shop.EarlyNone
		d.HoldTime, d.ReservationTime = 5*time.Second, 5*time.Second
		d.Products[0].Units, d.Products[0].Hidden = units, false
	})
}

// By the database's clock nothing is sold before the opening, whatever the clocks of the instances say.
func TestInstancesWithWrongClocksOpenADropTogether(t *testing.T) {
	t.Parallel()
	all, _ := instances(t, storetest.Location(t, store.Postgres), -5*time.Second, 0, 5*time.Second)
	all[0].untaxed()
	id := all[0].product(5_000)
	d := all[0].soon(id, 5_000, 1, 2500*time.Millisecond)
	var refused, sold, before atomic.Int64
	var work sync.WaitGroup
	for n := range 12 {
		c := all[n%len(all)]
		work.Go(func() {
			for i := 0; sold.Load() < 30; i++ {
				in := inDrop(fmt.Sprintf("buyer-%d-%d@example.com", n, i), id, 1)
				in.ExpectedTotal = 8_00
				order, err := c.place(in)
				now, clock := c.Store.DatabaseTime(t.Context())
				switch {
				case clock != nil || err != nil && shop.CodeOf(err) != shop.NotOpen:
					t.Error(err, clock)
					return
				case err != nil:
					refused.Add(1)
				case now.Before(d.OpensAt) || order.CreatedAt.Before(d.OpensAt):
					before.Add(1)
					sold.Add(1)
				default:
					sold.Add(1)
				}
			}
		})
	}
	work.Wait()
	if before.Load() > 0 || refused.Load() < 100 {
		t.Errorf("%d orders were accepted before the opening, %d refused", before.Load(), refused.Load())
	}
	all[0].checkInvariants()
}

// load is a shop under load: what the test knows of it.
type load struct {
	shops []*counter
	bank  *bank
	id    int64
	mu    sync.Mutex // of put: no check while staff edit
	put   int64
	open  chan shop.Order
	over  atomic.Bool
}

// act does something at random.
func (l *load) act(c *counter, random *rand.Rand) error {
	ctx := context.Background()
	switch random.IntN(10) {
	case 0, 1, 2, 3, 4:
		in := inDrop(fmt.Sprintf("buyer%d@example.com", random.IntN(40)), l.id, 1+random.Int64N(2))
		in.Phone = phoneOf(fmt.Sprintf("phone%d@example.com", random.IntN(25)))
		in.ExpectedTotal = shop.Cents(8_00 * in.Lines[0].Quantity)
		order, err := c.place(in)
		if err == nil {
			select {
			case l.open <- order:
			default:
			}
		}
		return err
	case 5, 6:
		select {
		case order := <-l.open:
			l.bank.mu.Lock()
			for ref, charge := range l.bank.charges {
				if charge.Number == order.Number {
					l.bank.paid[ref] = fmt.Sprintf("card-%d", random.IntN(20))
				}
			}
			l.bank.mu.Unlock()
			_, err := c.Payments.Check(ctx, order)
			return err
		default:
			return nil
		}
	case 7:
		select {
		case order := <-l.open:
			return c.Orders.Cancel(ctx, order.Number, "", staff)
		default:
			return nil
		}
	case 8:
		if _, err := c.Payments.ReleaseExpired(ctx); err != nil {
			return err
		}
		return l.wait(c, fmt.Sprintf("buyer%d@example.com", random.IntN(40)))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p, err := c.Store.Product(ctx, l.id)
	if err != nil {
		return err
	}
	units := *p.Stock + random.Int64N(4)
	if _, err := c.Catalog.SetStock(ctx, l.id, p.Stock, &units, staff); err != nil {
		return err
	}
	l.put += units - *p.Stock
	return nil
}

// wait joins the waitlist and opens the mailed link.
func (l *load) wait(c *counter, email string) error {
	ctx := context.Background()
	if _, err := c.Waitlist.Join(ctx, l.id, email, 1, "", nil, shop.Client{IP: "127.0.0.1"}); err != nil {
		return err
	}
	entry, waiting, err := c.Store.OpenWaitlistEntry(ctx, l.id, c.mailbox(email))
	if err != nil || !waiting {
		return err
	}
	_, err = c.Waitlist.Confirm(ctx, c.Keys.Token("waitlist confirm", strconv.FormatInt(entry.ID, 10)))
	return err
}

func (l *load) check(c *counter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.checkInvariants()
	if n, err := c.Store.UnitCount(context.Background(), l.id); err != nil || n.InStock+n.Reserved+n.Ordered != l.put {
		c.t.Errorf("I1: %+v, %v, but staff put in %d", n, err, l.put)
	}
}

func TestInvariantsHoldUnderLoad(t *testing.T) { // nothing is oversold: vendure#3508, medusa#16502
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location, off := storetest.Location(t, engine), make([]time.Duration, 1)
			if engine == store.Postgres {
				off = make([]time.Duration, 3)
			}
			shops, shared := instances(t, location, off...)
			shops[0].untaxed()
			l := &load{shops: shops, bank: shared, put: 30, open: make(chan shop.Order, 1_000)}
			l.id = shops[0].product(30)
			shops[0].soon(l.id, 30, 2, 200*time.Millisecond)
			var work sync.WaitGroup
			for n := range 8 {
				work.Go(func() {
					random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(n)))
					for !l.over.Load() {
						if err := l.act(shops[n%len(shops)], random); err != nil && shop.CodeOf(err) == "" {
							t.Error(err)
							return
						}
					}
				})
			}
			for range orderCount(t, 30) {
				l.check(shops[0])
			}
			l.over.Store(true)
			work.Wait()
			l.check(shops[0])
			sold, err := shops[0].Store.SalesOfDrops(t.Context())
			if err != nil || len(sold) == 0 {
				t.Errorf("nothing was sold: %v, %v", sold, err)
			}
			if engine == store.Postgres {
				if n := storetest.Deadlocks(t, location); n > 0 {
					t.Errorf("%d deadlocks", n)
				}
			}
		})
	}
}
