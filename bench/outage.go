package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

const (
	outageTime   = 10 * time.Second
	outageLimit  = 5 * time.Second
	outageLines  = 10  // of the log a second: one for each cause
	outageOrders = 500 // before, between and after the outages of the test
)

// attackOutage freezes the database under load and counts the responses.
func (b *bench) attackOutage(ctx context.Context) error {
	pair, err := testkit.NewPostgresPair()
	if err != nil {
		return err
	}
	defer pair.Stop()
	data, err := os.MkdirTemp("", "snackdrop-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(data) }()
	shop, err := b.openShopIn(ctx, data, "--demo", "--demo-drops=false", "--trust-proxy", "--database-url", pair.URL)
	if err != nil {
		return err
	}
	stop := sync.OnceFunc(shop.stop)
	defer stop()
	if err := shop.warm(ctx, pages...); err != nil {
		return err
	}
	if err := pair.FreezePrimary(); err != nil {
		return err
	}
	statuses, longest, stale := shop.askDuring(ctx, outageTime)
	if err := pair.ResumePrimary(); err != nil {
		return err
	}
	stop() // its log is complete now
	lines := bytes.Count(shop.said.Bytes(), []byte("\n"))
	good := statuses[http.StatusOK]+statuses[http.StatusServiceUnavailable] == total(statuses)
	b.add(row{what: fmt.Sprintf("responses while the database hangs for %.0f s", outageTime.Seconds()),
		ours: fmt.Sprintf("%s (%s stale), the longest after %.1f s, %d log lines", byStatus(statuses), count(float64(stale)), longest.Seconds(), lines),
		goal: fmt.Sprintf("200 or 503, ≤ %.0f s, ≤ %d lines a second", outageLimit.Seconds(), outageLines),
		met:  holds(good && longest <= outageLimit && float64(lines) <= outageLines*outageTime.Seconds())})
	return nil
}

func total(statuses map[int]int) (all int) {
	for _, n := range statuses {
		all += n
	}
	return all
}

// askDuring reads pages and JSON, cached and not, and orders, for the given time.
func (p *process) askDuring(ctx context.Context, length time.Duration) (statuses map[int]int, longest time.Duration, stale int) {
	statuses = map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	end := time.Now().Add(length)
	for client := range 16 {
		all.Go(func() {
			for n := 0; time.Now().Before(end) && ctx.Err() == nil; n++ {
				path := []string{"/", "/api/settings", fmt.Sprintf("/product/%d", n%40+1), fmt.Sprintf("/api/products?search=%d", n)}[n%4]
				start := time.Now()
				var status int
				var header http.Header
				var err error
				if client%4 > 0 {
					status, header, err = p.read(ctx, path)
				} else {
					status, err = p.order(ctx, from(client*10_000+n), fmt.Sprintf("bench-outage-%d-%d", client, n), fmt.Sprintf("buyer%d-%d@example.com", client, n))
				}
				took := time.Since(start)
				if err != nil {
					status = 0
				}
				mu.Lock()
				statuses[status]++
				longest = max(longest, took)
				if strings.Contains(header.Get("Cache-Status"), "stale") {
					stale++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return statuses, longest, stale
}

func (p *process) read(ctx context.Context, path string) (int, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url(path), nil)
	if err != nil {
		return 0, nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header, err
}

var outageSaid = regexp.MustCompile(`outage: (.*)`)

// attackFailover runs the test of `make test` with more orders.
func (b *bench) attackFailover(ctx context.Context) error {
	said, err := runTest(ctx, "./cmd/snackdrop", "TestNoOrderIsLostWhenThePrimaryFreezesOrDies", fmt.Sprintf("SNACKDROP_OUTAGE_ORDERS=%d", outageOrders), outageSaid)
	for _, line := range said {
		b.add(row{what: "primary frozen, then killed, standby promoted", ours: line, goal: "no order lost or twice, no 500, responses within 5 s", met: holds(err == nil)})
	}
	return err
}
