package drops_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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
func instances(t *testing.T, location string, off ...time.Duration) ([]*testShop, *bank) {
	t.Helper()
	shared := &bank{charges: map[string]payment.Charge{}, paid: map[string]string{}}
	var out []*testShop
	for _, d := range off {
		s := shoptest.On(t, storetest.Open(t, location), func(c *services.Config) {
			if d != 0 {
				c.Clock = sharedclock.New(func() time.Time { return time.Now().Add(d) }, c.Store.DatabaseTime)
				if err := c.Clock.Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			c.Demo = true
			shoptest.SetProvider(c.Store, "demo", shared)
		})
		out = append(out, &testShop{Services: s, t: t, at: time.Now()})
	}
	return out, shared
}

// soon is a drop that opens after some time, teased already.
func (c *testShop) soon(product, units, limit int64, opens time.Duration) shop.Drop {
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
	d := all[0].soon(id, 5_000, 1, 4*time.Second)
	allKnow(all)
	var sold, before atomic.Int64
	refused := make([]atomic.Int64, len(all))
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
					refused[n%len(all)].Add(1)
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
	if before.Load() > 0 {
		t.Errorf("%d orders were accepted before the opening", before.Load())
	}
	for i := range refused {
		if n := refused[i].Load(); n < 3 {
			t.Errorf("instance %d was asked %d times before the opening: too few to prove anything", i, n)
		}
	}
	all[0].checkInvariants()
}

// load is a shop under load: what the test knows of it.
type load struct {
	bank     *bank
	products []int64 // of a drop that is open, and of one that sells early
	early    shop.Drop
	mu       sync.Mutex // of put: no check while staff edit
	put      map[int64]int64
	unpaid   chan shop.Order
	paid     chan shop.Order
	held     chan heldCart
	over     atomic.Bool
	did      [8]atomic.Int64 // how often each kind of action was done
}

type heldCart struct {
	email, token string
	units        int64
}

// keep puts something into a channel while there is room.
func keep[T any](into chan T, what T) {
	select {
	case into <- what:
	default:
	}
}

// some takes something out of a channel, if there is something.
func some[T any](from chan T) (what T, ok bool) {
	select {
	case what = <-from:
		return what, true
	default:
		return what, false
	}
}

// act does something at random.
func (l *load) act(c *testShop, random *rand.Rand) error {
	actions := []func(context.Context, *testShop, *rand.Rand) (bool, error){l.buy, l.pay, l.cancel, l.refund, l.wait, l.reserve, l.useCart, l.edit}
	n := [...]int{0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 5, 5, 6, 6, 7}[random.IntN(15)]
	done, err := actions[n](context.Background(), c, random)
	if done && err == nil {
		l.did[n].Add(1)
	}
	return err
}

func anybody(random *rand.Rand) string { return fmt.Sprintf("buyer%d@example.com", random.IntN(60)) }

func (l *load) buy(_ context.Context, c *testShop, random *rand.Rand) (bool, error) {
	in := inDrop(anybody(random), l.products[0], 1+random.Int64N(2))
	in.Phone = phoneOf(fmt.Sprintf("phone%d@example.com", random.IntN(40)))
	in.ExpectedTotal = shop.Cents(8_00 * in.Lines[0].Quantity)
	order, err := c.place(in)
	if err == nil {
		keep(l.unpaid, order)
	}
	return true, err
}

func (l *load) pay(ctx context.Context, c *testShop, random *rand.Rand) (bool, error) {
	order, ok := some(l.unpaid)
	if !ok {
		return false, nil
	}
	l.bank.mu.Lock()
	for ref, charge := range l.bank.charges {
		if charge.Number == order.Number {
			l.bank.paid[ref] = fmt.Sprintf("card-%d", random.IntN(20))
		}
	}
	l.bank.mu.Unlock()
	_, err := c.Payments.Check(ctx, order)
	if err == nil {
		keep(l.paid, order)
	}
	return true, err
}

func (l *load) cancel(ctx context.Context, c *testShop, _ *rand.Rand) (bool, error) {
	order, ok := some(l.unpaid)
	if !ok {
		return false, nil
	}
	return true, c.Orders.Cancel(ctx, order.Number, "", staff)
}

func (l *load) refund(ctx context.Context, c *testShop, _ *rand.Rand) (bool, error) {
	order, ok := some(l.paid)
	if !ok {
		return false, nil
	}
	if err := c.Payments.Refund(ctx, order.Number, order.Total, "", staff); err != nil {
		return false, err
	}
	return true, c.Payments.SendRefunds(ctx)
}

// wait ends what is over, joins the waitlist and opens the mailed link.
func (l *load) wait(ctx context.Context, c *testShop, random *rand.Rand) (bool, error) {
	if _, err := c.Payments.ReleaseExpired(ctx); err != nil {
		return false, err
	}
	email := anybody(random)
	if _, err := c.Waitlist.Join(ctx, l.products[0], email, 1, "", nil, shop.Client{IP: "127.0.0.1"}); err != nil {
		return false, err
	}
	entry, waiting, err := c.Store.Waitlist.OpenEntry(ctx, l.products[0], c.mailbox(email))
	if err != nil || !waiting {
		return false, err
	}
	_, err = c.Waitlist.Confirm(ctx, c.Keys.Token("waitlist confirm", strconv.FormatInt(entry.ID, 10)), nil, nobody)
	return true, err
}

// reserve holds units in a cart, or changes how many.
func (l *load) reserve(ctx context.Context, c *testShop, random *rand.Rand) (bool, error) {
	email := anybody(random)
	r, token, err := c.Carts.Reserve(ctx, reserve(l.products[1], 1+random.Int64N(2), c.earlyPass(l.early, email)))
	if err == nil {
		keep(l.held, heldCart{email, token, r.Units})
	}
	return true, err
}

// useCart orders what a cart holds, or a part of it, or gives it back.
func (l *load) useCart(ctx context.Context, c *testShop, random *rand.Rand) (bool, error) {
	cart, ok := some(l.held)
	if !ok {
		return false, nil
	}
	if random.IntN(4) == 0 {
		return true, c.Units.ReleaseReservation(ctx, cart.token)
	}
	in := inDrop(cart.email, l.products[1], 1+random.Int64N(cart.units), cart.token)
	in.ExpectedTotal = shop.Cents(8_00 * in.Lines[0].Quantity)
	order, err := c.place(in)
	if err == nil {
		keep(l.unpaid, order)
	}
	return true, err
}

// edit is a staff edit of a count.
func (l *load) edit(ctx context.Context, c *testShop, random *rand.Rand) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := l.products[random.IntN(2)]
	p, err := c.Store.Products.ByID(ctx, id)
	if err != nil {
		return false, err
	}
	units := random.Int64N(4) // few, so that people wait
	if _, err := c.Catalog.SetStock(ctx, id, p.Stock, &units, staff); err != nil {
		return false, err
	}
	l.put[id] += units - *p.Stock
	return true, nil
}

func (l *load) check(c *testShop) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.checkInvariants()
	for id, put := range l.put {
		if n, err := c.Store.Stock.Count(context.Background(), id); err != nil || n.InStock+n.Reserved+n.Ordered != put {
			c.t.Errorf("units in stock, reserved and ordered: %+v, %v, but staff put in %d", n, err, put)
		}
	}
}

// openLoad makes a drop that is open in a moment and one that sells early in a moment.
func openLoad(c *testShop, bank *bank) *load {
	c.t.Helper()
	c.untaxed()
	l := &load{bank: bank, put: map[int64]int64{}, unpaid: make(chan shop.Order, 1_000), paid: make(chan shop.Order, 1_000), held: make(chan heldCart, 1_000)}
	second, err := c.Catalog.CreateProduct(c.t.Context(), shop.ProductInput{Name: "Plum Chips", Slug: "plum-chips", Description: "Salty.", Price: 8_00, InStock: true, Stock: new(int64(30))}, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	l.products = []int64{c.product(30), second.ID}
	for _, id := range l.products {
		l.put[id] = 30
	}
	c.soon(l.products[0], 30, 2, time.Second)
	l.early = c.scheduledDrop(second.ID, func(d *shop.Drop) {
		early := c.Now().Add(time.Second)
		d.Name, d.Mode, d.TeasedAt, d.EarlyAt, d.OpensAt, d.LimitUnits, d.EarlyShare = "Plum Box", shop.DropOpen, c.Now(), &early, c.Now().Add(time.Hour), 2, 100
		d.HoldTime, d.ReservationTime = 5*time.Second, 5*time.Second
		d.Products[0].Units, d.Products[0].Hidden = 30, false
	})
	c.editDrop(l.early.ID, func(_ *store.Tx, d *shop.Drop) error { d.ReservationTime = time.Second; return nil }) // many end
	return l
}

func TestInvariantsHoldUnderLoad(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location, off := storetest.Location(t, engine), make([]time.Duration, 1)
			if engine == store.Postgres {
				off = make([]time.Duration, 3)
			}
			shops, shared := instances(t, location, off...)
			l := openLoad(shops[0], shared)
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
			checks := sizeOf(t, 30)
			begun := time.Now() // a busy machine may need longer until everything was done once
			for n := 0; n < checks || !t.Failed() && l.idle() && time.Since(begun) < 2*time.Minute; n++ {
				l.check(shops[0])
			}
			l.over.Store(true)
			work.Wait()
			l.check(shops[0])
			if l.idle() {
				t.Errorf("of some actions none was done: %v", l.counts())
			}
			if engine == store.Postgres {
				if n := storetest.Deadlocks(t, location); n > 0 {
					t.Errorf("%d deadlocks", n)
				}
			}
			t.Logf("%d checks on %s with %d instances beside orders, payments, cancellations, refunds, waitlist, carts, orders from carts and edits: %v", checks, engine, len(shops), l.counts())
		})
	}
}

func (l *load) counts() (counts []int64) {
	for i := range l.did {
		counts = append(counts, l.did[i].Load())
	}
	return counts
}

// idle says that some kind of action was not done yet.
func (l *load) idle() bool { return slices.Contains(l.counts(), 0) }
