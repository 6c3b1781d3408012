package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	lineEntries   = 100_000
	lineJoiners   = 256
	joinsGoal     = 3_000 // a second
	pollsGoal     = 1_700 // a second
	pollGoal      = 20 * time.Millisecond
	joinsBeside   = 1_000 // a second, while others poll and order
	ordersBeside  = 50    // a second
	orderGoal     = 100 * time.Millisecond
	besideFor     = 10 * time.Second
	lineMemory    = 64 // MB
	lineSlug      = "night-box"
	lineOpensLate = 20 * time.Minute
)

// measureLine lets 100,000 people join the line of a drop and poll its status.
func measureLine(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-line-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	keys, dropID, err := openLine(ctx, folder)
	if err != nil {
		return err
	}
	p, err := b.openShopIn(ctx, folder)
	if err != nil {
		return err
	}
	defer p.stop()
	before, err := p.memory()
	if err != nil {
		return err
	}
	busy := p.processorTime()
	rate, err := joinLine(ctx, p.addr, keys, dropID)
	if err != nil {
		return err
	}
	b.add(row{what: fmt.Sprintf("joining a line, sqlite, %d entries, half of them without proof", lineEntries), ours: fmt.Sprintf("%s/s, %d µs CPU", count(rate), (p.processorTime()-busy).Microseconds()/lineEntries), goal: "≥ " + count(joinsGoal) + "/s", met: holds(rate >= joinsGoal)})
	if err := b.pollLine(ctx, p, keys, dropID); err != nil {
		return err
	}
	after, err := p.memory()
	if err != nil {
		return err
	}
	b.atMost("memory for a line of 100,000", after.resident-before.resident, lineMemory, "%.0f MB")
	return nil
}

// pollLine measures the status of the line, and orders of another product, while people join.
func (b *bench) pollLine(ctx context.Context, p *process, keys *secrets.Keys, dropID int64) error {
	polls, err := aim(p.addr, "/api/drops/"+lineSlug+"/queue", connections)
	if err != nil {
		return err
	}
	defer polls.close()
	joiners, err := connect(p.addr, connections)
	if err != nil {
		return err
	}
	defer (&target{conns: joiners}).close()
	buyers, err := (&sellingShop{process: p}).aim(8, everydayProduct)
	if err != nil {
		return err
	}
	defer buyers.close()
	var status, joins, orders load
	var failures [3]error
	var all sync.WaitGroup
	busy := p.processorTime()
	all.Go(func() {
		status, failures[0] = pace(ctx, polls.conns, pollsGoal, besideFor, func() func() []byte { return func() []byte { return polls.request } })
	})
	all.Go(func() {
		joins, failures[1] = pace(ctx, joiners, joinsBeside, besideFor, joining(p.addr, keys, dropID))
	})
	all.Go(func() { orders, failures[2] = pace(ctx, buyers.conns, ordersBeside, besideFor, buyers.requests) })
	all.Wait()
	if err := errors.Join(failures[:]...); err != nil {
		return err
	}
	share := 100 * (p.processorTime() - busy).Seconds() / besideFor.Seconds()
	slices.Sort(status.waits)
	slices.Sort(orders.waits)
	b.add(row{what: fmt.Sprintf("status of a line of 100,000, while %.0f join and %.0f order a second", joins.perSecond(), orders.perSecond()),
		ours: fmt.Sprintf("%s/s, p50 %s, p99 %s; all of it %.0f%% of a core", count(status.perSecond()), ms(at(status.waits, 0.5)), ms(at(status.waits, 0.99)), share),
		goal: fmt.Sprintf("%s/s, p99 ≤ %s", count(pollsGoal), ms(pollGoal)), met: holds(at(status.waits, 0.99) <= pollGoal)})
	b.add(row{what: "placing an order meanwhile", ours: fmt.Sprintf("p50 %s, p95 %s", ms(at(orders.waits, 0.5)), ms(at(orders.waits, 0.95))),
		goal: "p95 ≤ " + ms(orderGoal), met: holds(at(orders.waits, 0.95) <= orderGoal)})
	return nil
}

// openLine makes a shop with a drop whose line can be joined.
func openLine(ctx context.Context, folder string) (*secrets.Keys, int64, error) {
	keys, d, err := openDropShop(ctx, folder, lineSlug, lineOpensLate, func(*shop.Drop) {})
	return keys, d.ID, err
}

// everydayProduct is the id of the product of such a shop that is in no drop.
const everydayProduct = 2

// openDropShop makes a shop with two products, and schedules a drop of the first that opens in a while.
func openDropShop(ctx context.Context, folder, slug string, opensIn time.Duration, change func(*shop.Drop)) (*secrets.Keys, shop.Drop, error) {
	key, err := secrets.KeyFile(filepath.Join(folder, "secret.key"))
	if err != nil {
		return nil, shop.Drop{}, err
	}
	return openDropShopAt(ctx, filepath.Join(folder, "snackdrop.db"), key, slug, opensIn, change)
}

// openDropShopAt does that in a database with the shop's secret.
func openDropShopAt(ctx context.Context, location, key, slug string, opensIn time.Duration, change func(*shop.Drop)) (*secrets.Keys, shop.Drop, error) {
	var none shop.Drop
	s, err := store.Open(ctx, location)
	if err != nil {
		return nil, none, err
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		return nil, none, err
	}
	keys, err := secrets.New(key)
	if err != nil {
		return nil, none, err
	}
	a, err := services.New(ctx, services.Config{Store: s, Keys: keys, PublicURL: "http://shop.test", Demo: true}) // Demo: short times
	if err != nil {
		return nil, none, err
	}
	staff, units := audit.Actor{Name: "bench"}, int64(200)
	if err := a.Settings.Save(ctx, settings.Change{Values: map[string]string{"tax_calculation": "none"}}, staff); err != nil {
		return nil, none, err
	}
	p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Box", Slug: "box", Description: "Full.", Price: 450, InStock: true, Stock: &units}, staff)
	if err != nil {
		return nil, none, err
	}
	units = shop.MaxUnits
	everyday, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Crisps", Slug: "crisps", Description: "Thin.", Price: 450, InStock: true, Stock: &units}, staff)
	if err != nil {
		return nil, none, err
	}
	if everyday.ID != everydayProduct {
		return nil, none, fmt.Errorf("the everyday product has the id %d", everyday.ID)
	}
	d := shop.Drop{Slug: slug, Name: "Night Box", OpensAt: a.Now().Add(opensIn), EarlyAccess: shop.EarlyNone, EarlyShare: 25, LimitUnits: 1, ReservationTime: 8 * time.Minute,
		HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second, Products: []shop.DropProduct{{ProductID: p.ID, Units: *p.Stock}}}
	change(&d)
	made, err := a.Drops.Create(ctx, d, staff)
	if err != nil {
		return nil, none, err
	}
	made, err = a.Drops.Schedule(ctx, made.ID, made.Version, staff)
	return keys, made.Drop, err
}

// joinLine lets everybody join, as fast as they are let, and gives the rate.
func joinLine(ctx context.Context, addr string, keys *secrets.Keys, dropID int64) (perSecond float64, err error) {
	conns, err := connect(addr, lineJoiners)
	if err != nil {
		return 0, err
	}
	defer (&target{conns: conns}).close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l, err := fire(ctx, conns, 10*time.Minute, func() func() []byte {
		join := joining(addr, keys, dropID)()
		return func() []byte {
			if joined.Load() >= lineEntries {
				stop()
			}
			return join()
		}
	})
	return l.perSecond(), err
}

// joined makes every person in the line another.
var joined atomic.Int64

// joining writes requests of people who join; half of them have proven their mailbox.
func joining(addr string, keys *secrets.Keys, dropID int64) func() func() []byte {
	return func() func() []byte {
		return func() []byte {
			n := joined.Add(1)
			in := map[string]any{"email": fmt.Sprintf("person%d@gmail.com", n)}
			if n%2 == 0 {
				mailbox := keys.BuyerKey(shop.MailboxKind, shop.Mailbox(in["email"].(string)))
				in["proof"] = keys.Token(drops.ProofPurpose, fmt.Sprintf("%d %s", dropID, mailbox))
			}
			body, _ := json.Marshal(in) // texts: it cannot fail
			return fmt.Appendf(nil, "POST /api/drops/%s/queue/entries HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", lineSlug, addr, len(body), body)
		}
	}
}
