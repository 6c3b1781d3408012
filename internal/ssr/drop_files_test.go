package ssr_test

import (
	"bytes"
	"context"
	"html"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

// pictures calls before, unless it is nil, before a picture is rendered.
type pictures struct {
	*media.Store
	before func(ctx context.Context)
}

func (p pictures) Card(ctx context.Context, card shop.Card) ([]byte, error) {
	if p.before != nil {
		p.before(ctx)
	}
	return p.Store.Card(ctx, card)
}

func (p pictures) Icon(ctx context.Context, logo, name string) ([]byte, error) {
	if p.before != nil {
		p.before(ctx)
	}
	return p.Store.Icon(ctx, logo, name)
}

// openWithFiles is a shop whose drops have calendars and that renders pictures of shared links and icons.
func openWithFiles(t *testing.T, a *services.Services) *ssr.Handler {
	t.Helper()
	return openWithPictures(t, a, nil)
}

// openWithPictures is openWithFiles; before is called before each picture is rendered.
func openWithPictures(t *testing.T, a *services.Services, before func(ctx context.Context)) *ssr.Handler {
	t.Helper()
	stored, ok := a.Media.(*media.Store)
	if !ok {
		t.Fatalf("the pictures are in %T", a.Media)
	}
	return open(t, a, func(c *ssr.Config) { c.Drops, c.Pictures = a.PublicDrops, pictures{stored, before} })
}

func TestADropIsInCalendarsUntilItIsWithdrawn(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	d := addDrop(t, a)
	for _, path := range []string{"/drop/" + d.Slug + ".ics", "/drops.ics"} {
		w := get(s, path)
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/calendar") {
			t.Fatalf("%s: %d, %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		text := w.Body.String()
		for _, want := range []string{"BEGIN:VCALENDAR\r\n", "\r\nUID:drop-1@shop.test\r\n", "\r\nSEQUENCE:2\r\n", "\r\nTRIGGER:-PT10M\r\n", "\r\nSTATUS:CONFIRMED\r\n",
			"\r\nDTSTART:" + d.OpensAt.UTC().Format("20060102T150405Z") + "\r\n", "\r\nURL:http://shop.test/drop/night-box\r\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", path, want, text)
			}
		}
		for line := range strings.SplitSeq(text, "\r\n") {
			if len(line) > 75 {
				t.Errorf("%s: a line of %d octets", path, len(line))
			}
		}
	}
	if w := get(s, "/drop/no-such-drop.ics"); w.Code != http.StatusNotFound {
		t.Errorf("the calendar of no drop: %d", w.Code)
	}
	if _, err := a.Drops.Withdraw(t.Context(), d.ID, d.Version, audit.Actor{Name: "staff"}); err != nil {
		t.Fatal(err)
	}
	text := get(s, "/drop/"+d.Slug+".ics").Body.String()
	if !strings.Contains(text, "\r\nSTATUS:CANCELLED\r\n") || !strings.Contains(text, "\r\nSEQUENCE:3\r\n") || strings.Contains(text, "VALARM") {
		t.Errorf("a withdrawn drop:\n%s", text)
	}
}

// getPicture asks again while the answer is 503: on a busy machine rendering can take longer than a visitor waits.
func getPicture(t *testing.T, s *ssr.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	for range 20 {
		if w := get(s, path, headers...); w.Code != http.StatusServiceUnavailable {
			return w
		}
	}
	t.Fatalf("%s is not rendered", path)
	return nil
}

func TestASharedLinkHasAPicture(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	d := addDrop(t, a)
	path := "/drop/" + d.Slug + "/card.jpg"
	w := getPicture(t, s, path)
	config, err := jpeg.DecodeConfig(bytes.NewReader(w.Body.Bytes()))
	if err != nil || config.Width != 1200 || config.Height != 630 {
		t.Errorf("%d, %d by %d, %v", w.Code, config.Width, config.Height, err)
	}
	if again := get(s, path, "If-None-Match", w.Header().Get("Etag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}
	if w := get(s, "/drop/no-such-drop/card.jpg"); w.Code != http.StatusNotFound {
		t.Errorf("the picture of no drop: %d", w.Code)
	}
	if w := get(s, "/sitemap.xml"); !strings.Contains(w.Body.String(), "<loc>http://shop.test/drop/night-box</loc>") || !strings.Contains(w.Body.String(), "<loc>http://shop.test/drops</loc>") {
		t.Errorf("the sitemap lacks the drop:\n%s", w.Body)
	}
}

var linkImage = regexp.MustCompile(`property="og:image" content="http://shop\.test([^"]+)"`)

// Social networks keep the picture of a link by its address: other words need another address.
func TestALinkToAShopOfAnotherNameShowsItsOwnWords(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	imageOf := func() string {
		return html.UnescapeString(linkImage.FindStringSubmatch(get(s, "/faq").Body.String())[1])
	}
	if image := imageOf(); image != "/social.jpg" || get(s, image).Header().Get("Content-Type") != "image/jpeg" {
		t.Errorf("the built-in shop shows %s", image)
	}
	seen := map[string]string{}
	for _, change := range []map[string]string{{"site_name": "Crumb Harbor"}, {"hero_headline": "Crumbs of {city}."}, {"store_city": "Portland", "primary_color": "#008080"}} {
		saveSettings(t, a, change)
		image := imageOf()
		w := getPicture(t, s, image)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/jpeg" {
			t.Fatalf("%v: the picture %s: %d, %s", change, image, w.Code, w.Header().Get("Content-Type"))
		}
		tag := w.Header().Get("Etag")
		if seen[image] != "" || seen[tag] != "" {
			t.Errorf("%v changed neither address nor picture: %s, %s", change, image, tag)
		}
		seen[image], seen[tag] = image, tag
		if again := get(s, image, "If-None-Match", tag); again.Code != http.StatusNotModified {
			t.Errorf("%v: asked again: %d", change, again.Code)
		}
	}
}

func TestAPictureIsRenderedOnceUntilItShowsSomethingElse(t *testing.T) {
	a := shoptest.New(t)
	rendered := 0
	s := openWithPictures(t, a, func(context.Context) { rendered++ })
	d := addDrop(t, a)
	path := "/drop/" + d.Slug + "/card.jpg"
	first := getPicture(t, s, path, "Accept-Encoding", "br, gzip")
	tag := first.Header().Get("Etag")
	if h := first.Header(); h.Get("Cache-Control") != "public, max-age=300" || h.Get("Content-Type") != "image/jpeg" || h.Get("Content-Encoding") != "" || h.Get("Vary") != "" {
		t.Errorf("%v", h)
	}
	for _, known := range []string{tag, `"another", ` + tag, "W/" + tag, "*"} {
		if w := get(s, path, "If-None-Match", known); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("a browser that has %s got %d and %d bytes", known, w.Code, w.Body.Len())
		}
	}
	if _, err := a.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Crisps", Slug: "crisps", Description: "Thin.", Price: 650, InStock: true}, audit.Actor{Name: "staff"}); err != nil {
		t.Fatal(err)
	}
	if get(s, path); rendered != 1 {
		t.Errorf("rendered %d times, though it shows the same", rendered)
	}
	if err := a.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"site_name": "Another shop"}}, audit.Actor{Name: "staff"}); err != nil {
		t.Fatal(err)
	}
	if w := getPicture(t, s, path, "If-None-Match", tag); w.Code != http.StatusOK || w.Header().Get("Etag") == tag || rendered != 2 {
		t.Errorf("with another name of the shop: %d, %s, rendered %d times", w.Code, w.Header().Get("Etag"), rendered)
	}
}

func TestTheCardOfADropWithoutAPictureHasTheShopsColor(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	path := "/drop/" + addDrop(t, a).Slug + "/card.jpg"
	for color, isRed := range map[string]bool{"#8B5CF6": true, "#008080": false} { // redder than green
		saveSettings(t, a, map[string]string{"primary_color": color})
		card, err := jpeg.Decode(getPicture(t, s, path).Body)
		if err != nil {
			t.Fatal(err)
		}
		if r, g, b, _ := card.At(50, 20).RGBA(); (r > g) != isRed {
			t.Errorf("with %s the awning is %d %d %d", color, r>>8, g>>8, b>>8)
		}
	}
}

func TestAPictureIsRenderedThoughItsVisitorLeaves(t *testing.T) {
	a := shoptest.New(t)
	begun, goOn, ended, once := make(chan struct{}), make(chan struct{}), make(chan error, 1), sync.Once{}
	s := openWithPictures(t, a, func(ctx context.Context) {
		once.Do(func() {
			close(begun)
			<-goOn
			ended <- ctx.Err()
		})
	})
	d := addDrop(t, a)
	path := "/drop/" + d.Slug + "/card.jpg"
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", path, nil))
		close(left)
	}()
	<-begun
	leave()
	<-left // nobody holds the one who left
	close(goOn)
	if err := <-ended; err != nil {
		t.Errorf("the rendering ended with the visitor who left: %v", err)
	}
	if w := getPicture(t, s, path); w.Code != http.StatusOK { // it waits for the same rendering, or gets what came of it
		t.Errorf("the next visitor: %d", w.Code)
	}
}
