package demo_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
)

// pageOf is the pay page of a charge.
func pageOf(t *testing.T, c payment.Charge) string {
	t.Helper()
	p, err := demo.New(t.TempDir(), "http://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	started, err := p.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/demo-pay/"+started.Ref, nil)
	r.SetPathValue("ref", started.Ref)
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Body.String()
}

func TestThePayPageLinksToWebAddressesOnly(t *testing.T) {
	for address, want := range map[string]string{
		"https://shop.test/order/ORD-001?key=k&back=1": "https://shop.test/order/ORD-001?key=k&amp;back=1",
		"http://[fd00::1]:8080/order/ORD-001":          "http://[fd00::1]:8080/order/ORD-001",
		"javascript:alert(1)":                          "/",
		"JavaScript://shop.test/%0aalert(1)":           "/",
		" javascript:alert(1)":                         "/",
		"data:text/html,x":                             "/",
	} {
		if page := pageOf(t, payment.Charge{Number: "ORD-001", CancelURL: address}); !strings.Contains(page, `<a href="`+want+`">Back to the shop</a>`) {
			t.Errorf("the page for %q does not link to %s: %s", address, want, page)
		}
	}
}

func TestThePayPageEscapesTheOrdersNumber(t *testing.T) {
	page := pageOf(t, payment.Charge{Number: "</title><b>", CancelURL: "http://shop.test/"})
	if strings.Contains(page, "<b>") || !strings.Contains(page, "<h1>Order &lt;/title&gt;&lt;b&gt;</h1>") {
		t.Errorf("the page has the order's number as elements: %s", page)
	}
}
