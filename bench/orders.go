package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/baresql"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// durable makes PostgreSQL keep what it has acknowledged and know the sizes of its tables, as a shop's server does.
var durable = []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=256MB", "autovacuum=on"}

// leastOrders is the share of the bare rate that the whole way through HTTP has to reach.
const leastOrders = 0.5

// afterwards is how long the shop aggregates its ledger; the bare database has none.
const afterwards = time.Second

// measureOrders counts orders a second through the whole program, and beside it
// what the database does with bare SQL.
func measureOrders(ctx context.Context, b *bench) error {
	server, stop, err := testkit.StartPostgres(durable...)
	if err != nil {
		return err
	}
	defer stop()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		for _, products := range []int{1, 100} {
			if err := b.measureOrderQueue(ctx, engine, server, products); err != nil {
				return fmt.Errorf("%s, %d products: %w", engine, products, err)
			}
		}
	}
	return nil
}

// sellingShop is a shop whose products do not sell out.
type sellingShop struct {
	process  *process
	products []int64
	limited  int64 // a product with a limit per customer
}

func (b *bench) measureOrderQueue(ctx context.Context, engine store.Engine, server string, products int) error {
	folder, err := os.MkdirTemp("", "snackdrop-orders-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	locations := map[string]string{}
	for _, name := range []string{"shop", "bare"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			return err
		}
		locations[name] = filepath.Join(folder, name, "snackdrop.db")
		if engine == store.Postgres {
			if locations[name], err = testkit.NewDatabase(server, fmt.Sprintf("%s_%d", name, products)); err != nil {
				return err
			}
		}
	}
	shopUnderLoad := sellingShop{}
	if shopUnderLoad.products, err = stock(ctx, locations["shop"], products+1); err != nil {
		return err
	}
	shopUnderLoad.limited, shopUnderLoad.products = shopUnderLoad.products[products], shopUnderLoad.products[:products]
	flags := []string{}
	if engine == store.Postgres {
		flags = append(flags, "--database-url", locations["shop"])
	}
	if shopUnderLoad.process, err = b.openShopIn(ctx, filepath.Join(folder, "shop"), flags...); err != nil {
		return err
	}
	defer shopUnderLoad.process.stop()
	bare, err := baresql.Open(ctx, engine, locations["bare"], products)
	if err != nil {
		return err
	}
	defer bare.Close()
	for _, buyers := range []int{32, 128} {
		if err := b.compareOrders(ctx, &shopUnderLoad, bare, engine, buyers); err != nil {
			return err
		}
	}
	if products > 1 {
		return nil
	}
	return b.compareLimited(ctx, &shopUnderLoad, engine)
}

// leastLimited is the share of the usual rate that orders of a product with a limit per customer have to reach.
const leastLimited = 0.7

// compareLimited sells a product with a limit per customer and one without in turns.
func (b *bench) compareLimited(ctx context.Context, shopUnderLoad *sellingShop, engine store.Engine) error {
	free, err := shopUnderLoad.aim(32, shopUnderLoad.products...)
	if err != nil {
		return err
	}
	defer free.close()
	limited, err := shopUnderLoad.aim(32, shopUnderLoad.limited)
	if err != nil {
		return err
	}
	defer limited.close()
	var with, without []float64
	for range b.rounds {
		for _, one := range []struct {
			crowd *buyers
			rates *[]float64
		}{{free, &without}, {limited, &with}} {
			l, err := one.crowd.fire(ctx, b.round)
			if err != nil {
				return err
			}
			pause(ctx, afterwards)
			*one.rates = append(*one.rates, l.perSecond())
		}
	}
	share := median(with) / median(without)
	b.add(row{what: fmt.Sprintf("orders, %s, 32 buyers, a product limited per customer", engine), ours: fmt.Sprintf("%s/s, %.0f%%", count(median(with)), share*100),
		beside: "without the limit " + count(median(without)) + "/s", goal: fmt.Sprintf("≥ %.0f%%", leastLimited*100), met: holds(share >= leastLimited)})
	return nil
}

// compareOrders runs the buyers against the shop and the bare database in turns.
func (b *bench) compareOrders(ctx context.Context, shopUnderLoad *sellingShop, bare *baresql.Shop, engine store.Engine, buyers int) error {
	crowd, err := shopUnderLoad.aim(buyers, shopUnderLoad.products...)
	if err != nil {
		return err
	}
	defer crowd.close()
	if _, err := crowd.fire(ctx, b.round/2); err != nil {
		return err
	}
	if _, err := bare.OrdersPerSecond(ctx, buyers, b.round/2); err != nil {
		return err
	}
	var ours, theirs, shares []float64
	var p50s, p99s []time.Duration
	var busy time.Duration
	var placed int
	for range b.rounds {
		before := shopUnderLoad.process.processorTime()
		l, err := crowd.fire(ctx, b.round)
		if err != nil {
			return err
		}
		pause(ctx, afterwards)
		busy, placed = busy+shopUnderLoad.process.processorTime()-before, placed+len(l.waits)
		rate, err := bare.OrdersPerSecond(ctx, buyers, b.round)
		if err != nil {
			return err
		}
		slices.Sort(l.waits)
		ours, theirs, shares = append(ours, l.perSecond()), append(theirs, rate), append(shares, l.perSecond()/rate)
		p50s, p99s = append(p50s, at(l.waits, 0.5)), append(p99s, at(l.waits, 0.99))
	}
	share := median(shares)
	what := "one hot product"
	if n := len(shopUnderLoad.products); n > 1 {
		what = fmt.Sprintf("%d products", n)
	}
	b.add(row{what: fmt.Sprintf("orders, %s, %d buyers, %s", engine, buyers, what),
		ours: fmt.Sprintf("%s/s, %.0f%%, p50 %s, p99 %s, %d µs CPU", count(median(ours)), share*100, ms(median(p50s)), ms(median(p99s)),
			busy.Microseconds()/int64(max(placed, 1))),
		beside: "bare SQL, group commit " + count(median(theirs)) + "/s", goal: fmt.Sprintf("≥ %.0f%%", leastOrders*100), met: holds(share >= leastOrders)})
	return nil
}

// stock makes an empty shop that sells the given number of products, each with
// more units than will be asked for, at no tax. The last one has a limit per customer.
func stock(ctx context.Context, location string, products int) (ids []int64, err error) {
	s, err := store.Open(ctx, location)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		return nil, err
	}
	secrets, err := secrets.New("a key for measuring only")
	if err != nil {
		return nil, err
	}
	a, err := services.New(ctx, services.Config{Store: s, Keys: secrets, PublicURL: "http://shop.test"})
	if err != nil {
		return nil, err
	}
	staff := audit.Actor{Name: "bench"}
	// Email is switched off: sending it takes minutes and would slow down the rounds of the bare database.
	values := map[string]string{"tax_calculation": "none", "order_confirmation_email": "disabled"}
	if err := a.Settings.Save(ctx, settings.Change{Values: values}, staff); err != nil {
		return nil, err
	}
	for i := range products {
		units := int64(shop.MaxUnits)
		var most *int64
		if i == products-1 {
			two := int64(2)
			most = &two
		}
		p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: fmt.Sprintf("Drop %d", i), Slug: fmt.Sprintf("drop-%d", i), Description: "Crunchy.",
			Price: 450, InStock: true, Stock: &units, MaxPerCustomer: most}, staff)
		if err != nil {
			return nil, err
		}
		ids = append(ids, p.ID)
	}
	return ids, nil
}

// buyers are connections that place one order after another.
type buyers struct {
	*target
	addr     string
	products []int64
}

// ordered makes every key and every buyer another.
var ordered atomic.Int64

func (s *sellingShop) aim(n int, products ...int64) (*buyers, error) {
	conns, err := connect(s.process.addr, n)
	return &buyers{&target{conns: conns}, s.process.addr, products}, err
}

func (b *buyers) request(buf *bytes.Buffer, n int64) []byte {
	body := fmt.Sprintf(`{"lines":[{"product_id":%d,"quantity":1}],"email":"buyer%d@example.com","name":"Maya Torres","phone":"3235550100",`+
		`"fulfillment_type":"pickup","payment_method":"manual","expected_total":4.5}`, b.products[n%int64(len(b.products))], n)
	buf.Reset()
	fmt.Fprintf(buf, "POST /api/orders HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nIdempotency-Key: bench-%012d\r\nContent-Length: %d\r\n\r\n%s",
		b.addr, n, len(body), body)
	return buf.Bytes()
}

// fire lets every buyer place orders one after another.
func (b *buyers) fire(ctx context.Context, length time.Duration) (load, error) {
	return fire(ctx, b.conns, length, b.requests)
}

func (b *buyers) requests() func() []byte {
	var buf bytes.Buffer
	return func() []byte { return b.request(&buf, ordered.Add(1)) }
}
