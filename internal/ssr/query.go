package ssr

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxCategories may be asked for at once; the browser's code reads no more either.
const maxCategories = 50

// filters are those of the product list in an address. Anything else is dropped,
// so that nobody fills the cache with made-up parameters.
func filters(rawQuery string) url.Values {
	given, kept := readQuery(rawQuery), url.Values{}
	for _, name := range []string{"search", "min_price", "max_price"} {
		if value := given.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	for _, slug := range given["category"] {
		if slug != "" && len(kept["category"]) < maxCategories && !slices.Contains(kept["category"], slug) {
			kept.Add("category", slug)
		}
	}
	return kept
}

// readQuery reads a query as browsers do, so that the page that is drawn here is
// the one they see: unlike in net/url, a semicolon parts nothing and a stray
// percent sign is just one.
func readQuery(raw string) url.Values {
	values := url.Values{}
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		values.Add(unescape(name), unescape(value))
	}
	return values
}

func unescape(text string) string {
	text = strings.ReplaceAll(text, "+", " ")
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if code, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				out.WriteByte(byte(code))
				i += 2
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return strings.ToValidUTF8(strings.ReplaceAll(out.String(), "\x00", "\uFFFD"), "\uFFFD")
}
