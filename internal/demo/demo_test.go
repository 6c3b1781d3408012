package demo

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func load(t *testing.T) Catalog {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCategoriesAreInTheOrderOfTheShop(t *testing.T) {
	want := []string{"chips", "drinks", "candy", "chocolate", "cookies", "mystery"}
	c := load(t)
	if len(c.Categories) != len(want) {
		t.Fatalf("got %d categories, want %d", len(c.Categories), len(want))
	}
	for i, cat := range c.Categories {
		if cat.Slug != want[i] {
			t.Errorf("category %d is %q, want %q", i, cat.Slug, want[i])
		}
		if cat.Name == "" || cat.Description == "" {
			t.Errorf("category %q wants a name and a description", cat.Slug)
		}
		in := shop.CategoryInput{Name: cat.Name, Slug: cat.Slug, Description: cat.Description, Sign: cat.Sign, Color: &cat.Color}
		if err := in.Check(); err != nil || cat.Sign == "" {
			t.Errorf("category %q has the sign %q: %v", cat.Slug, cat.Sign, err)
		}
	}
}

func TestEveryCategoryHasEnoughProducts(t *testing.T) {
	least := map[string]int{"chips": 8, "drinks": 8, "candy": 8, "chocolate": 6, "cookies": 6, "mystery": 3}
	count := map[string]int{}
	for _, p := range load(t).Products {
		if _, ok := least[p.Category]; !ok {
			t.Errorf("%s: unknown category %q", p.Name, p.Category)
		}
		count[p.Category]++
	}
	for slug, n := range least {
		if count[slug] < n {
			t.Errorf("%s has %d products, want at least %d", slug, count[slug], n)
		}
	}
}

var notAlphanumeric = regexp.MustCompile(`[^a-z0-9]+`)

func TestIdsAndSlugs(t *testing.T) {
	slugs, names := map[string]bool{}, map[string]bool{}
	for i, p := range load(t).Products {
		if p.ID != int64(i+1) {
			t.Errorf("%s has id %d, want %d: ids run on without a gap", p.Name, p.ID, i+1)
		}
		rule := strings.Trim(notAlphanumeric.ReplaceAllString(strings.ToLower(p.Name), "-"), "-")
		if p.Slug != rule {
			t.Errorf("%s has slug %q, want %q", p.Name, p.Slug, rule)
		}
		if slugs[p.Slug] || names[p.Name] {
			t.Errorf("%s appears twice", p.Name)
		}
		slugs[p.Slug], names[p.Name] = true, true
	}
}

func TestTheSampleListComesFirst(t *testing.T) {
	c := load(t)
	box := c.Products[9]
	if box.ID != 10 || box.Name != "Mystery Snack Box - Hype Favorites" || box.PriceCents != 2999 || box.Category != "mystery" {
		t.Errorf("product 10 is %+v", box)
	}
	low, high := c.Products[0].PriceCents, c.Products[0].PriceCents
	for _, p := range c.Products[:12] {
		if p.ID != 10 {
			low, high = min(low, p.PriceCents), max(high, p.PriceCents)
		}
	}
	if low != 450 || high != 1275 {
		t.Errorf("sample prices run from %d to %d cents, want 450 to 1275", low, high)
	}
}

func TestEveryProductIsWhole(t *testing.T) {
	featured, soldOut, uncounted, unrated := 0, 0, 0, 0
	for _, p := range load(t).Products {
		if len(p.Description) < 60 || p.Origin == "" || p.ImageAlt == "" {
			t.Errorf("%s wants a description, an origin and a picture in words", p.Name)
		}
		if p.PriceCents < 100 || p.PriceCents > 5000 {
			t.Errorf("%s costs %d cents", p.Name, p.PriceCents)
		}
		if p.Rating == nil {
			unrated++
		} else if *p.Rating < 0 || *p.Rating > 50 {
			t.Errorf("%s is rated %d tenths", p.Name, *p.Rating)
		}
		if p.Stock == nil {
			uncounted++
		} else if *p.Stock < 0 {
			t.Errorf("%s has %d in stock", p.Name, *p.Stock)
		}
		if !p.InStock || (p.Stock != nil && *p.Stock == 0) {
			soldOut++
		}
		if p.Featured {
			featured++
		}
		if p.Age <= 0 {
			t.Errorf("%s wants an age", p.Name)
		}
	}
	if featured != 8 {
		t.Errorf("%d products are featured, want 8", featured)
	}
	if soldOut == 0 || uncounted == 0 || unrated == 0 {
		t.Errorf("sold out %d, uncounted %d, unrated %d: a demo shop shows each state", soldOut, uncounted, unrated)
	}
}

// In a fresh clone the art is not built and the index is empty; once it is
// built it has to be complete.
func TestBuiltImagesAreComplete(t *testing.T) {
	all, err := index()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		return
	}
	c := load(t)
	wanted := []string{"shop"}
	for _, cat := range c.Categories {
		wanted = append(wanted, cat.Image)
	}
	for _, p := range c.Products {
		wanted = append(wanted, p.Image)
	}
	for _, name := range wanted {
		files, err := pictureFiles(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("no picture %q", name)
		}
		for _, f := range files {
			info, err := fs.Stat(pictureFolder(), f.Name)
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			if info.Size() != f.Bytes {
				t.Errorf("%s has %d bytes, the index says %d", f.Name, info.Size(), f.Bytes)
			}
			if f.Width == 480 && f.Bytes > 60_000 {
				t.Errorf("%s has %d bytes: a card's picture stays below 60 KB", f.Name, f.Bytes)
			}
		}
	}
}
