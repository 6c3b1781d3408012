package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	aheadIn    = 105 * time.Second // when the drop opens
	aheadFrom  = 90 * time.Second  // before the opening the shop begins to render
	aheadQuiet = 5 * time.Second   // before the opening it has to be ready
	aheadPages = 5
)

// measureAhead counts how long the shop takes to render the pages of an opening ahead, while 2,000 connections reload.
func measureAhead(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-ahead-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	_, d, err := openDropShop(ctx, folder, openingSlug, aheadIn, func(d *shop.Drop) {
		d.Mode = shop.DropOpen
		d.Products = append(d.Products, shop.DropProduct{ProductID: everydayProduct, Units: 100})
	})
	if err != nil {
		return err
	}
	p, err := b.openShopIn(ctx, folder)
	if err != nil {
		return err
	}
	defer p.stop()
	if _, err := sizeOf(ctx, p.url("/drop/"+openingSlug)); err != nil {
		return err
	}
	p.waitUntilRendered(ctx)
	pause(ctx, time.Until(d.OpensAt.Add(-aheadFrom-2*time.Second)))
	before, err := renderedPages(ctx, p)
	if err != nil {
		return err
	}
	t, err := aim(p.addr, "/drop/"+openingSlug, openingConnections)
	if err != nil {
		return err
	}
	defer t.close()
	for {
		if _, err := t.fire(ctx, 250*time.Millisecond); err != nil {
			return err
		}
		now, err := renderedPages(ctx, p)
		if err != nil {
			return err
		}
		took := aheadFrom - time.Until(d.OpensAt)
		if now-before >= aheadPages {
			b.add(row{what: fmt.Sprintf("%d pages of an opening rendered ahead, while 2,000 connections reload", aheadPages), ours: fmt.Sprintf("%.1f s", took.Seconds()),
				goal: fmt.Sprintf("≤ %.0f s", (aheadFrom - aheadQuiet).Seconds()), met: holds(took <= aheadFrom-aheadQuiet)})
			return nil
		}
		if took > aheadFrom {
			return fmt.Errorf("%d of %d pages were rendered before the opening", now-before, aheadPages)
		}
	}
}
