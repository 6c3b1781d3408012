package drops_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

var staff = audit.Actor{Name: "staff"}

// nobody is a client whose network is not limited.
var nobody = shop.Client{IP: "127.0.0.1"}

// counter is a shop with a clock that the test moves and a list of what it mailed.
type counter struct {
	*services.Services
	all  []*services.Services // instances on the same database
	t    *testing.T
	mu   sync.Mutex
	at   time.Time
	sent []outbox.Message
}

func eachCounter(t *testing.T, test func(t *testing.T, c *counter)) {
	t.Helper()
	t.Parallel()
	counters := map[*services.Services]*counter{}
	var mu sync.Mutex
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		mu.Lock()
		c := counters[s]
		mu.Unlock()
		c.t = t
		test(t, c)
	}, func(s *services.Services) {
		c := &counter{Services: s, all: []*services.Services{s}, at: testStart}
		s.Now, s.Outbox.Mailer = c.now, c
		mu.Lock()
		counters[s] = c
		mu.Unlock()
	})
}

// testStart is noon in Los Angeles.
var testStart = time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)

// eachWithCopies runs a test on SQLite, and on PostgreSQL with three instances that do its steps in turn.
func eachWithCopies(t *testing.T, test func(t *testing.T, c *counter)) {
	t.Helper()
	t.Parallel()
	for _, on := range []struct {
		engine store.Engine
		copies int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(fmt.Sprintf("%s %d", on.engine, on.copies), func(t *testing.T) {
			t.Parallel()
			c, location := &counter{t: t, at: testStart}, storetest.Location(t, on.engine)
			for range on.copies {
				c.all = append(c.all, shoptest.On(t, storetest.Open(t, location), func(s *services.Services) { s.Now, s.Outbox.Mailer = c.now, c }))
			}
			c.Services = c.all[0]
			test(t, c)
		})
	}
}

// elsewhere lets the next step be done by another instance, once that has heard of what staff changed.
func (c *counter) elsewhere() {
	c.t.Helper()
	if len(c.all) < 2 {
		return
	}
	version := c.version()
	c.Services = c.all[(slices.Index(c.all, c.Services)+1)%len(c.all)]
	c.knows(version)
}

// knows waits until an instance has heard of a version of the catalogue.
func (c *counter) knows(version int64) {
	c.t.Helper()
	for end := time.Now().Add(10 * time.Second); c.Versions.Catalog() < version; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("an instance knows version %d of the catalogue, want %d", c.Versions.Catalog(), version)
		}
	}
}

// allKnow waits until all instances have heard of what staff changed.
func allKnow(instances []*counter) {
	version := instances[0].version()
	for _, c := range instances {
		c.knows(version)
	}
}

// pay lets all instances take payments with a provider.
func (c *counter) pay(name string, provider payment.Provider) {
	for _, s := range c.all {
		shoptest.SetProvider(s, name, provider)
	}
}

func (c *counter) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// move lets time pass and ends what is over by then.
func (c *counter) move(d time.Duration) {
	c.t.Helper()
	c.elsewhere()
	c.mu.Lock()
	c.at = c.at.Add(d)
	c.mu.Unlock()
	if _, err := c.Units.EndExpired(context.Background()); err != nil {
		c.t.Fatal(err)
	}
}

// Send keeps what would be mailed.
func (c *counter) Send(_ context.Context, m outbox.Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, m)
	return nil
}

// mailed waits for the newest email of one kind to an address.
func mailed[E outbox.Email](c *counter, to string) E {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if all := allMailed[E](c, to); len(all) > 0 {
			return all[len(all)-1]
		}
	}
	c.t.Fatalf("no such email to %s", to)
	panic("unreachable")
}

// anyone is every address.
const anyone = ""

func allMailed[E outbox.Email](c *counter, to string) []E {
	c.t.Helper()
	if err := c.Outbox.SendDue(context.Background()); err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []E
	for _, m := range c.sent {
		if e, ok := m.Email.(E); ok && (to == anyone || m.To == to) {
			found = append(found, e)
		}
	}
	return found
}

func (c *counter) product(stock int64) int64 {
	c.t.Helper()
	p, err := c.Catalog.CreateProduct(context.Background(), shop.ProductInput{Name: "Yuzu Kombucha", Slug: "yuzu-kombucha", Description: "Sour.", Price: 8_00, InStock: true, Stock: &stock}, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	return p.ID
}

// setStock is a staff edit of the count.
func (c *counter) setStock(id, units int64) {
	c.t.Helper()
	c.elsewhere()
	p, err := c.Store.Products.ByID(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.Catalog.SetStock(context.Background(), id, p.Stock, &units, staff); err != nil {
		c.t.Fatal(err)
	}
}

func (c *counter) free(id int64) int64 {
	c.t.Helper()
	p, err := c.Store.Products.ByID(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return *p.Free()
}

func (c *counter) join(id int64, email string, units int64) {
	c.t.Helper()
	c.elsewhere()
	if _, err := c.Waitlist.Join(context.Background(), id, email, units, "", nil, shop.Client{IP: "127.0.0.1"}); err != nil {
		c.t.Fatal(err)
	}
}

func tokenOf(url string) string { return url[strings.LastIndexAny(url, "/=")+1:] }

// wait joins and opens the mailed link.
func (c *counter) wait(id int64, email string, units int64) {
	c.t.Helper()
	c.join(id, email, units)
	c.confirm(email)
}

// states are those of the entries that still wait or have an offer, in order.
func (c *counter) states(id int64) string {
	c.t.Helper()
	entries, err := c.Waitlist.Entries(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Email, "@")
		out = append(out, name+" "+string(e.State))
	}
	return strings.Join(out, ", ")
}

func wantCode(t *testing.T, err error, code shop.Code) {
	t.Helper()
	if shop.CodeOf(err) != code {
		t.Errorf("got %v, want the code %s", err, code)
	}
}

func TestJoiningNeedsASoldOutProduct(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		ctx, client := t.Context(), shop.Client{IP: "127.0.0.1"}
		id := c.product(1)
		_, err := c.Waitlist.Join(ctx, id, "ada@example.com", 1, "", nil, client)
		wantCode(t, err, shop.Conflict)
		c.setStock(id, 0)
		_, err = c.Waitlist.Join(ctx, id, "not an address", 1, "", nil, client)
		wantCode(t, err, shop.Invalid)
		_, err = c.Waitlist.Join(ctx, id, "ada@example.com", 11, "", nil, client)
		wantCode(t, err, shop.Invalid)
		_, err = c.Waitlist.Join(ctx, id+1, "ada@example.com", 1, "", nil, client)
		wantCode(t, err, shop.NotFound)
		c.join(id, "Ada+tag@example.com", 1)
		c.join(id, "ada@example.com", 1) // the same mailbox
		if got := c.states(id); got != "Ada+tag waiting" {
			t.Errorf("the waitlist is %q", got)
		}
	})
}

func TestAStrangerDoesNotHearWhatTheOwnerOfAnAddressHasDone(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		id, stranger := c.product(0), shop.Client{IP: "2001:db8:1:1::1"}
		c.wait(id, "ada@example.com", 1)
		c.setStock(id, 1)
		c.wait(id, "ben@example.com", 1)
		for _, email := range []string{"ada@example.com", "ben@example.com"} { // one has an offer, one waits
			place, err := c.Waitlist.Join(t.Context(), id, email, 1, "", nil, stranger)
			if err != nil || place.Counts || place.State != shop.WaitlistWaiting {
				t.Errorf("%s: %+v, %v", email, place, err)
			}
		}
	})
}

func TestJoiningIsLimitedPerNetworkAndTheWiderOne(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		id, joined := c.product(0), 0
		for i := range 300 { // fifteen networks of one site
			_, err := c.Waitlist.Join(t.Context(), id, fmt.Sprintf("guest%d@example.com", i), 1, "", nil, shop.Client{IP: fmt.Sprintf("2001:db8:1:%x::1", i/20)})
			if err == nil {
				joined++
			} else {
				wantCode(t, err, shop.TooMany)
			}
		}
		if joined != 200 {
			t.Errorf("%d joined, want 200", joined)
		}
	})
}

func TestAnUnopenedLinkGetsNoOfferAndDelaysNobody(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		id := c.product(0)
		n := sizeOf(t, 20)
		for i := range n {
			c.join(id, fmt.Sprintf("typed%d@example.com", i), 1)
		}
		c.wait(id, "ada@example.com", 1)
		c.setStock(id, 1)
		if offer := mailed[outbox.OfferEmail](c, "ada@example.com"); offer.Units != 1 {
			t.Errorf("offered %d units", offer.Units)
		}
		if free := c.free(id); free != 0 {
			t.Errorf("%d units are free although somebody has an offer", free)
		}
		t.Logf("%d places whose link was not opened, at %d instances: no offer, and nobody waited for them", n, len(c.all))
	})
}

func TestAnOfferThatLapsesGoesToTheNextAndNotToTheSame(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		id := c.product(0)
		for _, name := range []string{"ada", "ben", "cem", "dua"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.setStock(id, 1)
		for round, want := range []string{"ada offered, ben waiting, cem waiting, dua waiting", "ben offered, cem waiting, dua waiting", "cem offered, dua waiting"} {
			if got := c.states(id); got != want {
				t.Fatalf("round %d: %q, want %q", round, got, want)
			}
			if free := c.free(id); free != 0 {
				t.Errorf("round %d: %d free", round, free)
			}
			c.move(24 * time.Hour)
		}
		if got, free := c.states(id), c.free(id); got != "dua waiting" || free != 1 {
			t.Errorf("after three offers: %q and %d free, want the unit to be free", got, free)
		}
		_, err := c.Waitlist.Join(t.Context(), id, "a.d.a@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantCode(t, err, shop.Conflict) // there is a free unit
		c.setStock(id, 0)
		_, err = c.Waitlist.Join(t.Context(), id, "ada+again@example.com", 1, "", nil, shop.Client{IP: "127.0.0.1"})
		wantCode(t, err, shop.Conflict) // barred for 30 days
		c.move(31 * 24 * time.Hour)
		c.join(id, "ada+again@example.com", 1)
	})
}

func TestGivingBackAndLeavingPassUnitsOn(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		id := c.product(0)
		for _, name := range []string{"ada", "ben", "cem"} {
			c.wait(id, name+"@example.com", 1)
		}
		c.setStock(id, 1)
		token := tokenOf(mailed[outbox.OfferEmail](c, "ada@example.com").URL)
		if err := c.Units.ReleaseReservation(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.Units.ReleaseReservation(t.Context(), token), shop.ReservationExpired)
		wantCode(t, c.Units.ReleaseReservation(t.Context(), token[:len(token)-2]+"AA"), shop.NotFound)
		if err := c.Waitlist.Leave(t.Context(), tokenOf(mailed[outbox.OfferEmail](c, "ben@example.com").LeaveURL), nobody); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "cem offered" {
			t.Errorf("the waitlist is %q", got)
		}
		entries, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.Waitlist.Remove(t.Context(), id+1, entries[0].ID, staff), shop.NotFound)
		if err := c.Waitlist.Remove(t.Context(), id, entries[0].ID, staff); err != nil {
			t.Fatal(err)
		}
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("after staff removed the last: %q, %d free", got, free)
		}
	})
}

func TestNoOffersWhileSwitchedOff(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		off, on := false, true
		patch := func(flag *bool) {
			t.Helper()
			if _, _, err := c.Catalog.ChangeProducts(t.Context(), bulk(id, flag), staff); err != nil {
				t.Fatal(err)
			}
		}
		patch(&off)
		c.setStock(id, 1)
		if got := c.states(id); got != "ada waiting" {
			t.Errorf("switched off: %q", got)
		}
		patch(&on)
		if got := c.states(id); got != "ada offered" {
			t.Errorf("switched on: %q", got)
		}
		wantCode(t, c.Catalog.DeleteProduct(t.Context(), id, staff), shop.InUse)
	})
}

func TestOffersStandStillInQuietHours(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		id := c.product(0)
		c.wait(id, "ada@example.com", 1)
		c.move(9 * time.Hour) // 21:00, one hour before the quiet hours
		c.setStock(id, 1)
		c.move(21 * time.Hour) // 18:00 on the next day: 11 of 12 hours are over
		if got := c.states(id); got != "ada offered" {
			t.Errorf("after the night: %q", got)
		}
		c.move(66 * time.Minute)
		if got, free := c.states(id), c.free(id); got != "" || free != 1 {
			t.Errorf("after its time: %q, %d free", got, free)
		}
	})
}

// pretix/pretix#974: whoever needed two had to wait twice, and the first offer was over before the second came.
func TestPretix974WhoWantsTwoWaitsOnceForBoth(t *testing.T) {
	eachWithCopies(t, func(t *testing.T, c *counter) {
		c.untaxed()
		id := c.product(0)
		c.wait(id, "ada@example.com", 2)
		c.wait(id, "ben@example.com", 1)
		c.setStock(id, 1)
		offer := mailed[outbox.OfferEmail](c, "ada@example.com")
		if offer.Units != 1 || offer.Wanted != 2 {
			t.Errorf("offered %d of %d", offer.Units, offer.Wanted)
		}
		if _, err := c.order(checkout("ada@example.com", 8_00, id, 1, tokenOf(offer.URL))); err != nil {
			t.Fatal(err)
		}
		if got := c.states(id); got != "ada waiting, ben waiting" {
			t.Errorf("after buying one of two: %q", got)
		}
		c.wait(id, "cem@example.com", 2)
		c.setStock(id, 4) // one for the place that ada kept, one for ben and two at once for cem
		if got := c.states(id); got != "ada offered, ben offered, cem offered" {
			t.Errorf("after four units came: %q", got)
		}
		entries, err := c.Waitlist.Entries(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for i, units := range []int64{1, 1, 2} {
			if r, err := c.Store.Reservations.ByID(t.Context(), *entries[i].ReservationID); err != nil || r.Units != units {
				t.Errorf("%s was offered %d, %v, want %d", entries[i].Email, r.Units, err, units)
			}
		}
	})
}

func bulk(id int64, inStock *bool) []catalog.BulkChange {
	return []catalog.BulkChange{{IDs: []int64{id}, Set: shop.ProductPatch{InStock: inStock}}}
}

func price(id int64, price shop.Cents) []catalog.BulkChange {
	return []catalog.BulkChange{{IDs: []int64{id}, Set: shop.ProductPatch{Price: &price}}}
}
