package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/bigshop"
)

var growthSizes = []int{50, 1_000, 100_000}

// growthReads return as much in the smallest shop as in the largest, so that a
// longer response is not mistaken for a slower one.
var growthReads = []struct{ name, path string }{
	{"home page", "/"},
	{"product page", "/product/10"},
	{"category page", "/category/chips"},
	{"list JSON", "/api/products?limit=24"},
	{"product JSON", "/api/products/10"},
	{"search JSON", "/api/products?search=chili&limit=4"},
}

const (
	growthGoal  = 1.5
	growthTimes = 25
	coldGoal    = 50 * time.Millisecond
)

// measureGrowth asks shops of different sizes the same things, in turns: once
// without the response cache, so that every response is computed, and once with it.
func measureGrowth(ctx context.Context, b *bench) error {
	folders := make([]string, len(growthSizes))
	for i, products := range growthSizes {
		folder, err := os.MkdirTemp("", "snackdrop-growth-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		fmt.Fprintf(os.Stderr, "  filling a shop with %d products\n", products)
		if err := bigshop.Fill(ctx, filepath.Join(folder, "snackdrop.db"), bigshop.Size{Products: products, Orders: 100}, func(string) {}); err != nil {
			return err
		}
		folders[i] = folder
	}
	computed, err := b.growth(ctx, folders, "--cache-mb", "0")
	if err != nil {
		return err
	}
	cached, err := b.growth(ctx, folders)
	if err != nil {
		return err
	}
	for i, read := range growthReads {
		first, last := computed[i][0], computed[i][len(growthSizes)-1]
		ratio := float64(last) / float64(first)
		b.add(row{what: read.name + " computed, 50 → 1,000 → 100,000 products", ours: fmt.Sprintf("%s, ×%.2f", arrows(computed[i]), ratio),
			beside: "cached " + arrows(cached[i]), goal: fmt.Sprintf("≤ ×%.1f", growthGoal), met: holds(ratio <= growthGoal)})
	}
	return b.measureGrown(ctx, folders)
}

// growth gives the median time of each read in each shop.
func (b *bench) growth(ctx context.Context, folders []string, flags ...string) ([][]time.Duration, error) {
	shops := make([]*process, len(folders))
	for i, folder := range folders {
		shop, err := b.openShopIn(ctx, folder, flags...)
		if err != nil {
			return nil, err
		}
		defer shop.stop()
		shops[i] = shop
	}
	medians := make([][]time.Duration, len(growthReads))
	for r, read := range growthReads {
		times := make([][]time.Duration, len(shops))
		for turn := range growthTimes + 2 {
			for i, shop := range shops {
				shop.waitUntilRendered(ctx)
				took, err := firstByte(ctx, shop.url(read.path))
				if err != nil {
					return nil, err
				}
				if turn >= 2 { // the first are for the file system and the pools
					times[i] = append(times[i], took)
				}
			}
		}
		for i := range shops {
			medians[r] = append(medians[r], median(times[i]))
		}
	}
	return medians, nil
}

// waitUntilRendered waits until the shop has finished rendering in the background.
func (p *process) waitUntilRendered(ctx context.Context) {
	for i, before := 0, p.processorTime(); i < 50; i++ {
		pause(ctx, 60*time.Millisecond)
		now := p.processorTime()
		if now == before {
			return
		}
		before = now
	}
}

// firstByte is how long it takes until the response begins.
func firstByte(ctx context.Context, url string) (time.Duration, error) {
	start := time.Now()
	response, err := ask(ctx, url)
	if err != nil {
		return 0, err
	}
	took := time.Since(start)
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != 200 {
		return 0, fmt.Errorf("%s: %s", url, response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return took, err
}

func arrows(times []time.Duration) string { return grown(times, ms) }

// measureCold asks a shop for each of its pages once, one after the other: every
// one is a cache miss, while earlier ones are still being rendered.
func measureCold(ctx context.Context, b *bench) error {
	shop, err := b.openShop(ctx)
	if err != nil {
		return err
	}
	defer shop.stop()
	if err := shop.warm(ctx, pages...); err != nil { // the program has started; these pages do not count
		return err
	}
	var paths []string
	for _, page := range []string{"about", "faq", "contact", "terms", "privacy", "subscription", "category/drinks", "category/candy", "category/chocolate", "category/cookies"} {
		paths = append(paths, "/"+page)
	}
	for id := 1; id <= 40; id++ {
		if id != 10 {
			paths = append(paths, fmt.Sprintf("/product/%d", id))
		}
	}
	for _, word := range []string{"a", "b", "ch", "ki", "ma", "o", "ra", "so", "ta", "u"} {
		paths = append(paths, "/products?search="+word)
	}
	var waits []time.Duration
	for _, path := range paths {
		took, err := firstByte(ctx, shop.url(path))
		if err != nil {
			return err
		}
		waits = append(waits, took)
	}
	slices.Sort(waits)
	b.add(row{what: fmt.Sprintf("first byte at a cold cache, %d pages one after the other", len(paths)),
		ours: fmt.Sprintf("p50 %s, longest %s", ms(at(waits, 0.5)), ms(waits[len(waits)-1])), goal: "≤ " + ms(coldGoal), met: holds(waits[len(waits)-1] <= coldGoal)})
	return nil
}
