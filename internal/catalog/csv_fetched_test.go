package catalog_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// What an import fetches goes through the checks of an upload: whatever it is called, it must be a picture and not too large.
func TestFetchedPicturesAreCheckedLikeUploads(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"/good.png": picture.Bytes(), "/page.png": []byte("<html><script>alert(1)</script></html>"),
		"/drawing.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`), "/cut.png": picture.Bytes()[:picture.Len()/2],
		"/huge.png": append(bytes.Clone(picture.Bytes()), make([]byte, 11<<20)...)}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(files[r.URL.Path])
	}))
	defer host.Close()
	a := shoptest.New(t)
	a.ProductFiles.Pictures = publicnet.Policy{Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	var csv strings.Builder
	csv.WriteString("Handle,Title,Body (HTML),Variant Price,Image Src\n")
	for name := range files {
		csv.WriteString("p" + strings.NewReplacer("/", "-", ".", "-").Replace(name) + ",P" + name + ",x,2.00," + host.URL + name + "\n")
	}
	done, err := a.ProductFiles.ImportProducts(t.Context(), strings.NewReader(csv.String()), staff)
	if err != nil || done.Counts[productcsv.ImportCreate] != len(files) {
		t.Fatalf("%+v, %v", done, err)
	}
	for name := range files {
		found, err := a.Store.Products.BySlugs(t.Context(), []string{"p" + strings.NewReplacer("/", "-", ".", "-").Replace(name)})
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %d products, %v", name, len(found), err)
		}
		kept := len(found[0].Images)
		if name == "/good.png" {
			if kept != 1 {
				t.Errorf("%s was not kept: %s", name, notesOf(done, "P"+name))
			}
		} else if kept != 0 || !strings.Contains(notesOf(done, "P"+name), "was not fetched: ") {
			t.Errorf("%s: %d pictures, %s", name, kept, notesOf(done, "P"+name))
		}
	}
}
