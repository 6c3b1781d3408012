package ssr_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestAProductWithoutAPictureGetsAPackInTheLookOfItsCategory(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	slugs := []string{"product", "noodles", "caf%C3%A9", "crisps"}
	add := func(in shop.CategoryInput) {
		in.Name = in.Slug
		if _, err := a.Catalog.CreateCategory(t.Context(), in, staff); err != nil {
			t.Fatal(err)
		}
	}
	add(shop.CategoryInput{Slug: "crisps", Sign: shop.SignBag})
	for _, sign := range shop.Signs { // in one color, so that each needs a shape of its own
		slugs = append(slugs, "green-"+string(sign))
		add(shop.CategoryInput{Slug: "green-" + string(sign), Sign: sign, Color: new("#336633")})
	}
	images := map[string]string{}
	for _, slug := range slugs {
		w := get(s, "/pack-art/"+slug+".svg")
		if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s: %d %v", slug, w.Code, w.Header())
		}
		for decoder := xml.NewDecoder(strings.NewReader(w.Body.String())); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is not XML: %v", slug, err)
			}
		}
		for other, svg := range images {
			if svg == w.Body.String() {
				t.Errorf("%s looks like %s", slug, other)
			}
		}
		images[slug] = w.Body.String()
		if bare := get(s, "/pack-art/"+slug+".svg?bare").Body.String(); len(bare) >= len(images[slug]) || !strings.Contains(bare, "<svg") {
			t.Errorf("%s has a background without one", slug)
		}
	}
	for slug, color := range map[string]string{"green-box": "hsl(120 33% 30%)", "green-gem": "hsl(120 33% 30%)", "crisps": "hsl(45 100% 62%)"} {
		if !strings.Contains(images[slug], `stop-color="`+color+`"`) {
			t.Errorf("%s has not the color %s: %s", slug, color, images[slug])
		}
	}
	for _, path := range []string{"/pack-art/chips", "/pack-art/a/b.svg"} {
		if w := get(s, path); w.Header().Get("Content-Type") == "image/svg+xml" {
			t.Errorf("%s is an image", path)
		}
	}
}

func TestThePackOfACategoryChangesWithIt(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	novels, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Novels", Slug: "novels"}, staff)
	if err != nil {
		t.Fatal(err)
	}
	first := get(s, "/pack-art/novels.svg")
	tag := first.Header().Get("Etag")
	if again := get(s, "/pack-art/novels.svg", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Header().Get("Cache-Control") != "public, max-age=300" {
		t.Errorf("asked again: %d %v", again.Code, again.Header())
	}
	in := shop.CategoryInput{Name: "Novels", Slug: "novels", Sign: shop.SignBook}
	if _, err := a.Catalog.ChangeCategory(t.Context(), novels.ID, novels.Version, in, staff); err != nil {
		t.Fatal(err)
	}
	if after := get(s, "/pack-art/novels.svg", "If-None-Match", tag); after.Code != http.StatusOK || after.Body.String() == first.Body.String() {
		t.Errorf("after another sign was chosen: %d", after.Code)
	}
}

func TestPacksOfMadeUpCategoriesAreNotCached(t *testing.T) {
	a := shoptest.New(t)
	cache := httpcache.New(8 << 20)
	s := open(t, a, func(c *ssr.Config) { c.Cache = cache })
	if _, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Novels", Slug: "novels"}, staff); err != nil {
		t.Fatal(err)
	}
	get(s, "/pack-art/novels.svg")
	before, _ := cache.Size()
	for i := range 20 {
		if w := get(s, fmt.Sprintf("/pack-art/made-up-%d.svg", i)); w.Code != http.StatusOK || w.Header().Get("Cache-Control") != "public, max-age=300" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	}
	if after, _ := cache.Size(); after != before || before == 0 {
		t.Errorf("the cache has %d entries, %d before", after, before)
	}
}

func TestAPackIsShownWhileTheDatabaseIsAway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		s := open(t, shoptest.Idle(t, st))
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		w := get(s, "/pack-art/novels.svg")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	})
}
