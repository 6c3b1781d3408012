package ssr_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
)

var feedFiles = []string{"/drops.atom", "/drops.json", "/drops.ics", "/feeds/products.xml", "/feeds/products.jsonl"}

// M12.4: the feeds follow the rules of their formats, in every phase, and never name what nobody may know of yet.
func TestTheFeedsValidate(t *testing.T) {
	shoptest.EachAt(t, opening.Add(-2*time.Hour), func(t *testing.T, a *services.Services, clock *shoptest.Clock) {
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
	})
}

func TestALongProductFeedIsSplit(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
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
	})
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

func checkWellFormed(t *testing.T, path, contentType string, text []byte) {
	t.Helper()
	want := map[string]string{"/drops.atom": "application/atom+xml", "/drops.json": "application/feed+json", "/drops.ics": "text/calendar",
		"/feeds/products.xml": "application/xml", "/feeds/products.jsonl": "application/jsonl"}[path]
	if contentType != want+"; charset=utf-8" || !utf8.Valid(text) {
		t.Errorf("%s: %s", path, contentType)
	}
	if !strings.Contains(want, "xml") {
		return
	}
	for decoder := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
	}
}

// element is any XML element.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Elements []element  `xml:",any"`
}

func (e element) all(name string) (found []element) {
	for _, child := range e.Elements {
		if child.XMLName.Local == name {
			found = append(found, child)
		}
	}
	return found
}

// one is the text of an element that must be there exactly once and not be empty.
func (e element) one(t *testing.T, name string) string {
	t.Helper()
	found := e.all(name)
	if len(found) != 1 || strings.TrimSpace(found[0].Text) == "" && len(found[0].Elements) == 0 {
		t.Errorf("<%s> has %d times <%s>, or it is empty", e.XMLName.Local, len(found), name)
		return ""
	}
	return found[0].Text
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func checkTime(t *testing.T, text string) {
	t.Helper()
	if _, err := time.Parse(time.RFC3339, text); err != nil {
		t.Error(err)
	}
}

func checkAddress(t *testing.T, text string) {
	t.Helper()
	if u, err := url.Parse(text); err != nil || !u.IsAbs() || u.Host == "" || strings.ContainsAny(text, " <>\"") {
		t.Errorf("%q is no address", text)
	}
}

// checkAtom checks what RFC 4287 requires: 4.1.1 of a feed, 4.1.2 of an entry.
func checkAtom(t *testing.T, text []byte, entries int) {
	t.Helper()
	var feed element
	if err := xml.Unmarshal(text, &feed); err != nil {
		t.Fatal(err)
	}
	const space = "http://www.w3.org/2005/Atom"
	if feed.XMLName != (xml.Name{Space: space, Local: "feed"}) {
		t.Errorf("%v is no feed", feed.XMLName)
	}
	checkAddress(t, feed.one(t, "id"))
	feed.one(t, "title")
	checkTime(t, feed.one(t, "updated"))
	if len(feed.all("author")) != 1 {
		t.Error("a feed whose entries name no author has one itself")
	} else {
		feed.all("author")[0].one(t, "name")
	}
	rels := map[string]int{}
	for _, link := range feed.all("link") {
		rels[link.attr("rel")]++
		checkAddress(t, link.attr("href"))
	}
	if rels["self"] != 1 || rels["alternate"] != 1 {
		t.Errorf("links of the feed: %v", rels)
	}
	ids := map[string]bool{}
	for _, entry := range feed.all("entry") {
		id := entry.one(t, "id")
		checkAddress(t, id)
		if ids[id] {
			t.Errorf("%s is there twice", id)
		}
		ids[id] = true
		entry.one(t, "title")
		checkTime(t, entry.one(t, "updated"))
		checkTime(t, entry.one(t, "published"))
		entry.one(t, "content")
		if content := entry.all("content"); len(content) == 1 && (content[0].attr("type") != "html" || strings.Contains(content[0].Text, "<i>")) {
			t.Errorf("the content is not escaped HTML: %s", content[0].Text)
		}
		if links := entry.all("link"); len(links) != 1 || links[0].attr("rel") != "alternate" {
			t.Errorf("%d links", len(links))
		}
		if categories := entry.all("category"); len(categories) != 1 || categories[0].attr("term") == "" {
			t.Error("a category without a term")
		}
	}
	if len(ids) != entries {
		t.Errorf("%d entries", len(ids))
	}
}

// checkJSONFeed checks what https://www.jsonfeed.org/version/1.1/ requires, and that there is nothing it does not know.
func checkJSONFeed(t *testing.T, text []byte, items int) {
	t.Helper()
	var feed map[string]any
	if err := json.Unmarshal(text, &feed); err != nil {
		t.Fatal(err)
	}
	known := []string{"version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon", "favicon", "authors", "language", "expired", "hubs", "items"}
	for key := range feed {
		if !slices.Contains(known, key) && !strings.HasPrefix(key, "_") {
			t.Errorf("a feed has no %s", key)
		}
	}
	if feed["version"] != "https://jsonfeed.org/version/1.1" || feed["title"] == "" || feed["title"] == nil {
		t.Errorf("%v %v", feed["version"], feed["title"])
	}
	checkAddress(t, fmt.Sprint(feed["home_page_url"]))
	checkAddress(t, fmt.Sprint(feed["feed_url"]))
	list, ok := feed["items"].([]any)
	if !ok || len(list) != items {
		t.Fatalf("items: %v", feed["items"])
	}
	known = []string{"id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image", "date_published", "date_modified", "authors", "tags", "language", "attachments"}
	for _, value := range list {
		item := value.(map[string]any)
		for key := range item {
			if !slices.Contains(known, key) && !strings.HasPrefix(key, "_") {
				t.Errorf("an item has no %s", key)
			}
		}
		if id, ok := item["id"].(string); !ok || id == "" {
			t.Errorf("id: %v", item["id"])
		}
		if html, ok := item["content_html"].(string); !ok || html == "" || strings.Contains(html, "<i>") {
			t.Errorf("content_html: %v", item["content_html"])
		}
		checkAddress(t, fmt.Sprint(item["url"]))
		checkAddress(t, fmt.Sprint(item["image"]))
		checkTime(t, fmt.Sprint(item["date_published"]))
		checkTime(t, fmt.Sprint(item["date_modified"]))
	}
}

var calendarLine = regexp.MustCompile(`^[A-Z-]+(;[A-Z-]+=[^:;]+)*:`)

// checkCalendar checks RFC 5545: lines of at most 75 octets that end with CRLF, folded between letters, components that
// close, and the properties that 3.6 and 3.6.1 require, each once.
func checkCalendar(t *testing.T, text string, events int) {
	t.Helper()
	if !strings.HasSuffix(text, "\r\n") || strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Error("a line does not end with CRLF")
	}
	for part := range strings.SplitSeq(text, "\r\n") {
		if len(part) > 75 || !utf8.ValidString(part) {
			t.Errorf("%d octets, or a letter is cut: %q", len(part), part)
		}
	}
	if !strings.Contains(text, "\r\n ") {
		t.Error("no line is folded, so nothing is tested")
	}
	required := map[string][]string{"VCALENDAR": {"PRODID", "VERSION"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"}, "VALARM": {"ACTION", "TRIGGER", "DESCRIPTION"}}
	var open []string
	var seen []map[string]int
	count := 0
	for content := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n"), "\r\n") {
		if !calendarLine.MatchString(content) {
			t.Errorf("no content line: %q", content)
			continue
		}
		name, value, _ := strings.Cut(content, ":")
		switch name {
		case "BEGIN":
			open, seen = append(open, value), append(seen, map[string]int{})
			continue
		case "END":
			if len(open) == 0 || open[len(open)-1] != value {
				t.Fatalf("END:%s closes nothing", value)
			}
			for _, property := range required[value] {
				if seen[len(seen)-1][property] != 1 {
					t.Errorf("%s has %d times %s", value, seen[len(seen)-1][property], property)
				}
			}
			if value == "VEVENT" {
				count++
			}
			open, seen = open[:len(open)-1], seen[:len(seen)-1]
			continue
		}
		seen[len(seen)-1][name]++
		if name == "DTSTAMP" || name == "DTSTART" || name == "DTEND" {
			if _, err := time.Parse("20060102T150405Z", value); err != nil {
				t.Error(err)
			}
		}
		if name == "SUMMARY" && regexp.MustCompile(`(^|[^\\])[;,]`).MatchString(value) {
			t.Errorf("not escaped: %s", value)
		}
	}
	if len(open) != 0 || count != events {
		t.Errorf("%d events, %v open", count, open)
	}
}

var merchantPrice = regexp.MustCompile(`^\d+\.\d\d [A-Z]{3}$`)

// checkProduct checks the attributes that Google Merchant's product data specification requires.
func checkProduct(t *testing.T, item map[string]string) {
	t.Helper()
	for _, required := range []string{"id", "title", "description", "link", "availability", "price", "condition"} {
		if item[required] == "" {
			t.Errorf("a product without %s: %v", required, item)
		}
	}
	if len(item["id"]) > 50 || utf8.RuneCountInString(item["title"]) > 150 || utf8.RuneCountInString(item["description"]) > 5000 {
		t.Errorf("too long: %v", item)
	}
	if !slices.Contains([]string{"in_stock", "out_of_stock", "preorder", "backorder"}, item["availability"]) {
		t.Errorf("availability %q", item["availability"])
	}
	if item["availability"] == "preorder" && item["availability_date"] == "" {
		t.Error("a preorder needs a date")
	}
	if !merchantPrice.MatchString(item["price"]) {
		t.Errorf("price %q", item["price"])
	}
	if item["brand"] == "" && item["identifier_exists"] != "no" {
		t.Error("neither a brand nor identifier_exists")
	}
	checkAddress(t, item["link"])
	checkAddress(t, item["image_link"])
}

// checkMerchant checks a file of Google Merchant and returns its products by id.
func checkMerchant(t *testing.T, text []byte) map[string]map[string]string {
	t.Helper()
	var rss element
	if err := xml.Unmarshal(text, &rss); err != nil {
		t.Fatal(err)
	}
	if rss.XMLName.Local != "rss" || rss.attr("version") != "2.0" || len(rss.all("channel")) != 1 {
		t.Fatalf("no RSS 2.0: %v", rss.XMLName)
	}
	channel := rss.all("channel")[0]
	for _, required := range []string{"title", "link", "description"} {
		channel.one(t, required)
	}
	items := map[string]map[string]string{}
	for _, found := range channel.all("item") {
		item := map[string]string{}
		for _, attribute := range found.Elements {
			if attribute.XMLName.Space != "http://base.google.com/ns/1.0" {
				t.Errorf("%v is not of Google's namespace", attribute.XMLName)
			}
			item[attribute.XMLName.Local] = attribute.Text
		}
		checkProduct(t, item)
		items[item["id"]] = item
	}
	return items
}

// checkLines checks a file of JSON lines and returns its products by id.
func checkLines(t *testing.T, text string) map[string]map[string]string {
	t.Helper()
	items := map[string]map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var item map[string]string
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		checkProduct(t, item)
		items[item["id"]] = item
	}
	return items
}
