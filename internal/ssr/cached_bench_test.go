package ssr

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// BenchmarkCachedPage measures a page that is in the cache: at its canonical address, which the API's server finds by
// itself, and at one with a parameter that does not change the page.
func BenchmarkCachedPage(b *testing.B) {
	a := shoptest.On(b, storetest.Open(b, storetest.Location(b, store.SQLite)))
	cache := httpcache.New(8 << 20)
	c := ConfigOf(a, cache)
	pages, err := New(c)
	if err != nil {
		b.Fatal(err)
	}
	defer pages.Close()
	api, err := httpapi.New(a, httpapi.Config{Public: c.API.(*publicapi.Queries), Pages: pages})
	if err != nil {
		b.Fatal(err)
	}
	for _, address := range []string{"/about", "/about?utm_source=newsletter", "/products?utm_source=newsletter"} {
		b.Run(address, func(b *testing.B) {
			r := httptest.NewRequest("GET", address, nil)
			for {
				w := httptest.NewRecorder()
				api.ServeHTTP(w, r)
				if !strings.Contains(w.Body.String(), `<div id="app"></div>`) {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			r.Header.Set("Accept-Encoding", "br")
			b.ReportAllocs()
			for b.Loop() {
				api.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
