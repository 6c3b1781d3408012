package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	openingConnections = 2_000
	openingSlug        = "opening"
	openingIn          = 75 * time.Second // when the drop opens, after it was made
	openingBefore      = 20 * time.Second // how long the usual is measured
	openingAround      = 5 * time.Second  // before and after the opening
)

// measureOpening lets 2,000 connections reload the pages of a drop across its opening.
func measureOpening(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-opening-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	_, d, err := openDropShop(ctx, folder, openingSlug, openingIn, func(d *shop.Drop) { d.Mode = shop.DropOpen })
	if err != nil {
		return err
	}
	p, err := b.openShopIn(ctx, folder)
	if err != nil {
		return err
	}
	defer p.stop()
	paths := []string{"/drop/" + openingSlug, "/drops", "/", fmt.Sprintf("/product/%d", d.Products[0].ProductID)}
	for _, path := range paths {
		if _, err := sizeOf(ctx, p.url(path)); err != nil {
			return err
		}
	}
	pause(ctx, time.Until(d.OpensAt.Add(-openingAround-openingBefore))) // the shop closes connections that ask for nothing
	t, err := aim(p.addr, paths[0], openingConnections)
	if err != nil {
		return err
	}
	defer t.close()
	var started atomic.Int64
	reload := func(length time.Duration) (load, error) {
		return fire(ctx, t.conns, length, func() func() []byte {
			n := started.Add(1)
			return func() []byte {
				n++
				return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip, deflate, br\r\nAccept: */*\r\n\r\n", paths[n%int64(len(paths))], p.addr)
			}
		})
	}
	usual, err := reload(openingBefore)
	if err != nil {
		return fmt.Errorf("before the opening: %w", err)
	}
	before, err := renderedPages(ctx, p)
	if err != nil {
		return err
	}
	rush, err := reload(time.Until(d.OpensAt.Add(openingAround)))
	if err != nil {
		return fmt.Errorf("across the opening: %w", err) // also a response other than 200
	}
	after, err := renderedPages(ctx, p)
	if err != nil {
		return err
	}
	slices.Sort(usual.waits)
	slices.Sort(rush.waits)
	b.add(row{what: "2,000 connections reloading across an opening", ours: fmt.Sprintf("p99 %s, %s before; %d pages rendered", ms(at(rush.waits, 0.99)), ms(at(usual.waits, 0.99)), after-before),
		goal: "p99 ≤ twice that of before, none rendered, every response 200", met: holds(at(rush.waits, 0.99) <= 2*at(usual.waits, 0.99) && after == before)})
	return nil
}

var renderedTotal = regexp.MustCompile(`(?m)^snackdrop_pages_rendered_total ([0-9.e+]+)$`)

// renderedPages is how many pages the shop has rendered.
func renderedPages(ctx context.Context, p *process) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url("/metrics"), nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("metrics answer %d: %w", response.StatusCode, err)
	}
	found := renderedTotal.FindSubmatch(text)
	if found == nil {
		return 0, fmt.Errorf("the metrics do not count rendered pages")
	}
	total, err := strconv.ParseFloat(string(found[1]), 64)
	return int64(total), err
}
