package main

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// waited is a product that people wait for, in a shop that is killed again and again.
type waited struct {
	t      *testing.T
	data   string
	at     string // the database
	flags  []string
	others []other // on PostgreSQL two more instances, which go on
	store  *store.Store
	keys   *secrets.Keys
	id     int64
	people int // who joined so far
	moves  atomic.Int64
}

type other struct {
	url  string
	kill func()
}

const (
	offeredUnits = 12
	alwaysWait   = 100 // so many wait at the start of every life
)

func newWaited(t *testing.T, engine store.Engine) *waited {
	t.Helper()
	t.Setenv("SNACKDROP_SECRET_KEY", rehearsalKey)
	keys, err := secrets.New(rehearsalKey)
	if err != nil {
		t.Fatal(err)
	}
	// An order whose client was cut off before it could cancel soon gives its unit back.
	w := &waited{t: t, data: t.TempDir(), keys: keys, flags: []string{"--hold-seconds", "5"}}
	w.at = filepath.Join(w.data, "snackdrop.db")
	if engine == store.Postgres {
		w.at = storetest.Empty(t)
		w.flags = append(w.flags, "--database-url", w.at)
	}
	_, stop := openDemo(t, w.data, w.flags...)
	stop()
	w.store = storetest.Open(t, w.at)
	a, err := services.New(t.Context(), services.Config{Store: w.store, Keys: keys, PublicURL: "http://localhost"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"tax_calculation": "none"}}, audit.CommandLine); err != nil {
		t.Fatal(err)
	}
	p, err := a.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Rare Mochi", Slug: "rare-mochi", Description: "Soft.", Price: 9_00, InStock: true, Stock: new(int64(offeredUnits))}, audit.CommandLine)
	if err != nil {
		t.Fatal(err)
	}
	w.id = p.ID
	if engine == store.Postgres {
		for range 2 {
			url, kill := openDemo(t, w.data, w.flags...)
			w.others = append(w.others, other{url, kill})
		}
	}
	return w
}

// offers lists who has an offer now, with the token of its reservation.
func (w *waited) offers() (emails, tokens []string, waiting int) {
	w.t.Helper()
	entries, err := w.store.Waitlist.Open(context.Background(), w.id, 10_000)
	if err != nil {
		w.t.Error(err)
	}
	for _, e := range entries {
		if e.State == shop.WaitlistOffered && e.ReservationID != nil {
			emails, tokens = append(emails, e.Email), append(tokens, w.keys.Token("reservation", strconv.FormatInt(*e.ReservationID, 10)))
		} else {
			waiting++
		}
	}
	return emails, tokens, waiting
}

// fill lets more people wait.
func (w *waited) fill() {
	w.t.Helper()
	_, _, waiting := w.offers()
	err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		for n := range max(0, alwaysWait-waiting) {
			email := fmt.Sprintf("waiting%d@example.com", w.people+n)
			id, err := tx.Waitlist.Create(w.t.Context(), shop.WaitlistEntry{ProductID: w.id, Email: email, Units: 1, MailboxKey: w.keys.BuyerKey(shop.MailboxKind, email)}, time.Now())
			if err != nil {
				return err
			}
			if _, err := tx.Waitlist.Prove(w.t.Context(), id, time.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.people += max(0, alwaysWait-waiting)
}

// move gives an offer back, or orders a unit and goes back on that, so that it is offered to the next.
func (w *waited) move(ctx context.Context, client *http.Client, url string, n int64) {
	emails, tokens, _ := w.offers()
	email, token := fmt.Sprintf("passer-by%d@example.com", n), ""
	if len(tokens) > 0 && rand.IntN(4) > 0 {
		i := rand.IntN(len(tokens))
		email, token = emails[i], tokens[i]
	}
	ask := func(method, path, key, text string, into any) error {
		r, err := http.NewRequestWithContext(ctx, method, url+path, strings.NewReader(text))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		return answerTo(client, r, http.StatusOK, into)
	}
	if token != "" && rand.IntN(2) == 0 {
		_ = ask(http.MethodDelete, "/api/reservations/"+token, "", "", nil) // somebody else may have been faster
		w.moves.Add(1)
		return
	}
	reserved := "[]"
	if token != "" {
		reserved = `["` + token + `"]`
	}
	var got receipt
	err := ask(http.MethodPost, "/api/orders", fmt.Sprintf("offer-test-%d", n), fmt.Sprintf(`{"lines":[{"product_id":%d,"quantity":1}],"email":%q,"name":"Maya","fulfillment_type":"pickup",`+
		`"payment_method":"card","expected_total":9,"reservations":%s}`, w.id, email, reserved), &got)
	if err == nil {
		_ = ask(http.MethodPost, "/api/orders/"+got.Order.Number+"/cancel?key="+got.Key, "", "", nil)
		w.moves.Add(1)
	}
}

// live runs an instance of the shop until it is killed in the middle of its work.
func (w *waited) live() {
	w.t.Helper()
	url, kill := openDemo(w.t, w.data, w.flags...)
	urls := []string{url}
	for _, o := range w.others {
		urls = append(urls, o.url)
	}
	ctx, leave := context.WithCancel(w.t.Context())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	var work sync.WaitGroup
	var n atomic.Int64
	before, base := w.moves.Load(), time.Now().UnixNano()
	for range 4 {
		work.Go(func() {
			for ctx.Err() == nil {
				i := base + n.Add(1)
				w.move(ctx, client, urls[i%int64(len(urls))], i)
			}
		})
	}
	for end := time.Now().Add(20 * time.Second); w.moves.Load() < before+10 && time.Now().Before(end); {
		time.Sleep(2 * time.Millisecond)
	}
	time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
	kill()
	leave()
	work.Wait()
	client.CloseIdleConnections()
}

// finish kills the instances that are left and runs the shop until everything that was queued is mailed.
func (w *waited) finish() {
	w.t.Helper()
	for _, o := range w.others {
		o.kill()
	}
	// Emails that a killed process was sending are claimed for minutes: their time is over now.
	storetest.Exec(w.t, w.at, "UPDATE outbox SET next_at = 1 WHERE sent_at IS NULL AND failed_at IS NULL AND attempts > 0")
	_, kill := openDemo(w.t, w.data, w.flags...)
	defer kill()
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		_, more, err := w.store.Outbox.NextDue(w.t.Context(), 0)
		if err != nil {
			w.t.Fatal(err)
		}
		if !more {
			return
		}
		if time.Now().After(end) {
			w.t.Fatal("some email was not sent")
		}
	}
}

var offerLink = regexp.MustCompile(`/reservation/([A-Za-z0-9_-]+)`)

// mailedOffers are the reservations that the emails in the folder are about.
func (w *waited) mailedOffers() map[int64]bool {
	w.t.Helper()
	mailed := map[int64]bool{}
	folder := os.DirFS(filepath.Join(w.data, "mail"))
	files, err := fs.Glob(folder, "*.eml")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			w.t.Fatal(err)
		}
		link := offerLink.FindStringSubmatch(strings.ReplaceAll(string(text), "=\r\n", ""))
		if link == nil {
			continue
		}
		token, err := w.keys.ReadToken("reservation", link[1])
		if err != nil {
			w.t.Fatalf("%s: %v", name, err)
		}
		id, err := strconv.ParseInt(token, 10, 64)
		if err != nil {
			w.t.Fatal(err)
		}
		mailed[id] = true
	}
	return mailed
}

// checkOwners holds that every unit has one owner: an offer belongs to the entry that it was made for, and to no other.
func (w *waited) checkOwners() {
	w.t.Helper()
	for what, query := range map[string]string{
		"held reservations that are not the offer of one entry": "SELECT COUNT(*) FROM reservations r WHERE r.state = 'held' AND 1 <> (SELECT COUNT(*) FROM waitlist_entries e" +
			" WHERE e.reservation_id = r.id AND e.state = 'offered' AND e.mailbox_key = r.mailbox_key)",
		"entries whose offer is not held": "SELECT COUNT(*) FROM waitlist_entries e WHERE e.state = 'offered' AND NOT EXISTS (SELECT 1 FROM reservations r WHERE r.id = e.reservation_id AND r.state = 'held')",
		"offers used without an order":    "SELECT COUNT(*) FROM reservations WHERE state = 'used' AND order_id IS NULL",
	} {
		if n := storetest.Number(w.t, w.at, query); n != 0 {
			w.t.Errorf("%d %s", n, what)
		}
	}
	if units, err := w.store.Stock.Count(w.t.Context(), w.id); err != nil || units.InStock+units.Reserved+units.Ordered != offeredUnits {
		w.t.Errorf("of %d units there are %+v, %v", offeredUnits, units, err)
	}
}

// Whenever the shop is killed: no offer email without a reservation, no offer without
// its email, and no unit lost.
func TestAnOfferAndItsEmailOutliveAKillTogether(t *testing.T) {
	kills := 2
	if more, err := strconv.Atoi(os.Getenv(KillsVariable)); err == nil {
		kills = more
	}
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			w := newWaited(t, engine)
			for range kills {
				w.fill()
				w.live()
				w.checkOwners()
			}
			w.finish()
			w.checkOwners()
			offers := w.checkOffers()
			if offers < 5*kills {
				t.Errorf("only %d offers were made", offers)
			}
			t.Logf("%d kills, %d offers on %s with %d instances, each with its email", kills, offers, engine, 1+len(w.others))
		})
	}
}

// checkOffers holds that every offer was mailed, and that every mailed one exists.
func (w *waited) checkOffers() (offers int) {
	w.t.Helper()
	mailed, last := w.mailedOffers(), int64(0)
	for id := range mailed {
		last = max(last, id)
		if r, err := w.store.Reservations.ByID(w.t.Context(), id); err != nil || r.Kind != shop.Offer || r.ProductID != w.id {
			w.t.Errorf("an email offers reservation %d, which is %+v, %v", id, r, err)
		}
	}
	for id := range last + 100 {
		r, err := w.store.Reservations.ByID(w.t.Context(), id+1)
		if shop.CodeOf(err) == shop.NotFound {
			continue
		}
		if err != nil {
			w.t.Fatal(err)
		}
		if offers++; !mailed[r.ID] {
			w.t.Errorf("the offer %+v was not mailed", r)
		}
	}
	return offers
}
