package ssr_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestAProductWithoutAPictureGetsAPackInItsCategorysColors(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		s := open(t, a)
		images := map[string]string{}
		for _, slug := range []string{"chips", "drinks", "candy", "chocolate", "cookies", "mystery", "snack", "noodles", "caf%C3%A9"} {
			w := get(s, "/pack-art/"+slug+".svg")
			if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.Contains(w.Header().Get("Cache-Control"), "public") {
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
		for _, path := range []string{"/pack-art/chips", "/pack-art/a/b.svg"} {
			if w := get(s, path); w.Header().Get("Content-Type") == "image/svg+xml" {
				t.Errorf("%s is an image", path)
			}
		}
	})
}
