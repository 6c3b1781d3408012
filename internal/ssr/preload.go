package ssr

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"strings"
)

// chunk is one entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// entrySource is the page that every visit loads; its code is already named in the shell.
const entrySource = "index.html"

// readPreloads gives, by source file, the links to all the code that a page is made of, so that the browser asks for it at
// once instead of finding it import by import.
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
	collect(chunks, entrySource, always, func(chunk) {})
	preloads := map[string]string{}
	for source := range chunks {
		if !strings.HasSuffix(source, ".page.tsx") {
			continue
		}
		var b strings.Builder
		collect(chunks, source, maps.Clone(always), func(c chunk) {
			fmt.Fprintf(&b, `<link rel="modulepreload" crossorigin href="/%s">`, c.File)
			for _, sheet := range c.CSS {
				fmt.Fprintf(&b, `<link rel="stylesheet" crossorigin href="/%s">`, sheet)
			}
		})
		preloads[source] = b.String()
	}
	return preloads, nil
}

// collect visits a chunk and all that it imports, except those seen before.
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
