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

// testShop is a shop with a clock that the test moves and a list of what it mailed.
type testShop struct {
	*services.Services
	all  []*services.Services // instances on the same database
	t    *testing.T
	mu   sync.Mutex
	at   time.Time
	sent []outbox.Message
}

func eachShop(t *testing.T, test func(t *testing.T, c *testShop), change ...func(*services.Config)) {
	t.Helper()
	t.Parallel()
	shops := map[*store.Store]*testShop{}
	var mu sync.Mutex
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		mu.Lock()
		c := shops[s.Store]
		mu.Unlock()
		c.Services, c.all, c.t = s, []*services.Services{s}, t
		test(t, c)
	}, func(config *services.Config) {
		c := &testShop{at: testStart}
		config.Now, config.Mailer = c.now, c
		for _, apply := range change {
			apply(config)
		}
		mu.Lock()
		shops[config.Store] = c
		mu.Unlock()
	})
}

// testStart is noon in Los Angeles.
var testStart = time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC)

// eachWithInstances runs a test on SQLite, and on PostgreSQL with three instances that do its steps in turn.
func eachWithInstances(t *testing.T, test func(t *testing.T, c *testShop)) {
	t.Helper()
	t.Parallel()
	for _, on := range []struct {
		engine    store.Engine
		instances int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(fmt.Sprintf("%s %d", on.engine, on.instances), func(t *testing.T) {
			t.Parallel()
			c, location := &testShop{t: t, at: testStart}, storetest.Location(t, on.engine)
			for range on.instances {
				c.all = append(c.all, shoptest.On(t, storetest.Open(t, location), func(config *services.Config) { config.Now, config.Mailer = c.now, c }))
			}
			c.Services = c.all[0]
			test(t, c)
		})
	}
}

// elsewhere lets the next step be done by another instance, once that has heard of what staff changed.
func (c *testShop) elsewhere() {
	c.t.Helper()
	if len(c.all) < 2 {
		return
	}
	version := c.version()
	c.Services = c.all[(slices.Index(c.all, c.Services)+1)%len(c.all)]
	c.knows(version)
}

// knows waits until an instance has heard of a version of the catalogue.
func (c *testShop) knows(version int64) {
	c.t.Helper()
	for end := time.Now().Add(10 * time.Second); c.Versions.Catalog() < version; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("an instance knows version %d of the catalogue, want %d", c.Versions.Catalog(), version)
		}
	}
}

// allKnow waits until all instances have heard of what staff changed.
func allKnow(instances []*testShop) {
	version := instances[0].version()
	for _, c := range instances {
		c.knows(version)
	}
}

// pay lets all instances take payments with a provider.
func (c *testShop) pay(name string, provider payment.Provider) {
	for _, s := range c.all {
		shoptest.SetProvider(s.Store, name, provider)
	}
}

func (c *testShop) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// move lets time pass and ends what is over by then.
func (c *testShop) move(d time.Duration) {
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
func (c *testShop) Send(_ context.Context, m outbox.Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, m)
	return nil
}

// mailed waits for the newest email of one kind to an address.
func mailed[E outbox.Email](c *testShop, to string) E {
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

func allMailed[E outbox.Email](c *testShop, to string) []E {
	c.t.Helper()
	c.sendMail()
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

// sendMail returns when all email that is due has been sent, also what another sender was at.
func (c *testShop) sendMail() {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if err := c.Outbox.SendDue(context.Background()); err != nil {
			c.t.Fatal(err)
		}
		if storetest.Number(c.t, storetest.LocationOf(c.Store), "SELECT COUNT(*) FROM outbox WHERE webhook_id IS NULL AND attempts > 0 AND sent_at IS NULL AND failed_at IS NULL AND last_error = ''") == 0 {
			return
		}
		if time.Now().After(end) {
			c.t.Fatal("email that was claimed is not sent")
		}
	}
}

func (c *testShop) product(stock int64) int64 {
	c.t.Helper()
	p, err := c.Catalog.CreateProduct(context.Background(), shop.ProductInput{Name: "Yuzu Kombucha", Slug: "yuzu-kombucha", Description: "Sour.", Price: 8_00, InStock: true, Stock: &stock}, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	return p.ID
}

// setStock is a staff edit of the count.
func (c *testShop) setStock(id, units int64) {
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

func (c *testShop) free(id int64) int64 {
	c.t.Helper()
	p, err := c.Store.Products.ByID(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return *p.Free()
}

func (c *testShop) join(id int64, email string, units int64) {
	c.t.Helper()
	c.elsewhere()
	if _, err := c.Waitlist.Join(context.Background(), id, email, units, "", nil, shop.Client{IP: "127.0.0.1"}); err != nil {
		c.t.Fatal(err)
	}
}

func tokenOf(url string) string { return url[strings.LastIndexAny(url, "/=")+1:] }

// forged is a token that differs from a real one in its first character.
func forged(token string) string {
	if token[0] == 'A' {
		return "B" + token[1:]
	}
	return "A" + token[1:]
}

// wait joins and opens the mailed link.
func (c *testShop) wait(id int64, email string, units int64) {
	c.t.Helper()
	c.join(id, email, units)
	c.confirm(email)
}

// states are those of the entries that still wait or have an offer, in order.
func (c *testShop) states(id int64) string {
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
