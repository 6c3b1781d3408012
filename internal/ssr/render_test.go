package ssr

import (
	"strings"
	"testing"
)

func TestTheServersScriptsRenderAPage(t *testing.T) {
	r, err := newRenderer()
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	answer, err := r.load(t.Context(), "http://shop.test/", "[]")
	if err != nil || len(answer.Queries) != 1 {
		t.Fatalf("the settings come first: %v, %v", answer, err)
	}
	answer, err = r.load(t.Context(), "http://shop.test/", `[[["settings"],{"promo_product":"12"}]]`)
	if err != nil || len(answer.Queries) < 5 || answer.Head != nil {
		t.Fatalf("%v, %v", answer, err)
	}
	data := `[[["settings"],{"site_name":"Night <Bites>"}]]`
	page, err := r.render(t.Context(), "http://shop.test/about", data)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, "Night &lt;Bites&gt;") {
		t.Error(page)
	}
	if page, err = r.render(t.Context(), "http://shop.test/notFound", data); err != nil || !strings.Contains(page, "Oops! Page not found") {
		t.Errorf("%s, %v", page, err)
	}
}
