package store_test

import (
	"path/filepath"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestACategoryKeepsItsSign(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var id int64
		expect := func(what string, sign shop.Sign, color string) {
			t.Helper()
			c, err := s.Categories.ByID(t.Context(), id)
			if err != nil || c.Sign != sign || c.Color != color {
				t.Errorf("%s: the sign %q in %q, %v", what, c.Sign, c.Color, err)
			}
			all, err := s.Categories.All(t.Context())
			if err != nil || len(all) != 1 || all[0].Sign != sign || all[0].Color != color {
				t.Errorf("%s: %+v, %v", what, all, err)
			}
		}
		version := int64(0)
		change := func(in shop.CategoryInput) {
			t.Helper()
			version++
			in.Name, in.Slug = "Novels", "novels"
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Categories.Change(t.Context(), id, version, in, noon) }); err != nil {
				t.Fatal(err)
			}
		}
		id = addCategory(t, s, "Novels")
		expect("without a sign", shop.SignBox, "")
		change(shop.CategoryInput{Sign: shop.SignBook, Color: new("#9CC4FF")})
		expect("with both", shop.SignBook, "#9CC4FF")
		change(shop.CategoryInput{})
		expect("after a change that says nothing of them", shop.SignBook, "#9CC4FF")
		change(shop.CategoryInput{Color: new("")})
		expect("with the drawing's own color", shop.SignBook, "")
	})
}

// The version before had no signs of its own: the page showed one by the category's slug.
func TestCategoriesAndPagesOfTheVersionBeforeKeepTheirSigns(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct{ name, menu, signs string }{
				{"the built-in menu", "", "bag drink cookie"},
				{"an own menu with some of them", `chips|Crisps` + "\n" + ` cookies | Biscuits` + "\nmydrinks | drinks", "bag box cookie"},
				{"an own menu of other goods", "novels | chips", "box box box"},
				{"an own menu with other line ends", "chips\r\n\tcookies\t| Biscuits\r\nnovels", "bag box cookie"},
			} {
				location := filepath.Join(t.TempDir(), "snackdrop.db")
				if engine == store.Postgres {
					location = storetest.Empty(t)
				}
				s := storetest.Open(t, location)
				if err := s.MigrateTo(t.Context(), 17); err != nil {
					t.Fatal(err)
				}
				storetest.Exec(t, location, `INSERT INTO categories (name, slug, search_text, created_at, updated_at) VALUES ('C', 'chips', '', 1, 1), ('D', 'drinks', '', 1, 1),
					('E', 'candy', '', 1, 1), ('F', 'chocolate', '', 1, 1), ('G', 'cookies', '', 1, 1), ('H', 'mystery', '', 1, 1), ('I', 'novels', '', 1, 1)`)
				if c.menu != "" {
					storetest.Exec(t, location, `INSERT INTO settings (key, value, updated_at) VALUES ('menu_categories', '`+c.menu+`', 5)`)
				}
				if err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				expectSignsOfBefore(t, s)
				stored, err := s.Settings.All(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				settings := shop.SettingsFrom(stored)
				if got := string(settings.Brand.Sign + " " + settings.Brand.ContactSign + " " + settings.Brand.FAQSign); got != c.signs {
					t.Errorf("%s: the pages have %s, not %s", c.name, got, c.signs)
				}
			}
		})
	}
}

func expectSignsOfBefore(t *testing.T, s *store.Store) {
	t.Helper()
	want := map[string]shop.Category{"chips": {Sign: shop.SignBag}, "drinks": {Sign: shop.SignDrink}, "candy": {Sign: shop.SignCandy}, "chocolate": {Sign: shop.SignBar},
		"cookies": {Sign: shop.SignCookie}, "mystery": {Sign: shop.SignBox, Color: "#9C6CEF"}, "novels": {Sign: shop.SignBox}}
	categories, err := s.Categories.All(t.Context())
	if err != nil || len(categories) != len(want) {
		t.Fatalf("%v, %v", categories, err)
	}
	for _, c := range categories {
		if c.Sign != want[c.Slug].Sign || c.Color != want[c.Slug].Color || c.Version != 1 {
			t.Errorf("%s has the sign %q in %q at version %d", c.Slug, c.Sign, c.Color, c.Version)
		}
	}
}
