package drops_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment/manual"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// walk is a product whose units move at random, and what the test knows of them.
type walk struct {
	*testShop
	random *rand.Rand
	id     int64
	put    int64 // units that staff put in, less those they took out
	open   []string
	dropID int64 // 0 outside of drops
	people int
	seen   map[int64]shop.WaitlistEntry // the waitlist after the step before
}

func (w *walk) person() string { return fmt.Sprintf("person%d@example.com", w.random.IntN(w.people)) }

// takeOrder removes a random open order from the list.
func (w *walk) takeOrder() string {
	if len(w.open) == 0 {
		return ""
	}
	i := w.random.IntN(len(w.open))
	number := w.open[i]
	w.open = slices.Delete(w.open, i, i+1)
	return number
}

func (w *walk) buy(email string, quantity int64, tokens ...string) {
	in := checkout(email, shop.Cents(8_00*quantity), w.id, quantity, tokens...)
	in.Phone = phoneOf(email)
	if order, err := w.place(in); err == nil {
		w.open = append(w.open, order.Number)
	} else if shop.CodeOf(err) == "" {
		w.t.Fatal(err)
	}
}

// offer is the token of somebody's newest offer, which may be over.
func (w *walk) offer(email string) string {
	offers := allMailed[outbox.OfferEmail](w.testShop, email)
	if len(offers) == 0 {
		return ""
	}
	return tokenOf(offers[len(offers)-1].URL)
}

// mayRefuse fails the test for anything but a refusal.
func (w *walk) mayRefuse(err error) {
	w.t.Helper()
	if err != nil && shop.CodeOf(err) == "" {
		w.t.Fatal(err)
	}
}

// edit is a staff edit of the count by some units, one by one or in a file. It is
// tried again when the shop moved units since the count was read.
func (w *walk) edit(change int64, file bool) {
	w.t.Helper()
	for {
		p, err := w.Store.Products.ByID(w.t.Context(), w.id)
		if err != nil {
			w.t.Fatal(err)
		}
		units := max(0, *p.Stock+change)
		var done bool
		if file {
			text := fmt.Sprintf("id,stock_quantity\n%d,%d\n", w.id, units)
			var plan productcsv.Import
			plan, err = w.ProductFiles.ImportProducts(w.t.Context(), strings.NewReader(text), staff)
			done = err == nil && plan.Counts[productcsv.ImportError] == 0
		} else {
			_, err = w.Catalog.SetStock(w.t.Context(), w.id, p.Stock, &units, staff)
			done = err == nil
		}
		if w.mayRefuse(err); done {
			w.put += units - *p.Stock
			return
		}
	}
}

func (w *walk) step() string {
	w.elsewhere()
	ctx, email := w.t.Context(), w.person()
	switch w.random.IntN(11) {
	case 0, 1:
		quantity := 1 + w.random.Int64N(2)
		w.buy(email, quantity)
		return fmt.Sprintf("%s buys %d", email, quantity)
	case 2, 3:
		if _, err := w.Waitlist.Join(ctx, w.id, email, 1+w.random.Int64N(2), "", nil, shop.Client{IP: "127.0.0.1"}); err != nil {
			w.mayRefuse(err)
			return email + " may not wait"
		}
		for _, m := range allMailed[outbox.WaitlistEmail](w.testShop, email) {
			_, err := w.Waitlist.Confirm(ctx, tokenOf(m.ConfirmURL), nil, nobody)
			w.mayRefuse(err)
		}
		return email + " waits"
	case 4, 5:
		if token := w.offer(email); token != "" {
			w.buy(email, 1, token)
		}
		return email + " uses an offer"
	case 6:
		if token := w.offer(email); token != "" {
			w.mayRefuse(w.Units.ReleaseReservation(ctx, token))
		}
		return email + " gives an offer back"
	case 7:
		if number := w.takeOrder(); number != "" {
			w.mayRefuse(w.Orders.Cancel(ctx, number, "", staff))
		}
		return "staff cancel"
	case 8:
		if number := w.takeOrder(); number != "" {
			w.mayRefuse(w.Payments.MarkPaid(ctx, number, staff))
			if o, err := w.Store.Orders.ByNumber(ctx, number); err == nil && o.Payment == shop.Paid && w.random.IntN(2) == 0 {
				err := w.Payments.Refund(ctx, number, o.Total, "", staff)
				for w.mayRefuse(err); err == nil && w.orderNow(o).Payment != shop.MoneyReturned; { // a file of counts does not see units that come back beside it
					if err := w.Payments.SendRefunds(ctx); err != nil {
						w.t.Fatal(err)
					}
				}
			}
		}
		return "staff take money and give some back"
	case 9:
		w.move(time.Duration(1+w.random.IntN(30)) * time.Hour)
		w.endHolds()
		w.offerFreeUnits() // for those who rested
		return "time passes"
	default:
		change, file := w.random.Int64N(7)-3, w.random.IntN(2) == 0
		w.edit(change, file)
		return fmt.Sprintf("staff change the count by %d, file %t", change, file)
	}
}

// endHolds ends what is over, and waits for what the shop's own workers have begun to end.
func (w *walk) endHolds() {
	w.t.Helper()
	for over := true; over; {
		if _, err := w.Payments.ReleaseExpired(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		holds, err := w.Store.OrderHolds.HasExpired(w.t.Context(), w.now())
		if err != nil {
			w.t.Fatal(err)
		}
		reserved, err := w.Store.Reservations.Expired(w.t.Context(), w.now(), 1)
		if err != nil {
			w.t.Fatal(err)
		}
		over = holds || len(reserved) > 0
	}
}

// check holds what must be true after every step.
func (w *walk) check(step string) {
	w.t.Helper()
	n, err := w.Store.Stock.Count(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	if n.InStock+n.Reserved+n.Ordered != w.put || n.InStock < 0 {
		w.t.Fatalf("after %q: %+v, but staff put in %d", step, n, w.put)
	}
	if w.dropID != 0 {
		w.checkInvariants()
		w.checkNobodyWaits(step)
		return
	}
	entries, err := w.Store.Waitlist.Open(w.t.Context(), w.id, w.people)
	if err != nil {
		w.t.Fatal(err)
	}
	w.checkOrder(step, entries)
	for _, e := range entries {
		if e.State == shop.WaitlistWaiting && e.Proven && n.InStock > n.Unoffered {
			w.t.Fatalf("after %q: %+v is free although %s waits", step, n, e.Email)
		}
	}
}

// checkNobodyWaits holds that in a drop nothing is free for everybody while somebody is next: an entry that counts, does not
// rest and whose owner may have more units. Nothing moves meanwhile: the drop is locked.
func (w *walk) checkNobodyWaits(step string) {
	w.t.Helper()
	err := w.Store.Write(w.t.Context(), func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(w.t.Context(), w.dropID)
		if err != nil {
			return err
		}
		n, err := tx.Stock.Count(w.t.Context(), w.id)
		if err != nil {
			return err
		}
		next, waits, err := tx.Waitlist.NextInDrop(w.t.Context(), w.id, d, w.now())
		if waits && n.InStock > n.Unoffered {
			w.t.Errorf("after %q: %+v is free although %s waits", step, n, next.Email)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// checkOrder holds that nobody was offered units while somebody before them, by rank
// and id, waited all the time.
func (w *walk) checkOrder(step string, entries []shop.WaitlistEntry) {
	w.t.Helper()
	waiting := ""
	now := make(map[int64]shop.WaitlistEntry, len(entries))
	for _, e := range entries {
		before, known := w.seen[e.ID]
		if e.State == shop.WaitlistOffered && (!known || before.State != shop.WaitlistOffered) && waiting != "" {
			w.t.Fatalf("after %q: %s has an offer although %s waited before them", step, e.Email, waiting)
		}
		if known && before.Version == e.Version && e.State == shop.WaitlistWaiting && e.Proven {
			waiting = e.Email
		}
		now[e.ID] = e
	}
	w.seen = now
}

// walkFrom starts a walk. A long one starts with 500 units and 2,000 people who wait for them.
func walkFrom(c *testShop, steps int) *walk {
	c.t.Helper()
	c.pay("manual", manual.Provider{})
	c.untaxed()
	seed := uint64(time.Now().UnixNano())
	c.t.Logf("seed %d", seed)
	w := &walk{testShop: c, random: rand.New(rand.NewPCG(seed, 1)), people: 12}
	if steps < 10_000 {
		w.id, w.put = c.product(3), 3
		return w
	}
	w.people, w.id = 2_000, c.product(0)
	for n := range w.people {
		c.waitsSince(w.id, fmt.Sprintf("person%d@example.com", n), nil, 0)
	}
	w.edit(500, false)
	return w
}

// Whatever happens to orders, offers and counts, every unit has exactly one owner.
func TestEveryUnitHasOneOwner(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		n := sizeOf(t, 80)
		w := walkFrom(c, n)
		for range n {
			w.check(w.step())
		}
		t.Logf("%d steps at %d instances: every unit has one owner", n, len(c.all))
	})
}

// The same for a product of a drop, with its limits.
func TestEveryUnitOfADropHasOneOwner(t *testing.T) {
	eachWithInstances(t, func(t *testing.T, c *testShop) {
		w := walkFrom(c, 0)
		d := c.earlyDrop(w.id, func(d *shop.Drop) { d.PayAtPickup, d.Products[0].Units, d.Products[0].Price = true, 3, nil })
		w.dropID = d.ID
		c.to(d.OpensAt)
		n := sizeOf(t, 80)
		for range n {
			w.check(w.step())
		}
		t.Logf("%d steps in a drop at %d instances: every unit has one owner", n, len(c.all))
	})
}
