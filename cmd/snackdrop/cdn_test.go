package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/testkit"
)

// browser keeps its cookies and asks through the shared cache.
type browser struct {
	t      *testing.T
	site   string
	client *http.Client
}

func newBrowser(t *testing.T, site string) *browser {
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &browser{t, site, &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

func (b *browser) do(method, path, body string) (*http.Response, string) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.site+path, strings.NewReader(body))
	must(b.t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprintf("cdn-test-%d", time.Now().UnixNano()))
	}
	answer, err := b.client.Do(r)
	must(b.t, err)
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	must(b.t, err)
	return answer, string(text)
}

func (b *browser) must(method, path, body string) string {
	b.t.Helper()
	answer, text := b.do(method, path, body)
	if answer.StatusCode != 200 {
		b.t.Fatalf("%s %s: %s %.300s", method, path, answer.Status, text)
	}
	return text
}

func hit(answer *http.Response) bool {
	hits := answer.Header.Get("X-Cache-Hits")
	return hits != "" && hits != "0"
}

func TestBehindASharedCache(t *testing.T) {
	port, cachePort := freePort(t), freePort(t)
	site := fmt.Sprint("http://127.0.0.1:", cachePort)
	t.Setenv("SNACKDROP_CDN_PURGE_HEADER", testkit.PurgeHeader)
	data := t.TempDir()
	create := program("admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data)
	create.Stdin = strings.NewReader("correct horse battery\n")
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	testkit.Varnish(t, cachePort, port)
	start(t, "--demo", "--demo-drops=false", "--data", data, "--addr", fmt.Sprint("127.0.0.1:", port), "--public-url", site, "--trust-proxy", "--cdn", "--cdn-purge-url", site+"/purge")
	visitor, admin := newBrowser(t, site), newBrowser(t, site)
	newVisitors(t, site).waitFor("the shop is not served through the cache", func() bool {
		answer, _ := visitor.do("GET", "/healthz", "")
		return answer.StatusCode == 200
	})
	admin.must("POST", "/api/session", `{"email":"a@b.co","password":"correct horse battery"}`)

	t.Run("most requests are hits", func(t *testing.T) {
		public := []string{"/", "/products", "/product/10", "/product/11", "/sitemap.xml"}
		hits, all := 0, 0
		for range 20 {
			for _, path := range public {
				answer, _ := visitor.do("GET", path, "")
				if all++; hit(answer) {
					hits++
				}
				if said := answer.Header.Get("Cache-Control"); !strings.Contains(said, "s-maxage=") || !strings.Contains(said, "stale-while-revalidate=") {
					t.Fatalf("%s: %q", path, said)
				}
			}
		}
		if hits*100 < 90*all {
			t.Errorf("%d of %d requests are hits", hits, all)
		}
		t.Logf("%d of %d requests are hits", hits, all)
	})
	t.Run("nothing personal is cached", func(t *testing.T) {
		var order receipt
		buyer := newBrowser(t, site)
		placed := buyer.must("POST", "/api/orders", `{"lines":[{"product_id":10,"quantity":1}],"email":"zelda@example.com","name":"Zelda Fitz","fulfillment_type":"pickup","payment_method":"manual","expected_total":32.16}`)
		must(t, json.Unmarshal([]byte(placed), &order))
		mine := []string{"/api/session", "/api/profile", "/api/cart", "/api/account/orders", "/account", "/cart", "/checkout", "/api/checkout"}
		for _, who := range []struct {
			browser *browser
			secret  string
			paths   []string
		}{
			{admin, "a@b.co", append([]string{"/api/admin/products", "/api/admin/settings", "/admin"}, mine...)},
			{buyer, "Zelda", append([]string{"/api/orders/" + order.Order.Number + "?key=" + order.Key, "/order/" + order.Order.Number + "?key=" + order.Key}, mine...)},
		} {
			seen := false
			for _, path := range who.paths {
				for range 2 {
					answer, text := who.browser.do("GET", path, "")
					if said := answer.Header.Get("Cache-Control"); !strings.Contains(said, "private") || hit(answer) {
						t.Errorf("%s: %q, hits %s", path, said, answer.Header.Get("X-Cache-Hits"))
					}
					seen = seen || strings.Contains(text, who.secret)
				}
				withoutKey, _, _ := strings.Cut(path, "?")
				if _, others := visitor.do("GET", withoutKey, ""); strings.Contains(others, who.secret) {
					t.Errorf("%s: a visitor sees %s", withoutKey, who.secret)
				}
			}
			if !seen {
				t.Errorf("no answer shows %s: nothing was tested", who.secret)
			}
			for i, path := range []string{"/", "/products", "/product/10", "/api/products", "/api/settings"} { // they fetch it first
				path += fmt.Sprintf("?first=%d%d", len(who.paths), i)
				answer, _ := who.browser.do("GET", path, "")
				if cookie := answer.Header.Get("Set-Cookie"); cookie != "" && strings.Contains(answer.Header.Get("Cache-Control"), "s-maxage") {
					t.Errorf("%s is cached with %q", path, cookie)
				}
				if _, cached := visitor.do("GET", path, ""); strings.Contains(cached, who.secret) {
					t.Errorf("%s was cached with %s", path, who.secret)
				}
			}
		}
	})
	t.Run("a change is visible within two seconds", func(t *testing.T) {
		var product struct{ ID, Version int64 }
		must(t, json.Unmarshal([]byte(admin.must("POST", "/api/admin/products", `{"name":"Renamed","slug":"renamed","description":"Crunchy.","price":4.5}`)), &product))
		shown := []string{fmt.Sprint("/product/", product.ID), fmt.Sprint("/api/products/", product.ID), "/api/products?search=Renamed", "/products?search=Renamed"}
		for i := range 3 {
			for _, path := range shown { // so that the cache has it as it was
				newVisitors(t, site).waitFor(path+" is not served", func() bool { return strings.Contains(visitor.must("GET", path, ""), "Renamed") })
			}
			name := fmt.Sprintf("Renamed %d Times", i)
			must(t, json.Unmarshal([]byte(admin.must("PUT", fmt.Sprint("/api/admin/products/", product.ID),
				fmt.Sprintf(`{"name":%q,"slug":"renamed","description":"Crunchy.","price":4.5,"version":%d}`, name, product.Version))), &product))
			changed := time.Now()
			for _, path := range shown {
				for !strings.Contains(visitor.must("GET", path, ""), name) {
					if time.Since(changed) > 2*time.Second {
						t.Fatalf("%s does not show the change after %s", path, time.Since(changed))
					}
					time.Sleep(20 * time.Millisecond)
				}
			}
			t.Logf("visible after %s", time.Since(changed).Round(time.Millisecond))
		}
	})
}

// freePort was free a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}
