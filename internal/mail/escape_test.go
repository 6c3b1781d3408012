package mail_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/outbox"
)

// filled is the message with one text in every field, also of the shop, and one address in every link.
func filled(email outbox.Email, text, url string) outbox.Message {
	value := reflect.New(reflect.TypeOf(email)).Elem()
	value.Set(reflect.ValueOf(email))
	fill(value, text, url)
	m := message(value.Interface().(outbox.Email))
	m.Brand.Name, m.Brand.Welcome, m.Brand.ListName, m.Brand.ListTitle, m.Brand.URL = text, text, text, text, url
	return m
}

func fill(value reflect.Value, text, url string) {
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			if field := value.Field(i); strings.HasSuffix(value.Type().Field(i).Name, "URL") {
				field.SetString(url)
			} else {
				fill(field, text, url)
			}
		}
	case reflect.Slice:
		value.Set(reflect.AppendSlice(reflect.MakeSlice(value.Type(), 0, value.Len()), value)) // the example keeps its own
		for i := range value.Len() {
			fill(value.Index(i), text, url)
		}
	case reflect.String:
		value.SetString(text)
	}
}

// parsed is an email as a mail program reads it.
type parsed struct {
	elements []string // with the names of their attributes
	links    []string
	text     string // of all elements
}

func parse(t *testing.T, m outbox.Message) parsed {
	t.Helper()
	rendered, err := mail.Render(m)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(rendered.HTML))
	if err != nil {
		t.Fatal(err)
	}
	var p parsed
	for node := range root.Descendants() {
		switch node.Type {
		case html.ElementNode:
			element := node.Data
			for _, attribute := range node.Attr {
				element += " " + attribute.Key
				if attribute.Key == "href" {
					p.links = append(p.links, attribute.Val)
				}
			}
			p.elements = append(p.elements, element)
		case html.TextNode:
			p.text += node.Data
		default:
			p.elements = append(p.elements, fmt.Sprint(node.Type))
		}
	}
	return p
}

func TestTextInAnEmailAddsNoElementAndNoAttribute(t *testing.T) {
	for _, email := range everyEmail {
		for _, text := range []string{`<b>&"'`, `" onclick="x`, `</title></td><script>x</script>`, "<!-- "} {
			url := `https://shop.test/?a=b&c="><b>'` + text
			plain, got := parse(t, filled(email, "x", "https://shop.test")), parse(t, filled(email, text, url))
			if !slices.Equal(got.elements, plain.elements) {
				t.Errorf("%s with %s has the elements\n%v\nwant\n%v", email.Kind(), text, got.elements, plain.elements)
			}
			if !strings.Contains(got.text, text) {
				t.Errorf("%s does not show %s: %s", email.Kind(), text, got.text)
			}
			if len(got.links) < 2 || slices.ContainsFunc(got.links, func(link string) bool { return link != url }) {
				t.Errorf("%s links to %q, want %q", email.Kind(), got.links, url)
			}
		}
	}
}

func TestAnEmailLinksToWebAddressesOnly(t *testing.T) {
	for _, email := range everyEmail {
		for _, url := range []string{"javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "//other.test", "HTTPS"} {
			if links := parse(t, filled(email, "x", url)).links; len(links) < 2 || slices.ContainsFunc(links, func(link string) bool { return link != "" }) {
				t.Errorf("%s links to %q", email.Kind(), links)
			}
		}
	}
}

func TestAColorOfAnEmailIsNothingElse(t *testing.T) {
	for _, color := range []string{"", "red", "#12345", "#1234567", "#12345g", "#123456;background:url(https://other.test)", "#123456\n"} {
		m := message(usual)
		m.Brand.Primary, m.Brand.Secondary = color, color
		rendered, err := mail.Render(m)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(rendered.HTML, "background:#120a1f;color:#ffffff;padding:13px") || !strings.Contains(rendered.HTML, `border-bottom:4px solid #120a1f"`) {
			t.Errorf("%q is used: %s", color, rendered.HTML)
		}
	}
}

type unknownEmail struct{}

func (unknownEmail) Kind() string { return "unknown" }

func TestAnUnknownEmailIsAnError(t *testing.T) {
	if rendered, err := mail.Render(message(unknownEmail{})); err == nil {
		t.Errorf("it was rendered: %+v", rendered)
	}
}
