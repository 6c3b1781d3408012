package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	lineEntries   = 100_000
	lineJoiners   = 256
	joinsGoal     = 3_000 // a second
	pollsGoal     = 1_700 // a second
	pollGoal      = 20 * time.Millisecond
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
	polls, err := aim(p.addr, "/api/drops/"+lineSlug+"/queue", connections)
	if err != nil {
		return err
	}
	defer polls.close()
	busy = p.processorTime()
	l, err := polls.fire(ctx, 5*time.Second)
	if err != nil {
		return err
	}
	slices.Sort(l.waits)
	b.add(row{what: "status of a line of 100,000", ours: fmt.Sprintf("%s/s, p99 %s, %d µs CPU", count(l.perSecond()), ms(at(l.waits, 0.99)), (p.processorTime()-busy).Microseconds()/int64(max(len(l.waits), 1))),
		goal: fmt.Sprintf("≥ %s/s, p99 ≤ %s", count(pollsGoal), ms(pollGoal)), met: holds(l.perSecond() >= pollsGoal && at(l.waits, 0.99) <= pollGoal)})
	after, err := p.memory()
	if err != nil {
		return err
	}
	b.atMost("memory for a line of 100,000", after.resident-before.resident, lineMemory, "%.0f MB")
	return nil
}

// openLine makes a shop with a drop whose line can be joined.
func openLine(ctx context.Context, folder string) (*secrets.Keys, int64, error) {
	keys, d, err := openDropShop(ctx, folder, lineSlug, lineOpensLate, func(*shop.Drop) {})
	return keys, d.ID, err
}

// openDropShop makes a shop with one product, and schedules a drop of it that opens in a while.
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
	a, err := services.New(ctx, s, keys, "http://shop.test", nil)
	if err != nil {
		return nil, none, err
	}
	a.Drops.Demo = true // short times
	staff, units := audit.Actor{Name: "bench"}, int64(200)
	p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Box", Slug: "box", Description: "Full.", Price: 450, InStock: true, Stock: &units}, staff)
	if err != nil {
		return nil, none, err
	}
	d := shop.Drop{Slug: slug, Name: "Night Box", OpensAt: a.Now().Add(opensIn), EarlyAccess: shop.EarlyNone, EarlyShare: 25, LimitUnits: 1, ReservationTime: 8 * time.Minute,
		HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second, Products: []shop.DropProduct{{ProductID: p.ID, Units: units}}}
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
	var conns []*conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for range lineJoiners {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return 0, err
		}
		conns = append(conns, newConn(c))
	}
	var joined atomic.Int64
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l, err := fire(ctx, conns, 10*time.Minute, func() func() []byte {
		return func() []byte {
			n := joined.Add(1)
			if n >= lineEntries {
				stop()
			}
			in := map[string]any{"email": fmt.Sprintf("person%d@gmail.com", n)}
			if n%2 == 0 {
				mailbox := keys.BuyerKey(shop.MailboxKind, shop.Mailbox(in["email"].(string)))
				in["proof"] = keys.Token(drops.ProofPurpose, fmt.Sprintf("%d %s", dropID, mailbox))
			}
			body, _ := json.Marshal(in) // texts: it cannot fail
			return fmt.Appendf(nil, "POST /api/drops/%s/queue/entries HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", lineSlug, addr, len(body), body)
		}
	})
	return l.perSecond(), err
}
