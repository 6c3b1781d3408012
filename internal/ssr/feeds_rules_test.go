package ssr_test

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

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
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
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

//go:embed testdata/json-feed-1.1.json
var jsonFeedSchema []byte

// checkJSONFeed checks what https://www.jsonfeed.org/version/1.1/ requires, and that there is nothing it does not know.
func checkJSONFeed(t *testing.T, text []byte, items int) {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(jsonFeedSchema, &schema); err != nil {
		t.Fatal(err)
	}
	rules, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var feed map[string]any
	if err := json.Unmarshal(text, &feed); err != nil {
		t.Fatal(err)
	}
	if err := rules.Validate(feed); err != nil {
		t.Errorf("not a JSON Feed: %v", err)
	}
	list, _ := feed["items"].([]any)
	if len(list) != items {
		t.Fatalf("items: %v", feed["items"])
	}
	for _, value := range list {
		item, _ := value.(map[string]any)
		if strings.Contains(fmt.Sprint(item["content_html"]), "<i>") {
			t.Errorf("content_html is not escaped: %v", item["content_html"])
		}
		checkTime(t, fmt.Sprint(item["date_published"]))
		checkTime(t, fmt.Sprint(item["date_modified"]))
		delete(item, "id")
	}
	if len(list) > 0 && rules.Validate(feed) == nil {
		t.Error("the schema accepts an item without an id, so nothing is tested")
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
