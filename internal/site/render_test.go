package site

import (
	"strings"
	"testing"
)

func TestTheServersScriptDrawsAPage(t *testing.T) {
	r, err := newRenderer()
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	wanted, err := r.plan(t.Context(), "http://shop.test/", "[]")
	if err != nil || len(wanted) < 5 {
		t.Fatalf("%v, %v", wanted, err)
	}
	data := `[[["settings"],{"site_name":"Night <Bites>"}]]`
	page, err := r.draw(t.Context(), "http://shop.test/about", data)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, "Night &lt;Bites&gt;") {
		t.Error(page)
	}
	if page, err = r.draw(t.Context(), "http://shop.test/nowhere", data); err != nil || !strings.Contains(page, "Oops! Page not found") {
		t.Errorf("%s, %v", page, err)
	}
}
