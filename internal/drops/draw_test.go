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
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// drawDrop schedules a draw that opens in an hour and takes entries for a day.
func (c *counter) drawDrop(product, units int64, change ...func(*shop.Drop)) shop.Drop {
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
func (c *counter) enter(d shop.Drop, email string, change ...func(*waitingroom.JoinInput)) waitingroom.Joined {
	c.t.Helper()
	c.stand(d, email, change...)
	return c.openEntry(d, email)
}

func (c *counter) openEntry(d shop.Drop, email string) waitingroom.Joined {
	c.t.Helper()
	joined, err := c.tryOpen(d, email)
	if err != nil {
		c.t.Fatal(err)
	}
	return joined
}

func (c *counter) tryOpen(d shop.Drop, email string) (waitingroom.Joined, error) {
	link := mailed[outbox.DrawEntryEmail](c, email)
	_, token, _ := strings.Cut(link.URL, "/draw?entry=")
	return c.WaitingRoom.OpenLink(context.Background(), d.Slug, token, nil)
}

// enterMany enters people with the token of the announcement.
func (c *counter) enterMany(d shop.Drop, people int, change ...func(*waitingroom.JoinInput)) {
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

func (c *counter) result(d shop.Drop) draws.Result {
	c.t.Helper()
	r, err := c.Draws.Result(context.Background(), d.Slug)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func (c *counter) entriesCSV(d shop.Drop) string {
	c.t.Helper()
	text, err := c.Draws.EntriesCSV(context.Background(), d.Slug)
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

func TestAnEntryCountsOnceItsLinkWasOpened(t *testing.T) { // M11.5
	eachCounter(t, func(t *testing.T, c *counter) {
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
		_, err = c.Draws.EntriesCSV(ctx, d.Slug)
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
		refused(t, "drawing again", c.Draws.DrawNow(ctx, d.ID, c.the(c.Drops.Get(ctx, d.ID)).Version, staff), shop.Conflict)
	})
}

func TestEntriesAtTheCloseAreInTheListOrRefused(t *testing.T) { // M11.5
	eachCounter(t, func(t *testing.T, c *counter) {
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
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
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

func TestAnIndependentScriptFindsTheWinners(t *testing.T) { // M11.1, M11.2
	eachCounter(t, func(t *testing.T, c *counter) {
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

func TestUnitsOfWinnersWhoDoNotPayGoToTheNextRanks(t *testing.T) { // M11.3
	eachCounter(t, func(t *testing.T, c *counter) {
		const units = 50
		c.untaxed()
		id := c.product(units)
		d := c.drawDrop(id, units)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 150)
		c.moveTo(*d.EndsAt)
		passed, seen := map[int64]bool{}, map[int64]bool{}
		for c.now().Before(d.EndsAt.Add(shop.AwardTime)) {
			for open := true; open; { // units that come back at once have another winner at once
				open = false
				for _, w := range c.result(d).Winners {
					if w.State != shop.WinOpen || seen[w.Number] {
						continue
					}
					open, seen[w.Number] = true, true
					turn := len(seen) % 5
					passed[w.Number] = turn < 2 // 40 of 100
					if turn == 0 {
						continue // does not come
					}
					order := c.orderWin(d, id, w.Number)
					if passed[w.Number] { // does not pay
						if err := c.Orders.Cancel(t.Context(), order.Number, "", staff); err != nil {
							t.Fatal(err)
						}
						continue
					}
					c.payInHand(order)
				}
			}
			c.moveTo(c.now().Add(44 * time.Hour))
		}
		r := c.result(d)
		bought, rank := 0, int64(1)
		for _, w := range r.Winners {
			if w.Rank != rank {
				t.Errorf("rank %d won before rank %d", w.Rank, rank)
			}
			rank++
			if w.State == shop.WinBought {
				bought++
			}
			if (w.State == shop.WinBought) == passed[w.Number] {
				t.Errorf("rank %d is %s, passed over: %v", w.Rank, w.State, passed[w.Number])
			}
		}
		if bought != units || len(seen) <= units {
			t.Errorf("%d units were bought by %d winners", bought, len(r.Winners))
		}
		c.checkInvariants()
	})
}

// orderWin places the order of a winner.
func (c *counter) orderWin(d shop.Drop, product, number int64) shop.Order {
	c.t.Helper()
	email := c.emailOf(d, number)
	r, held, err := c.Store.Reservations.Held(context.Background(), product, c.mailbox(email))
	if err != nil || !held || r.Kind != shop.Win {
		c.t.Fatalf("number %d has %+v (%v)", number, r, err)
	}
	order := checkout(email, 8_00, product, 1, c.Units.Token(r.ID))
	order.Phone, order.Name = phoneOf(email), email
	placed, err := c.place(order)
	if err != nil {
		c.t.Fatal(err)
	}
	return placed
}

// emailOf is the address of an entry of enterMany.
func (c *counter) emailOf(d shop.Drop, number int64) string {
	c.t.Helper()
	e, err := c.Store.QueueEntries.ByNumber(context.Background(), d.ID, shop.MainLine, number)
	if err != nil {
		c.t.Fatal(err)
	}
	email, err := c.Keys.Open(e.EmailSealed)
	if err != nil {
		c.t.Fatal(err)
	}
	return email
}

func TestADrawThatIsKilledAtAnyStepIsOneDraw(t *testing.T) { // M11.4
	eachCounter(t, func(t *testing.T, c *counter) {
		id := c.product(10)
		d := c.drawDrop(id, 10)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 60)
		c.mu.Lock()
		c.at = *d.EndsAt
		c.mu.Unlock()
		var first draws.Result
		for kill := range 50 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(kill)*500*time.Microsecond)
			_ = c.Draws.Draw(ctx, d) // ends in the middle of something, later and later
			cancel()
			r := c.result(d)
			if first.Proof.EntriesDigest == "" {
				first = r
			}
			if first.Proof.EntriesDigest != "" && r.Proof.EntriesDigest != first.Proof.EntriesDigest {
				t.Fatal("the list has changed")
			}
		}
		if err := c.Draws.Draw(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		r := c.result(d)
		if len(r.Winners) != 10 || r.Winners[9].Rank != 10 || c.free(id) != 0 {
			t.Errorf("after 50 kills %d won", len(r.Winners))
		}
		wins, losses := 0, 0
		for end := time.Now().Add(20 * time.Second); wins+losses < 60 && time.Now().Before(end); {
			wins, losses = len(allMailed[outbox.WinEmail](c, anyone)), len(allMailed[outbox.NotThisTimeEmail](c, anyone))
		}
		if wins != 10 || losses != 50 {
			t.Errorf("%d emails tell of a win and %d of none", wins, losses)
		}
		c.checkInvariants()
	})
}

func TestAWinLasts24HoursWithoutQuietHoursAndBeyondTheAwarding(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		c.untaxed()
		id := c.product(1)
		d := c.drawDrop(id, 1)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 2)
		c.moveTo(*d.EndsAt) // 1 PM in Los Angeles: 9 h until 10 PM, 14 h on the next day, 1 h on the third
		first := c.result(d).Winners[0]
		c.moveTo(d.EndsAt.Add(44*time.Hour - time.Second))
		if w := c.result(d).Winners; len(w) != 1 {
			t.Fatalf("the win ended early: %+v", w)
		}
		// Its owner gives it back on the last day: the next rank may buy after the 7 days.
		c.moveTo(d.EndsAt.Add(shop.AwardTime - time.Hour))
		r := c.result(d)
		if len(r.Winners) != 2 || r.Winners[0].Number != first.Number || r.Winners[0].State != shop.WinPassed {
			t.Fatalf("the winners are %+v", r.Winners)
		}
		refuse := checkout("stranger@example.com", 8_00, id, 1)
		refuse.Phone = phoneOf("stranger@example.com")
		_, err := c.place(refuse)
		refused(t, "an order without a win", err, shop.NotOpen)
	})
}

func TestWhoDidNotWinIsEnteredInTheNextDraw(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		ctx := context.Background()
		id := c.product(5)
		d := c.drawDrop(id, 1)
		c.moveTo(d.OpensAt)
		c.enter(d, "ada@example.com", func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.enter(d, "ben@example.com", func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.enter(d, "cem@example.com")
		c.moveTo(*d.EndsAt)
		winner := c.emailOf(d, c.result(d).Winners[0].Number)
		c.moveTo(d.EndsAt.Add(shop.AwardTime + 4*24*time.Hour))
		next := c.drawDrop(id, 1, func(d *shop.Drop) { d.Name = "Golden Ticket II" })
		if err := c.Draws.Tick(ctx); err != nil {
			t.Fatal(err)
		}
		c.moveTo(next.OpensAt)
		for range 2 {
			if err := c.Draws.Tick(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for _, email := range []string{"ada@example.com", "ben@example.com", "cem@example.com"} {
			entered := 0
			for _, e := range allMailed[outbox.DrawEntryEmail](c, email) {
				if e.Carried {
					entered++
				}
			}
			// Of three entries and one unit, everybody wins in turn as nobody buys; whoever was told 'Not this time' is carried over unless they won later.
			entry, err := c.Store.QueueEntries.OfMailbox(ctx, next.ID, shop.MainLine, c.mailbox(email))
			if (err == nil) != (entered == 1) || err == nil && (!entry.Proven || entry.EnterNext || email == winner || email == "cem@example.com") {
				t.Errorf("%s (winner: %s) got %d emails, the entry is %+v (%v)", email, winner, entered, entry, err)
			}
		}
	})
}

func TestStaffNameTheNextDraw(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		ctx := context.Background()
		later := c.drawDrop(c.product(1), 1, func(d *shop.Drop) {
			d.OpensAt = d.EndsAt.Add(time.Hour)
			end := d.OpensAt.Add(time.Hour)
			d.EndsAt = &end
		})
		other, err := c.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Melon Soda", Slug: "melon-soda", Description: "Green.", Price: 4_00, InStock: true, Stock: new(int64)}, staff)
		if err != nil {
			t.Fatal(err)
		}
		c.setStock(other.ID, 1)
		d := c.drawDrop(other.ID, 1, func(d *shop.Drop) { d.NextDrawID = &later.ID })
		c.moveTo(d.OpensAt)
		c.enterMany(d, 5, func(in *waitingroom.JoinInput) { in.EnterNext = true })
		c.moveTo(*d.EndsAt)
		c.moveTo(later.OpensAt)
		if err := c.Draws.Tick(ctx); err != nil {
			t.Fatal(err)
		}
		if q, err := c.Store.Queues.OfDrop(ctx, later.ID, shop.MainLine); err != nil || q.Joined != 4 {
			t.Errorf("%d are entered in the next draw (%v)", q.Joined, err)
		}
		same := d
		same.NextDrawID = &d.ID
		same.Version = c.the(c.Drops.Get(ctx, d.ID)).Version
		_, err = c.Drops.Change(ctx, same, staff)
		refused(t, "a draw after itself", err, shop.Invalid)
		unknown := int64(99_999)
		same.NextDrawID = &unknown
		_, err = c.Drops.Change(ctx, same, staff)
		refused(t, "a draw that is none", err, shop.Invalid)
	})
}

func TestThreeInstancesDrawOnce(t *testing.T) {
	eachCounter(t, func(t *testing.T, c *counter) {
		d := c.drawDrop(c.product(3), 3)
		c.moveTo(d.OpensAt)
		c.enterMany(d, 30)
		c.mu.Lock()
		c.at = *d.EndsAt
		c.mu.Unlock()
		var wait sync.WaitGroup
		for range 3 {
			wait.Go(func() {
				if err := c.Draws.Draw(context.Background(), d); err != nil && !errors.Is(err, store.ErrStartOver) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if r := c.result(d); len(r.Winners) != 3 {
			t.Errorf("%d won", len(r.Winners))
		}
	})
}
