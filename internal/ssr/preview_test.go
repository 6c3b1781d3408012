package ssr_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// A page of another moment is an empty shell that nobody keeps.
func TestAPreviewIsAShellThatNobodyStores(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	p := addProduct(t, a, "Nori Crisps")
	w := httptest.NewRecorder()
	s.Preview(w, httptest.NewRequest("GET", "/preview/1900000000000/product/1", nil))
	body := w.Body.String()
	if w.Code != 200 || !isShell(body) || strings.Contains(body, p.Name) {
		t.Errorf("%d: the page of a preview is not an empty shell", w.Code)
	}
	if control, robots := w.Header().Get("Cache-Control"), w.Header().Get("X-Robots-Tag"); control != "no-store" || robots != "noindex" || !strings.Contains(body, `content="noindex"`) {
		t.Errorf("Cache-Control %q, X-Robots-Tag %q", control, robots)
	}
	if other := get(s, "/preview/1900000000000/product/1"); other.Code != 404 {
		t.Errorf("as a page for everybody it is there: %d", other.Code)
	}
}
