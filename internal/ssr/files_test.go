package ssr_test

import (
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestRobotsSitemapAndManifest(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, "Crisps")
	if text := get(s, "/robots.txt").Body.String(); !strings.Contains(text, "Sitemap: http://shop.test/sitemap.xml") {
		t.Error(text)
	}
	var set struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	w := get(s, "/sitemap.xml")
	if err := xml.Unmarshal(w.Body.Bytes(), &set); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, u := range set.URLs {
		found = found || u.Loc == fmt.Sprintf("http://shop.test/product/%d", p.ID)
	}
	if !found {
		t.Errorf("%v", set)
	}
	if zipped := get(s, "/sitemap.xml", "Accept-Encoding", "gzip", "If-None-Match", w.Header().Get("Etag")); zipped.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the sitemap is sent as it is: %v", zipped.Header())
	}
	if again := get(s, "/sitemap.xml", "If-None-Match", w.Header().Get("Etag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again, it came again: %d", again.Code)
	}
	later := addProduct(t, a, "Soda")
	if after := get(s, "/sitemap.xml").Body.String(); !strings.Contains(after, fmt.Sprintf("/product/%d<", later.ID)) {
		t.Error("a new product is not in it")
	}
	if w := get(s, "/sitemap-7.xml"); w.Code != http.StatusNotFound {
		t.Errorf("a part that is not there: %d", w.Code)
	}
	var manifest map[string]any
	if err := json.Unmarshal(get(s, "/manifest.webmanifest").Body.Bytes(), &manifest); err != nil || manifest["name"] != "Snackdrop" {
		t.Errorf("%v, %v", manifest, err)
	}
}

func TestALongSitemapIsSplit(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	s.SplitSitemap(2)
	for _, name := range []string{"Crisps", "Soda", "Gum"} {
		addProduct(t, a, name)
	}
	locations := func(path string) (found []string) {
		for _, match := range regexp.MustCompile(`<loc>http://shop.test([^<]*)</loc>`).FindAllStringSubmatch(get(s, path).Body.String(), -1) {
			found = append(found, match[1])
		}
		return found
	}
	for path, want := range map[string][]string{
		"/sitemap.xml":   {"/sitemap-pages.xml", "/sitemap-1.xml", "/sitemap-2.xml"},
		"/sitemap-1.xml": {"/product/1", "/product/2"},
		"/sitemap-2.xml": {"/product/3"},
	} {
		if got := locations(path); !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", path, got, want)
		}
	}
	if pages := locations("/sitemap-pages.xml"); !slices.Contains(pages, "/about") || slices.Contains(pages, "/product/1") {
		t.Errorf("the other pages: %v", pages)
	}
}

func TestAFileIsSentAsTheClientLikesIt(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	page := get(s, "/").Body.String()
	script := regexp.MustCompile(`src="(/assets/[^"]+\.js)"`).FindStringSubmatch(page)
	if script == nil {
		t.Fatal("the page names no script")
	}
	plain := get(s, script[1])
	zipped := get(s, script[1], "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := io.ReadAll(reader)
	if err != nil || plain.Code != 200 || plain.Body.String() != string(unzipped) || plain.Header().Get("Content-Encoding") != "" {
		t.Errorf("plain: %d, %d bytes, the same unzipped %d (%v)", plain.Code, plain.Body.Len(), len(unzipped), err)
	}
	if got := get(s, script[1], "Accept-Encoding", "gzip, br"); got.Header().Get("Content-Encoding") != "br" || got.Body.Len() >= len(unzipped)/2 {
		t.Errorf("brotli: %v", got.Header())
	}
	if got := get(s, script[1], "Accept-Encoding", "br;q=0, gzip"); got.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("no brotli, please: %v", got.Header())
	}
	part := get(s, script[1], "Accept-Encoding", "gzip, br", "Range", "bytes=10-19")
	if part.Code != http.StatusPartialContent || part.Body.String() != string(unzipped[10:20]) {
		t.Errorf("a part: %d %q", part.Code, part.Body)
	}
	for _, w := range []*httptest.ResponseRecorder{plain, zipped, part} {
		if w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%v", w.Header())
		}
	}
}

func TestAPageNamesWhatItsFirstScreenNeeds(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, "Crisps")
	for path, code := range map[string]string{"/": "home.page", fmt.Sprintf("/product/%d", p.ID): "product.page", "/products": "products.page", "/faq": "faq.page"} {
		head, _, _ := strings.Cut(rendered(t, s, path).Body.String(), "</head>")
		kinds := map[string]int{}
		for _, link := range regexp.MustCompile(`<link [^>]*>`).FindAllString(head, -1) {
			file := regexp.MustCompile(`href="(/assets/[^"]*)"`).FindStringSubmatch(link)
			if file == nil {
				continue
			}
			kinds[regexp.MustCompile(`rel="([a-z]*)"|data-deferred`).FindString(link)]++
			if w := get(s, file[1]); w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
				t.Errorf("%s names %s: %d %v", path, file[1], w.Code, w.Header())
			}
		}
		// Both fonts and the style at once; the code when they are there.
		if kinds[`rel="preload"`] != 2 || kinds[`rel="stylesheet"`] == 0 || !strings.Contains(head, "/assets/"+code+"-") || kinds["data-deferred"] == 0 || kinds[`rel="modulepreload"`] != 0 {
			t.Errorf("%s: %v\n%s", path, kinds, head)
		}
	}
}
