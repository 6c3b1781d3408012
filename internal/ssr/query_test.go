package ssr

import (
	"net/url"
	"strings"
	"testing"
)

// What a browser's URLSearchParams reads in the same addresses.
func TestAQueryIsReadAsBrowsersDo(t *testing.T) {
	for raw, want := range map[string]string{
		"search=a;b":                     "search=a%3Bb",
		"search=100%":                    "search=100%25",
		"search=50%zz&search=other":      "search=50%25zz",
		"search=a+b%2B":                  "search=a+b%2B",
		"search=&search=x":               "",
		"search=caf%E9":                  "search=caf%EF%BF%BD",
		"min_price=2&max_price=":         "min_price=2",
		"utm_source=x&nonsense":          "",
		"category=b&category=a&category": "category=b&category=a",
		"category=a&category=a":          "category=a",
		"s%65arch=x":                     "search=x",
	} {
		if got := filters(raw).Encode(); got != want {
			t.Errorf("%s: %s, not %s", raw, got, want)
		}
	}
	if many := filters(manyCategories(80)); len(many["category"]) != maxCategories {
		t.Errorf("%d categories", len(many["category"]))
	}
}

func manyCategories(n int) string {
	values := url.Values{}
	for i := range n {
		values.Add("category", strings.Repeat("y", i+1))
	}
	return values.Encode()
}

func TestAnAddressHasOneRoute(t *testing.T) {
	for address, want := range map[string]string{
		"/":                     "home /",
		"/About":                "notFound /404",
		"/about/us":             "notFound /404",
		"/products/7":           "product /product/7",
		"/product/007":          "product /product/0",
		"/product/7%2F8":        "product /product/0",
		"/category/a%2Fb":       "category /category/a%2Fb",
		"/category/caf%C3%A9":   "category /category/caf%C3%A9",
		"/category/chips/spicy": "notFound /404",
		"/products?x=1":         "list /products",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if p := resolve(u); string(p.kind)+" "+p.url.RequestURI() != want {
			t.Errorf("%s: %s %s, not %s", address, p.kind, p.url.RequestURI(), want)
		}
	}
}
