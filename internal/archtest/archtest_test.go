// Package archtest holds no code: its tests read every import of the program and
// name the one that points the wrong way.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/snackdrop/snackdrop/"

// layer is a package tree with the other package trees that it may import.
type layer struct {
	dir    string
	allows []string
	why    string // the rule in words, for the test's message
}

// base is what every service may use. Layers of its own inside internal/store are not part of it.
var base = []string{"internal/publicnet", "internal/background", "internal/clock", "internal/shop", "internal/store", "internal/events", "internal/audit", "internal/secrets", "internal/ratelimit"}

// handlerBase is base without the store: handlers call services.
var handlerBase = slices.DeleteFunc(slices.Clone(base), func(dir string) bool { return dir == "internal/store" })

// services are what handlers may call.
var services = []string{"internal/accounts", "internal/analytics", "internal/drops", "internal/draws", "internal/waitingroom", "internal/waitlist", "internal/carts", "internal/orders", "internal/payments", "internal/orderbook", "internal/reservations", "internal/productcsv", "internal/catalog", "internal/settings", "internal/inbox", "internal/outbox", "internal/webhooks", "internal/apikeys", "internal/backup", "internal/health"}

// layers is the plan: cmd → httpapi, ssr → adminapi, shopapi, publicapi → operations; accounts, analytics, draws → waitingroom, waitlist → drops, carts → orders → payments → orderbook → reservations → catalog →
// outbox, settings, audit, secrets, ratelimit → store → shop.
var layers = []layer{
	{"internal/publicnet", nil, "it makes HTTP clients and knows nothing of the shop"},
	{"internal/background", nil, "it starts goroutines and knows nothing of the shop"},
	{"internal/clock", nil, "it knows times and nothing of the shop"},
	{"internal/shop", nil, "domain types and rules depend on nothing else"},
	{"internal/store/baresql", []string{"internal/store"}, "a benchmark uses the store only"},
	{"internal/store/bigshop", []string{"internal/shop", "internal/store"}, "it fills a shop for benchmarks and uses no service"},
	{"internal/store/transfer", []string{"internal/disk", "internal/shop", "internal/store"}, "it copies rows and uses no service"},
	{"internal/store", []string{"internal/background", "internal/disk", "internal/shop"}, "the store knows domain values and nothing above it"},
	{"internal/events", []string{"internal/background", "internal/shop"}, "the hub only carries the shop's events"},
	{"internal/secrets", nil, "keys and tokens know nothing of the shop"},
	{"internal/ratelimit", []string{"internal/background", "internal/shop", "internal/store"}, "limits use the store only"},
	{"internal/audit", []string{"internal/shop", "internal/store"}, "the audit log uses the store only"},
	{"internal/batch", []string{"internal/background", "internal/ratelimit"}, "it batches requests of any kind"},
	{"internal/settings", base, "settings use no other service"},
	{"internal/outbox", join(base, "internal/settings"), "the outbox uses no service but the settings"},
	{"internal/webhooks", base, "webhooks use no other service"},
	{"internal/apikeys", base, "API keys use no other service"},
	{"internal/inbox", join(base, "internal/settings", "internal/outbox"), "the inbox uses no service but settings and outbox"},
	{"internal/catalog", join(base, "internal/settings", "internal/outbox"), "the catalogue does not know orders, accounts or handlers"},
	{"internal/productcsv", join(base, "internal/catalog"), "files of products use the catalogue only"},
	{"internal/reservations", join(base, "internal/catalog"), "units do not know orders or who waits for them"},
	{"internal/orderbook", join(base, "internal/settings", "internal/outbox", "internal/reservations"), "it knows neither how orders are placed nor how they are paid"},
	{"internal/payments", join(base, "internal/settings", "internal/webhooks", "internal/orderbook", "internal/payment"), "payments do not know how orders are placed"},
	{"internal/orders", join(base, "internal/batch", "internal/settings", "internal/outbox", "internal/webhooks", "internal/catalog", "internal/reservations", "internal/orderbook", "internal/payments"), "orders do not know carts, accounts or handlers"},
	{"internal/carts", join(base, "internal/settings", "internal/reservations", "internal/orderbook", "internal/orders"), "carts do not know accounts or handlers"},
	{"internal/accounts", join(base, "internal/outbox", "internal/orders", "internal/carts"), "accounts do not know handlers"},
	{"internal/analytics", base, "analytics do not know other services"},
	{"internal/waitingroom/line", []string{"internal/secrets", "internal/shop"}, "the rules of a line are pure"},
	{"internal/drops", join(base, "internal/waitingroom/line", "internal/settings", "internal/outbox", "internal/webhooks", "internal/catalog", "internal/reservations"), "drops do not know their lines, accounts or handlers"},
	{"internal/waitlist", join(base, "internal/outbox", "internal/webhooks", "internal/reservations", "internal/drops"), "the waitlist does not know lines, accounts or handlers"},
	{"internal/waitingroom", join(base, "internal/waitingroom/line", "internal/batch", "internal/outbox", "internal/webhooks", "internal/catalog", "internal/reservations", "internal/drops"), "the waiting room does not know draws, accounts or handlers"},
	{"internal/draws", join(base, "internal/waitingroom/line", "internal/waitingroom", "internal/waitlist", "internal/outbox", "internal/webhooks", "internal/catalog", "internal/reservations", "internal/drops"), "draws do not know accounts or handlers"},
	{"internal/health", join(base, "internal/settings", "internal/orders", "internal/payments", "internal/payment", "internal/backup", "internal/disk"), "it asks services and knows no handler"},
	{"internal/services", join(base, services...), "it makes the services and knows no handler"},
	{"internal/demo", []string{"internal/shop", "internal/store"}, "the demo catalogue writes through the store and uses no service"},
	{"internal/cdn", []string{"internal/shop"}, "it says how long responses are right and knows no handler"},
	{"internal/httpcache", []string{"internal/background"}, "the response cache holds bytes and knows nothing of the shop"},
	{"internal/files", nil, "it keeps bytes and knows nothing of the shop"},
	{"internal/media", []string{"internal/shop", "internal/files"}, "an adapter knows domain values, not who uses it"},
	{"internal/disk", nil, "it asks the operating system"},
	{"internal/backup", join(base, "internal/store/transfer", "internal/media", "internal/files", "internal/disk"), "it saves rows and pictures and uses no other service"},
	{"internal/move", []string{"internal/media", "internal/store", "internal/store/transfer"}, "it copies rows and pictures and knows no rule of the shop"},
	{"internal/mail", []string{"internal/background", "internal/shop", "internal/outbox"}, "an adapter implements an interface of the outbox"},
	{"internal/mailchimp", []string{"internal/outbox"}, "an adapter implements an interface of the outbox"},
	{"internal/payment", []string{"internal/background", "internal/shop", "internal/ratelimit"}, "payment providers know domain values, not who uses them"},
	{"internal/feeds", []string{"internal/shop", "internal/drops"}, "it writes what it is given"},
	{"internal/mcp", []string{"internal/background", "internal/shop"}, "the MCP server calls the API and no service"},
	{"internal/operations", join(handlerBase, "internal/accounts", "internal/apikeys", "internal/services"), "what operations have in common knows none of them"},
	{"internal/publicapi", join(handlerBase, join(services, "internal/operations", "internal/httpcache", "internal/services")...), "public queries call services and do not touch the store"},
	{"internal/adminapi", join(handlerBase, join(services, "internal/operations", "internal/publicapi", "internal/services")...), "operations for staff call services and do not touch the store"},
	{"internal/shopapi", join(handlerBase, join(services, "internal/operations", "internal/services")...), "operations for shoppers call services and do not touch the store"},
	{"internal/httpapi", join(handlerBase, join(services, "internal/operations", "internal/publicapi", "internal/adminapi", "internal/shopapi", "internal/mcp", "internal/cdn", "internal/httpcache", "internal/services")...), "handlers call services and do not touch the store"},
	{"internal/sitefiles", join(handlerBase, join(services, "internal/feeds", "internal/httpcache", "internal/services")...), "files call services and know no page"},
	{"internal/ssr", join(handlerBase, join(services, "internal/sitefiles", "internal/httpcache", "internal/services")...), "pages call services and do not touch the store"},
	{"internal/rehearsal", join(base, "internal/drops", "internal/services"), "a rehearsal talks to the shop over HTTP, as its buyers do"},
	{"internal/archtest", nil, "it only reads files"},
	{"internal/testkit", nil, "test servers know nothing of the shop"},
	{"cmd", []string{everything}, "the command wires everything"},
	{"bench", []string{everything}, "benchmarks may use everything but the database"},
}

func join(list []string, more ...string) []string { return slices.Concat(list, more) }

func TestImportsPointOneWay(t *testing.T) {
	for _, file := range goFiles(t) {
		from, ok := layerOf(file.dir)
		if !ok {
			t.Errorf("%s: %s is in no layer; add it to layers with what it may import", file.path, file.dir)
			continue
		}
		for _, imported := range file.imports {
			target, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			if to, ok := layerOf(target); ok && to.dir == from.dir {
				continue
			}
			if !from.mayImport(target) {
				t.Errorf("%s imports %s: %s", file.path, target, from.why)
			}
		}
	}
}

type goFile struct {
	path    string // from the repository's root
	dir     string
	imports []string
	syntax  *ast.File // shared by all tests: they only read it
}

// goFiles lists the program's Go files, without tests and packages that help tests
// (storetest, apitest, …): those may import what they like.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	return slices.DeleteFunc(allGoFiles(t), func(file goFile) bool {
		return strings.HasSuffix(file.path, "_test.go") || strings.HasSuffix(file.dir, "test")
	})
}

// allGoFiles lists every Go file of the repository.
func allGoFiles(t *testing.T) []goFile {
	t.Helper()
	files, err := readGoFiles()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("%d files found: the test does not see the program", len(files))
	}
	return slices.Clone(files)
}

var readGoFiles = sync.OnceValues(func() (files []goFile, err error) {
	root := filepath.Join("..", "..")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (name == "node_modules" || name == "bin" || name == "tools" || strings.HasPrefix(name, ".") && path != root) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file := goFile{path: filepath.ToSlash(rel), dir: filepath.ToSlash(filepath.Dir(rel)), syntax: parsed}
		for _, spec := range parsed.Imports {
			file.imports = append(file.imports, strings.Trim(spec.Path.Value, `"`))
		}
		files = append(files, file)
		return nil
	})
	return files, err
})

func layerOf(dir string) (layer, bool) {
	for _, l := range layers {
		if within(dir, l.dir) {
			return l, true
		}
	}
	return layer{}, false
}

// everything may be imported by what wires the program.
const everything = "internal"

// mayImport says whether the layer of a package is among those that are allowed. A layer inside the tree of another, as
// internal/store/transfer is, is not allowed with it.
func (l layer) mayImport(target string) bool {
	to, _ := layerOf(target)
	return slices.ContainsFunc(l.allows, func(allowed string) bool {
		return allowed == to.dir || allowed == everything && within(target, everything)
	})
}

func TestALayerInsideAnotherIsAllowedByItsOwnName(t *testing.T) {
	for _, c := range []struct {
		from, target string
		want         bool
	}{
		{"internal/orders", "internal/store", true},
		{"internal/orders", "internal/store/transfer", false},
		{"internal/catalog", "internal/store/bigshop", false},
		{"internal/payments", "internal/store/baresql", false},
		{"internal/backup", "internal/store/transfer", true},
		{"internal/payments", "internal/payment/stripe", true},
		{"internal/waitlist", "internal/waitingroom/line", false},
		{"internal/drops", "internal/waitingroom/line", true},
		{"internal/drops", "internal/waitingroom", false},
		{"cmd/snackdrop", "internal/store/transfer", true},
	} {
		if from, _ := layerOf(c.from); from.mayImport(c.target) != c.want {
			t.Errorf("%s may import %s: %t", c.from, c.target, !c.want)
		}
	}
}

func within(dir, tree string) bool { return dir == tree || strings.HasPrefix(dir, tree+"/") }

// plainGoroutines may start goroutines without internal/background: it is that package, or tools of the tests.
var plainGoroutines = []string{"internal/background", "internal/testkit", "internal/store/baresql", "bench"}

// A panic in a goroutine that nobody recovers ends the whole shop.
func TestGoroutinesAreStartedByBackground(t *testing.T) {
	for _, file := range goFiles(t) {
		if slices.ContainsFunc(plainGoroutines, func(dir string) bool { return within(file.dir, dir) }) {
			continue
		}
		parsed := file.syntax
		ast.Inspect(parsed, func(node ast.Node) bool {
			if _, ok := node.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine with go: use background.Go, which recovers, logs and counts a panic", file.path)
			}
			return true
		})
	}
}

// Once a template can be executed, the linker keeps every exported method of every type: docs/decisions/010.
func TestTheProgramExecutesNoTemplate(t *testing.T) {
	for _, file := range goFiles(t) {
		for _, imported := range file.imports {
			if imported == "html/template" || imported == "text/template" {
				t.Errorf("%s imports %s: write HTML with gomponents, text with strings", file.path, imported)
			}
		}
	}
}
