package catalog_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The header lines are those that the two systems write; Shopify's is the one of today, and the one before in shopifyOld.
const (
	shopifyFile = "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description\n" +
		`Matcha Mochi,matcha-mochi,"<p>Soft &amp; green.</p><ul><li>Six pieces</li><li>From Uji</li></ul><script>alert(1)</script>",Uji Sweets,Food > Snacks,Mochi,"green, soft",TRUE,active,MM-6,,Size,Six,,,,,,,,4.50,5.00,2.10,TRUE,,,,,,shopify,12,DENY,180,g,TRUE,manual,HOST/two.png,2,,,FALSE,,` + "\n" +
		`,matcha-mochi,,,,,,,,MM-12,,,Twelve,,,,,,,,8.00,,,TRUE,,,,,,shopify,3,DENY,,,TRUE,manual,HOST/one.png,1,,,,,` + "\n" +
		`Old Chips,old-chips,Gone.,,,Chips,,TRUE,archived,,,Title,Default Title,,,,,,,,1.00,,,TRUE,,,,,,,,DENY,,,TRUE,manual,,,,,,,` + "\n" +
		`Secret Bar,secret-bar,,,Food > Snacks > Bars,,,FALSE,draft,,,Title,Default Title,,,,,,,,3.00,,,TRUE,,,,,,shopify,-2,DENY,,,TRUE,manual,HOST/missing.png,1,,,,,` + "\n"
	shopifyOld = "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Status\n" +
		"rice-cracker,Rice Cracker,<b>Crisp</b>,Uji Sweets,Crackers,,true,Title,Default Title,RC-1,90,shopify,7,deny,2.25,,,,active\n"
	wooFile = "ID,Type,SKU,Name,Published,\"Is featured?\",\"Visibility in catalog\",\"Short description\",Description,\"Date sale price starts\",\"Date sale price ends\",\"Tax status\",\"In stock?\",Stock,\"Backorders allowed?\",\"Sold individually?\",\"Weight (kg)\",\"Sale price\",\"Regular price\",Categories,Tags,Images,Parent,\"External URL\",\"Attribute 1 name\",\"Attribute 1 value(s)\"\n" +
		`44,simple,TEA-1,Green Tea,1,1,visible,Short.,"First line.\nSecond <strong>line</strong>.",,,taxable,1,5,0,1,0.2,3.50,4.00,"Drinks, Drinks > Tea, Gifts",tea,"HOST/one.png, HOST/two.png",,,,` + "\n" +
		`45,variable,BAR,Bar,1,0,visible,,Choose one.,,,taxable,1,,0,0,,,,Bars,,,,,Size,"Small, Large"` + "\n" +
		`46,variation,BAR-S,Bar - Small,1,0,visible,,,,,taxable,1,9,0,0,,,2.00,,,,BAR,,Size,Small` + "\n" +
		`47,variation,BAR-L,Bar - Large,1,0,visible,,,,,taxable,1,4,0,0,,,3.00,,,,id:45,,Size,Large` + "\n" +
		`48,external,,Elsewhere,1,0,visible,,There.,,,taxable,1,,0,0,,,9.00,,,,,https://shop.example/x,,` + "\n" +
		`49,grouped,,Set,1,0,visible,,Set.,,,taxable,1,,0,0,,,,,,,,,,` + "\n" +
		`50,"simple, virtual",,Green Tea,-1,0,visible,,Another.,2020-01-01,2020-02-01,taxable,0,,0,0,,1.00,6.00,,,,,,,` + "\n"
)

// pictureHost is a server of pictures that the catalogue may fetch from; it counts what it was asked for, "" everything.
func pictureHost(t *testing.T, r rig) (address string, asked func(path string) int64) {
	t.Helper()
	var counts sync.Map // path to *atomic.Int64
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		for _, path := range []string{request.URL.Path, ""} {
			count, _ := counts.LoadOrStore(path, new(atomic.Int64))
			count.(*atomic.Int64).Add(1)
		}
		if request.URL.Path == "/missing.png" {
			http.NotFound(w, request)
			return
		}
		_, _ = w.Write([]byte("picture"))
	}))
	t.Cleanup(host.Close)
	r.Pictures = publicnet.Policy{Redirects: 3, Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	return host.URL, func(path string) int64 {
		count, _ := counts.LoadOrStore(path, new(atomic.Int64))
		return count.(*atomic.Int64).Load()
	}
}

func (r rig) bySlug(t *testing.T, slug string) shop.Product {
	t.Helper()
	found, err := r.store.Products.BySlugs(t.Context(), []string{slug})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d products %s, %v", len(found), slug, err)
	}
	return found[0]
}

func notesOf(result productcsv.Import, name string) string {
	for _, line := range result.Lines {
		if line.Name == name {
			return strings.Join(line.Notes, "\n")
		}
	}
	return ""
}

func leftOut(result productcsv.Import, column string) int {
	for _, left := range result.LeftOut {
		if left.Column == column && left.Why != "" {
			return left.Lines
		}
	}
	return 0
}

func TestAProductsFileOfShopifyIsImported(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		host, asked := pictureHost(t, r)
		file := strings.ReplaceAll(shopifyFile, "HOST", host)
		plan, err := r.PlanImport(t.Context(), strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if plan.Format != productcsv.FormatShopify || plan.Counts[productcsv.ImportCreate] != 2 || plan.Counts[productcsv.ImportSkip] != 1 || asked("") != 0 || r.total(t, shop.ProductFilter{}) != 0 {
			t.Fatalf("planned %+v, asked %d", plan, asked(""))
		}
		for column, lines := range map[string]int{"SKU": 2, "Vendor": 1, "Tags": 1, "Compare-at price": 1, "Barcode": 0, "Price": 0} {
			if got := leftOut(plan, column); got != lines {
				t.Errorf("%s is said to be left out on %d lines, want %d", column, got, lines)
			}
		}
		if notes := notesOf(plan, "Matcha Mochi"); !strings.Contains(notes, "Line 3 is left out: the variant Twelve at 8.00") {
			t.Errorf("of the second variant: %s", notes)
		}
		done, err := r.ImportProducts(t.Context(), strings.NewReader(file), staff)
		if err != nil {
			t.Fatal(err)
		}
		p := r.bySlug(t, "matcha-mochi")
		if p.Name != "Matcha Mochi" || p.Description != "Soft & green.\n\n- Six pieces\n- From Uji" || p.Price != 450 || *p.Stock != 12 || p.Category.Name != "Mochi" || p.PublishedAt != nil {
			t.Errorf("imported %+v in %+v", p, p.Category)
		}
		if len(p.Images) != 2 || p.Images[0].URL != "/site-assets/one.png" {
			t.Errorf("its pictures: %+v", p.Images)
		}
		hidden := r.bySlug(t, "secret-bar")
		if hidden.Published(time.Now()) || *hidden.Stock != 0 || hidden.Description != "Secret Bar" || hidden.Category.Name != "Bars" || len(hidden.Images) != 0 {
			t.Errorf("the draft: %+v", hidden)
		}
		if notes := notesOf(done, "Secret Bar"); !strings.Contains(notes, "missing.png was not fetched: the answer was 404.") {
			t.Errorf("of the missing picture: %s", notes)
		}
		again, err := r.PlanImport(t.Context(), strings.NewReader(file))
		if err != nil || again.Counts[productcsv.ImportSame] != 1 || again.Counts[productcsv.ImportUpdate] != 1 || asked("/one.png") != 1 {
			t.Errorf("the second time: %+v, %v, asked %d", again, err, asked("/one.png"))
		}
		if old, err := r.ImportProducts(t.Context(), strings.NewReader(shopifyOld), staff); err != nil || old.Counts[productcsv.ImportCreate] != 1 {
			t.Fatalf("with the older header: %+v, %v", old, err)
		}
		if p := r.bySlug(t, "rice-cracker"); p.Price != 225 || *p.Stock != 7 || p.Description != "Crisp" || p.Category.Name != "Crackers" {
			t.Errorf("with the older header: %+v", p)
		}
	})
}

func TestAProductsFileOfWooCommerceIsImported(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		host, _ := pictureHost(t, r)
		done, err := r.ImportProducts(t.Context(), strings.NewReader(strings.ReplaceAll(wooFile, "HOST", host)), staff)
		if err != nil {
			t.Fatal(err)
		}
		if done.Format != productcsv.FormatWooCommerce || done.Counts[productcsv.ImportCreate] != 3 || done.Counts[productcsv.ImportSkip] != 2 || done.Counts[productcsv.ImportError] != 0 {
			t.Fatalf("%+v", done)
		}
		tea := r.bySlug(t, "green-tea")
		if tea.Price != 350 || *tea.Stock != 5 || !tea.Featured || *tea.MaxPerOrder != 1 || tea.Category.Name != "Tea" || tea.Description != "First line.\nSecond line." || len(tea.Images) != 2 {
			t.Errorf("imported %+v in %+v", tea, tea.Category)
		}
		for _, want := range []string{"regular price 4.00 is left out", "category Gifts is left out", "SKU TEA-1 is left out", "short description is left out"} {
			if notes := notesOf(done, "Green Tea"); !strings.Contains(notes, want) {
				t.Errorf("nothing says %q: %s", want, notes)
			}
		}
		bar := r.bySlug(t, "bar")
		if bar.Price != 200 || *bar.Stock != 9 || !strings.Contains(notesOf(done, "Bar"), "Line 5 is left out: a variation at 3.00") {
			t.Errorf("the first variation: %+v, %s", bar, notesOf(done, "Bar"))
		}
		second := r.bySlug(t, "green-tea-2")
		if second.Price != 600 || second.InStockFlag || second.Published(time.Now()) || second.Stock != nil {
			t.Errorf("the draft with the same name: %+v", second)
		}
	})
}

func TestPicturesComeFromPublicAddressesOnly(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		host, asked := pictureHost(t, r)
		r.Pictures = publicnet.Policy{Redirects: 3}
		named := strings.Replace(host, "127.0.0.1", "localhost", 1)
		file := strings.ReplaceAll(shopifyFile, "HOST/two.png", named+"/two.png")
		done, err := r.ImportProducts(t.Context(), strings.NewReader(strings.ReplaceAll(file, "HOST", host)), staff)
		if err != nil {
			t.Fatal(err)
		}
		notes := notesOf(done, "Matcha Mochi")
		if !strings.Contains(notes, "two.png was not fetched: its address is not a public one.") || !strings.Contains(notes, "one.png is left out: its address is not a public one") {
			t.Errorf("notes: %s", notes)
		}
		if asked("") != 0 || len(r.bySlug(t, "matcha-mochi").Images) != 0 {
			t.Errorf("an address that is not public was asked %d times", asked(""))
		}
		own := "name,description,price,images\nWaves,Salty.,4.50," + host + "/one.png\n"
		if plan, err := r.PlanImport(t.Context(), strings.NewReader(own)); err != nil || plan.Counts[productcsv.ImportError] != 1 {
			t.Errorf("in the shop's own file: %+v, %v", plan, err)
		}
	})
}

func TestFilesOfOtherShopsThatCannotBeImported(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		for file, want := range map[string]string{
			"Handle,Title,Option1 Name,SKU,On hand\nx,X,,,1\n":   "no column Variant Price",
			"Handle,Title,Title,Variant Price\nx,X,X,1\n":        "twice",
			"Type,Name,In stock?\nsimple,X,1\n":                  "no column Regular price",
			"Handle,Title,Variant Price\nx,X\n":                  "Line 2",
			"Handle,Title,Variant Price\n":                       "no products",
			"Order ID,Handle,Total\n1,x,2\n":                     "Shopify and WooCommerce are recognised",
			"Handle,Title,Variant Price\nx,\"unfinished,1\n\n\n": "cannot be read",
		} {
			_, err := r.PlanImport(t.Context(), strings.NewReader(file))
			if shop.CodeOf(err) != shop.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want a refusal about %q", file, err, want)
			}
		}
		bad, err := r.ImportProducts(t.Context(), strings.NewReader("Handle,Title,Variant Price\nx,X,free\ny,,2\nz,Z,3\n"), staff)
		if err != nil || bad.Counts[productcsv.ImportError] != 2 || r.total(t, shop.ProductFilter{}) != 0 {
			t.Errorf("lines without a price and a title: %+v, %v", bad, err)
		}
	})
}
