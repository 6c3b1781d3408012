package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// KillsVariable says how often the shop is killed; the bench asks for more than the tests.
const KillsVariable = "SNACKDROP_KILLS"

// rushed is a crowd that writes down every answer it got. Every second one pays by card.
type rushed struct {
	mu       sync.Mutex
	answered map[string]receipt // by idempotency key
	open     []string           // keys whose answer never came
	next     int
	paid     int // payments that the bank has said yes to
}

func (r *rushed) key() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.open); n > 0 { // ask again about what was cut off
		key := r.open[n-1]
		r.open = r.open[:n-1]
		return key
	}
	r.next++
	return fmt.Sprintf("kill-test-key-%d", r.next)
}

// byCard says whether the buyer with this key pays online.
func byCard(key string) bool { return (key[len(key)-1]-'0')%2 == 1 }

func (r *rushed) buy(ctx context.Context, t *testing.T, client *http.Client, url string) {
	for ctx.Err() == nil {
		key := r.key()
		got, err := place(ctx, client, url, key)
		r.mu.Lock()
		if err != nil {
			r.open = append(r.open, key)
		} else if before, again := r.answered[key]; again && before.Order.Number != got.Order.Number {
			t.Errorf("%s was %s and is %s", key, before.Order.Number, got.Order.Number)
		} else {
			r.answered[key] = got
		}
		r.mu.Unlock()
		if err == nil && byCard(key) && payAt(ctx, client, url, got) == nil {
			r.mu.Lock()
			r.paid++
			r.mu.Unlock()
		}
	}
}

func place(ctx context.Context, client *http.Client, url, key string) (got receipt, err error) {
	method := shop.PayManual
	if byCard(key) {
		method = shop.PayCard
	}
	order := `{"lines":[{"product_id":10,"quantity":1}],"email":"` + key + `@example.com","name":"Maya","fulfillment_type":"pickup",` +
		`"payment_method":"` + method + `","expected_total":32.16}`
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/orders", strings.NewReader(order))
	if err != nil {
		return got, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	err = answerTo(client, request, http.StatusOK, &got)
	return got, err
}

// payAt presses the button of the pay page, wherever the shop listens in this life.
func payAt(ctx context.Context, client *http.Client, url string, got receipt) error {
	at := strings.Index(got.PayURL, "/demo-pay/")
	if at < 0 {
		return fmt.Errorf("%s has no pay page", got.Order.Number)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+got.PayURL[at:], strings.NewReader("do=pay"))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return answerTo(client, request, http.StatusSeeOther, nil)
}

func answerTo(client *http.Client, request *http.Request, status int, into any) error {
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != status {
		return fmt.Errorf("%d %s %w", answer.StatusCode, text, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// uncounted lets the demo's mystery box be sold without end.
func uncounted(t *testing.T, location string) {
	t.Helper()
	s, err := store.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Stock.Set(t.Context(), 10, nil) }); err != nil {
		t.Fatal(err)
	}
}

func TestAnAcknowledgedOrderOutlivesAKill(t *testing.T) {
	kills := 5
	if more, err := strconv.Atoi(os.Getenv(KillsVariable)); err == nil {
		kills = more
	}
	data := t.TempDir()
	_, stop := openDemo(t, data)
	stop()
	uncounted(t, filepath.Join(data, "snackdrop.db"))
	buyers := &rushed{answered: map[string]receipt{}}
	var starts []time.Duration
	for range kills {
		begun := time.Now()
		url, kill := openDemo(t, data)
		starts = append(starts, time.Since(begun))
		ctx, leave := context.WithCancel(t.Context())
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		var wait sync.WaitGroup
		before := len(buyers.answered)
		for range 8 {
			wait.Go(func() { buyers.buy(ctx, t, client, url) })
		}
		deadline := time.Now().Add(20 * time.Second)
		for { // let the rush begin, then kill in the middle of it
			buyers.mu.Lock()
			n := len(buyers.answered) - before
			buyers.mu.Unlock()
			if n > 20 || time.Now().After(deadline) {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
		kill()
		leave()
		wait.Wait()
		client.CloseIdleConnections()
	}
	comeBack(t, data, buyers)
	slices.Sort(starts)
	longest := starts[len(starts)-1]
	t.Logf("%d kills, %d orders, %d paid by card, ready again after at most %s, usually %s", kills, len(buyers.answered), buyers.paid,
		longest.Round(time.Millisecond), starts[len(starts)/2].Round(time.Millisecond))
	if longest > readyWithin {
		t.Errorf("ready again after %s, want %s", longest, readyWithin)
	}
	checkOrders(t, data, buyers)
}

// comeBack lets everybody who paid by card look at their order, as a shopper does who comes back from the pay page.
func comeBack(t *testing.T, data string, buyers *rushed) {
	t.Helper()
	url, kill := openDemo(t, data)
	defer kill()
	for key, got := range buyers.answered {
		if !byCard(key) {
			continue
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/orders/"+got.Order.Number+"/check?key="+got.Key, nil)
		if err == nil {
			err = answerTo(http.DefaultClient, request, http.StatusOK, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkOrders reads the shop's database and the bank's: every answer is there, none twice, no number is
// missing, and each order is paid once if and only if the bank has its money.
func checkOrders(t *testing.T, data string, buyers *rushed) {
	t.Helper()
	location := filepath.Join(data, "snackdrop.db")
	s, err := store.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	last := storetest.LastOrder(t, location)
	used := map[string]bool{}
	paid := 0
	for key, got := range buyers.answered {
		number := got.Order.Number
		if used[number] {
			t.Errorf("%s was given twice", number)
		}
		used[number] = true
		var placed map[string]store.PlacedOrder
		err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
			placed, err = tx.Orders.PlacedBefore(t.Context(), []string{key})
			return err
		})
		if err != nil || placed[key].Number != number {
			t.Fatalf("%s was acknowledged and is not there: %v", number, err)
		}
		order, err := s.Orders.ByNumber(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		if !byCard(key) {
			continue
		}
		payments, err := s.Payments.OfOrder(t.Context(), order.ID)
		if err != nil || len(payments) != 1 {
			t.Fatalf("%s has %d payments, %v", number, len(payments), err)
		}
		var bank struct {
			Status  string
			Refunds map[string]int64
		}
		if text, err := os.ReadFile(filepath.Join(data, "demo-pay", payments[0].Ref+".json")); err == nil {
			if err := json.Unmarshal(text, &bank); err != nil {
				t.Error(err)
			}
		}
		if (bank.Status == "paid") != (order.Payment == shop.Paid) || len(bank.Refunds) > 0 {
			t.Errorf("%s is %s here and %s at the bank, %d refunds", number, order.Payment, bank.Status, len(bank.Refunds))
		}
		if order.Payment == shop.Paid {
			paid++
		}
	}
	if paid < buyers.paid || paid == 0 {
		t.Errorf("%d paid, the shop knows of %d", buyers.paid, paid)
	}
	for n := range last {
		if _, err := s.Orders.ByNumber(t.Context(), shop.OrderNumber(n+1)); err != nil {
			t.Errorf("%s is missing", shop.OrderNumber(n+1))
		}
	}
	if len(buyers.answered) == 0 {
		t.Error("nobody bought anything")
	}
}

// openDemo starts a demo shop, waits until it is ready, and gives a way to kill it hard.
func openDemo(t *testing.T, data string, flags ...string) (url string, kill func()) {
	t.Helper()
	cmd := program(append([]string{"serve", "--demo", "--demo-drops=false", "--data", data, "--addr", "127.0.0.1:0"}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := address.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			url = strings.Replace(found[1], "localhost", "127.0.0.1", 1)
			break
		}
	}
	for begun := time.Now(); time.Since(begun) < 30*time.Second; {
		if answer, err := http.Get(url + "/readyz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return url, kill
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the shop did not open")
	return "", nil
}
