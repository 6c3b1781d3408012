package ssr_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
)

var feedFiles = []string{"/drops.atom", "/drops.json", "/drops.ics", "/feeds/products.xml", "/feeds/products.jsonl"}

// The feeds follow the rules of their formats, in every phase, and never name what nobody may know of yet.
func TestTheFeedsValidate(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-2*time.Hour))
	s := openWithFiles(t, a)
	plain := addProduct(t, a, `Crisps & "Co"`)
	withPicture(t, a, plain.ID)
	d, secret := shoptest.AddDrop(t, a, "secret", opening, func(d *shop.Drop) {
		d.Name, d.Description = "Drop secret; ä, "+strings.Repeat("ünd so weiter ", 4)+"Ende", "First line\nSecond & <i>last</i>"
	})
	withPicture(t, a, secret.ID)
	tags := map[string]string{}
	for _, phase := range []struct {
		name         string
		at           time.Time
		known        bool
		availability string
		price        string
	}{
		{"draft", opening.Add(-2 * time.Hour), false, "", ""},
		{"teased", d.TeasedAt, true, "out_of_stock", "5.00 USD"},
		{"live", opening, true, "in_stock", "3.00 USD"},
		{"ended", opening.Add(time.Hour), true, "out_of_stock", "5.00 USD"},
	} {
		clock.Set(phase.at)
		for _, path := range feedFiles {
			w := get(s, path)
			if w.Code != http.StatusOK {
				t.Fatalf("%s %s: %d %s", phase.name, path, w.Code, w.Body)
			}
			text := w.Body.String()
			if known := strings.Contains(text, "secret"); known != phase.known {
				t.Errorf("%s %s: names the drop or its product: %v", phase.name, path, known)
			}
			tag := w.Header().Get("Etag")
			if tags[path] == tag && path != "/drops.ics" { // a calendar has the same times in every phase
				t.Errorf("%s %s: it is the one of the phase before", phase.name, path)
			}
			tags[path] = tag
			if again := get(s, path, "If-None-Match", tag); again.Code != http.StatusNotModified {
				t.Errorf("%s %s: asked again: %d", phase.name, path, again.Code)
			}
			checkWellFormed(t, path, w.Header().Get("Content-Type"), w.Body.Bytes())
		}
		if !phase.known {
			continue
		}
		checkAtom(t, get(s, "/drops.atom").Body.Bytes(), 1)
		checkJSONFeed(t, get(s, "/drops.json").Body.Bytes(), 1)
		checkCalendar(t, get(s, "/drops.ics").Body.String(), 1)
		items := checkMerchant(t, get(s, "/feeds/products.xml").Body.Bytes())
		lines := checkLines(t, get(s, "/feeds/products.jsonl").Body.String())
		if len(items) != 2 || len(lines) != 2 {
			t.Fatalf("%s: %d and %d products", phase.name, len(items), len(lines))
		}
		for _, item := range []map[string]string{items[fmt.Sprint(secret.ID)], lines[fmt.Sprint(secret.ID)]} {
			if item["availability"] != phase.availability || item["price"] != phase.price {
				t.Errorf("%s: %v", phase.name, item)
			}
			if date := item["availability_date"]; (date != "") != (phase.name == "teased") || date != "" && date != opening.UTC().Format(time.RFC3339) {
				t.Errorf("%s: it can be had from %q on", phase.name, date)
			}
		}
		if lines[fmt.Sprint(plain.ID)]["availability"] != "in_stock" {
			t.Errorf("%v", lines)
		}
	}
}

func TestALongProductFeedIsSplit(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	s.SplitSitemap(2)
	for _, name := range []string{"Crisps", "Soda", "Gum"} {
		withPicture(t, a, addProduct(t, a, name).ID)
	}
	for ending, index := range map[string]string{"xml": "<loc>http://shop.test/feeds/products-2.xml</loc>", "jsonl": `{"file":"http://shop.test/feeds/products-2.jsonl"}`} {
		if text := get(s, "/feeds/products."+ending).Body.String(); !strings.Contains(text, index) || strings.Contains(text, "products-3") || strings.Contains(text, "Soda") {
			t.Errorf("the index: %s", text)
		}
		first, second := get(s, "/feeds/products-1."+ending).Body.String(), get(s, "/feeds/products-2."+ending).Body.String()
		if !strings.Contains(first, "Crisps") || !strings.Contains(first, "Soda") || strings.Contains(first, "Gum") || strings.Contains(second, "Soda") || !strings.Contains(second, "Gum") {
			t.Errorf("the files:\n%s\n%s", first, second)
		}
	}
	for _, path := range []string{"/feeds/products-3.xml", "/feeds/products-0.xml", "/feeds/products-01.xml", "/feeds/products.csv", "/feeds/products-x.jsonl", "/feeds/productsx.xml", "/feeds/products-1.xml.xml"} {
		if w := get(s, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// withPicture gives a product a picture, which Google Merchant requires.
func withPicture(t *testing.T, a *services.Services, id int64) {
	t.Helper()
	p, err := a.Catalog.Product(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	image := shop.Image{URL: fmt.Sprintf("/site-assets/feed-%d.webp", id), Width: 800, Height: 600, Color: "#ffffff", Sizes: []shop.ImageSize{}}
	err = a.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.Images.Add(t.Context(), image, a.Now()) })
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Catalog.ChangeProduct(t.Context(), id, p.Version, shop.ProductInput{Name: p.Name, Slug: p.Slug, Description: p.Description, Price: p.Price, InStock: true, Stock: p.Stock,
		ImageURLs: []string{image.URL}}, audit.Actor{ID: 1, Name: "staff"})
	if err != nil {
		t.Fatal(err)
	}
}
