package ssr

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpcache"
)

// assemble puts a page together: head, rendered HTML (or nothing yet) and data.
func (s *Handler) assemble(r route, data pageData, rendered string) *httpcache.Entry {
	text, theme := s.shell, data.theme.css
	before, rest, ok := strings.Cut(text, "<!--head-->")
	if ok {
		_, after, _ := strings.Cut(rest, "<!--/head-->") // the head of the development server
		icons := iconLinks(data.theme.brand)
		head := "<title>" + html.EscapeString(data.theme.brand.SiteName) + "</title>" + icons // the scripts are not built
		if s.script != nil {
			head = data.head.html(icons)
		}
		text = before + head + s.preloads[r.Source] + "<style>" + theme + "</style>" + after
	}
	if rendered != "" {
		text = deferCode.Replace(text)
	} else if data.renderable {
		// Without script, reload in a moment: the page is being rendered.
		text = strings.Replace(text, "</head>", `<noscript><meta http-equiv="refresh" content="1"></noscript></head>`, 1)
	}
	text = strings.Replace(text, "<!--app-->", rendered, 1)
	text = strings.Replace(text, "<!--data-->", data.head.NoScript+`<script type="application/json" id="snackdrop-data" data-at="`+
		data.createdAt.UTC().Format(events.TimeFormat)+`" data-version="`+strconv.FormatInt(data.version, 10)+`">`+inScript(data.json)+`</script>`, 1)
	header := http.Header{
		"Content-Type":            {"text/html; charset=utf-8"},
		"Cache-Control":           {"no-cache"},
		"Content-Security-Policy": {policyFor(theme)},
	}
	if r.Client {
		header.Set("Cache-Control", "no-store")
		header.Set("X-Robots-Tag", "noindex")
	}
	compress := httpcache.CompressBest
	if rendered == "" && data.renderable {
		compress = httpcache.CompressFast
	}
	entry := compress(data.head.Status, header, []byte(text))
	entry.Route, entry.CreatedAt, entry.ValidUntil, entry.FreshUntil = pageRoute, data.createdAt, data.validUntil, data.freshUntil
	return entry
}

// deferCode makes a rendered page load its code after what is visible: the page can be read without it, so styles, fonts
// and images need not share the connection with it.
var deferCode = strings.NewReplacer(
	`<script type="module"`, "<script>"+hydrationScript+`</script><script type="text/plain" data-deferred`,
	`<link rel="modulepreload"`, `<link data-deferred`)

//go:embed deferred-hydration.js
var hydrationSource string

// hydrationScript is the one inline script of a page, without its comments and indentation.
var hydrationScript = regexp.MustCompile(`(?m)^\s*//.*\n|^\s+`).ReplaceAllString(hydrationSource, "")

// inScript escapes JSON so that it cannot end the script element around it.
func inScript(json string) string {
	return strings.NewReplacer("<", `\u003c`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(json)
}

// policyFor allows our own scripts, the one inline script and the theme's <style> by their hashes, and the map's images and
// frames. The rendered page has style attributes, which no hash allows; see docs/decisions/008-inline-styles.md.
func policyFor(theme string) string {
	return "default-src 'self'; script-src 'self' '" + hashOf(hydrationScript) + "'; style-src 'self' '" + hashOf(theme) + "'; " + policy
}

const policy = "style-src-attr 'unsafe-inline'; " +
	"img-src 'self' data: blob: https://www.openstreetmap.org; font-src 'self'; connect-src 'self'; media-src 'self' data:; " +
	"frame-src https://www.openstreetmap.org; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// hashOf is how a policy names an inline script or style.
func hashOf(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
