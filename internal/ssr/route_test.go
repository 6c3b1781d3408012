package ssr

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/sitefiles"
	"github.com/snackdrop/snackdrop/internal/ssr/bytecode"
)

// otherPages is a loader script of another web app. It counts how often it is asked where an address leads.
const otherPages = `let resolved = 0
const routes = { '/fair': 'fair', '/stalls': 'stalls' }
globalThis.snackdrop = {
  resolve(address) {
    resolved++
    const [, path, query = ''] = /^http:\/\/shop\.test([^?]*)\??(.*)$/.exec(address)
    const name = routes[path]
    const key = !name ? '/gone' : path === '/stalls' && query.includes('row=1') ? '/stalls?row=1' : path
    return JSON.stringify({ key, source: 'src/' + name + '.page.tsx', client: false, parameters: path === '/stalls' ? ['row'] : [] })
  },
  load: (address) => JSON.stringify({ head: { status: address.endsWith('/gone') ? 404 : 200, title: 'At ' + address + ', resolved ' + resolved } }),
  index: () => JSON.stringify({ sitemap: [{ path: '/fair', each: '' }, { path: '/thing/:id/facts', each: 'products' }], disallow: ['/till'], warm: [] }),
  theme: () => '',
}`

// The pages come from the loader script: with another script, Go serves other pages.
func TestGoKnowsNoPageByName(t *testing.T) {
	a := shoptest.New(t)
	s, _ := openPages(t, a)
	s.script.loader.close()
	s.script.loader = newVMPool(func() ([]byte, error) { return bytecode.Compile(otherPages) }, 1, 0)
	s.routes = routeMap{}
	var err error
	if s.index, err = s.script.index(t.Context()); err != nil {
		t.Fatal(err)
	}
	get := func(address string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		return w
	}
	for _, step := range []struct {
		address string
		status  int
		title   string
	}{
		{"/fair", http.StatusOK, "At http://shop.test/fair, resolved 1"},
		{"/about", http.StatusNotFound, "At http://shop.test/gone, resolved 2"},
		{"/stalls?row=1&utm_source=x", http.StatusOK, "At http://shop.test/stalls?row=1, resolved 4"}, // its path, then its query
	} {
		for range 2 {
			w := get(step.address)
			if w.Code != step.status || !strings.Contains(w.Body.String(), "<title>"+step.title+"</title>") {
				t.Errorf("%s: %d %.300s", step.address, w.Code, w.Body)
			}
		}
	}
	// What was resolved once, and a query that does not matter, runs no JavaScript.
	for i := range 10 {
		get(fmt.Sprintf("/fair?utm_source=%d", i))
		get(fmt.Sprintf("/stalls?utm_source=%d", i))
		get(fmt.Sprintf("/stalls?utm_source=%d&r%%6Fw=1&nonsense", i))
	}
	if w := get("/thing"); !strings.Contains(w.Body.String(), "resolved 2") {
		t.Errorf("the page of what is not there is made again: %.300s", w.Body)
	}
	if r, err := s.script.load(t.Context(), "http://shop.test/fair", "[]"); err != nil || !strings.HasSuffix(r.Head.Title, "resolved 6") {
		t.Errorf("%v, %v", r.Head, err)
	}
	if text := get("/robots.txt").Body.String(); !strings.Contains(text, "Disallow: /till\n") || strings.Contains(text, "/checkout") {
		t.Error(text)
	}
	if text := get("/sitemap.xml").Body.String(); !strings.Contains(text, "<loc>http://shop.test/fair</loc>") || strings.Contains(text, "about") {
		t.Error(text)
	}
	if got := sitefiles.Fill("/thing/:id/facts", "7"); got != "/thing/7/facts" {
		t.Error(got)
	}
}

func TestTheMapOfRoutesIsBoundedAndKeepsWhatIsUsed(t *testing.T) {
	var m routeMap
	m.put("/used", route{Key: "/used"})
	for i := range 10 * routeGeneration {
		m.put(fmt.Sprintf("/products?search=%d", i), route{Key: "/products"})
		if i%1000 == 0 {
			m.get("/used")
		}
	}
	if size := len(m.newer) + len(m.old); size > 2*routeGeneration {
		t.Errorf("%d routes", size)
	}
	if _, ok := m.get("/used"); !ok {
		t.Error("a route in use was dropped")
	}
	m.put("/"+strings.Repeat("x", maxRouteLength), route{Key: "/404"})
	if _, ok := m.get("/" + strings.Repeat("x", maxRouteLength)); ok {
		t.Error("a long address was remembered")
	}
}
