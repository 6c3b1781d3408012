package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

const sizes = ", 50 → 1,000 → 100,000 products"

// measureGrown measures how start time, memory, requests and orders per second,
// the weight of a first visit and the Lighthouse scores change with the size of the shop. The three shops run side by
// side and take turns.
func (b *bench) measureGrown(ctx context.Context, folders []string) error {
	var shops []sellingShop
	var starts []float64
	for _, folder := range folders {
		products, err := stock(ctx, filepath.Join(folder, "snackdrop.db"), 1)
		if err != nil {
			return err
		}
		took, err := b.startOf(ctx, folder)
		if err != nil {
			return err
		}
		starts = append(starts, took.Seconds())
		shop, err := b.openShopIn(ctx, folder)
		if err != nil {
			return err
		}
		defer shop.stop()
		if err := shop.warm(ctx, pages...); err != nil {
			return err
		}
		shops = append(shops, sellingShop{process: shop, products: products})
	}
	b.add(row{what: "start to the first page, s" + sizes, ours: grown(starts, decimals(2))})
	if err := b.grownMemory(shops, "memory after the first pages, MB"); err != nil {
		return err
	}
	for _, read := range reads {
		if err := b.grownReads(ctx, shops, read.name, read.path); err != nil {
			return fmt.Errorf("%s: %w", read.name, err)
		}
	}
	if err := b.grownOrders(ctx, shops); err != nil {
		return err
	}
	if err := b.grownMemory(shops, "memory after load and orders, MB"); err != nil {
		return err
	}
	return b.grownPages(ctx, shops)
}

func (b *bench) grownMemory(shops []sellingShop, what string) error {
	var held []float64
	for _, shop := range shops {
		m, err := shop.process.memory()
		if err != nil {
			return err
		}
		held = append(held, m.resident)
	}
	b.add(row{what: what + sizes, ours: grown(held, decimals(0))})
	return nil
}

func (b *bench) grownReads(ctx context.Context, shops []sellingShop, name, path string) error {
	var sides []*side
	for _, shop := range shops {
		s := &side{process: shop.process}
		if err := s.aim(ctx, path, b.round/4); err != nil {
			return err
		}
		defer s.target.close()
		sides = append(sides, s)
	}
	for range b.rounds {
		for _, s := range sides {
			if err := s.round(ctx, b.round); err != nil {
				return err
			}
		}
	}
	b.add(row{what: name + " cached, requests/s" + sizes, ours: grown(sides, func(s *side) string { return count(median(s.rates)) }),
		beside: "p50 " + grown(sides, func(s *side) string { return ms(median(s.p50s)) }) +
			", p99 " + grown(sides, func(s *side) string { return ms(median(s.p99s)) })})
	return nil
}

func (b *bench) grownOrders(ctx context.Context, shops []sellingShop) error {
	rates := make([][]float64, len(shops))
	for range b.rounds {
		for i, shop := range shops {
			crowd, err := shop.aim(connections, shop.products...)
			if err != nil {
				return err
			}
			l, err := crowd.fire(ctx, b.round)
			crowd.close()
			if err != nil {
				return err
			}
			rates[i] = append(rates[i], l.perSecond())
			pause(ctx, afterwards)
		}
	}
	b.add(row{what: "orders/s, 32 buyers" + sizes, ours: grown(rates, func(r []float64) string { return count(median(r)) })})
	return nil
}

// grownPages opens the pages in a browser. Products of the filled shops have no pictures.
func (b *bench) grownPages(ctx context.Context, shops []sellingShop) error {
	var weights []float64
	var judged [][]lighthouseRun // by shop, then by page
	for _, shop := range shops {
		total, _, err := firstVisit(ctx, shop.process.url("/"))
		if err != nil {
			return err
		}
		audits, err := shop.process.audits(ctx, 1, pages)
		if err != nil {
			return err
		}
		weights, judged = append(weights, total), append(judged, audits)
	}
	b.add(row{what: "first visit, home page" + sizes, ours: grown(weights, kB)})
	for i, page := range pages {
		of := func(figure func(lighthouseRun) string) string {
			return grown(judged, func(shop []lighthouseRun) string { return figure(shop[i]) })
		}
		b.add(row{what: "Lighthouse, " + page.name + sizes,
			ours: of(func(a lighthouseRun) string { return fmt.Sprintf("%.0f", a.Performance) }),
			beside: "LCP " + of(func(a lighthouseRun) string { return fmt.Sprintf("%.2f s", a.LCP/1000) }) +
				", TBT " + of(func(a lighthouseRun) string { return fmt.Sprintf("%.0f ms", a.TBT) })})
	}
	return nil
}

// grown writes a figure of each shop, from the smallest to the largest.
func grown[T any](figures []T, text func(T) string) string {
	texts := make([]string, len(figures))
	for i, figure := range figures {
		texts[i] = text(figure)
	}
	return strings.Join(texts, " → ")
}

func decimals(n int) func(float64) string {
	return func(figure float64) string { return fmt.Sprintf("%.*f", n, figure) }
}
