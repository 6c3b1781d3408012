package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// measureStart measures what the program costs before and after it has worked.
func measureStart(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-start-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	downloaded := filepath.Join(folder, "snackdrop")
	size, err := download(b.program, downloaded)
	if err != nil {
		return err
	}
	defer func(built string) { b.program = built }(b.program)
	b.program = downloaded
	b.atMost("the program, MB", float64(size)/1e6, 60, "%.1f")
	shop, err := b.openShop(ctx)
	if err != nil {
		return err
	}
	defer shop.stop()
	data := shop.data
	shop.data = ""
	shop.stop()
	took, err := b.startOf(ctx, data)
	if err != nil {
		return err
	}
	b.atMost("start of an existing shop to its first page, s", took.Seconds(), 0.5, "%.2f")
	shop, err = b.openShopIn(ctx, data)
	if err != nil {
		return err
	}
	shop.data = data
	defer shop.stop()
	return b.measureMemory(ctx, shop)
}

// download copies a program in small pieces, as a download is written. Of a file that was written in large ones, as by
// the linker, the system maps much more and counts it as memory: up to 20 MB.
func download(from, to string) (size int64, err error) {
	source, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		return 0, err
	}
	// Without their other methods, which would copy the file at once.
	size, err = io.CopyBuffer(struct{ io.Writer }{target}, struct{ io.Reader }{source}, make([]byte, 32<<10))
	return size, errors.Join(err, target.Close())
}

// startOf is how long the shop in a folder takes to its first page.
func (b *bench) startOf(ctx context.Context, data string) (time.Duration, error) {
	var starts []time.Duration
	for range 5 {
		shop, err := b.openShopIn(ctx, data)
		if err != nil {
			return 0, err
		}
		starts = append(starts, shop.took)
		shop.stop()
	}
	return median(starts), nil
}

// measureMemory looks at the process idle, and after load with a full cache.
func (b *bench) measureMemory(ctx context.Context, shop *process) error {
	pause(ctx, 3*time.Second)
	idle, err := shop.memory()
	if err != nil {
		return err
	}
	b.memoryRow("memory idle", idle, 60)
	if err := shop.fillCache(ctx); err != nil {
		return err
	}
	for _, read := range reads {
		t, err := aim(shop.addr, read.path, connections)
		if err != nil {
			return err
		}
		_, err = t.fire(ctx, b.round)
		t.close()
		if err != nil {
			return err
		}
	}
	full, err := shop.memory()
	if err != nil {
		return err
	}
	b.memoryRow("memory after load with a full cache of 64 MB", full, 160)
	return nil
}

// memoryRow compares the resident memory with the goal, and says how much of it
// is the process's own: the rest is pages of the program's file, which the system
// shares between instances and takes back when it needs them.
func (b *bench) memoryRow(what string, m memory, goal float64) {
	r := row{what: what + ", MB", ours: fmt.Sprintf("%.0f", m.resident), goal: fmt.Sprintf("≤ %.0f", goal), met: holds(m.resident <= goal)}
	if m.own > 0 {
		r.beside = fmt.Sprintf("%.0f its own, %.0f of the program's file", m.own, m.resident-m.own)
	}
	b.add(r)
}

// fillCache requests different lists until the response cache is full.
func (p *process) fillCache(ctx context.Context) error {
	before, steady := int64(0), 0
	for i := 0; i < 100_000 && steady < 3; i++ {
		if i%50 == 0 {
			size, err := p.cacheBytes(ctx)
			if err != nil {
				return err
			}
			if size > 60e6 || size < before {
				steady++
			}
			before = size
		}
		query := url.Values{"limit": {"50"}, "max_price": {fmt.Sprintf("%.2f", 40+float64(i)/100)}}
		if _, err := sizeOf(ctx, p.url("/api/products?"+query.Encode())); err != nil {
			return err
		}
		if i%4 == 0 {
			if _, err := sizeOf(ctx, p.url("/products?"+query.Encode())); err != nil {
				return err
			}
		}
	}
	if steady < 3 {
		return errors.New("the cache is never full")
	}
	return nil
}

// cacheBytes is the size of the response cache by the shop's own metrics.
func (p *process) cacheBytes(ctx context.Context) (int64, error) {
	text, err := get(ctx, p.url("/metrics"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "snackdrop_http_cache_bytes "); ok {
			size, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return int64(size), err
		}
	}
	return 0, errors.New("the metrics have no size of the response cache")
}

func pause(ctx context.Context, length time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(length):
	}
}
