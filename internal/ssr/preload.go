package ssr

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// pageSources names the source of each page, as web/src/app/routes.tsx does.
var pageSources = map[string]string{
	"": "home", "products": "products", "product": "product", "category": "category", "cart": "cart",
	"about": "about", "faq": "faq", "contact": "contact", "terms": "terms", "privacy": "privacy",
	"subscription": "subscription", "account": "account", "checkout": "checkout",
}

// chunk is one line of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// readPreloads finds what each page's code is made of, so that the browser asks
// for all of it at once instead of finding it import by import.
func readPreloads(files fs.FS) (map[string]string, error) {
	text, err := fs.ReadFile(files, "manifest.json")
	if err != nil {
		return nil, nil // the web app is not built
	}
	var chunks map[string]chunk
	if err := json.Unmarshal(text, &chunks); err != nil {
		return nil, fmt.Errorf("the web app's manifest: %w", err)
	}
	always := map[string]bool{}
	collect(chunks, "index.html", always, func(chunk) {})
	preloads := map[string]string{}
	for route, page := range pageSources {
		var b strings.Builder
		seen := map[string]bool{}
		for name := range always {
			seen[name] = true
		}
		collect(chunks, "src/storefront/pages/"+page+".page.tsx", seen, func(c chunk) {
			fmt.Fprintf(&b, `<link rel="modulepreload" crossorigin href="/%s">`, c.File)
			for _, sheet := range c.CSS {
				fmt.Fprintf(&b, `<link rel="stylesheet" crossorigin href="/%s">`, sheet)
			}
		})
		preloads[route] = b.String()
	}
	return preloads, nil
}

func collect(chunks map[string]chunk, name string, seen map[string]bool, visit func(chunk)) {
	c, ok := chunks[name]
	if !ok || seen[name] {
		return
	}
	seen[name] = true
	visit(c)
	for _, imported := range c.Imports {
		collect(chunks, imported, seen, visit)
	}
}
