package ssr_test

import (
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// differing is what no two shops have in common: the names of pictures, the moment a page was rendered and the seed of a line.
var differing = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|data-at="[^"]+"|"seed_hash":"[^"]+"`)

// The other tests of this package run on SQLite alone. This one shows that pages and files do not depend on the database.
func TestPagesAreTheSameOnBothDatabases(t *testing.T) {
	var mu sync.Mutex
	shown := map[string]map[string]string{} // by path, then by engine
	t.Run("rendered", func(t *testing.T) {
		shoptest.EachAt(t, opening.Add(-time.Hour), func(t *testing.T, a *services.Services, _ *shoptest.Clock) {
			shoptest.AddDemo(t, a)
			shoptest.AddDrop(t, a, "crisps", opening)
			s := openWithFiles(t, a)
			paths := append([]string{"/", "/products", "/category/chips", "/product/1", "/product/7", "/products?search=yuzu",
				"/drops", "/drop/crisps", "/subscription", "/faq", "/nothing-here", "/sitemap.xml", "/llms.txt"}, feedFiles...)
			for _, path := range paths {
				page := differing.ReplaceAllString(rendered(t, s, path).Body.String(), "…")
				mu.Lock()
				if shown[path] == nil {
					shown[path] = map[string]string{}
				}
				shown[path][string(a.Store.Engine())] = page
				mu.Unlock()
			}
		})
	})
	for path, pages := range shown {
		sqlite, postgres := pages["sqlite"], pages["postgres"]
		if len(sqlite) < 100 || sqlite != postgres {
			at := 0
			for at < min(len(sqlite), len(postgres)) && sqlite[at] == postgres[at] {
				at++
			}
			t.Errorf("%s:\n%.200s\n%.200s", path, sqlite[max(0, at-80):], postgres[max(0, at-80):])
		}
	}
}
