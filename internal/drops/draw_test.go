package drops_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// drawDrop schedules a draw that opens in an hour and takes entries for a day.
func (c *testShop) drawDrop(product, units int64, change ...func(*shop.Drop)) shop.Drop {
	c.t.Helper()
	opens := c.now().Add(time.Hour)
	ends := opens.Add(24 * time.Hour)
	d := shop.Drop{Slug: fmt.Sprintf("draw-%d-%d", product, opens.Unix()), Name: "Golden Ticket", Mode: shop.DropDraw, TeasedAt: c.now(), OpensAt: opens, EndsAt: &ends, EarlyAccess: shop.EarlyNone,
		LimitUnits: 1, ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second, PayAtPickup: true,
		Products: []shop.DropProduct{{ProductID: product, Units: units}}}
	for _, f := range change {
		f(&d)
	}
	made, err := c.Drops.Create(context.Background(), d, staff)
	if err == nil {
		made, err = c.Drops.Schedule(context.Background(), made.ID, made.Version, staff)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return made.Drop
}

// enter enters a draw and opens the mailed link.
func (c *testShop) enter(d shop.Drop, email string, change ...func(*waitingroom.JoinInput)) waitingroom.Joined {
	c.t.Helper()
	c.stand(d, email, change...)
	return c.openEntry(d, email)
}

func (c *testShop) openEntry(d shop.Drop, email string) waitingroom.Joined {
	c.t.Helper()
	joined, err := c.tryOpen(d, email)
	if err != nil {
		c.t.Fatal(err)
	}
	return joined
}

func (c *testShop) tryOpen(d shop.Drop, email string) (waitingroom.Joined, error) {
	link := mailed[outbox.DrawEntryEmail](c, email)
	_, token, _ := strings.Cut(link.URL, "/draw?entry=")
	return c.WaitingRoom.OpenLink(context.Background(), d.Slug, token, nil)
}

// enterMany enters people with the token of the announcement.
func (c *testShop) enterMany(d shop.Drop, people int, change ...func(*waitingroom.JoinInput)) {
	c.t.Helper()
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for n := worker; n < people; n += 8 {
				email := fmt.Sprintf("person%d@gmail.com", n)
				in := waitingroom.JoinInput{Slug: d.Slug, Email: email, Proof: c.proof(d, email), Client: from(n)}
				for _, f := range change {
					f(&in)
				}
				if _, err := c.WaitingRoom.Join(context.Background(), in); err != nil {
					c.t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

func (c *testShop) result(d shop.Drop) draws.Result {
	c.t.Helper()
	r, err := c.DrawResults.Result(context.Background(), d.Slug)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func (c *testShop) entriesCSV(d shop.Drop) string {
	c.t.Helper()
	text, err := c.DrawResults.EntriesCSV(context.Background(), d.Slug)
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

func TestAnEntryCountsOnceItsLinkWasOpened(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		ctx := context.Background()
		d := c.drawDrop(c.product(5), 1)
		_, err := c.tryJoin(d, "ada@example.com")
		refused(t, "before the opening", err, shop.NotOpen)
		c.moveTo(d.OpensAt)
		typed := c.stand(d, "ada@example.com")
		_, err = c.tryJoin(d, "Ada+again@example.com")
		refused(t, "the same mailbox", err, shop.AlreadyQueued)
		ada := c.openEntry(d, "ada@example.com")
		_, err = c.WaitingRoom.Entry(ctx, d.Slug, typed.Ticket)
		refused(t, "the ticket of whoever typed the address", err, shop.NotFound)
		ben := c.enter(d, "ben@example.com")
		c.stand(d, "late@example.com")
		cem := c.enter(d, "cem@example.com")
		if err := c.WaitingRoom.Leave(ctx, d.Slug, cem.Ticket); err != nil {
			t.Fatal(err)
		}
		if e := c.entry(d, cem); e.State != shop.QueueLeft || !e.MayJoin {
			t.Errorf("a withdrawn entry is %+v", e)
		}
		_, err = c.DrawResults.EntriesCSV(ctx, d.Slug)
		refused(t, "the list before the close", err, shop.NotFound)
		refused(t, "drawing before the close", c.Draws.DrawNow(ctx, d.ID, d.Version, staff), shop.Conflict)
		c.moveTo(*d.EndsAt)
		_, err = c.tryOpen(d, "late@example.com")
		refused(t, "a link opened after the close", err, shop.NotOpen)
		_, err = c.tryJoin(d, "later@example.com")
		refused(t, "entering after the close", err, shop.NotOpen)
		refused(t, "withdrawing after the close", c.WaitingRoom.Leave(ctx, d.Slug, ben.Ticket), shop.NotOpen)
		if again, err := c.tryOpen(d, "ada@example.com"); err != nil || again.Number != ada.Number {
			t.Errorf("an opened link still shows its entry: %+v, %v", again, err)
		}
		list := c.entriesCSV(d)
		if strings.Count(list, "\n") != 3 || !strings.Contains(list, ",2,1\n") || strings.Contains(list, "\n3,") {
			t.Errorf("the list is\n%s", list)
		}
		r := c.result(d)
		if r.Entries != 3 || len(r.Winners) != 1 || r.Winners[0].Rank != 1 || r.Winners[0].State != shop.WinOpen || r.Proof.Seed == "" {
			t.Errorf("the result is %+v", r)
		}
		won, lost := "ada@example.com", "ben@example.com"
		if r.Winners[0].Number == ben.Number {
			won, lost = lost, won
		}
		win, no := mailed[outbox.WinEmail](c, won), mailed[outbox.NotThisTimeEmail](c, lost)
		if win.Number != r.Winners[0].Number || no.Rank != 2 || no.Entries != 2 || no.Winners != 1 {
			t.Errorf("the emails are %+v and %+v", win, no)
		}
		for _, email := range []string{"late@example.com", "cem@example.com"} {
			if n := len(allMailed[outbox.NotThisTimeEmail](c, email)) + len(allMailed[outbox.WinEmail](c, email)); n != 0 {
				t.Errorf("%s, who did not count, got %d emails about the result", email, n)
			}
		}
		refused(t, "drawing again", c.Draws.DrawNow(ctx, d.ID, c.must(c.Drops.Get(ctx, d.ID)).Version, staff), shop.Conflict)
	})
}

func TestEntriesAtTheCloseAreInTheListOrRefused(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		const people = 1_000
		d := c.drawDrop(c.product(5), 5)
		c.moveTo(d.EndsAt.Add(-time.Second))
		var mu sync.Mutex
		in, out := map[int64]bool{}, 0
		var wait sync.WaitGroup
		for worker := range 16 {
			wait.Go(func() {
				for n := worker; n < people; n += 16 {
					if n == people/2 {
						c.mu.Lock()
						c.at = *d.EndsAt
						c.mu.Unlock()
						if err := c.Draws.Draw(context.Background(), d); err != nil {
							t.Error(err)
						}
					}
					email := fmt.Sprintf("person%d@gmail.com", n)
					joined, err := c.WaitingRoom.Join(context.Background(), waitingroom.JoinInput{Slug: d.Slug, Email: email, Proof: c.proof(d, email), Client: from(n)})
					mu.Lock()
					switch {
					case err == nil:
						in[joined.Number] = true
					case shop.CodeOf(err) == shop.NotOpen:
						out++
					default:
						t.Error(err)
					}
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		listed := 0
		for row := range strings.Lines(c.entriesCSV(d)) {
			var number int64
			if _, err := fmt.Sscanf(row, "%d,", &number); err != nil || !in[number] {
				t.Errorf("number %d is in the list, but was not told so (%v)", number, err)
			}
			listed++
		}
		if listed != len(in) || len(in)+out != people || out == 0 || listed == 0 {
			t.Errorf("%d are in the list, %d were told so, %d were refused", listed, len(in), out)
		}
	})
}

// checkWithScript runs the script of the page beside a list and gives what it prints. Where there is no Python, an implementation
// in another language does the same.
func checkWithScript(t *testing.T, r draws.Result, list string) (string, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "entries.csv"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("python3", "-c", draws.CheckScript(r.Proof))
	if exec.Command("python3", "-c", "pass").Run() != nil {
		run = exec.Command("node", "-e", nodeCheck, r.Proof.Seed, r.Proof.SeedHash, r.Proof.EntriesDigest)
	}
	run.Dir = folder
	out, err := run.Output()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	return string(out), err
}

const nodeCheck = `const c=require('crypto'),[seed,hash,digest]=process.argv.slice(1),s=Buffer.from(seed,'hex'),text=require('fs').readFileSync('entries.csv');
const sha=(...b)=>c.createHash('sha256').update(Buffer.concat(b)).digest();
if(sha(s).toString('hex')!==hash||sha(text).toString('hex')!==digest)process.exit(1);
const key=sha(s,Buffer.from(digest,'hex'));
text.toString().trim().split('\n').map(r=>r.split(',')).filter(r=>r[3]==='0').map(([n,,t])=>[t,c.createHmac('sha256',key).update(n).digest('hex'),n])
.sort((a,b)=>a[0]+a[1]<b[0]+b[1]?-1:1).forEach((r,i)=>console.log(i+1,r[2]))`

func TestAnIndependentScriptFindsTheWinners(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		d := c.drawDrop(c.product(50), 50)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 1_000)
		c.moveTo(*d.EndsAt)
		r, list := c.result(d), c.entriesCSV(d)
		if r.Entries != 1_000 || len(r.Winners) != 50 {
			t.Fatalf("%d of %d won", len(r.Winners), r.Entries)
		}
		out, err := checkWithScript(t, r, list)
		if err != nil {
			t.Fatal(err)
		}
		ranked := strings.Split(strings.TrimSpace(out), "\n")
		if len(ranked) != 1_000 {
			t.Fatalf("the script finds %d ranks", len(ranked))
		}
		for i, w := range r.Winners {
			if want := fmt.Sprintf("%d %d", w.Rank, w.Number); ranked[i] != want {
				t.Errorf("the script finds %q, the shop says %q", ranked[i], want)
			}
		}
		flipped := []byte(list)
		flipped[len(flipped)/2] ^= 1
		if _, err := checkWithScript(t, r, string(flipped)); err == nil {
			t.Error("a flipped bit in the list is not noticed")
		}
		last := "0"
		if strings.HasSuffix(r.Proof.Seed, "0") {
			last = "1"
		}
		r.Proof.Seed = r.Proof.Seed[:len(r.Proof.Seed)-1] + last
		if _, err := checkWithScript(t, r, list); err == nil {
			t.Error("another seed is not noticed")
		}
	})
}
