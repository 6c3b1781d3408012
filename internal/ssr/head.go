package ssr

import (
	"bytes"
	"encoding/json"
	"html"
	"strconv"
	"strings"
)

// head is what a page says about itself, by the meta function of its own code.
type head struct {
	Status      int               `json:"status"`
	Site        string            `json:"site"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Canonical   string            `json:"canonical"`
	NoIndex     bool              `json:"noindex"`
	Type        string            `json:"type"`
	Image       string            `json:"image"`
	ImageWidth  int               `json:"imageWidth"`
	ImageHeight int               `json:"imageHeight"`
	JSONLD      []json.RawMessage `json:"jsonLd"`
	NoScript    string            `json:"noscript"` // shown by a browser without scripts on a page that only the browser renders
}

// feedLinks tell browsers and feed readers where the feeds are.
const feedLinks = `<link rel="alternate" type="application/atom+xml" title="Drops" href="/drops.atom">` +
	`<link rel="alternate" type="application/feed+json" title="Drops" href="/drops.json">` +
	`<link rel="alternate" type="text/calendar" title="Drops" href="/drops.ics">`

// html writes the elements of the head in Go, without React, because a visitor waits for them; see docs/decisions/002.
// icons are the links to the shop's icons.
func (h head) html(icons string) string {
	var b strings.Builder
	tag := func(kind, name, content string) {
		b.WriteString(`<meta ` + kind + `="` + name + `" content="` + html.EscapeString(content) + `">`)
	}
	b.WriteString("<title>" + html.EscapeString(h.Title) + "</title>")
	tag("name", "description", h.Description)
	if h.NoIndex {
		tag("name", "robots", "noindex")
	} else {
		b.WriteString(`<link rel="canonical" href="` + html.EscapeString(h.Canonical) + `">`)
	}
	tag("property", "og:type", h.Type)
	tag("property", "og:site_name", h.Site)
	tag("property", "og:title", h.Title)
	tag("property", "og:description", h.Description)
	tag("property", "og:url", h.Canonical)
	tag("property", "og:image", h.Image)
	tag("property", "og:image:width", strconv.Itoa(h.ImageWidth))
	tag("property", "og:image:height", strconv.Itoa(h.ImageHeight))
	tag("name", "twitter:card", "summary_large_image")
	b.WriteString(icons + feedLinks)
	for _, thing := range h.JSONLD {
		var text bytes.Buffer
		json.HTMLEscape(&text, thing) // keeps </script> out of the script
		b.WriteString(`<script type="application/ld+json">` + text.String() + `</script>`)
	}
	return b.String()
}
