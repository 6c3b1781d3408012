package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	streams = 1000
	signIns = 200
	// signInsPerAccount stays below the shop's own limit on attempts.
	signInsPerAccount = 5
	streamsGoal       = 64  // MB
	stormGoal         = 300 // MB
	slowerGoal        = 2.0 // how many times slower pages may be meanwhile
	password          = "correct horse battery"
)

// measureCrowd measures many clients at once: open event streams and sign-ins.
func measureCrowd(ctx context.Context, b *bench) error {
	shop, err := b.openShop(ctx, "--trust-proxy")
	if err != nil {
		return err
	}
	defer shop.stop()
	if err := shop.warm(ctx, pages...); err != nil {
		return err
	}
	if err := b.measureStreams(ctx, shop); err != nil {
		return err
	}
	return b.measureSignIns(ctx, shop)
}

func (b *bench) measureStreams(ctx context.Context, shop *process) error {
	before, err := shop.memory()
	if err != nil {
		return err
	}
	var open []net.Conn
	defer func() {
		for _, c := range open {
			_ = c.Close()
		}
	}()
	for range streams {
		c, err := net.Dial("tcp", shop.addr)
		if err != nil {
			return err
		}
		open = append(open, c)
		if _, err := fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: %s\r\n\r\n", shop.addr); err != nil {
			return err
		}
	}
	response := make([]byte, 64<<10)
	for _, c := range open {
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		for seen := ""; !strings.Contains(seen, "welcome"); {
			n, err := c.Read(response)
			if err != nil {
				return err
			}
			seen += string(response[:n])
		}
	}
	pause(ctx, time.Second)
	after, err := shop.memory()
	if err != nil {
		return err
	}
	b.add(row{what: "memory with 1,000 open event streams", ours: fmt.Sprintf("%.0f MB, %.0f MB more than before", after.resident, after.resident-before.resident),
		goal: fmt.Sprintf("≤ %d MB more", streamsGoal), met: holds(after.resident-before.resident <= streamsGoal)})
	return nil
}

// measureSignIns lets many clients sign in at once and measures the product page meanwhile.
func (b *bench) measureSignIns(ctx context.Context, shop *process) error {
	for i := range signIns / signInsPerAccount {
		status, err := shop.post(ctx, "/api/users", from(i), fmt.Sprintf(`{"username":"buyer%d","email":"buyer%d@example.com","password":%q}`, i, i, password))
		if err != nil {
			return err
		}
		if status >= 300 {
			return fmt.Errorf("sign-up answers %d", status)
		}
	}
	page, err := aim(shop.addr, "/product/10", 4)
	if err != nil {
		return err
	}
	defer page.close()
	quiet, err := page.fire(ctx, 2*time.Second)
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	var refused, done atomic.Int64
	waits := make([]time.Duration, signIns)
	for i := range signIns {
		all.Go(func() {
			start := time.Now()
			status, err := shop.post(ctx, "/api/session", from(i), fmt.Sprintf(`{"email":"buyer%d@example.com","password":%q}`, i/signInsPerAccount, password))
			if err != nil || status >= 300 {
				refused.Add(1)
			}
			waits[i] = time.Since(start)
			done.Add(1)
		})
	}
	var busy load
	var most float64
	for done.Load() < signIns {
		l, err := page.fire(ctx, 200*time.Millisecond)
		if err != nil {
			return err
		}
		busy.waits, busy.took = append(busy.waits, l.waits...), busy.took+l.took
		if now, err := shop.memory(); err == nil {
			most = max(most, now.resident)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	all.Wait()
	for _, list := range [][]time.Duration{quiet.waits, busy.waits, waits} {
		slices.Sort(list)
	}
	b.add(row{what: "200 sign-ins at once", ours: fmt.Sprintf("%.0f MB at most, p50 %.1f s, p99 %.1f s, %d refused", most, at(waits, 0.5).Seconds(), at(waits, 0.99).Seconds(), refused.Load()),
		goal: fmt.Sprintf("≤ %d MB", stormGoal), met: holds(most > 0 && most <= stormGoal)})
	slower := float64(at(busy.waits, 0.5)) / float64(at(quiet.waits, 0.5))
	b.add(row{what: "product page meanwhile, 4 connections", ours: fmt.Sprintf("%s/s, p50 %s (×%.1f), p99 %s", count(busy.perSecond()), ms(at(busy.waits, 0.5)), slower, ms(at(busy.waits, 0.99))),
		beside: fmt.Sprintf("before %s/s, p50 %s, p99 %s", count(quiet.perSecond()), ms(at(quiet.waits, 0.5)), ms(at(quiet.waits, 0.99))),
		goal:   fmt.Sprintf("p50 ≤ ×%.0f", slowerGoal), met: holds(slower <= slowerGoal)})
	if n := refused.Load(); n > 0 {
		return errors.New("sign-ins were refused")
	}
	return nil
}

// from is a client address for each, sent as X-Forwarded-For.
func from(i int) string { return fmt.Sprintf("10.1.%d.%d", i/200, i%200+1) }

func (p *process) post(ctx context.Context, path, ip, text string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url(path), bytes.NewBufferString(text))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	return sendFrom(ip, r)
}

// sendFrom sends a request as a client of this address, reads the whole response and gives its status.
func sendFrom(ip string, r *http.Request) (int, error) {
	r.Header.Set("X-Forwarded-For", ip)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}
