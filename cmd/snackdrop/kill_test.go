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
)

// KillsVariable says how often the shop is killed; the bench asks for more than the tests.
const KillsVariable = "SNACKDROP_KILLS"

// rushed is a crowd that writes down every answer it got.
type rushed struct {
	mu       sync.Mutex
	answered map[string]string // idempotency key → order number
	open     []string          // keys whose answer never came
	next     int
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

func (r *rushed) buy(ctx context.Context, t *testing.T, client *http.Client, url string) {
	for ctx.Err() == nil {
		key := r.key()
		number, err := place(ctx, client, url, key)
		r.mu.Lock()
		if err != nil {
			r.open = append(r.open, key)
		} else if before, again := r.answered[key]; again && before != number {
			t.Errorf("%s was %s and is %s", key, before, number)
		} else {
			r.answered[key] = number
		}
		r.mu.Unlock()
	}
}

func place(ctx context.Context, client *http.Client, url, key string) (string, error) {
	const order = `{"lines":[{"product_id":10,"quantity":1}],"email":"maya@example.com","name":"Maya","fulfillment_type":"pickup",` +
		`"payment_method":"manual","expected_total":32.16}`
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/orders", strings.NewReader(order))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%d %s %w", answer.StatusCode, text, err)
	}
	var placed struct{ Order struct{ Number string } }
	return placed.Order.Number, json.Unmarshal(text, &placed)
}

// uncounted lets the demo's mystery box be sold without end.
func uncounted(t *testing.T, data string) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(data, "snackdrop.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.ForgetStock(t.Context(), 10) }); err != nil {
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
	uncounted(t, data)
	buyers := &rushed{answered: map[string]string{}}
	var starts []time.Duration
	for range kills {
		begun := time.Now()
		url, kill := openDemo(t, data)
		starts = append(starts, time.Since(begun))
		ctx, leave := context.WithCancel(t.Context())
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
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
	slices.Sort(starts)
	usual := starts[len(starts)/2] // one slow start says more about the machine than about the shop
	t.Logf("%d kills, %d orders, ready again after %s, at most %s", kills, len(buyers.answered), usual, starts[len(starts)-1])
	if usual > readyWithin {
		t.Errorf("ready again after %s, want %s", usual, readyWithin)
	}
	checkOrders(t, data, buyers)
}

// checkOrders reads the shop's database: every answer is there, none twice, no number is missing.
func checkOrders(t *testing.T, data string, buyers *rushed) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(data, "snackdrop.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	last, err := s.Counter(t.Context(), "order_number")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for key, number := range buyers.answered {
		if used[number] {
			t.Errorf("%s was given twice", number)
		}
		used[number] = true
		row, err := s.OrderByNumber(t.Context(), number)
		if err != nil || row.IdempotencyKey == nil || *row.IdempotencyKey != key {
			t.Fatalf("%s was acknowledged and is not there: %v", number, err)
		}
	}
	for n := range last {
		if _, err := s.OrderByNumber(t.Context(), shop.OrderNumber(n+1)); err != nil {
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
	cmd := program(append([]string{"serve", "--demo", "--data", data, "--addr", "127.0.0.1:0"}, flags...)...)
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
