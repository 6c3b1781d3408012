package ssr_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestAShopWithoutAMapShowsNone(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	for _, step := range []struct {
		change map[string]string
		image  string
	}{
		{nil, "/shop-map.svg"},
		{map[string]string{"store_street": "12 Pier Rd", "store_city": "Portland"}, ""},
		{map[string]string{"store_map_image": "/site-assets/pier.webp"}, "/site-assets/pier.webp"},
		{map[string]string{"store_map_image": ""}, ""},
		{map[string]string{"store_street": "7563 Melrose Ave", "store_city": "Los Angeles"}, ""}, // the picture was taken away
		{map[string]string{"store_map_image": shop.DefaultSettings().Store.MapImage}, "/shop-map.svg"},
	} {
		if step.change != nil {
			saveSettings(t, a, step.change)
		}
		page := rendered(t, s, "/").Body.String()
		found := ""
		if image := regexp.MustCompile(`<img src="([^"]+)" alt="Map: `).FindStringSubmatch(page); image != nil {
			found = image[1]
		}
		if found != step.image {
			t.Errorf("after %v the home page shows the map %q, want %q", step.change, found, step.image)
		}
		if step.image != "" && strings.HasPrefix(step.image, "/shop-map") && get(s, step.image).Header().Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s is not there", step.image)
		}
		if !strings.Contains(page, `<address class="mt-3`) {
			t.Errorf("after %v the home page lacks the address", step.change)
		}
	}
}
