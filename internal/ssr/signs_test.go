package ssr_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestAShopOfOtherGoodsShowsItsOwnSigns(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	saveSettings(t, a, map[string]string{"home_categories": "novels | Novels | To read\n* | All | Everything", "menu_categories": "novels | Novels",
		"shop_sign": "book", "contact_sign": "plant", "faq_sign": "shirt"})
	novels, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Novels", Slug: "novels", Sign: shop.SignBook, Color: new("#12AB34")}, staff)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Calendars", Slug: "calendars"}, staff); err != nil {
		t.Fatal(err)
	}
	expectSigns(t, map[string]string{"/": "book box", "/category/novels": "book", "/category/calendars": "box", "/about": "book", "/contact": "plant", "/faq": "shirt"},
		func(path string) string { return rendered(t, s, path).Body.String() })
	if page := rendered(t, s, "/category/novels").Body.String(); !strings.Contains(page, "color:#12AB34") {
		t.Error("the sign has not the color of its category")
	}
	expectNone(t, regexp.MustCompile(builtInBag), "a category without products", rendered(t, s, "/category/novels").Body.String())
	in := shop.CategoryInput{Name: "Novels", Slug: "novels", Sign: shop.SignRecord}
	if _, err := a.Catalog.ChangeCategory(t.Context(), novels.ID, novels.Version, in, staff); err != nil {
		t.Fatal(err)
	}
	expectSigns(t, map[string]string{"/": "record box", "/category/novels": "record"}, func(path string) string { return rendered(t, s, path).Body.String() })
}

// expectSigns fails for every page that shows other signs than these, in this order.
func expectSigns(t *testing.T, wanted map[string]string, page func(path string) string) {
	t.Helper()
	for path, want := range wanted {
		var signs []string
		for _, part := range strings.Split(page(path), ".svg#")[1:] {
			name, _, _ := strings.Cut(part, `"`)
			signs = append(signs, name)
		}
		if got := strings.Join(signs, " "); got != want {
			t.Errorf("%s shows the signs %q, not %q", path, got, want)
		}
	}
}
