package sitefiles

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// llms serves /llms.txt: what there is here for programs that read for somebody (https://llmstxt.org).
func (s *Files) llms(w http.ResponseWriter, r *http.Request) {
	settings, err := s.c.Settings.Get(r.Context())
	if err != nil {
		s.pages.Fail(w, r, err)
		return
	}
	var b bytes.Buffer
	link := func(name, path, what string) { fmt.Fprintf(&b, "- [%s](%s%s): %s\n", name, s.c.PublicURL, path, what) }
	fmt.Fprintf(&b, "# %s\n\n> %s is a shop. Some products are sold in drops: few units that open at an announced moment.\n\n",
		oneLine(settings.Brand.SiteName), oneLine(settings.Brand.SiteName))
	b.WriteString("## Shop\n\n")
	link("Products", "/products", "everything that is sold")
	link("Drops", "/drops", "what opens next, and what is over")
	link("Questions and answers", "/faq", "shipping, pickup, returns")
	b.WriteString("\n## Feeds\n\n")
	link("Drops as Atom", "/drops.atom", "from their announcement on")
	link("Drops as JSON Feed", "/drops.json", "the same")
	link("Drops as a calendar", "/drops.ics", "the same")
	link("Products as JSON lines", "/feeds/products.jsonl", "price, availability and the date from which it can be had")
	link("Products for Google Merchant", "/feeds/products.xml", "the same as RSS 2.0")
	b.WriteString("\n## For programs\n\n")
	link("API reference", "/api/docs", "every operation of the HTTP API")
	link("OpenAPI document", "/api/openapi.json", "the same for machines")
	if settings.Integrations.AgentDoor {
		link("MCP server", "/mcp", "streamable HTTP, no sign-in: search_catalog, lookup_catalog, get_product, list_drops, get_drop, create_cart, get_order; 60 messages a minute")
		b.WriteString("\nNo tool buys, reserves or joins a line: create_cart gives a link that the person opens, with the same line and limits as everybody.\n")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b.Bytes()))
}

// oneLine keeps a text from ending the line that it stands in.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
