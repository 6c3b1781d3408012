package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// drawn is a shop with draws that have closed and wait for their winners, killed again and again.
type drawn struct {
	t       *testing.T
	data    string
	at      string // the database
	flags   []string
	store   *store.Store
	drops   []shop.Drop
	digests map[int64]string // of the lists, as they were first seen
}

const (
	drawnUnits   = 20
	drawnEntries = 300
	stepsOfADraw = 4 // list, seed, winners, done
)

func newDrawn(t *testing.T, engine store.Engine, draws int) *drawn {
	t.Helper()
	t.Setenv("SNACKDROP_SECRET_KEY", rehearsalKey)
	keys, err := secrets.New(rehearsalKey)
	if err != nil {
		t.Fatal(err)
	}
	d := &drawn{t: t, data: t.TempDir(), digests: map[int64]string{}}
	d.at = filepath.Join(d.data, "snackdrop.db")
	if engine == store.Postgres {
		d.at = storetest.Empty(t)
		d.flags = []string{"--database-url", d.at}
	}
	_, stop := openDemo(t, d.data, d.flags...)
	stop()
	d.store = storetest.Open(t, d.at)
	a, err := services.New(t.Context(), services.Config{Store: d.store, Keys: keys, PublicURL: "http://localhost", Demo: true})
	if err != nil {
		t.Fatal(err)
	}
	for n := range draws {
		d.drops = append(d.drops, newDraw(t, a, n))
		d.enter(a, keys, d.drops[n])
	}
	closed := time.Now().Add(-time.Second)
	storetest.Exec(t, d.at, fmt.Sprintf("UPDATE drops SET teased_at = %d, opens_at = %d, ends_at = %d", closed.Add(-2*time.Hour).UnixMilli(), closed.Add(-time.Hour).UnixMilli(), closed.UnixMilli()))
	storetest.Exec(t, d.at, fmt.Sprintf("UPDATE drop_tasks SET due_at = %d", closed.UnixMilli()))
	return d
}

func newDraw(t *testing.T, a *services.Services, n int) shop.Drop {
	t.Helper()
	ctx, opens := t.Context(), a.Now().Add(time.Hour)
	ends := opens.Add(time.Hour)
	p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: fmt.Sprint("Rare Mochi ", n), Slug: fmt.Sprint("rare-mochi-", n), Description: "Soft.", Price: 9_00, InStock: true,
		Stock: new(int64(drawnUnits))}, audit.CommandLine)
	if err != nil {
		t.Fatal(err)
	}
	made, err := a.Drops.Create(ctx, shop.Drop{Name: fmt.Sprint("Golden Box ", n), Mode: shop.DropDraw, OpensAt: opens, EndsAt: &ends, EarlyAccess: shop.EarlyNone, LimitUnits: 1,
		ReservationTime: time.Minute, HoldTime: time.Minute, PassTime: 20 * time.Second, ShuffleTime: 5 * time.Second,
		Products: []shop.DropProduct{{ProductID: p.ID, Units: drawnUnits}}}, audit.CommandLine)
	if err == nil {
		made, err = a.Drops.Schedule(ctx, made.ID, made.Version, audit.CommandLine)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made.Drop
}

// enter enters people whose links were opened.
func (d *drawn) enter(a *services.Services, keys *secrets.Keys, drop shop.Drop) {
	d.t.Helper()
	err := d.store.Write(d.t.Context(), func(tx *store.Tx) error {
		q, err := tx.Queues.Lock(d.t.Context(), drop.ID, shop.MainLine)
		if err != nil {
			return err
		}
		entries := make([]shop.QueueEntry, drawnEntries)
		for n := range entries {
			email := fmt.Sprintf("person%d@example.com", n)
			entries[n] = a.WaitingRoom.CarriedEntry(drop.ID, shop.QueueEntry{MailboxKey: keys.BuyerKey(shop.MailboxKind, email)}, email, int64(n+1), time.Now())
		}
		return tx.QueueEntries.Add(d.t.Context(), q, entries)
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// steps counts what is done, and holds that no list has changed.
func (d *drawn) steps() (steps int) {
	d.t.Helper()
	for _, drop := range d.drops {
		q, err := d.store.Queues.OfDrop(d.t.Context(), drop.ID, shop.MainLine)
		if err != nil {
			d.t.Fatal(err)
		}
		done, err := d.store.DropTasks.Done(d.t.Context(), drop.ID, shop.TaskDraw)
		if err != nil {
			d.t.Fatal(err)
		}
		for _, is := range []bool{q.EntriesDigest != "", q.Seed != "", q.Serving > 0, done} {
			if is {
				steps++
			}
		}
		if known, ok := d.digests[drop.ID]; ok && known != q.EntriesDigest {
			d.t.Fatalf("the list of %s has changed", drop.Name)
		}
		if q.EntriesDigest != "" {
			d.digests[drop.ID] = q.EntriesDigest
		}
	}
	return steps
}

// live runs the shop until it is killed a few steps further.
func (d *drawn) live() {
	d.t.Helper()
	cmd := program(append([]string{"serve", "--demo", "--demo-drops=false", "--data", d.data, "--addr", "127.0.0.1:0"}, d.flags...)...)
	until := min(d.steps()+1+rand.IntN(stepsOfADraw), len(d.drops)*stepsOfADraw)
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); d.steps() < until && time.Now().Before(end); {
		time.Sleep(200 * time.Microsecond)
	}
	time.Sleep(time.Duration(rand.IntN(4_000)) * time.Microsecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// check holds that a draw has one result: the ranks of the stored list and the locked seed won, the first of them.
func (d *drawn) check(drop shop.Drop) {
	d.t.Helper()
	q, err := d.store.Queues.OfDrop(d.t.Context(), drop.ID, shop.MainLine)
	if err != nil {
		d.t.Fatal(err)
	}
	text, err := d.store.Queues.PublishedList(d.t.Context(), drop.ID, shop.MainLine)
	if err != nil {
		d.t.Fatal(err)
	}
	seed, err := hex.DecodeString(q.Seed)
	if locked := sha256.Sum256(seed); err != nil || line.Digest(text) != q.EntriesDigest || hex.EncodeToString(locked[:]) != q.SeedHash {
		d.t.Errorf("%s: the list or the seed is another one (%v)", drop.Name, err)
	}
	list, err := line.Parse(text)
	if err != nil {
		d.t.Fatal(err)
	}
	ranks, err := line.Shuffle(list, q.Seed, q.EntriesDigest, *q.Shuffled)
	if err != nil || ranks.Len() != drawnEntries {
		d.t.Fatalf("%s has %d ranks (%v)", drop.Name, ranks.Len(), err)
	}
	winners, err := d.store.Draws.Winners(d.t.Context(), drop.ID, time.Now())
	if err != nil || len(winners) != drawnUnits {
		d.t.Fatalf("%d won in %s (%v)", len(winners), drop.Name, err)
	}
	for _, w := range winners {
		if rank, ok := ranks.Rank(w.Number); !ok || rank > drawnUnits {
			d.t.Errorf("%s: number %d won with rank %d", drop.Name, w.Number, rank)
		}
	}
	for what, count := range map[string]struct {
		query string
		want  int64
	}{
		"reservations": {"SELECT COUNT(*) FROM reservations WHERE kind = 'win' AND drop_id = %d", drawnUnits},
		"free units":   {"SELECT COUNT(*) FROM stock s JOIN drop_products p ON p.product_id = s.product_id WHERE s.quantity > 0 AND p.drop_id = %d", 0},
		"losers told":  {"SELECT COUNT(*) FROM outbox WHERE unique_key LIKE 'not-this-time-%d-%%'", drawnEntries - drawnUnits},
		"audit":        {"SELECT COUNT(*) FROM audit_log WHERE action = 'draw' AND entity_id = '%d'", 1},
	} {
		if n := storetest.Number(d.t, d.at, fmt.Sprintf(count.query, drop.ID)); n != count.want {
			d.t.Errorf("%s: %s: %d, want %d", drop.Name, what, n, count.want)
		}
	}
}

// A shop that is killed hard at any step of a draw makes one draw of it, with the same result.
func TestADrawOutlivesHardKills(t *testing.T) {
	kills := 2
	if more, err := strconv.Atoi(os.Getenv(KillsVariable)); err == nil {
		kills = more
	}
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			d := newDrawn(t, engine, min(kills, shop.MaxUnfinishedDrops))
			middle := 0
			for range kills {
				d.live()
				if steps := d.steps(); steps < len(d.drops)*stepsOfADraw {
					middle++
				}
			}
			_, kill := openDemo(t, d.data, d.flags...)
			defer kill()
			for end := time.Now().Add(time.Minute); d.steps() < len(d.drops)*stepsOfADraw; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("a draw was not finished")
				}
			}
			for _, drop := range d.drops {
				d.check(drop)
			}
			if wins := storetest.Number(t, d.at, "SELECT COUNT(*) FROM outbox WHERE unique_key LIKE 'win-%'"); wins != int64(len(d.drops)*drawnUnits) {
				t.Errorf("%d winners were told", wins)
			}
			t.Logf("%d kills, %d of them before the last of %d draws was done, on %s: each has one result", kills, middle, len(d.drops), engine)
		})
	}
}
