package ssr_test

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// logoPNG is a green logo.
func logoPNG(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.NRGBA{0x10, 0x80, 0x20, 0xff}})
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// uploadLogo stores a logo and makes it the shop's.
func uploadLogo(t *testing.T, a *services.Services, width, height int) {
	t.Helper()
	logo, err := a.Catalog.SaveImage(t.Context(), "logo", "logo.png", bytes.NewReader(logoPNG(t, width, height)))
	if err != nil {
		t.Fatal(err)
	}
	saveSettings(t, a, map[string]string{"site_logo": logo.URL})
}

var iconFiles = map[string]string{"favicon.ico": "image/x-icon", "icon-192.png": "image/png", "icon-512.png": "image/png", "icon-maskable-512.png": "image/png", "apple-touch-icon.png": "image/png"}

// builtInIcon is an icon as the web app has it.
func builtInIcon(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../web/public/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// iconsOf gives the addresses of icons in the head of a page, and those of the manifest.
func iconsOf(t *testing.T, s *ssr.Handler, page string) (inHead, inManifest []string) {
	t.Helper()
	head, _, _ := strings.Cut(get(s, page).Body.String(), "</head>")
	for _, link := range regexp.MustCompile(`<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"`).FindAllStringSubmatch(head, -1) {
		inHead = append(inHead, html.UnescapeString(link[1]))
	}
	var manifest struct {
		Icons []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(get(s, "/manifest.webmanifest").Body.Bytes(), &manifest); err != nil {
		t.Fatal(err)
	}
	for i, icon := range manifest.Icons {
		inManifest = append(inManifest, icon.Src)
		want := []string{"192x192 any", "512x512 any", "512x512 maskable"}[i]
		if got := icon.Sizes + " " + icon.Purpose; got != want || icon.Type != "image/png" {
			t.Errorf("the manifest has %s as %s of type %s, want %s", icon.Src, got, icon.Type, want)
		}
	}
	return inHead, inManifest
}

func TestTheIconsOfAShopWithoutALogoAreTheBuiltInOnes(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	inHead, inManifest := iconsOf(t, s, "/about")
	if !slices.Equal(inHead, []string{"/icon.svg", "/apple-touch-icon.png"}) || !slices.Equal(inManifest, []string{"/icon-192.png", "/icon-512.png", "/icon-maskable-512.png"}) {
		t.Errorf("the head has %v, the manifest %v", inHead, inManifest)
	}
	files := map[string]string{"icon.svg": "image/svg+xml"}
	for name, contentType := range iconFiles {
		files[name] = contentType
	}
	for name, contentType := range files {
		w := get(s, "/"+name)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != contentType || !bytes.Equal(w.Body.Bytes(), builtInIcon(t, name)) {
			t.Errorf("/%s: %d, %s, %d bytes", name, w.Code, w.Header().Get("Content-Type"), w.Body.Len())
		}
		if cache := w.Header().Get("Cache-Control"); cache != "public, max-age=3600" {
			t.Errorf("/%s is cached: %s", name, cache)
		}
	}
}

// expectOwnIcons fails when an icon of a shop with a logo is a built-in one, or has no address of its own.
func expectOwnIcons(t *testing.T, s *ssr.Handler) (addresses []string) {
	t.Helper()
	inHead, inManifest := iconsOf(t, s, "/about")
	addresses = append(inHead, inManifest...)
	if len(addresses) != 5 {
		t.Fatalf("the icons are %v", addresses)
	}
	for _, address := range append(slices.Clone(addresses), "/favicon.ico") {
		name, version, versioned := strings.Cut(strings.TrimPrefix(address, "/"), "?v=")
		if name != "favicon.ico" && (!versioned || version == "") {
			t.Errorf("%s has no version", address)
		}
		w := get(s, address)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != iconFiles[name] || w.Header().Get("Cache-Control") != "public, max-age=300" {
			t.Errorf("%s: %d %v", address, w.Code, w.Header())
		}
		if bytes.Equal(w.Body.Bytes(), builtInIcon(t, name)) {
			t.Errorf("%s is the built-in one", address)
		}
		tag := w.Header().Get("Etag")
		if again := get(s, address, "If-None-Match", tag); tag == "" || again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s with the tag %q: %d, %d bytes", address, tag, again.Code, again.Body.Len())
		}
	}
	w := get(s, "/icon.svg")
	if to := w.Header().Get("Location"); w.Code != http.StatusFound || to != inHead[0] || w.Header().Get("Cache-Control") != "no-cache" {
		t.Errorf("/icon.svg: %d to %s, %s", w.Code, to, w.Header().Get("Cache-Control"))
	}
	return addresses
}

func TestTheIconsOfAShopWithALogoAreMadeOfIt(t *testing.T) {
	a := shoptest.New(t)
	rendered := 0
	s := openWithPictures(t, a, func(context.Context) { rendered++ })
	seen := map[string]bool{}
	for i, size := range []image.Point{{300, 300}, {900, 150}} { // square, and wide
		uploadLogo(t, a, size.X, size.Y)
		addresses := expectOwnIcons(t, s)
		for _, address := range addresses {
			if seen[address] {
				t.Errorf("another logo has the address %s too", address)
			}
		}
		for _, address := range addresses {
			seen[address] = true
		}
		if rendered != len(iconFiles)*(i+1) {
			t.Errorf("%d icons were rendered for %d logos", rendered, i+1)
		}
		icon, err := png.Decode(bytes.NewReader(get(s, "/icon-512.png").Body.Bytes()))
		if err != nil || icon.Bounds() != image.Rect(0, 0, 512, 512) {
			t.Fatalf("the icon: %v", err)
		}
		if _, _, _, alpha := icon.At(256, 5).RGBA(); (alpha == 0) != (size.X > size.Y) {
			t.Errorf("the icon of a logo of %v has the alpha %d at its edge", size, alpha)
		}
	}
	saveSettings(t, a, map[string]string{"site_logo": ""})
	if w := get(s, "/favicon.ico"); !bytes.Equal(w.Body.Bytes(), builtInIcon(t, "favicon.ico")) {
		t.Error("the icon of a logo that is gone stays")
	}
	if inHead, _ := iconsOf(t, s, "/about"); inHead[0] != "/icon.svg" {
		t.Errorf("the page names %v", inHead)
	}
}

func TestALogoThatCannotBeReadGivesTheBuiltInIconsForAMinute(t *testing.T) {
	st := storetest.New(t)
	clock, rendered := shoptest.NewClock(time.Now()), 0
	a := shoptest.On(t, st, func(c *services.Config) { c.Now = clock.Now })
	s := openWithPictures(t, a, func(context.Context) { rendered++ })
	const broken = "site-assets/broken.png"
	if err := a.Media.Put(t.Context(), broken, logoPNG(t, 300, 300)[:60]); err != nil {
		t.Fatal(err)
	}
	for _, logo := range []string{"/" + broken, "/site-assets/gone.png", "https://elsewhere.test/logo.png"} {
		saveSettings(t, a, map[string]string{"site_logo": logo})
		rendered = 0
		for range 2 {
			for name, contentType := range iconFiles {
				w := get(s, "/"+name)
				if w.Code != http.StatusOK || w.Header().Get("Content-Type") != contentType || !bytes.Equal(w.Body.Bytes(), builtInIcon(t, name)) || w.Header().Get("Cache-Control") != "no-cache" {
					t.Errorf("%s with the logo %s: %d, %d bytes, %v", name, logo, w.Code, w.Body.Len(), w.Header())
				}
			}
		}
		if rendered != len(iconFiles) {
			t.Errorf("the logo %s was read %d times within a minute", logo, rendered)
		}
	}
	if err := a.Media.Put(t.Context(), broken, logoPNG(t, 300, 300)); err != nil {
		t.Fatal(err)
	}
	saveSettings(t, a, map[string]string{"site_logo": "/" + broken})
	clock.Set(clock.Now().Add(time.Minute))
	expectOwnIcons(t, s)
}

// A head is read without its body, and an icon may be asked for by any method that reads.
func TestTheHeadOfAnIconHasNoBody(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	uploadLogo(t, a, 64, 64)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/icon-192.png", nil))
	if w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Etag") == "" {
		t.Errorf("%d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
	}
}

func TestAnIconIsServedWhileTheDatabaseIsAway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		a := shoptest.Idle(t, st)
		s := openWithFiles(t, a)
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		// Nobody knows whether the shop has a logo: the built-in icon is not to be kept.
		if w := get(s, "/icon-192.png"); w.Code != http.StatusOK || !bytes.Equal(w.Body.Bytes(), builtInIcon(t, "icon-192.png")) || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
		}
	})
}
