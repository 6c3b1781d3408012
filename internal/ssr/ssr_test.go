package ssr_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

func open(t *testing.T, a *services.Services, change ...func(*ssr.Config)) *ssr.Handler {
	t.Helper()
	c := ssr.ConfigOf(a, httpcache.New(8<<20))
	for _, apply := range change {
		apply(&c)
	}
	s, err := ssr.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func get(s *ssr.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// rendered asks until the server has rendered the page.
func rendered(t *testing.T, s *ssr.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if w := get(s, path); !strings.Contains(w.Body.String(), `<div id="app"></div>`) {
			return w
		}
	}
	t.Fatalf("%s was never rendered", path)
	return nil
}

func saveSettings(t *testing.T, a *services.Services, values map[string]string) {
	t.Helper()
	if err := a.Settings.Save(t.Context(), settings.Change{Values: values}, staff); err != nil {
		t.Fatal(err)
	}
}

// captureLog collects the log until the test ends. The log is one for all: call it before the parallel parts of a test.
func captureLog(t *testing.T) func() string {
	var mu sync.Mutex
	var text strings.Builder
	former := slog.Default()
	t.Cleanup(func() { slog.SetDefault(former) })
	slog.SetDefault(slog.New(slog.NewTextHandler(writer(func(line []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return text.Write(line)
	}), nil)))
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return text.String()
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(line []byte) (int, error) { return w(line) }

var staff = audit.Actor{ID: 1, Name: "staff"}

func addProduct(t *testing.T, a *services.Services, name string) shop.Product {
	t.Helper()
	p, err := a.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Crunchy </script><b>& bold</b>.",
		Price: 650, InStock: true}, staff)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPageIsWholeWithoutScript(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, `Nori "Butter" </script> Crisps`)
	path := fmt.Sprintf("/product/%d", p.ID)
	first := get(s, path)
	if first.Code != 200 || !strings.Contains(first.Body.String(), `http-equiv="refresh"`) {
		t.Errorf("the first answer: %d", first.Code)
	}
	answer := rendered(t, s, path)
	page := answer.Body.String()
	for _, want := range []string{"<title>Nori &#34;Butter&#34; &lt;/script&gt; Crisps · Snackdrop</title>", `rel="canonical" href="http://shop.test` + path + `"`,
		`property="og:image"`, `"@type":"Product"`, `"price":6.50`, "https://schema.org/InStock", `"@type":"BreadcrumbList"`, "$6.50", "Add to Cart",
		`id="snackdrop-data"`, "--primary:#8B5CF6"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, block := range regexp.MustCompile(`(?s)<script type="application/[^>]*>(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		if !json.Valid([]byte(block[1])) {
			t.Errorf("not JSON: %.200s", block[1])
		}
	}
	if !strings.Contains(page, "Crunchy") || strings.Contains(rendered(t, s, "/products").Body.String(), "Crunchy") {
		t.Error("a description belongs on the product's page, and not into a list's data")
	}
	if strings.Contains(page, "</script> Crisps") {
		t.Error("data ends its element")
	}
	inline := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(inline) != 1 {
		t.Fatalf("%d scripts stand in the page, not the one for deferred hydration", len(inline))
	}
	sum := sha256.Sum256([]byte(inline[0][1]))
	allowed := "script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
	if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, allowed) {
		t.Errorf("the policy %s does not say %s", policy, allowed)
	}
	styles := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindAllStringSubmatch(page, -1)
	if len(styles) != 1 {
		t.Fatalf("%d styles stand in the page, not the theme alone", len(styles))
	}
	sum = sha256.Sum256([]byte(styles[0][1]))
	allowed = "style-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; style-src-attr 'unsafe-inline';"
	if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, allowed) || strings.Count(policy, "unsafe") != 1 {
		t.Errorf("the policy %s does not say %s", policy, allowed)
	}
}

func TestAChangeShowsAtOnceAndNothingElseIsComputedTwice(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, "Crisps")
	path := fmt.Sprintf("/product/%d", p.ID)
	before := rendered(t, s, path)
	tag := before.Header().Get("Etag")
	if again := get(s, path, "If-None-Match", tag); again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}
	in := shop.ProductInput{Name: "Renamed Crisps", Slug: p.Slug, Description: "Thin.", Price: 700, InStock: true}
	if _, err := a.Catalog.ChangeProduct(t.Context(), p.ID, p.Version, in, staff); err != nil {
		t.Fatal(err)
	}
	after := get(s, path, "If-None-Match", tag)
	if after.Code != 200 || !strings.Contains(after.Body.String(), "Renamed Crisps") {
		t.Errorf("after the change: %d", after.Code)
	}
}

func TestWhatStaffChangeShowsOnCachedPages(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, "Crisps")
	path := fmt.Sprintf("/product/%d", p.ID)
	rendered(t, s, path)
	rendered(t, s, "/products?search=crisps")
	if err := a.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"primary_color": "#0066CC", "site_name": "Night Bites"}}, staff); err != nil {
		t.Fatal(err)
	}
	if page := get(s, path).Body.String(); !strings.Contains(page, "--primary:#0066CC") || !strings.Contains(page, "Crisps · Night Bites") {
		t.Error("the page has the former colours or name")
	}
	if err := a.Catalog.DeleteProduct(t.Context(), p.ID, staff); err != nil {
		t.Fatal(err)
	}
	if w := rendered(t, s, path); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "Crisps") {
		t.Errorf("the page of what is gone: %d", w.Code)
	}
	if page := rendered(t, s, "/products?search=crisps").Body.String(); strings.Contains(page, path) || !strings.Contains(page, "No products found") {
		t.Error("a search finds what is gone")
	}
}

func TestASlashAtTheEndLeadsToTheOneAddress(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	for path, want := range map[string]string{"/about/": "/about", "/cart/": "/cart", "/products/?search=a;b": "/products?search=a;b",
		"/category/chips//": "/category/chips", "//evil.example/": "/evil.example", "/%5Cevil.example/": "/%5Cevil.example"} {
		if w := get(s, path); w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != want {
			t.Errorf("%s: %d, %q", path, w.Code, w.Header().Get("Location"))
		}
	}
}

func TestWhatIsNotThereIs404(t *testing.T) {
	logged := captureLog(t)
	a := shoptest.New(t)
	s := open(t, a)
	for path, words := range map[string]string{"/product/999": "Product Not Found", "/category/nope": "Category Not Found", "/notFound": "Oops! Page not found",
		"/product/x": "Product Not Found", "/about/x": "Oops! Page not found"} {
		w := rendered(t, s, path)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), words) || !strings.Contains(w.Body.String(), `content="noindex"`) {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	for _, path := range []string{"/cart/x", "/account/nope", "/checkout/x", "/orders/x", "/order", "/order/ORD-001/x", "/unsubscribe", "/demo-pay"} {
		w := get(s, path, "Referer", "http://elsewhere.test/"+t.Name())
		line := `msg="page not found" path=` + path + " referrer=http://elsewhere.test/" + t.Name()
		if w.Code != http.StatusNotFound || !strings.Contains(logged(), line) {
			t.Errorf("%s: %d, or it is not logged", path, w.Code)
		}
	}
	for _, path := range []string{"/", "/products", "/about", "/faq", "/contact", "/terms", "/privacy", "/subscription"} {
		if w := rendered(t, s, path); w.Code != 200 || !strings.Contains(w.Body.String(), "<h1") {
			t.Errorf("%s: %d, or it has no heading", path, w.Code)
		}
	}
	for path, title := range map[string]string{"/cart": "Your Shopping Cart", "/checkout": "Checkout", "/account": "Login", "/account/dashboard": "My Account",
		"/admin": "Admin", "/admin/products/7": "Admin", "/orders": "Find your order", "/order/ORD-001": "Order ORD-001", "/setup": "Set Up Your Shop",
		"/verify": "Confirm Your Email", "/forgot-password": "Forgot Password", "/reset-password": "Reset Password"} {
		w := get(s, path)
		if !strings.Contains(w.Body.String(), "<noscript>") || strings.Contains(w.Body.String(), `http-equiv="refresh"`) {
			t.Errorf("%s says nothing to who has no script, or sends them round in a circle", path)
		}
		if w.Code != 200 || w.Header().Get("X-Robots-Tag") != "noindex" || !strings.Contains(w.Body.String(), "<title>"+title+" · Snackdrop</title>") {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
}

func TestHomeTellsWhoseShopItIsAndHowToSearchIt(t *testing.T) {
	a := shoptest.New(t)
	page := get(open(t, a), "/").Body.String()
	kinds := map[string]map[string]any{}
	for _, block := range regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		var thing map[string]any
		if err := json.Unmarshal([]byte(block[1]), &thing); err != nil {
			t.Fatal(err)
		}
		kinds[thing["@type"].(string)] = thing
	}
	if about := kinds["Organization"]; about["name"] != "Snackdrop" || about["url"] != "http://shop.test/" || about["logo"] != "http://shop.test/icon-512.png" {
		t.Errorf("the shop: %v", about)
	}
	action, _ := kinds["WebSite"]["potentialAction"].(map[string]any)
	target, _ := action["target"].(map[string]any)
	if action["@type"] != "SearchAction" || target["urlTemplate"] != "http://shop.test/products?search={search_term_string}" {
		t.Errorf("the search: %v", action)
	}
}

func TestMadeUpParametersShareOnePage(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	one := rendered(t, s, "/products")
	other := get(s, "/products?utm_source=x&nonsense=1")
	if one.Header().Get("Etag") != other.Header().Get("Etag") {
		t.Error("a made-up parameter made a page of its own")
	}
}

func TestLongPathsAreCutInTheLogOfMissingPages(t *testing.T) {
	logged := captureLog(t)
	a := shoptest.New(t)
	get(open(t, a), "/nothing-"+strings.Repeat("x", 9_000), "Referer", "http://shop.test/"+strings.Repeat("y", 9_000))
	text := logged()
	if !strings.Contains(text, "/nothing-xxx") || strings.Contains(text, strings.Repeat("x", 300)) || strings.Contains(text, strings.Repeat("y", 300)) {
		t.Errorf("%d characters: %.600s", len(text), text)
	}
}

func TestAMissingPageIsLoggedWithoutTheSecretsOfItsReferrer(t *testing.T) {
	logged := captureLog(t)
	a := shoptest.New(t)
	get(open(t, a), "/nothing-"+t.Name(), "Referer", "http://shop.test/reset-password?token=hush#hush")
	text := logged()
	if !strings.Contains(text, "/nothing-"+t.Name()) || !strings.Contains(text, "referrer=http://shop.test/reset-password") || strings.Contains(text, "hush") {
		t.Error(text)
	}
}
