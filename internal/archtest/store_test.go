package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// Only the store talks to a database, in tests and benchmarks too. testkit starts
// database servers and makes databases in them.
func TestOnlyTheStoreImportsDatabaseDrivers(t *testing.T) {
	for _, file := range allGoFiles(t) {
		if within(file.dir, "internal/store") {
			continue
		}
		for _, imported := range file.imports {
			driver := strings.HasPrefix(imported, "github.com/jackc/pgx") || strings.HasPrefix(imported, "modernc.org/sqlite")
			if driver && !within(file.dir, "internal/testkit") || imported == "database/sql" || imported == module+"internal/store/internal/db" {
				t.Errorf("%s imports %s: only the store talks to the database", file.path, imported)
			}
		}
	}
}

// One file of the store knows how the databases report failures. Everything else,
// inside and outside of the store, works with what it makes of them.
func TestDatabaseErrorsAreMappedInOneFile(t *testing.T) {
	const mapping = "internal/store/errors.go"
	names := 0
	for _, file := range goFiles(t) {
		for _, used := range selectors(t, file) {
			switch {
			case used == "sql.ErrNoRows", used == "sql.ErrConnDone", used == "driver.ErrBadConn", used == "pgx.ErrNoRows", used == "sqlite.Error",
				strings.HasPrefix(used, "pgconn."), strings.HasPrefix(used, "sqlite3.SQLITE_"):
				if file.path != mapping && !within(file.dir, "internal/testkit") {
					t.Errorf("%s names %s: say what the failure means with mapError or optional", file.path, used)
				}
				names++
			}
		}
	}
	if names < 10 {
		t.Errorf("%d names of database errors found: the test does not see %s", names, mapping)
	}
}

// numbersForTimes are the files outside of the store that may use them, with the reason.
var numbersForTimes = map[string]string{
	"internal/shop/payment.go":          "providers know payments and refunds by keys that have always contained them",
	"internal/shopapi/visits.go":        "browsers count in milliseconds",
	"internal/shopapi/queue.go":         "browsers count in milliseconds",
	"internal/shopapi/session.go":       "a cookie that ended in 1970 is deleted",
	"internal/adminapi/drop_live.go":    "the API has figures by second, in milliseconds",
	"internal/media/serve.go":           "an ETag is text",
	"internal/httpapi/preview.go":       "the address of a preview has its moment in milliseconds",
	"internal/httpapi/middleware.go":    "the log has milliseconds",
	"internal/httpapi/metrics.go":       "Prometheus counts in seconds",
	"internal/health/checks.go":         "the page says milliseconds in words",
	"internal/webhooks/send.go":         "Standard Webhooks count in seconds",
	"internal/payment/stripe/stripe.go": "Stripe signs seconds",
	"internal/accounts/totp.go":         "RFC 6238 counts in seconds",
	"internal/accounts/attempts.go":     "the name of a device is text in a cookie",
	"internal/orders/activity.go":       "a ring of seconds in memory",
	"internal/rehearsal/measure.go":     "counts by second in memory",
	"internal/clock/clock.go":           "an atomic number",
	"cmd/snackdrop/acme.go":             "an atomic number",
}

// Times are time.Time and time.Duration outside of the store. (Packages that help tests are not looked at, nor are benchmarks.)
func TestTimesAreNoNumbersOutsideTheStore(t *testing.T) {
	used := map[string]bool{}
	for _, file := range goFiles(t) {
		if within(file.dir, "internal/store") || within(file.dir, "bench") {
			continue
		}
		for _, selector := range selectors(t, file) {
			switch _, name, _ := strings.Cut(selector, "."); name {
			case "UnixMilli", "UnixMicro", "Unix", "Milliseconds":
				used[file.path] = true
				if numbersForTimes[file.path] == "" {
					t.Errorf("%s uses %s: times are time.Time and time.Duration outside of the store", file.path, name)
				}
			}
		}
	}
	for path := range numbersForTimes {
		if !used[path] {
			t.Errorf("%s is listed and has no times as numbers", path)
		}
	}
}

// Errors are inspected with errors.Is and errors.AsType, or by their code with shop.CodeOf, in tests too.
func TestErrorsAreInspectedInOneWay(t *testing.T) {
	for _, file := range allGoFiles(t) {
		if slices.Contains(selectors(t, file), "errors.As") {
			t.Errorf("%s uses errors.As: use errors.AsType or shop.CodeOf", file.path)
		}
		parsed := file.syntax
		ast.Inspect(parsed, func(node ast.Node) bool {
			if comparison, ok := node.(*ast.BinaryExpr); ok && comparesError(comparison) {
				t.Errorf("%s compares an error with ==, which misses wrapped errors: use errors.Is or shop.CodeOf", file.path)
			}
			assertion, ok := node.(*ast.TypeAssertExpr)
			if !ok {
				return true
			}
			// errors.AsType does not take an interface that is not an error, like huma.ErrorDetailer.
			pointer, concrete := assertion.Type.(*ast.StarExpr)
			if !concrete {
				return true
			}
			value, ok := assertion.X.(*ast.Ident)
			if ok && value.Name == "err" || strings.HasSuffix(types.ExprString(pointer), "Error") {
				t.Errorf("%s asserts the type of an error, which misses wrapped errors: use errors.AsType or shop.CodeOf", file.path)
			}
			return true
		})
	}
}

// comparesError says whether an expression is like err == io.EOF.
func comparesError(e *ast.BinaryExpr) bool {
	if e.Op != token.EQL && e.Op != token.NEQ {
		return false
	}
	sides := []string{types.ExprString(e.X), types.ExprString(e.Y)}
	return slices.Contains(sides, "err") && !slices.Contains(sides, "nil")
}

// selectors lists what a file uses of packages and values, as "sql.ErrNoRows" or ".UnixMilli".
func selectors(t *testing.T, file goFile) (list []string) {
	t.Helper()
	parsed := file.syntax
	ast.Inspect(parsed, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			name := ""
			if of, ok := selector.X.(*ast.Ident); ok {
				name = of.Name
			}
			list = append(list, name+"."+selector.Sel.Name)
		}
		return true
	})
	return list
}

// handlers are the package trees that call services.
var handlers = []string{"internal/httpapi", "internal/adminapi", "internal/shopapi", "internal/publicapi", "internal/operations", "internal/sitefiles", "internal/ssr"}

// Services.Store is there for commands and tests. Handlers call services.
func TestHandlersDoNotTouchTheStore(t *testing.T) {
	seen := 0
	for _, file := range goFiles(t) {
		if !slices.ContainsFunc(handlers, func(dir string) bool { return within(file.dir, dir) }) {
			continue
		}
		seen++
		parsed := file.syntax
		for _, used := range storesIn(parsed) {
			t.Errorf("%s uses %s: handlers call services", file.path, used)
		}
	}
	if seen < 50 {
		t.Errorf("%d files of handlers found: the test does not see them", seen)
	}
}

// storesIn lists where a file takes the field Store of a value, whatever the value is called. A call of a method Store is
// that of an atomic value or a map, and the settings have a group of that name.
func storesIn(file *ast.File) (list []string) {
	methods := map[ast.Node]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			methods[node.Fun] = true
		case *ast.SelectorExpr:
			if node.Sel.Name == "Store" && !methods[node] && nameOf(node.X) != "settings" {
				list = append(list, nameOf(node.X)+".Store")
			}
		}
		return true
	})
	return list
}

// nameOf is the last name of an expression: c of c, a.b.c and a.c().
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.CallExpr:
		return nameOf(x.Fun)
	}
	return "a value"
}

func TestAPlantedUseOfTheStoreIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"a.Store.Products.ByID(ctx, 1)":    true,
		"products := a.Store.Products":     true,
		"h.services.Store.Write(ctx, nil)": true,
		"use(a.Store)":                     true,
		"open().Store.Ping(ctx)":           true,
		"(*a).Store.Ping(ctx)":             true,
		"m.known.Store(&known)":            false,
		"s.stopping.Store(true)":           false,
		"settings.Store.Address()":         false,
		"use(h.settings.Store.TimeZone)":   false,
		"a.Storefront.Ping(ctx)":           false,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "planted.go", "package planted\nfunc f() { "+text+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := storesIn(parsed); (len(got) > 0) != want {
			t.Errorf("%s: found %v, want %t", text, got, want)
		}
	}
}
