// Package house holds no code: its test keeps the plan of the house.
package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/snackdrop/snackdrop/"

// may says for every room which rooms it may enter, and why the others are closed.
var may = map[string]struct {
	enter []string
	why   string
}{
	"internal/shop":      {nil, "the rules are pure: they know nothing but themselves"},
	"internal/store":     {[]string{"internal/shop"}, "the memory knows the rules' values and nothing above it"},
	"internal/events":    {[]string{"internal/shop"}, "the hub only carries the shop's events"},
	"internal/secrets":   {nil, "keys and tokens know nothing of the shop"},
	"internal/ratelimit": {[]string{"internal/shop", "internal/store"}, "limits stand on the store alone"},
	"internal/audit":     {[]string{"internal/shop", "internal/store"}, "the audit log stands on the store alone"},
	"internal/catalog":   {[]string{"internal/audit", "internal/events", "internal/store", "internal/shop"}, "the catalogue is below orders and knows nothing of buying"},
	"internal/demo":      {nil, "the demo catalogue is plain data"},
	"internal/media":     {[]string{"internal/shop"}, "an adapter knows the rules' values, not who uses it"},
	"internal/mail":      {[]string{"internal/shop", "internal/app"}, "an adapter fills an interface of app"},
	"internal/mailchimp": {[]string{"internal/shop", "internal/app"}, "an adapter fills an interface of app"},
	"internal/payment":   {[]string{"internal/shop", "internal/app"}, "an adapter fills an interface of app"},
	"internal/app":       {[]string{"internal/catalog", "internal/secrets", "internal/ratelimit", "internal/audit", "internal/shop", "internal/store", "internal/events", "internal/demo"}, "use cases name what they need of adapters as interfaces"},
	"internal/httpapi":   {[]string{"internal/catalog", "internal/audit", "internal/ratelimit", "internal/secrets", "internal/shop", "internal/store", "internal/events", "internal/httpcache", "internal/app"}, "the counter calls use cases"},
	"internal/site":      {[]string{"internal/catalog", "internal/shop", "internal/store", "internal/events", "internal/httpcache", "internal/app"}, "the window calls use cases"},
	"internal/httpcache": {nil, "cached responses are bytes: the cache knows nothing of the shop"},
	"internal/testkit":   {nil, "test servers know nothing of the shop"},
	"cmd":                {[]string{"internal"}, "the front door knows everybody"},
	"bench":              {[]string{"internal"}, "measurements may look everywhere"},
}

func TestArrowsRunOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (name == "node_modules" || name == "bin" || name == "tools" || strings.HasPrefix(name, ".") && path != root) {
			return fs.SkipDir
		}
		// Helpers for tests (storetest, apptest, …) stand in tests' shoes.
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		room := roomOf(filepath.ToSlash(filepath.Dir(rel)))
		if room == "" {
			t.Errorf("%s is in no room of the plan: say in may what it may enter", rel)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			target, ours := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), module)
			if !ours || roomOf(target) == room {
				continue
			}
			if !enters(may[room].enter, target) {
				t.Errorf("%s imports %s: %s", rel, target, may[room].why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func roomOf(dir string) string {
	for room := range may {
		if dir == room || strings.HasPrefix(dir, room+"/") {
			return room
		}
	}
	return ""
}

func enters(allowed []string, target string) bool {
	for _, room := range allowed {
		if target == room || strings.HasPrefix(target, room+"/") {
			return true
		}
	}
	return false
}
