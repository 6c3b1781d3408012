package ssr_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

const (
	reloaders = 40
	pause     = 50 * time.Millisecond // between two requests of a reloader: without it they take all processors
	fast      = 4                     // the shop's clock runs this much faster, so that the test does not take half a minute
)

// Connections reload across the opening; nothing is rendered within 5 s of it, and every answer is a page.
func TestReloadsAcrossTheOpening(t *testing.T) {
	st := storetest.New(t)
	var mu sync.Mutex
	from, began := opening.Add(-85*time.Second), time.Time{} // the clock stands until it began
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		if began.IsZero() {
			return from
		}
		return from.Add(fast * time.Since(began))
	}
	a := shoptest.On(t, st, func(c *services.Config) { c.Now = now })
	cache := httpcache.New(8 << 20)
	c := ssr.ConfigOf(a, cache)
	pages, err := ssr.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	api, err := httpapi.New(a, httpapi.Config{Public: c.API.(*publicapi.Queries), Pages: pages})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	_, p := shoptest.AddDrop(t, a, "crisps", opening)
	paths := []string{"/drop/crisps", "/drops", "/", fmt.Sprintf("/product/%d", p.ID), "/api/drops/crisps"}
	for _, path := range paths[:4] {
		rendered(t, pages, path)
	}
	first := pages.Rendered()
	if err := pages.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	ahead := pages.Rendered() - first
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	group.Go(func() { pages.RunAhead(ctx) })
	for pages.Rendered() < first+2*ahead { // it renders the same once more
		time.Sleep(5 * time.Millisecond)
	}
	mu.Lock()
	from, began = opening.Add(-12*time.Second), time.Now()
	mu.Unlock()
	until := func(at time.Time) {
		for now().Before(at) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	until(opening.Add(-5 * time.Second))
	before := pages.Rendered()
	var asked sync.Map
	for i := range reloaders {
		group.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for n := i; now().Before(opening.Add(5 * time.Second)); n++ {
				path := paths[n%len(paths)]
				start := now()
				answer, err := client.Get(server.URL + path)
				if err != nil {
					t.Error(err)
					return
				}
				body, _ := io.ReadAll(answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode != 200 || isShell(string(body)) {
					t.Errorf("%s, %s from the opening: %d, a shell: %t", path, start.Sub(opening), answer.StatusCode, isShell(string(body)))
					return
				}
				asked.Store([2]int{i, n}, start)
				time.Sleep(pause)
			}
		})
	}
	until(opening.Add(5 * time.Second))
	if after := pages.Rendered(); after != before {
		t.Errorf("%d pages were rendered within 5 s of the opening", after-before)
	}
	stop()
	group.Wait()
	var starts []time.Time
	asked.Range(func(_, start any) bool { starts = append(starts, start.(time.Time)); return true })
	slices.SortFunc(starts, time.Time.Compare)
	if len(starts) < reloaders || !starts[len(starts)-1].After(opening) || !starts[0].Before(opening) {
		t.Errorf("%d requests did not go across the opening", len(starts))
	}
}
