package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// OutageOrdersVariable says how many orders are placed before, between and after the outages; the bench asks for more
// than the tests.
const OutageOrdersVariable = "SNACKDROP_OUTAGE_ORDERS"

// What the shop promises of its answers while the database is away, times slowdown.
var (
	answerWithin = 5 * time.Second * slowdown()
	readyWhether = 2 * time.Second * slowdown() // /readyz
	backWithin   = 2 * time.Second * slowdown() // of the promotion of the standby
)

// slowdown is how much longer everything may take. The bench has the machine for itself; a test runs with the race detector,
// beside other tests and browsers on two cores.
func slowdown() time.Duration {
	if os.Getenv(OutageOrdersVariable) != "" {
		return 1
	}
	return 4
}

// visitors order and read all the time, and check every answer: it is right, or a 503 that says when to come back.
type visitors struct {
	t      *testing.T
	url    string
	client *http.Client

	mu       sync.Mutex
	next     int
	numbers  map[string]receipt // by idempotency key
	statuses map[int]int
	slowest  time.Duration
	failures int // reported so far: one bug fails thousands of requests
}

func newVisitors(t *testing.T, url string) *visitors {
	return &visitors{t: t, url: url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}, Timeout: 30 * time.Second},
		numbers: map[string]receipt{}, statuses: map[int]int{}}
}

func (v *visitors) fail(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failures++; v.failures <= 20 {
		v.t.Errorf(format, args...)
	}
}

// do sends a request and checks what every answer has to keep.
func (v *visitors) do(ctx context.Context, method, path, body string, buyer int, within time.Duration) (*http.Response, string) {
	request, err := http.NewRequestWithContext(ctx, method, v.url+path, strings.NewReader(body))
	if err != nil {
		v.fail("%v", err)
		return nil, ""
	}
	// Everybody comes from an own address and network: the limits per network are another test's.
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("2001:%x:%x::1", buyer>>16+1, buyer&0xffff))
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", fmt.Sprintf("outage-test-%d", buyer))
	}
	start := time.Now()
	answer, err := v.client.Do(request)
	if err != nil {
		if ctx.Err() == nil {
			v.fail("%s %s: %v", method, path, err)
		}
		return nil, ""
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	text, took := string(content), time.Since(start)
	v.mu.Lock()
	v.statuses[answer.StatusCode]++
	v.slowest = max(v.slowest, took)
	v.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return nil, ""
	case err != nil:
		v.fail("%s %s: %v", method, path, err)
	case took > within:
		v.fail("%s %s answered %d after %s", method, path, answer.StatusCode, took)
	case answer.StatusCode == http.StatusServiceUnavailable && !saysWhen(answer):
		v.fail("%s %s: 503 with Retry-After %q", method, path, answer.Header.Get("Retry-After"))
	case answer.StatusCode == http.StatusServiceUnavailable && method == http.MethodPost && !strings.Contains(text, `"code":"unavailable"`):
		v.fail("%s %s: %s", method, path, text)
	case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusServiceUnavailable:
		v.fail("%s %s: %d %.300s", method, path, answer.StatusCode, text)
	}
	return answer, text
}

// saysWhen says whether an answer asks for another try in 1 to 5 seconds.
func saysWhen(answer *http.Response) bool {
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	return err == nil && seconds >= 1 && seconds <= 5
}

// order places one order and asks again with the same key until it is acknowledged.
func (v *visitors) order(ctx context.Context) {
	v.mu.Lock()
	v.next++
	buyer := v.next
	v.mu.Unlock()
	body := fmt.Sprintf(`{"lines":[{"product_id":10,"quantity":1}],"email":"buyer%d@example.com","name":"Maya","fulfillment_type":"pickup",`+
		`"payment_method":"manual","expected_total":32.16}`, buyer)
	for ctx.Err() == nil {
		answer, text := v.do(ctx, http.MethodPost, "/api/orders", body, buyer, answerWithin)
		if answer == nil || answer.StatusCode != http.StatusOK {
			pause(ctx, 50*time.Millisecond)
			continue
		}
		var got receipt
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			v.fail("%v", err)
		}
		v.mu.Lock()
		v.numbers[fmt.Sprintf("outage-test-%d", buyer)] = got
		v.mu.Unlock()
		return
	}
}

// come lets buyers and readers come until ctx ends.
func (v *visitors) come(ctx context.Context) *sync.WaitGroup {
	group := &sync.WaitGroup{}
	for range 4 {
		group.Go(func() {
			for ctx.Err() == nil {
				v.order(ctx)
			}
		})
	}
	for reader, paths := range [][]string{{"/", "/products", "/api/products", "/api/settings"}, {"/product/%d", "/api/products?search=s%d", "/sitemap.xml", "/cart"}} {
		group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				path := paths[n%len(paths)]
				if strings.Contains(path, "%d") {
					path = fmt.Sprintf(path, n%40+1)
				}
				v.do(ctx, http.MethodGet, path, "", 1<<20+reader, answerWithin)
				pause(ctx, 10*time.Millisecond)
			}
		})
	}
	group.Go(func() {
		for ctx.Err() == nil {
			v.do(ctx, http.MethodGet, "/readyz", "", 1<<21, readyWhether)
			pause(ctx, 100*time.Millisecond)
		}
	})
	return group
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (v *visitors) acknowledged() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.numbers)
}

// waitForOrders waits until so many more orders are acknowledged.
func (v *visitors) waitForOrders(more int, when string) {
	v.t.Helper()
	want := v.acknowledged() + more
	v.waitFor(when+": no orders", func() bool { return v.acknowledged() >= want })
}

func (v *visitors) waitFor(failure string, holds func() bool) {
	v.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			v.t.Fatal(failure)
		}
	}
}

// checkOutage checks what readers see during an outage: the cached page, and one that nobody asked for before.
func (v *visitors) checkOutage(ctx context.Context, when, unseen string) {
	v.t.Helper()
	v.waitFor(when+": /readyz never fails", func() bool {
		answer, _ := v.do(ctx, http.MethodGet, "/readyz", "", 1<<22, readyWhether)
		return answer != nil && answer.StatusCode == http.StatusServiceUnavailable
	})
	var home, list *http.Response
	v.waitFor(when+": cached responses do not say that they are stale", func() bool {
		home, _ = v.do(ctx, http.MethodGet, "/", "", 1<<22, answerWithin)
		list, _ = v.do(ctx, http.MethodGet, "/api/settings", "", 1<<22, answerWithin)
		return home != nil && list != nil && stale(home) && stale(list)
	})
	if home.StatusCode != 200 || list.StatusCode != 200 {
		v.t.Errorf("%s: cached responses: %d, %d", when, home.StatusCode, list.StatusCode)
	}
	answer, page := v.do(ctx, http.MethodGet, unseen, "", 1<<22, answerWithin)
	if answer == nil || answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(page, "Please try again in a moment.") {
		v.t.Errorf("%s: a page nobody asked for before: %v %.200s", when, answer, page)
	}
}

func stale(answer *http.Response) bool {
	return strings.Contains(answer.Header.Get("Cache-Status"), "detail=stale")
}

func TestNoOrderIsLostWhenThePrimaryFreezesOrDies(t *testing.T) {
	orders := 20
	if more, err := strconv.Atoi(os.Getenv(OutageOrdersVariable)); err == nil {
		orders = more
	}
	pair := testkit.StartPostgresPair(t)
	url, _ := start(t, "--demo", "--demo-drops=false", "--trust-proxy", "--data", t.TempDir(), "--database-url", pair.URL)
	uncounted(t, pair.URL)
	before := storetest.LastOrder(t, pair.URL)
	v := newVisitors(t, url)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	v.waitFor("the home page is not served", func() bool {
		answer, _ := v.do(ctx, http.MethodGet, "/", "", 1<<22, answerWithin)
		return answer != nil && answer.StatusCode == 200
	})
	everybody := v.come(ctx)
	v.waitForOrders(orders, "before any outage")

	must(t, pair.FreezePrimary())
	v.checkOutage(ctx, "frozen", "/product/41")
	must(t, pair.ResumePrimary())
	v.waitForOrders(orders, "after the freeze")

	must(t, pair.KillPrimary())
	v.checkOutage(ctx, "killed", "/product/42")
	must(t, pair.PromoteStandby())
	promoted := time.Now()
	v.waitForOrders(1, "after the failover")
	back := time.Since(promoted)
	if back > backWithin {
		t.Errorf("the first order was placed %s after the promotion", back)
	}
	v.waitForOrders(orders-1, "after the failover")
	v.waitFor("a page is still stale after the failover", func() bool {
		answer, _ := v.do(ctx, http.MethodGet, "/", "", 1<<22, answerWithin)
		return answer != nil && answer.StatusCode == 200 && !stale(answer)
	})
	leave()
	everybody.Wait()
	v.client.CloseIdleConnections()
	checkAcknowledged(t, pair.URL, v, before)
	t.Logf("outage: %d orders acknowledged, responses by status %v, the slowest after %s; back %s after the promotion", len(v.numbers), v.statuses,
		v.slowest.Round(10*time.Millisecond), back.Round(10*time.Millisecond))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// checkAcknowledged reads the database: every acknowledged order is there under its key, no number was given twice, and
// there is no order that has no key of a buyer.
func checkAcknowledged(t *testing.T, location string, v *visitors, before int64) {
	t.Helper()
	s, err := store.Open(t.Context(), location)
	must(t, err)
	defer func() { _ = s.Close() }()
	used := map[string]bool{}
	for key, got := range v.numbers {
		if used[got.Order.Number] {
			t.Errorf("%s was given twice", got.Order.Number)
		}
		used[got.Order.Number] = true
		placed, ok, err := s.Orders.PlacedUnder(t.Context(), key)
		if err != nil || !ok || placed.Number != got.Order.Number {
			t.Errorf("%s was acknowledged as %s, the database has %q (%v)", key, got.Order.Number, placed.Number, err)
		}
	}
	var placed, last int64
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		placed = 0 // acknowledged or not
		for buyer := range v.next {
			if _, ok, err := s.Orders.PlacedUnder(t.Context(), fmt.Sprintf("outage-test-%d", buyer+1)); err != nil {
				t.Error(err)
			} else if ok {
				placed++
			}
		}
		last = storetest.LastOrder(t, location)
		// A request that nobody waits for any longer may still be served.
		if last-before == placed || time.Now().After(end) {
			break
		}
	}
	for number := range last {
		if _, err := s.Orders.ByNumber(t.Context(), shop.OrderNumber(number+1)); err != nil {
			t.Errorf("%s: %v", shop.OrderNumber(number+1), err)
		}
	}
	if last-before != placed {
		t.Errorf("%d orders for %d keys", last-before, placed)
	}
}
