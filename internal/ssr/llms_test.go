package ssr_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// Every page names the feeds, and each of them is there.
func TestPagesNameTheFeeds(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	named := regexp.MustCompile(`<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">`)
	for _, path := range []string{"/", "/drops", "/products", "/faq"} {
		found := map[string]string{}
		for _, link := range named.FindAllStringSubmatch(get(s, path).Body.String(), -1) {
			found[link[2]] = link[1]
		}
		if len(found) != 3 {
			t.Errorf("%s names %v", path, found)
		}
		for address, kind := range found {
			if w := get(s, address); w.Code != http.StatusOK || w.Header().Get("Content-Type") != kind+"; charset=utf-8" {
				t.Errorf("%s names %s as %s: %d, %s", path, address, kind, w.Code, w.Header().Get("Content-Type"))
			}
		}
	}
}

// llms.txt names what is there, and the MCP server unless the owner has switched it off.
func TestLLMsTextNamesWhatIsThere(t *testing.T) {
	a := shoptest.New(t)
	s := openWithFiles(t, a)
	for _, mcp := range []string{"enabled", "disabled"} {
		if err := a.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"agent_door": mcp, "site_name": "Night Market"}}, staff); err != nil {
			t.Fatal(err)
		}
		w := get(s, "/llms.txt")
		text := w.Body.String()
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(text, "# Night Market\n\n> ") {
			t.Fatalf("%d %v\n%s", w.Code, w.Header(), text)
		}
		if open := strings.Contains(text, "/mcp"); open != (mcp == "enabled") {
			t.Errorf("the MCP server is %s: %s", mcp, text)
		}
		links := regexp.MustCompile(`(?m)^- \[[^]]+\]\(http://shop\.test(/[^)]*)\): .`).FindAllStringSubmatch(text, -1)
		if len(links) < 10 {
			t.Errorf("%d links:\n%s", len(links), text)
		}
		for _, link := range links {
			if path := link[1]; strings.HasPrefix(path, "/api/") || path == "/mcp" {
				continue // the server in front has them
			}
			if w := get(s, link[1]); w.Code != http.StatusOK {
				t.Errorf("%s: %d", link[1], w.Code)
			}
		}
	}
}
