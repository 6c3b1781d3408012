package drops_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
)

// bank is a payment provider whose pages are paid when the test says so.
type bank struct {
	mu      sync.Mutex
	charges map[string]payment.Charge
	paid    map[string]string // payer by reference
}

func newBank(all ...*services.Services) *bank {
	b := &bank{charges: map[string]payment.Charge{}, paid: map[string]string{}}
	for _, s := range all {
		shoptest.SetProvider(s.Store, "demo", b)
	}
	return b
}

func (b *bank) Minimum(string) shop.Cents { return 1 }

func (b *bank) Start(_ context.Context, c payment.Charge) (payment.Started, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.charges["ref-"+c.Key] = c
	return payment.Started{Ref: "ref-" + c.Key, PayURL: "http://bank.test/" + c.Key}, nil
}

func (b *bank) Lookup(_ context.Context, ref string) (payment.Outcome, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.charges[ref]
	if !ok {
		return payment.Outcome{}, errors.New("no such payment")
	}
	out := payment.Outcome{Ref: ref, State: shop.PaymentStateOpen, Amount: c.Amount, Currency: c.Currency}
	if payer, paid := b.paid[ref]; paid {
		out.State, out.CaptureRef, out.Payer = shop.PaymentStatePaid, "capture-"+ref, payer
	}
	return out, nil
}

func (b *bank) Cancel(context.Context, string) error { return nil }

func (b *bank) Refund(_ context.Context, r payment.RefundRequest) (string, error) {
	return "refund-" + r.Key, nil
}

func (b *bank) ParseWebhook(context.Context, http.Header, []byte) (payment.Outcome, bool, error) {
	return payment.Outcome{}, false, errors.New("nobody sends any")
}

// payOnline pays an order's page and lets the shop hear of it.
func (c *testShop) payOnline(b *bank, order shop.Order, payer string) shop.Order {
	c.t.Helper()
	c.elsewhere()
	b.mu.Lock()
	for ref, charge := range b.charges {
		if charge.Number == order.Number {
			b.paid[ref] = payer
		}
	}
	b.mu.Unlock()
	if _, err := c.Payments.Check(c.t.Context(), order); err != nil {
		c.t.Fatal(err)
	}
	return c.orderNow(order)
}

func (c *testShop) orderNow(order shop.Order) shop.Order {
	c.t.Helper()
	now, err := c.Store.Orders.ByNumber(c.t.Context(), order.Number)
	if err != nil {
		c.t.Fatal(err)
	}
	return now
}

// inDrop is a pickup of a product of a drop that is paid online.
func inDrop(email string, id, quantity int64, tokens ...string) shop.Checkout {
	c := checkout(email, 0, id, quantity, tokens...)
	c.Payment, c.Phone, c.Name = shop.PayCard, phoneOf(email), "Buyer "+email
	return c
}

// phoneOf gives every mailbox a phone of its own.
func phoneOf(email string) string {
	sum := uint64(14695981039346656037)
	for _, b := range []byte(shop.Mailbox(email)) {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return fmt.Sprintf("%010d", 2_000_000_000+sum%7_000_000_000)
}

// order places a checkout at the total that a quote gives.
func (c *testShop) order(checkout shop.Checkout, client ...string) (shop.Order, error) {
	c.t.Helper()
	c.elsewhere()
	quoted, err := c.Orders.Quote(c.t.Context(), orders.QuoteRequest{Lines: checkout.Lines, Fulfillment: checkout.Fulfillment, Method: checkout.Method,
		State: checkout.Address.State, Reserved: checkout.Reservations, Pass: checkout.Pass})
	if err == nil {
		checkout.ExpectedTotal = quoted.Total
	}
	return c.place(checkout, client...)
}

// earlyDrop is a drop of one product in mode open that opens in an hour, with early
// access from now on, 8 units and a price of its own.
func (c *testShop) earlyDrop(product int64, change func(*shop.Drop)) shop.Drop {
	c.t.Helper()
	return c.scheduledDrop(product, func(d *shop.Drop) {
		d.Mode, d.TeasedAt, d.OpensAt = shop.DropOpen, c.now().Add(time.Minute), c.now().Add(time.Hour)
		early, price := c.now().Add(30*time.Minute), shop.Cents(6_00)
		d.EarlyAt, d.LimitUnits = &early, 2
		d.Products[0].Price, d.Products[0].Hidden = &price, false
		if change != nil {
			change(d)
		}
	})
}

// to moves the clock to a moment.
func (c *testShop) to(at time.Time) {
	c.t.Helper()
	c.move(at.Sub(c.now()))
}

// editDrop changes a drop directly.
func (c *testShop) editDrop(id int64, change func(tx *store.Tx, d *shop.Drop) error) shop.Drop {
	c.t.Helper()
	err := c.Store.Write(c.t.Context(), func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(c.t.Context(), id)
		if err != nil {
			return err
		}
		if err := change(tx, &d); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventDrop, ID: id})
		if err := tx.TouchCatalog(c.t.Context()); err != nil {
			return err
		}
		return tx.Drops.Change(c.t.Context(), d, c.now())
	})
	if err != nil {
		c.t.Fatal(err)
	}
	d, err := c.Store.Drops.ByID(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

func (c *testShop) earlyPass(d shop.Drop, email string) string {
	return reservations.EarlyPass(c.Keys, d.ID, c.mailbox(email))
}

func wantMessage(t *testing.T, err error, code shop.Code, text string) {
	t.Helper()
	wantCode(t, err, code)
	if err != nil && !strings.Contains(err.Error(), text) {
		t.Errorf("got %q, want %q in it", err, text)
	}
}

func TestAnOrderIsAcceptedByThePhaseOfItsDrop(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		end := c.now().Add(3 * time.Hour)
		d := c.earlyDrop(id, func(d *shop.Drop) { d.EndsAt = &end })
		buy := func(email string, pass string) (shop.Order, error) {
			in := inDrop(email, id, 1)
			in.Pass = pass
			return c.order(in)
		}
		before, err := buy("before@example.com", "")
		if err != nil || before.Lines[0].DropID != nil || before.Lines[0].Price != 8_00 {
			t.Fatalf("before the tease: %+v, %v, want a sale as usual", before.Lines, err)
		}
		c.to(d.TeasedAt)
		_, err = buy("ada@example.com", c.earlyPass(d, "ada@example.com"))
		wantMessage(t, err, shop.NotOpen, "This drop opens Monday, November 16 at 1:00 PM PST.")
		c.to(*d.EarlyAt)
		_, err = buy("ada@example.com", "")
		wantCode(t, err, shop.NotOpen)
		_, err = buy("ada@example.com", c.earlyPass(d, "ben@example.com"))
		wantCode(t, err, shop.NotFound)
		_, err = buy("ada@example.com", c.earlyPass(shop.Drop{ID: d.ID + 1}, "ada@example.com"))
		wantCode(t, err, shop.NotFound)
		_, err = buy("ada@example.com", "forged")
		wantCode(t, err, shop.NotFound)
		early, err := buy("Ada+early@example.com", c.earlyPass(d, "ada@example.com"))
		if err != nil {
			t.Fatal(err)
		}
		if line := early.Lines[0]; line.DropID == nil || *line.DropID != d.ID || line.Price != 6_00 {
			t.Errorf("early: %+v", line)
		}
		if until := early.ReservedUntil; until == nil || !until.Equal(c.now().Add(10*time.Minute)) {
			t.Errorf("held until %v, want 10 minutes", until)
		}
		if _, err = buy("ben@example.com", c.earlyPass(d, "ben@example.com")); err != nil {
			t.Fatal(err)
		}
		_, err = buy("cem@example.com", c.earlyPass(d, "cem@example.com"))
		wantMessage(t, err, shop.NotOpen, "The early units are gone. The rest opens Monday, November 16 at 1:00 PM PST.")
		if _, err := c.Orders.Release(t.Context(), early); err != nil { // its unit counts down again
			t.Fatal(err)
		}
		if _, err = buy("cem@example.com", c.earlyPass(d, "cem@example.com")); err != nil {
			t.Errorf("after an early unit came back: %v", err)
		}
		c.to(d.OpensAt)
		if live, err := buy("dua@example.com", c.earlyPass(d, "somebody@example.com")); err != nil || live.Lines[0].DropID == nil {
			t.Errorf("live: %+v, %v", live.Lines, err)
		}
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { now := c.now(); d.PausedAt = &now; return nil })
		_, err = buy("eve@example.com", "")
		wantMessage(t, err, shop.DropPaused, "Paused for a moment")
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.PausedAt = nil; return nil })
		c.to(end)
		_, err = buy("eve@example.com", "")
		wantMessage(t, err, shop.NotOpen, "This drop is over.")
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.SellRest = true; return nil })
		c.runTasks()
		if rest, err := buy("eve@example.com", ""); err != nil || rest.Lines[0].DropID != nil || rest.Lines[0].Price != 8_00 {
			t.Errorf("the rest: %+v, %v, want a sale as usual", rest.Lines, err)
		}
	})
}

func TestAProductThatIsNotPublishedCannotBeOrdered(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		session := c.signUp("ada")
		if err := c.Carts.SetCartItem(t.Context(), session.User.ID, shop.CartItem{ProductID: id, Quantity: 1}); err != nil {
			t.Fatal(err)
		}
		bought, err := c.Orders.Place(t.Context(), checkout("ada@example.com", 8_00, id, 1), "unpublished-key-1", orders.Buyer{User: &session.User, Client: shop.Client{IP: "127.0.0.1"}})
		if err != nil {
			t.Fatal(err)
		}
		c.earlyDrop(id, func(d *shop.Drop) { d.Products[0].Hidden = true })
		_, err = c.order(inDrop("ben@example.com", id, 1))
		wantCode(t, err, shop.OutOfStock)
		if lines, err := c.Carts.Cart(t.Context(), session.User.ID); err != nil || len(lines) != 0 {
			t.Errorf("the cart has %d lines, %v", len(lines), err)
		}
		missing, err := c.Carts.Reorder(t.Context(), session.User.ID, bought.Order.Number)
		if err != nil || len(missing) != 1 {
			t.Errorf("reordering misses %v, %v", missing, err)
		}
		_, err = c.Waitlist.Join(t.Context(), id, "cem@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantCode(t, err, shop.NotFound)
		q, err := c.Orders.Quote(t.Context(), orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: 1}}, Fulfillment: shop.Pickup})
		if err != nil || len(q.Problems) != 1 || q.Problems[0].Kind != "gone" {
			t.Errorf("quoted %v, %v", q.Problems, err)
		}
	})
}

func TestAnOrderOfADropNeedsAPhoneAndIsPaidOnline(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		c.untaxed()
		newBank(c.all...)
		id := c.product(10)
		d := c.earlyDrop(id, nil)
		c.to(d.OpensAt)
		in := inDrop("ada@example.com", id, 1)
		in.Phone = ""
		_, err := c.order(in)
		wantMessage(t, err, shop.Invalid, "phone")
		in = inDrop("ada@example.com", id, 1)
		in.Payment = shop.PayManual
		_, err = c.order(in)
		wantMessage(t, err, shop.Invalid, "paid online")
		c.editDrop(d.ID, func(_ *store.Tx, d *shop.Drop) error { d.PayAtPickup = true; return nil })
		order, err := c.order(in)
		if err != nil {
			t.Fatal(err)
		}
		if !order.ReservedUntil.Equal(c.now().Add(shop.ConfirmTime)) {
			t.Errorf("held until %v, want an hour until it is confirmed", order.ReservedUntil)
		}
	})
}
