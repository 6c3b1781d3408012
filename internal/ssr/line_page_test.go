package ssr

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func lineText(t *testing.T, v lineView) string {
	t.Helper()
	var text strings.Builder
	if err := lineHTML(v).Render(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestNoNameEndsAnElementOfALinesPage(t *testing.T) {
	const name = `</script></title><b title="x'>&`
	v := lineView{Title: name, Brand: shop.BrandSettings{SiteName: name}, Slug: "night", Say: name, Token: name, Link: name, Early: true, Wait: []lineProduct{{1, name}, {2, name}}, Config: lineConfig{Name: name}}
	page, err := html.ParseWithOptions(strings.NewReader(lineText(t, v)), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	texts, config := 0, lineConfig{}
	for n := range page.Descendants() {
		switch {
		case n.Type == html.ElementNode && n.Data == "b":
			t.Errorf("a name became an element in <%s>", n.Parent.Data)
		case n.Type == html.TextNode && n.Parent.Data == "script" && n.Parent.Attr != nil:
			if err := json.Unmarshal([]byte(n.Data), &config); err != nil {
				t.Errorf("the script cannot read its data: %v", err)
			}
		case n.Type == html.TextNode && strings.Contains(n.Data, name):
			texts++
		}
		for _, a := range n.Attr {
			if a.Val == name {
				texts++
			}
		}
	}
	if config.Name != name {
		t.Errorf("the script reads %q", config.Name)
	}
	if texts != 8 { // the window's title, site, heading, what it says, two products, link and token
		t.Errorf("the name is %d times in the page, want 8", texts)
	}
}

var update = flag.Bool("update", false, "write the files of testdata")

// web/src/server/line-page.test.ts runs the script of the page on this file.
func TestTheScriptOfALineIsTestedOnItsPage(t *testing.T) {
	const file = "testdata/line.html"
	page := lineText(t, lineView{Title: "The line for Night Box", Brand: shop.BrandSettings{SiteName: "Shop"}, Slug: "night", Config: lineConfig{Slug: "night", Name: "Night Box", Site: "Shop", Zone: "UTC", Product: 7}})
	page = regexp.MustCompile(`>(<[^/])`).ReplaceAllString(page, ">\n$1") + "\n" // to be read and compared by lines
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != page {
		t.Errorf("%s is not the page any more (%v): go test ./internal/ssr -run %s -update", file, err, t.Name())
	}
}

func TestTheFieldsOfALinesPageAreAsLongAsTheShopAllows(t *testing.T) {
	text := lineText(t, lineView{Early: true})
	for name, length := range map[string]int{"email": shop.MaxEmail, "code": shop.MaxAccessCode} {
		field := regexp.MustCompile(`<input[^>]* name="` + name + `"[^>]*>`).FindString(text)
		if !strings.Contains(field, fmt.Sprintf(`maxlength="%d"`, length)) {
			t.Errorf("%s is the field %s", name, field)
		}
	}
}

func TestThePageOfALineIsCompressedOnceWhileItStaysTheSame(t *testing.T) {
	s := &Handler{pages: httpcache.New(1 << 20), c: Config{Now: time.Now}}
	entry := func(slug, text string) *httpcache.Entry {
		t.Helper()
		e, err := s.lineEntry(t.Context(), slug, http.Header{"Content-Type": {"text/html"}}, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if body, err := e.Body(); err != nil || string(body) != text {
			t.Errorf("%q came as %q (%v)", text, body, err)
		}
		return e
	}
	opens := entry("night", "The line opens soon.")
	if entry("night", "The line opens soon.") != opens {
		t.Error("the same page was compressed again")
	}
	if entry("night", "Sold out") == opens || entry("day", "The line opens soon.") == opens {
		t.Error("another page has the same entry")
	}
}
