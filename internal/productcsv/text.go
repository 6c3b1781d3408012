package productcsv

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// blocks are the HTML elements that begin on a line of their own.
var blocks = map[string]string{"p": "\n\n", "div": "\n", "br": "\n", "li": "\n- ", "ul": "\n", "ol": "\n", "tr": "\n", "table": "\n\n", "blockquote": "\n\n",
	"h1": "\n\n", "h2": "\n\n", "h3": "\n\n", "h4": "\n\n", "h5": "\n\n", "h6": "\n\n", "hr": "\n\n", "td": " ", "th": " "}

var (
	spaces     = regexp.MustCompile(`[ \t\x{a0}]+`)
	lineSpaces = regexp.MustCompile(` *\n *`)
	emptyLines = regexp.MustCompile(`\n{3,}`)
)

// plainText is what a reader sees of a description in HTML, as paragraphs and lines. Scripts and styles are left out. In
// a text of WordPress (keepLines) a line break is one on the page, too; elsewhere it is a space.
func plainText(source string, keepLines bool) string {
	var out strings.Builder
	reader := html.NewTokenizer(strings.NewReader(strings.ReplaceAll(source, "\r\n", "\n")))
	hidden := 0 // inside script or style
	for kind := reader.Next(); kind != html.ErrorToken; kind = reader.Next() {
		token := reader.Token()
		unseen := token.Data == "script" || token.Data == "style"
		switch {
		case kind == html.StartTagToken && unseen:
			hidden++
		case kind == html.EndTagToken && unseen:
			hidden = max(0, hidden-1)
		case kind == html.TextToken && hidden == 0:
			if !keepLines {
				token.Data = strings.ReplaceAll(token.Data, "\n", " ")
			}
			out.WriteString(token.Data)
		case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
			out.WriteString(blocks[token.Data])
		case kind == html.EndTagToken && token.Data != "li":
			out.WriteString(blocks[token.Data])
		}
	}
	text := spaces.ReplaceAllString(out.String(), " ")
	text = lineSpaces.ReplaceAllString(text, "\n")
	text = strings.ReplaceAll(text, "\n-\n", "\n- ") // a paragraph inside a list item
	return strings.TrimSpace(emptyLines.ReplaceAllString(text, "\n\n"))
}
